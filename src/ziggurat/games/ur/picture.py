"""Ur as a picture: the square of tiles in SVG, with the players, their hand tiles and the spare tiles beside it.

A tile has the glaze and the emblem of the action it shows; its upper right corner is turned up and shows the back.
"""

from __future__ import annotations

from typing import Any

from ziggurat.core import svg
from ziggurat.core.svg import BRICK, GOLD, INK, IVORY, LAPIS, MARGIN, PLUM, QUIET, REED, RIVER
from ziggurat.games.ur.board import FIELDS, SIDE, SPARES_BY_SEATS, ZIGGURATS
from ziggurat.games.ur.view import Field, field_name, fields, kinds, said_options, used_names

TILE, GAP = 88.0, 4.0
FOLD = 30.0  # the corner that is turned up
PANEL = 270.0
CARD = 26.0  # half of a tile in the panel

GLAZES = {"agriculture": REED, "trade": GOLD, "culture": RIVER, "politics": PLUM, "war": BRICK}
INKS = {"trade": INK}  # ivory cannot be read on gold
EMBLEMS = {  # drawn for a square of 24, each with the thickness of its lines
    "agriculture": (  # an ear of barley
        "M12 22V5M12 8c-3 0-4-2-4-4 3 0 4 2 4 4c3 0 4-2 4-4-3 0-4 2-4 4M12 13c-3 0-5-2-5-4 3 0 5 2 5 4"
        "c3 0 5-2 5-4-3 0-5 2-5 4M12 18c-3 0-5-2-5-4 3 0 5 2 5 4c3 0 5-2 5-4-3 0-5 2-5 4",
        1.6,
    ),
    "trade": (
        "M8 2h8v3h-1.500v2.500c5 3 4.500 10 .5 14.500h-6c-4-4.500-4.500-11.500.5-14.500V5H8zM7 12h10v1.600H7z",
        0,
    ),
    "culture": (  # a clay tablet with wedges
        "M4 3h16v18H4zM7.500 7h3.500l-1.800 4zM13 7h3.500l-1.800 4zM7.500 13h3.500l-1.800 4zM13 13h3.500l-1.800 4z",
        1.6,
    ),
    "politics": ("M3 19V8l5 4 4-8 4 8 5-4v11zM3 20.500h18v1.500H3z", 0),  # a crown
    "war": (
        "M4 20L18 6M20 20L6 6M18 6l2.500-2.500M6 6L3.500 3.500M16 4.500l4.500-1-1 4.500M8 4.500l-4.500-1 1 4.500",
        1.8,
    ),
}


def picture(records: Any, seat: int) -> str:
    """The table as a record shows it; nothing in Ur is hidden from anybody."""
    state = records[0]
    side = SIDE * (TILE + GAP) - GAP
    board = [_tile(state, field, number) for number, field in enumerate(fields(state))]
    panel, low = _panel(state, seat, 2 * MARGIN + side)
    return svg.canvas(side + PANEL + 3 * MARGIN, max(side + 2 * MARGIN, low + MARGIN), [*board, *panel])


def _emblem(kind: str, x: float, y: float, size: float) -> str:
    drawn, thick = EMBLEMS[kind]
    return svg.path(drawn, x, y, size, INKS.get(kind, IVORY), thick=thick)


def _tile(state: Any, field: Field, number: int) -> str:
    """A tile of the square, and what stands on it."""
    left, top = (MARGIN + (TILE + GAP) * step for step in (number % SIDE, number // SIDE))
    right, bottom, middle = left + TILE, top + TILE, left + TILE / 2
    ink = INKS.get(field.shows, IVORY)
    marked = field.place in (field_name(int(state["source"])), field_name(int(state["target"])))
    parts = [
        svg.rectangle(left, top, TILE, TILE, GLAZES[field.shows], corner=5),
        svg.polygon([(right - FOLD, top), (right, top), (right, top + FOLD)], IVORY),
        svg.polygon([(right - FOLD, top), (right, top + FOLD), (right - FOLD, top + FOLD)], GLAZES[field.back]),
        svg.polygon([(right - FOLD, top), (right, top + FOLD), (right - FOLD, top + FOLD)], "none", line=IVORY),
        _emblem(field.back, right - FOLD + 9.5, top + FOLD - 9.5, 15),
        svg.text(left + 6, top + 14, field.place, ink, 11, bold=True, anchor="start"),
        _emblem(field.shows, middle - 8, top + 35, 32),
        *_standing(field, left, bottom, ink),
    ]
    if not field.ziggurat:  # which covers the word; emblem and glaze say it as well
        parts.append(svg.text(middle, bottom - 26, field.shows, ink, 11))
    if marked:
        parts.append(svg.rectangle(left + 1, top + 1, TILE - 2, TILE - 2, "none", line=INK, thick=4, corner=5))
    return "".join(parts)


def _standing(field: Field, left: float, bottom: float, ink: str) -> list[str]:
    """Stones or a ziggurat along the lower edge, and how many stones may still come."""
    parts = []
    if field.seat is not None and field.ziggurat:
        parts.append(svg.ziggurat(left + TILE / 2, bottom - 3, 54, IVORY))
        parts.append(svg.sign(field.seat, left + TILE / 2, bottom - 15, 7.5))
    elif field.seat is not None:
        parts += [svg.sign(field.seat, left + 12 + 15 * stone, bottom - 13, 6.5) for stone in range(field.stones)]
    if field.allowed:
        parts.append(svg.text(left + TILE - 5, bottom - 30, f"+{field.allowed}", ink, 14, bold=True, anchor="end"))
    return parts


def _panel(state: Any, viewer: int, x: float) -> tuple[list[str], float]:
    """The players, the tiles beside the square, and how far the turn and the game are."""

    def belongings(seat: int, x: float, y: float) -> tuple[list[str], float]:
        supply = int(state["supply"][seat])
        stones = svg.text(x + 5 * CARD, y + 18, f"{supply} stone{'' if supply == 1 else 's'} left", QUIET, 12)
        return [_pair(int(state["hand"][seat]), x, y), stones], y + CARD

    left = int(state["ziggurats_left"])
    glazes = [GOLD if number < left else "none" for number in range(ZIGGURATS)]
    parts = [
        svg.text(x, MARGIN + 20, "Ur", LAPIS, 22, bold=True, anchor="start"),
        *(svg.ziggurat(x + PANEL - 16 - 34 * n, MARGIN + 22, 28, glaze, QUIET) for n, glaze in enumerate(glazes)),
    ]
    seats, y = svg.players(state, viewer, (x, MARGIN + 36, PANEL), belongings)
    parts += seats
    for number, pair in enumerate(state["tile"][FIELDS : FIELDS + SPARES_BY_SEATS[int(state["seats"])]], 1):
        parts += [svg.text(x, y + 18, f"spare {number}", QUIET, 12, anchor="start"), _pair(int(pair), x + 60, y)]
        y += CARD + 6
    for line in _turn(state):
        y += 18
        parts.append(svg.text(x, y, line, QUIET, 12, anchor="start"))
    return parts, y


def _pair(pair: int, x: float, y: float) -> str:
    """A tile in a hand or beside the square: both of its sides."""
    parts = []
    for half, kind in enumerate(kinds(pair)):
        left = x + half * (CARD + 2)
        parts.append(svg.rectangle(left, y, CARD, CARD, GLAZES[kind], corner=3))
        parts.append(_emblem(kind, left + CARD / 2, y + CARD / 2, 19))
    return "".join(parts)


def _turn(state: Any) -> list[str]:
    """How far the turn is, in words."""
    lines = [f"turn {int(state['turn'])}" if state["turn"] else "setting up"]
    if used := used_names(state):
        lines.append(f"used: {' and '.join(used)}")
    if state["built"]:
        lines.append(f"ziggurats built this turn: {int(state['built'])}")
    return [*lines, said_options(state)]
