"""Renders a match as text or SVG for environments."""

from __future__ import annotations

import io
from typing import Any

from ziggurat.core.errors import BadOption
from ziggurat.core.match import Match

MODES = ("ansi", "svg", "human")
COLUMNS = 120


def check_mode(mode: Any) -> str | None:
    """A render mode, or none."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"A render mode is {', '.join(MODES[:-1])} or {MODES[-1]}, not {mode!r}.")
    return mode  # type: ignore[no-any-return]


def show(match: Match, seat: int, mode: str | None) -> str | None:
    """The match as a seat sees it: `ansi` and `svg` come back as text, `human` is printed."""
    from rich.console import Console

    if mode is None:
        raise BadOption(f"Give the environment a render_mode to see it: {', '.join(MODES[:-1])} or {MODES[-1]}.")
    if mode == "svg":
        return match.picture(seat)
    drawing = match.game.draw(match.record(seat), seat)
    if mode == "human":
        Console().print(match.summary(), drawing)
        return None
    paper = io.StringIO()
    Console(file=paper, width=COLUMNS, force_terminal=True, color_system="truecolor").print(match.summary(), drawing)
    return paper.getvalue()
