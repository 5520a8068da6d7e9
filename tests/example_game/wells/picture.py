"""Nine Wells as SVG: the square, and the players beside it."""

from __future__ import annotations

from typing import Any

from ziggurat.core.drawing import svg

from .state import UNKNOWN, WELL_NAMES, WELLS

CELL, PANEL = 90.0, 220.0


def picture(records: Any, seat: int) -> str:
    """The table as a record shows it: redacted for a seat, what that seat sees; whole, everything."""
    state = records[0]
    parts = [part for well in range(WELLS) for part in _well(state, well)]
    place = (2 * svg.MARGIN + 3 * CELL, float(svg.MARGIN), PANEL)
    players, _ = svg.players(state, seat, place, lambda other, x, y: _spring(state, other, x, y))
    return svg.canvas(3 * svg.MARGIN + 3 * CELL + PANEL, 2 * svg.MARGIN + 3 * CELL, [*parts, *players])


def _well(state: Any, well: int) -> list[str]:
    x = svg.MARGIN + (well % 3 + 0.5) * CELL
    y = svg.MARGIN + (well // 3 + 0.5) * CELL
    owner = int(state["owner"][well])
    parts = [svg.disc(x, y, 0.44 * CELL, svg.RIVER if state["water"][well] else svg.SAND, line=svg.LINE, thick=2)]
    if owner >= 0:
        parts.append(svg.sign(owner, x, y, 0.26 * CELL, str(int(state["water"][well]) or "")))
    return [*parts, svg.text(x - 0.4 * CELL, y - 0.36 * CELL, WELL_NAMES[well], svg.QUIET, 11)]


def _spring(state: Any, seat: int, x: float, y: float) -> tuple[list[str], float]:
    spring = int(state["spring"][seat])
    if spring == UNKNOWN:
        return [], y
    return [svg.text(x, y + 14, f"spring {WELL_NAMES[spring]}", svg.QUIET, 13, anchor="start")], y + 20
