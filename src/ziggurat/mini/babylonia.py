"""Babylonia with five places around two cities, and three tokens for each player."""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.core.bits import to_words
from ziggurat.games.babylonia import GAME as BABYLONIA
from ziggurat.games.babylonia import board
from ziggurat.mini.variant import SEATS, mini

CITIES = ("i4", "j5")
LAND = ("h4", "i5", "j4", "j6")
RIVER = ("k5",)
TILES = ("M", "P")
TOKENS = (0, 2, 0, 1)  # farmers, merchants, civil servants, priests
STAND = 2

_SITES = [board.SITE_HEXES.index(board.HEX_BY_NAME[name]) for name in CITIES]


def _for_two(table: np.ndarray[Any, Any], row: Any) -> np.ndarray[Any, Any]:
    """A table by seat count, with another row for two."""
    changed = table.copy()
    changed[SEATS] = row
    return changed


def _filled(values: list[int]) -> list[int]:
    return values + [0] * (board.GREENS - len(values))


GAME = mini(
    BABYLONIA,
    "Babylonia with five places around two cities: face-down tokens, hidden stands, and small enough to be solved.",
    {
        "OPEN_AT_START": _for_two(
            board.OPEN_AT_START, to_words([board.HEX_BY_NAME[name] for name in LAND + RIVER], board.HEX_WORDS)
        ),
        "ZIGGURATS": _for_two(board.ZIGGURATS, 0),
        "SITES_PLAYED": _for_two(board.SITES_PLAYED, to_words(_SITES, 1)[0]),
        "TILE_COUNT": _for_two(board.TILE_COUNT, len(TILES)),
        "TILE_SUPPLY": _for_two(board.TILE_SUPPLY, _filled([board.TILE_BY_NAME[name] for name in TILES])),
        "GREENS_PLAYED": _for_two(board.GREENS_PLAYED, _filled(_SITES)),
        "TOKENS": np.array(TOKENS, dtype=np.int64),
        "TOKENS_IN_ALL": sum(TOKENS),
        "STAND": STAND,
    },
    deals=72,
    throws=1,  # nothing is drawn but the deal
)
