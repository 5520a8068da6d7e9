"""Reviews of all the logs in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ziggurat.core.errors import BadLog
from ziggurat.core.match import Match, read
from ziggurat.reviewing import review
from ziggurat.reviewing.judgement import Judging
from ziggurat.reviewing.report import Review

LOGS = (".log", ".txt")  # files of a folder that are read
Progress = Callable[[int], None]  # gets the number of newly reviewed logs


def read_folder(folder: Path, seconds: float, *, everything: bool) -> dict[str, Match]:
    """The matches of a folder by file name; refuses bad logs before anything is reviewed."""
    matches: dict[str, Match] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix not in LOGS:
            continue
        try:
            matches[path.name] = read(path.read_text("utf-8"))
            Judging(matches[path.name], seconds, openly=everything)
        except (OSError, UnicodeDecodeError) as problem:
            raise BadLog(f"{path} cannot be read.") from problem
        except ValueError as problem:
            raise BadLog(f"{path}: {problem}") from problem
    if not matches:
        raise BadLog(f"There are no logs in {folder}.")
    return matches


def review_folder(
    matches: Mapping[str, Match], seconds: float, *, everything: bool, progress: Progress = lambda _: None
) -> Iterator[Review]:
    """Reviews one by one, each in at most `seconds` of processor time."""
    for match in matches.values():
        yield review(match, seconds, everything=everything)
        progress(1)
