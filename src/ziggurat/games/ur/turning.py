"""Ur's square as places, and its eight symmetries: no rule knows one side of the square from another."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ziggurat.core.places import Places, Turning, places
from ziggurat.games.ur.board import DIRECTION_NAMES, EAST, FIELD_BY_NAME, FIELD_NAMES, SIDE, SOUTH, neighbour

Turn = Callable[[int, int], tuple[int, int]]
LAST = SIDE - 1
TURNS: dict[str, Turn] = {
    "quarter turn": lambda row, column: (column, LAST - row),
    "half turn": lambda row, column: (LAST - row, LAST - column),
    "three-quarter turn": lambda row, column: (LAST - column, row),
    "east and west swapped": lambda row, column: (row, LAST - column),
    "north and south swapped": lambda row, column: (LAST - row, column),
    "rows and columns swapped": lambda row, column: (column, row),
    "rows and columns swapped the other way": lambda row, column: (LAST - column, LAST - row),
}


def boards() -> Mapping[str, Places]:
    """The 36 fields; those beside the square are nowhere."""
    coordinates = [(field % SIDE, field // SIDE) for field in range(len(FIELD_NAMES))]
    pairs = [(field, neighbour(field, way)) for field in range(len(FIELD_NAMES)) for way in (EAST, SOUTH)]
    return {"fields": places(FIELD_NAMES, coordinates, [pair for pair in pairs if pair[1] >= 0])}


def turnings() -> Mapping[str, Turning]:
    """The words that change: fields and directions."""
    return {name: Turning({**_fields(turn), **_directions(turn)}) for name, turn in TURNS.items()}


def _fields(turn: Turn) -> dict[str, str]:
    where = {name: turn(*divmod(field, SIDE)) for name, field in FIELD_BY_NAME.items()}
    return {name: FIELD_NAMES[row * SIDE + column] for name, (row, column) in where.items()}


def _directions(turn: Turn) -> dict[str, str]:
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west
    origin = turn(0, 0)
    turned = [turn(*step) for step in steps]
    return {
        name: DIRECTION_NAMES[steps.index((row - origin[0], column - origin[1]))]
        for name, (row, column) in zip(DIRECTION_NAMES, turned, strict=True)
    }
