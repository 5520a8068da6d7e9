"""The square, the tiles and the stones of Ur, as data. Numbers from the rulebook live here and nowhere else."""

from __future__ import annotations

from enum import IntEnum
from itertools import combinations
from typing import Any

import numpy as np

from ziggurat.core.bits import to_words

MAX_SEATS = 4
NOBODY = -1
NOWHERE = -1

# ------------------------------------------------------------------------------------------- the five actions (4, 6-10)


class Kind(IntEnum):
    """The five actions a tile can show."""

    AGRICULTURE = 0
    TRADE = 1
    CULTURE = 2
    POLITICS = 3
    WAR = 4


KIND_NAMES = ("agriculture", "trade", "culture", "politics", "war")
KIND_LETTERS = "ATCPW"
KINDS = len(Kind)

# ------------------------------------------------------------------------------------------------------- tiles (17)

PAIR_KINDS = list(combinations(range(KINDS), 2))
"""Each tile has two different actions; a pair is named after them, the smaller first."""

PAIRS = len(PAIR_KINDS)
PAIR_NAMES = tuple(f"{KIND_NAMES[a]}/{KIND_NAMES[b]}" for a, b in PAIR_KINDS)
PAIR_LETTERS = tuple(KIND_LETTERS[a] + KIND_LETTERS[b] for a, b in PAIR_KINDS)
PAIR_OF = {frozenset(kinds): pair for pair, kinds in enumerate(PAIR_KINDS)}
COPIES = 4
TILES = PAIRS * COPIES

# ------------------------------------------------------------------------------------------------------- the square (1)

SIDE = 6
FIELDS = SIDE * SIDE
FIELD_NAMES = tuple(f"{'abcdef'[field % SIDE]}{field // SIDE + 1}" for field in range(FIELDS))
FIELD_BY_NAME = {name: field for field, name in enumerate(FIELD_NAMES)}

SPARES_BY_SEATS = {2: 2, 3: 1, 4: 0}  # tiles beside the square (1)
MAX_SPARES = 2
PLACES = FIELDS + MAX_SPARES  # where a tile can lie: the fields, then beside the square
PLACE_NAMES = (*FIELD_NAMES, *(f"spare {number + 1}" for number in range(MAX_SPARES)))

DIRECTION_NAMES = ("north", "east", "south", "west")
DIRECTIONS = len(DIRECTION_NAMES)
STEP_OF = (-SIDE, 1, SIDE, -1)
NORTH, EAST, SOUTH, WEST = range(DIRECTIONS)


def neighbour(field: int, direction: int) -> int:
    """The field beside a field, or NOWHERE beyond the edge (not a kernel)."""
    row, column = divmod(field, SIDE)
    row += (direction == SOUTH) - (direction == NORTH)
    column += (direction == EAST) - (direction == WEST)
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else NOWHERE


# ------------------------------------------------------------------------------------- stones and ziggurats (3, 11, 17)

STONES = 20  # each player's
FULL = 5  # stones a field can hold; a ziggurat takes the place of so many
OPENING_STONES = 3  # placed by each player before the first turn
SETTLERS = 3  # stones of a player who comes back (13)
ZIGGURATS = 5
ZIGGURATS_A_TURN = 2
HARVEST = 2  # stones an agriculture field may get (6)

# ----------------------------------------------------------------------------------------- limits that play never meets

MARCHES = 20  # attacks without loss in one war (10)
TURNS = 1000  # in a match (14)

# ------------------------------------------------------------------------------ the same facts as tables for kernels


def _word(fields: Any) -> np.uint64:
    word: np.uint64 = to_words(fields, 1)[0]
    return word


def _table(rows: Any, dtype: Any) -> np.ndarray[Any, Any]:
    table = np.array(rows, dtype=dtype)
    table.setflags(write=False)
    return table


SQUARE = _word(range(FIELDS))
NORTH_EDGE = _word(field for field in range(FIELDS) if neighbour(field, NORTH) == NOWHERE)
EAST_EDGE = _word(field for field in range(FIELDS) if neighbour(field, EAST) == NOWHERE)
SOUTH_EDGE = _word(field for field in range(FIELDS) if neighbour(field, SOUTH) == NOWHERE)
WEST_EDGE = _word(field for field in range(FIELDS) if neighbour(field, WEST) == NOWHERE)

FIRST_KIND = _table([a for a, _ in PAIR_KINDS], np.int64)
SECOND_KIND = _table([b for _, b in PAIR_KINDS], np.int64)
STEP = _table(STEP_OF, np.int64)
SPARES = _table([SPARES_BY_SEATS.get(seats, 0) for seats in range(MAX_SEATS + 1)], np.int64)
"""By seat count: tiles beside the square."""

SPARE_SET = _table([int(_word(range(FIELDS, FIELDS + count))) for count in SPARES.tolist()], np.uint64)
"""By seat count: the places beside the square that hold a tile."""

PROFILES = _table([sum(1 << p for p in range(64) if p >> column & 1) for column in range(SIDE)], np.uint64)
"""By column: of the 64 ways to turn six tiles, as bits, those with that column's tile on its second side."""
