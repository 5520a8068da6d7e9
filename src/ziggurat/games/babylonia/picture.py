"""Babylonia as a picture: the board in SVG, with the players beside it. Nothing in it needs fetching.

Flat-topped hexagons; a token is its seat's stone with the letter of its kind (a dot where it lies face down).
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ziggurat.core.bits import members
from ziggurat.core.drawing import svg
from ziggurat.core.drawing.svg import BRICK, GOLD, IVORY, LAPIS, LINE, MARGIN, QUIET, REED, RIVER
from ziggurat.games.babylonia.board import (
    BLUE_HEXES,
    COLUMN,
    CROP,
    GREENS,
    HEX_NAMES,
    HEXES_IN_PLAY,
    KINDS,
    NO_TILE,
    REGIONS,
    RIVER_HEXES,
    ROW,
    SITE_AT,
    TILE_NAMES,
    TOKEN_LETTERS,
)
from ziggurat.games.babylonia.view import cities, letters

SIDE = 22.0  # of a hexagon
STEP_X, STEP_Y = 1.5 * SIDE, sqrt(3) / 2 * SIDE  # from one column, one row, to the next
PANEL = 270.0

LAND, CENTRAL, SCORED = "#e6cd96", "#d9b673", "#dcc58c"


def picture(records: Any, seat: int) -> str:
    """The table as a record shows it, redacted for a seat or whole, as SVG."""
    state = records[0]
    hexes = HEXES_IN_PLAY[int(state["seats"])]
    width = 2 * MARGIN + 2 * SIDE + STEP_X * max(COLUMN[hexagon] for hexagon in hexes)
    height = 2 * MARGIN + 2 * STEP_Y + STEP_Y * max(ROW[hexagon] for hexagon in hexes)
    panel, low = _panel(state, seat, width)
    board = [*(_hexagon(state, hexagon) for hexagon in hexes), *_tokens(state)]
    return svg.canvas(width + PANEL + MARGIN, max(height, low + MARGIN), [*board, *panel])


def _centre(hexagon: int) -> tuple[float, float]:
    return MARGIN + SIDE + STEP_X * COLUMN[hexagon], MARGIN + STEP_Y + STEP_Y * ROW[hexagon]


def _hexagon(state: Any, hexagon: int) -> str:
    x, y = _centre(hexagon)
    corners = ((-1, 0), (-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1))
    ground, mark = _ground(state, hexagon)
    shape = svg.polygon([(x + SIDE * dx, y + STEP_Y * dy) for dx, dy in corners], ground, line=LINE)
    if hexagon in BLUE_HEXES:
        return shape + svg.ziggurat(x, y + 9, 30, LAPIS, "")
    if mark:
        return shape + svg.text(x, y + 4, mark, IVORY, 13, bold=True)
    return shape + svg.text(x, y + STEP_Y - 3, HEX_NAMES[hexagon], "#00000055", 7)


def _ground(state: Any, hexagon: int) -> tuple[str, str]:
    """A hexagon's colour, and what stands on it besides tokens."""
    site = int(SITE_AT[hexagon])
    if hexagon in BLUE_HEXES:
        return (SCORED if state["scored"] >> (site - GREENS) & 1 else GOLD), ""
    tile = int(state["tile"][site]) if site >= 0 else NO_TILE
    if tile != NO_TILE:
        return (REED if tile >= CROP else BRICK), TILE_NAMES[tile]
    if hexagon in RIVER_HEXES:
        return RIVER, ""
    return (CENTRAL if hexagon in REGIONS["central"] else LAND), ""


def _tokens(state: Any) -> list[str]:
    kinds = {hexagon: TOKEN_LETTERS[kind] for kind in range(KINDS) for hexagon in members(state["kind"][kind])}
    return [
        svg.sign(seat, *_centre(hexagon), 0.62 * SIDE, kinds.get(hexagon, "·"))
        for seat in range(int(state["seats"]))
        for hexagon in members(state["own"][seat])
    ]


def _panel(state: Any, viewer: int, x: float) -> tuple[list[str], float]:
    """What lies in front of each seat."""

    def belongings(seat: int, x: float, y: float) -> tuple[list[str], float]:
        lines = _belongings(state, seat)
        return [svg.text(x, y + 12 + 17 * n, line, QUIET, 12, anchor="start") for n, line in enumerate(lines)], (
            y + 17 * len(lines)
        )

    title = svg.text(x, MARGIN + 20, "Babylonia", LAPIS, 22, bold=True, anchor="start")
    seats, y = svg.players(state, viewer, (x, MARGIN + 34, PANEL), belongings)
    return [title, *seats], y


def _belongings(state: Any, seat: int) -> list[str]:
    size, visible = int(state["stand_size"][seat]), letters(state["stand"][seat])
    stand = visible if len(visible) == size else f"{size} hidden"
    lines = [f"stand {stand or 'empty'}, reserve {int(state['reserve_size'][seat])}"]
    if tiles := cities(state["taken"][seat]):
        lines.append(f"cities {' '.join(tiles)}")
    if cards := [str(number) for number, place in enumerate(state["card"], 1) if place == seat]:
        lines.append(f"ziggurat cards {' '.join(cards)}")
    return lines
