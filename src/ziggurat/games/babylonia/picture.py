"""Babylonia as a picture: the board in SVG, with the players beside it. Nothing in it needs fetching.

Flat-topped hexagons; a token is a disc in its seat's stone with the letter of its kind (a dot where it lies face down).
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ziggurat.core.bits import members
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
MARGIN = 16
PANEL = 270
LINE = 20

LAPIS, GOLD, IVORY, INK = "#1d3f94", "#e3b53c", "#fbf6e6", "#2b2730"
STONES = ((LAPIS, IVORY), ("#d1341b", IVORY), (IVORY, INK), (INK, IVORY))  # disc and letter, by seat
RIVER, LAND, CENTRAL, CITY, FIELD = "#2f86c1", "#e6cd96", "#d9b673", "#a4492c", "#6d9440"
SCORED = "#c6a552"


def picture(records: Any, seat: int) -> str:
    """The table as a record shows it, redacted for a seat or whole, as SVG."""
    state = records[0]
    hexes = HEXES_IN_PLAY[int(state["seats"])]
    board_width = round(2 * MARGIN + 2 * SIDE + STEP_X * max(COLUMN[hexagon] for hexagon in hexes))
    height = round(2 * MARGIN + 2 * STEP_Y + STEP_Y * max(ROW[hexagon] for hexagon in hexes))
    width = board_width + PANEL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="Georgia, serif" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" rx="12" fill="#f6efdd"/>',
        *(_hexagon(state, hexagon) for hexagon in hexes),
        *_tokens(state),
        *_panel(state, seat, board_width),
        "</svg>",
    ]
    return "\n".join(parts)


def _centre(hexagon: int) -> tuple[float, float]:
    return MARGIN + SIDE + STEP_X * COLUMN[hexagon], MARGIN + STEP_Y + STEP_Y * ROW[hexagon]


def _hexagon(state: Any, hexagon: int) -> str:
    x, y = _centre(hexagon)
    corners = ((-1, 0), (-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1))
    points = " ".join(f"{x + SIDE * dx:.1f},{y + STEP_Y * dy:.1f}" for dx, dy in corners)
    ground, sign = _ground(state, hexagon)
    shape = f'<polygon points="{points}" fill="{ground}" stroke="#8a744a" stroke-width="1"/>'
    if sign:
        return shape + _text(x, y + 4, sign, IVORY if ground != GOLD else LAPIS, 13, bold=True)
    return shape + _text(x, y + STEP_Y - 3, HEX_NAMES[hexagon], "#00000055", 7)


def _ground(state: Any, hexagon: int) -> tuple[str, str]:
    """A hexagon's colour, and what stands on it besides tokens."""
    site = int(SITE_AT[hexagon])
    if hexagon in BLUE_HEXES:
        return (SCORED if state["scored"] >> (site - GREENS) & 1 else GOLD), "▲"
    tile = int(state["tile"][site]) if site >= 0 else NO_TILE
    if tile != NO_TILE:
        return (FIELD if tile >= CROP else CITY), TILE_NAMES[tile]
    if hexagon in RIVER_HEXES:
        return RIVER, ""
    return (CENTRAL if hexagon in REGIONS["central"] else LAND), ""


def _tokens(state: Any) -> list[str]:
    kinds = {hexagon: TOKEN_LETTERS[kind] for kind in range(KINDS) for hexagon in members(state["kind"][kind])}
    return [
        _token(seat, *_centre(hexagon), kinds.get(hexagon, "·"))
        for seat in range(int(state["seats"]))
        for hexagon in members(state["own"][seat])
    ]


def _token(seat: int, x: float, y: float, letter: str) -> str:
    stone, ink = STONES[seat]
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.62 * SIDE:.1f}" fill="{stone}" stroke="{INK}" stroke-width="1"/>'
    return disc + _text(x, y + 5, letter, ink, 14, bold=True)


def _panel(state: Any, viewer: int, left: int) -> list[str]:
    """What lies in front of each seat."""
    x, y = left, MARGIN + LINE
    drawn = [_text(x, y, "Babylonia", LAPIS, 20, bold=True, anchor="start")]
    for seat in range(int(state["seats"])):
        y += 2 * LINE
        deciding = not state["over"] and seat == state["actor"]
        name = f"seat {seat}" + (" (you)" if seat == viewer else "") + (" decides" if deciding else "")
        drawn.append(_token(seat, x + 14, y - 5, ""))
        drawn.append(_text(x + 36, y, name, INK, 14, bold=deciding, anchor="start"))
        drawn.append(_text(x + PANEL - 2 * MARGIN, y, str(int(state["score"][seat])), INK, 16, bold=True, anchor="end"))
        for line in _belongings(state, seat):
            y += LINE - 3
            drawn.append(_text(x + 36, y, line, "#5c5140", 12, anchor="start"))
    return drawn


def _belongings(state: Any, seat: int) -> list[str]:
    size, known = int(state["stand_size"][seat]), letters(state["stand"][seat])
    stand = known if len(known) == size else f"{size} hidden"
    lines = [f"stand {stand or 'empty'}, reserve {int(state['reserve_size'][seat])}"]
    if tiles := cities(state["taken"][seat]):
        lines.append(f"cities {' '.join(tiles)}")
    if cards := [str(number) for number, place in enumerate(state["card"], 1) if place == seat]:
        lines.append(f"ziggurat cards {' '.join(cards)}")
    return lines


def _text(x: float, y: float, text: str, ink: str, size: int, *, bold: bool = False, anchor: str = "") -> str:
    weight = ' font-weight="bold"' if bold else ""
    side = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{ink}"{weight}{side}>{text}</text>'
