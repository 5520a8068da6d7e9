"""Matches for the terminal tests, and a way to play them with prepared input."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import ziggurat
from ziggurat.terminal import play


def after(decisions: int, *, seats: int, seed: int = 3, **options: bool) -> ziggurat.Match:
    """A match after so many random decisions (or its end)."""
    match = ziggurat.new("babylonia", seats=seats, seed=seed, **options)
    rng = Random(seed)
    while not match.over and len(match) < decisions:
        match.play(rng.choice(match.legal()))
    return match


def typed(match: ziggurat.Match, seats: Sequence[str], path: Path, *lines: str) -> str:
    """What the terminal shows when these lines are typed, and no more."""
    shown = io.StringIO()
    stdin, sys.stdin = sys.stdin, io.StringIO("".join(f"{line}\n" for line in lines))
    try:
        with contextlib.redirect_stdout(shown):
            play.run(match, seats, path, seed=1)
    finally:
        sys.stdin = stdin
    return shown.getvalue()
