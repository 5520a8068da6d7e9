"""The boards of Amyitis: the garden and its water, the fields, the temples, the cities. What is printed on cards and
tiles is in `components.json`, and reaches the rules through the record (see `components.py`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

MAX_SEATS = 4
NOBODY = -1
NEUTRAL = MAX_SEATS  # whose cube it is, besides a seat's number

# ------------------------------------------------------------------------------------------------------- the tokens


class Resource(IntEnum):
    """The five resources; wine, the last, stands for any other."""

    BARLEY = 0
    DATES = 1
    SALT = 2
    PALM = 3
    WINE = 4


RESOURCES = len(Resource)
RESOURCE_NAMES = tuple(resource.name.lower() for resource in Resource)
PLAIN_RESOURCES = RESOURCES - 1  # all but wine


class Craft(IntEnum):
    """Whom one can recruit."""

    PEASANT = 0
    PRIEST = 1
    ENGINEER = 2
    MERCHANT = 3


CRAFTS = len(Craft)
CRAFT_NAMES = tuple(craft.name.lower() for craft in Craft)
GROUPS = MAX_SEATS  # of craft cards: one for each player
GROUP_SIZE = 3


class Court(IntEnum):
    """The kinds of court card. The first three have levels."""

    CARAVANEER = 0
    BANKER = 1
    PALACE = 2
    GARDENER = 3


COURTS = len(Court)
COURT_NAMES = tuple(court.name.lower() for court in Court)
TRACKS = 3
TOP_LEVEL = (2, 3, 6)
LEVELS = max(TOP_LEVEL) + 1

ENGINEER_PRESTIGE = 2
SALE_PRESTIGE = 3
MARDUK_FIRST, MARDUK_SECOND = 2, 1

# ------------------------------------------------------------------------------------------- fields, temples, cities

ROWS = 2
ROW_NAMES = ("top", "bottom")
ROW_LENGTH = 5


class Temple(IntEnum):
    """The three temples, in the order their prizes are given."""

    ISHTAR = 0
    MARDUK = 1
    TAMMOUZ = 2


TEMPLES = len(Temple)
TEMPLE_NAMES = tuple(temple.name.lower() for temple in Temple)
TEMPLE_SPACES = 4

CITY_NAMES = ("babylon", "eshnunna", "susa", "ur", "uruk", "mari", "palmyra", "khorsabad", "ninoua")
CITIES = len(CITY_NAMES)
BABYLON = 0
PLANT_CITIES = tuple(CITY_NAMES.index(name) for name in ("eshnunna", "ur", "mari", "khorsabad"))
PLANTS = len(PLANT_CITIES)

# ------------------------------------------------------------------------------------------------------- the garden

SIDE = 4
SQUARES = SIDE * SIDE
SQUARE_NAMES = tuple(f"{letter}{number}" for letter in "abcd" for number in range(1, SIDE + 1))
SQUARE_BY_NAME = {name: square for square, name in enumerate(SQUARE_NAMES)}
FLOORS = [SIDE - max(square // SIDE, square % SIDE) for square in range(SQUARES)]
QUALITIES = [min(floor, 3) for floor in FLOORS]  # what it takes to plant there: floor 4 counts as 3
TILES = 20

# An edge lies between two squares. Its ends are corners, counted like squares but from 0 to 4 both ways: the corners
# with a 4 in them lie on the river.
_ACROSS = [((row, column), (row, column + 1)) for row in range(SIDE) for column in range(SIDE - 1)]
_DOWN = [((row, column), (row + 1, column)) for row in range(SIDE - 1) for column in range(SIDE)]
_PAIRS = _ACROSS + _DOWN
EDGES = len(_PAIRS)
EDGE_SQUARES = [(SIDE * a[0] + a[1], SIDE * b[0] + b[1]) for a, b in _PAIRS]
EDGE_NAMES = tuple(f"{SQUARE_NAMES[a]}-{SQUARE_NAMES[b]}" for a, b in EDGE_SQUARES)
EDGE_BY_NAME = {name: edge for edge, name in enumerate(EDGE_NAMES)}
EDGE_BY_NAME |= {f"{SQUARE_NAMES[b]}-{SQUARE_NAMES[a]}": edge for edge, (a, b) in enumerate(EDGE_SQUARES)}
EDGE_CORNERS = [{(r, c + 1), (r + 1, c + 1)} for (r, c), _ in _ACROSS] + [
    {(r + 1, c), (r + 1, c + 1)} for (r, c), _ in _DOWN
]
RIVER_EDGES = [edge for edge, corners in enumerate(EDGE_CORNERS) if any(SIDE in corner for corner in corners)]

# ----------------------------------------------------------------------------- the same facts as tables for kernels

# An area is a bit: the first area of edge e is bit e, its second, where it has one, bit e + EDGES.
SECOND = np.uint64(EDGES)
FIRST_AREAS = np.uint64((1 << EDGES) - 1)


def _table(rows: list[Any], dtype: Any = np.uint64) -> np.ndarray[Any, Any]:
    table = np.array(rows, dtype=dtype)
    table.setflags(write=False)
    return table


def _set(members: Any) -> int:
    return sum(1 << member for member in members)


RIVERSIDE = np.uint64(_set(RIVER_EDGES))
"""The edges that start at the river."""

MEETING = _table(
    [_set(o for o in range(EDGES) if EDGE_CORNERS[o] & EDGE_CORNERS[edge] and o != edge) for edge in range(EDGES)]
)
"""For each edge, the edges that meet it at a corner."""

SIDES = _table([_set(squares) for squares in EDGE_SQUARES])
"""For each edge, its two squares."""

EDGES_AROUND = _table([_set(e for e in range(EDGES) if square in EDGE_SQUARES[e]) for square in range(SQUARES)])
"""For each square, the edges around it."""

AREAS_AROUND = _table([int(around) | int(around) << EDGES for around in EDGES_AROUND])
"""For each square, the areas around it."""

WITHIN = _table([_set(s for s in range(SQUARES) if QUALITIES[s] <= quality) for quality in range(4)])
"""By quality, up to 3: the squares a plant of that quality may stand on."""

QUALITY = _table(QUALITIES, np.int64)
PLANT_AT = _table([PLANT_CITIES.index(city) if city in PLANT_CITIES else -1 for city in range(CITIES)], np.int64)
"""By city: the place of its plant card, or -1 where it sells none."""

HIGHEST = _table(list(TOP_LEVEL), np.int64)
