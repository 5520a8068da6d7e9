"""Match logs on disk: written whole or not at all."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from ziggurat.core.errors import BadOption
from ziggurat.core.log import FORMAT
from ziggurat.core.match import Match
from ziggurat.core.outputs import check_output_files

_SEATS = re.compile(r"^# seats (\S+)$", re.MULTILINE)


def check_writable(path: Path) -> None:
    """Raise `BadOption` if a match cannot be saved in this file."""
    check_output_files(path, _part(path))


def save(match: Match, path: Path, seats: Sequence[str]) -> None:
    """Write a match's log atomically: a reader finds the old log or the new one, never half of one.

    A comment above it says who sits where.
    """
    part = _part(path)
    try:
        if path.exists() and FORMAT.encode() not in path.read_bytes():
            raise BadOption(f"{path} exists and is not a match log, so it was not overwritten.")
        part.write_text(f"# seats {','.join(seats)}\n{match.to_text()}", "utf-8")
        os.replace(part, path)
    except OSError as problem:
        raise BadOption(f"The match cannot be saved in {path}: {problem.strerror}.") from problem


def _part(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")


def seats_in(path: Path) -> str | None:
    """Who sat where when a match was saved, as `--seats` takes it; None if the file does not say."""
    try:
        seat_line = _SEATS.search(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return seat_line[1] if seat_line else None


def resume_command(path: Path, seats: Sequence[str]) -> str:
    """What to type to go on with a saved match."""
    return f"ziggurat play --resume {shlex.quote(str(path))} --seats {','.join(seats)}"


def replay_command(path: Path) -> str:
    """The command that replays a saved match."""
    return f"ziggurat replay {shlex.quote(str(path))}"
