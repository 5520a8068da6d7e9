"""The board and the pieces of Babylonia, as data. Numbers from the rulebook live here and nowhere else."""

from __future__ import annotations

from enum import IntEnum
from importlib.resources import files
from typing import Any

import numpy as np

from ziggurat.core.bits import to_words

MAX_SEATS = 4
NOBODY = -1

# ------------------------------------------------------------------------------------------------ tokens (clause 19)


class Token(IntEnum):
    """The four kinds of clan token. All but the farmer are nobles."""

    FARMER = 0
    MERCHANT = 1
    SERVANT = 2
    PRIEST = 3


TOKEN_NAMES = ("farmer", "merchant", "civil servant", "priest")
TOKEN_LETTERS = "fmsp"  # noqa: S105 - no password
KINDS = len(Token)
TOKENS = np.array([12, 6, 6, 6], dtype=np.int64)
TOKENS_IN_ALL = 30
STAND = 5
LARGE_STAND = 7  # with card 3

# ------------------------------------------------------------------------------------------------- hexagons (clause 18)

_MAP = [
    line.split()
    for line in files(__package__).joinpath("map.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
LINES = len(_MAP)
_CELLS = {
    (row, 2 * place + row % 2): cell for row, line in enumerate(_MAP) for place, cell in enumerate(line) if cell != "."
}
_NUMBER = {where: number for number, where in enumerate(_CELLS)}
_DIRECTIONS = ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1))

HEXES = len(_CELLS)
HEX_WORDS = 3
ROW = [row for row, _ in _CELLS]
COLUMN = [column for _, column in _CELLS]
HEX_NAMES = tuple(f"{chr(ord('a') + column)}{row // 2 + 1}" for row, column in _CELLS)
HEX_BY_NAME = {name: number for number, name in enumerate(HEX_NAMES)}
BESIDE = [
    [_NUMBER[row + dr, column + dc] for dr, dc in _DIRECTIONS if (row + dr, column + dc) in _NUMBER]
    for row, column in _CELLS
]


def _where(marks: str) -> list[int]:
    return [number for number, cell in enumerate(_CELLS.values()) if cell in marks]


RIVER_HEXES = _where("~")
GREEN_HEXES = _where("o")
BLUE_HEXES = _where("^")


def _land_around(start: tuple[int, int]) -> list[int]:
    """The land that hangs together with a hexagon: the rivers divide the regions."""
    seen, front = {_NUMBER[start]}, [_NUMBER[start]]
    while front:
        for beside in BESIDE[front.pop()]:
            if beside not in seen and beside not in RIVER_HEXES:
                seen.add(beside)
                front.append(beside)
    return sorted(seen)


REGIONS = {"north": _land_around((2, 0)), "central": _land_around((5, 7)), "south": _land_around((18, 16))}
REGIONS_IN_PLAY = {2: ("central", "north"), 3: ("central", "south"), 4: ("north", "central", "south")}
HEXES_IN_PLAY = {
    seats: sorted(RIVER_HEXES + [number for region in regions for number in REGIONS[region]])
    for seats, regions in REGIONS_IN_PLAY.items()
}

# ---------------------------------------------------------------------------- sites: green hexagons, then blue ones

GREENS = len(GREEN_HEXES)
BLUES = len(BLUE_HEXES)
SITES = GREENS + BLUES
SITE_HEXES = GREEN_HEXES + BLUE_HEXES
_SITE_BY_HEX = {number: site for site, number in enumerate(SITE_HEXES)}
SITES_IN_PLAY = {
    seats: [site for site, number in enumerate(SITE_HEXES) if number in hexes] for seats, hexes in HEXES_IN_PLAY.items()
}

# -------------------------------------------------------------------------------------- location tiles (clause 20)

# A city is the set of its symbols as bits: merchant 1, civil servant 2, priest 4. A crop field is CROP plus its
# points; the one with the city symbol has none of its own.
NO_TILE = 0
CITIES = 8
CROP = 8
CROP_OF_CITIES = CROP


def symbol(token: int) -> int:
    """A noble's symbol, as a bit of a city tile."""
    return 1 << (token - 1)


TILE_NAMES = {
    bits: "".join(letter for letter, bit in (("P", 4), ("S", 2), ("M", 1)) if bits & bit) for bits in range(1, CITIES)
} | {CROP_OF_CITIES: "C", CROP + 5: "5", CROP + 6: "6", CROP + 7: "7"}
TILE_BY_NAME = {name: tile for tile, name in TILE_NAMES.items()}
_TILES_BY_SEATS = {2: "P P S S M M PS PS SM SM PM PM 5 6 7 C C C"}
_TILES_BY_SEATS[3] = _TILES_BY_SEATS[2] + " PS SM PM PSM 5 6 7 C"
_TILES_BY_SEATS[4] = _TILES_BY_SEATS[3] + " P S M C C C"
TILES = {seats: [TILE_BY_NAME[name] for name in names.split()] for seats, names in _TILES_BY_SEATS.items()}

# ------------------------------------------------------------------------------------- ziggurat cards (clauses 22-30)

CARDS = 9


class Card(IntEnum):
    """The nine ziggurat cards; card n has the number n - 1 here."""

    TEN_POINTS = 0
    EXTRA_TURN = 1
    STAND_OF_SEVEN = 2
    THREE_NOBLES = 3
    NOBLE_WITH_FARMERS = 4
    NOBLES_IN_CROP_FIELDS = 5
    MORE_CITY_POINTS = 6
    LAND_CONNECTS = 7
    RIVER_CONNECTS = 8


CARD_TEXTS = (
    "ten points at once",
    "one extra turn, once",
    "a stand of seven",
    "three different nobles in one turn",
    "one noble with three or more farmers",
    "nobles may enter crop fields",
    "one more point for every two cities",
    "free central land connects",
    "free river connects",
)
TEN_POINTS = 10
NOBLE_POINTS = 2

# ----------------------------------------------------------------------------- the same facts as tables for kernels


def _table(rows: list[Any], dtype: Any = np.uint64) -> np.ndarray[Any, Any]:
    table = np.array(rows, dtype=dtype)
    table.setflags(write=False)
    return table


def _sets(groups: list[list[int]]) -> np.ndarray[Any, Any]:
    return _table([to_words(group, HEX_WORDS) for group in groups])


NEIGHBOURS = _sets(BESIDE)
"""For each hexagon, those beside it."""

LAND_BESIDE = _sets([[h for h in BESIDE[hexagon] if h not in RIVER_HEXES] for hexagon in SITE_HEXES])
"""For each site, the land hexagons beside it."""

RIVER = _table(to_words(RIVER_HEXES, HEX_WORDS).tolist())
CENTRAL = _table(to_words(REGIONS["central"], HEX_WORDS).tolist())
OPEN_AT_START = _sets([sorted(set(HEXES_IN_PLAY.get(seats, [])) - set(SITE_HEXES)) for seats in range(MAX_SEATS + 1)])
"""By seat count: hexagons in play that hold nothing at the start."""

ZIGGURATS = _sets([[h for h in BLUE_HEXES if h in HEXES_IN_PLAY.get(seats, [])] for seats in range(MAX_SEATS + 1)])
"""By seat count: the hexagons of the ziggurats in play."""

SITE_HEX = _table(SITE_HEXES, np.int64)
SITE_AT = _table([_SITE_BY_HEX.get(number, -1) for number in range(HEXES)], np.int64)
SITES_PLAYED = _table([int(to_words(SITES_IN_PLAY.get(seats, []), 1)[0]) for seats in range(MAX_SEATS + 1)])
"""By seat count: the set of sites in play."""

SITES_BESIDE = _table(
    [int(to_words([_SITE_BY_HEX[h] for h in BESIDE[number] if h in _SITE_BY_HEX], 1)[0]) for number in range(HEXES)]
)
"""For each hexagon, the set of sites beside it."""

TILE_COUNT = _table([len(TILES.get(seats, [])) for seats in range(MAX_SEATS + 1)], np.int64)
TILE_SUPPLY = _table(
    [TILES.get(seats, []) + [NO_TILE] * (GREENS - len(TILES.get(seats, []))) for seats in range(MAX_SEATS + 1)],
    np.int64,
)
GREENS_PLAYED = _table(
    [
        (greens := [site for site in SITES_IN_PLAY.get(seats, []) if site < GREENS]) + [0] * (GREENS - len(greens))
        for seats in range(MAX_SEATS + 1)
    ],
    np.int64,
)
"""By seat count: the green sites in play; TILE_COUNT says how many."""
