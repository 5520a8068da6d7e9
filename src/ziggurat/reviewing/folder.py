"""Reviews of all the logs in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ziggurat.core.errors import BadLog
from ziggurat.core.match import Match, read
from ziggurat.reviewing import review
from ziggurat.reviewing.judgement import Judging
from ziggurat.reviewing.report import Review

LOGS = (".log", ".txt")  # what is read of a folder
Progress = Callable[[int], None]  # told how many logs more are judged


def read_folder(folder: Path, seconds: float, *, everything: bool) -> dict[str, Match]:
    """The matches of a folder by the names of their files; refuses one that cannot be reviewed before any is."""
    found: dict[str, Match] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix not in LOGS:
            continue
        try:
            found[path.name] = read(path.read_text("utf-8"))
            Judging(found[path.name], seconds, openly=everything)
        except (OSError, UnicodeDecodeError) as problem:
            raise BadLog(f"{path} cannot be read.") from problem
        except ValueError as problem:
            raise BadLog(f"{path}: {problem}") from problem
    if not found:
        raise BadLog(f"There are no logs in {folder}.")
    return found


def review_folder(
    matches: Mapping[str, Match], seconds: float, *, everything: bool, progress: Progress = lambda _: None
) -> Iterator[Review]:
    """One review after the other, each with so many seconds of one processor at most."""
    for match in matches.values():
        yield review(match, seconds, everything=everything)
        progress(1)
