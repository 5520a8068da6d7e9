"""Match logs on disk: written whole or not at all."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path

from ziggurat.core.errors import BadOption
from ziggurat.core.log import FORMAT
from ziggurat.core.match import Match


def save(match: Match, path: Path) -> None:
    """Write a match's log; whoever reads the file meanwhile finds the old log or the new one, never half of one."""
    part = path.with_name(f".{path.name}.part")
    try:
        if path.exists() and FORMAT.encode() not in path.read_bytes():
            raise BadOption(f"{path} exists and is not a match log, so it is not overwritten.")
        part.write_text(match.to_text(), "utf-8")
        os.replace(part, path)
    except OSError as problem:
        raise BadOption(f"The match cannot be saved in {path}: {problem.strerror}.") from problem


def resume_command(path: Path, seats: Sequence[str]) -> str:
    """What to type to go on with a saved match."""
    return f"ziggurat play --resume {shlex.quote(str(path))} --seats {','.join(seats)}"


def replay_command(path: Path) -> str:
    """What to type to look at a saved match again."""
    return f"ziggurat replay {shlex.quote(str(path))}"
