"""Ur on a square of three by three, with two opening stones and one turn for each player.

All forty tiles are dealt as ever; only those of the north-western corner, a1 to c3, are in play.
"""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import to_words
from ziggurat.games.ur import GAME as UR
from ziggurat.games.ur.board import MAX_SEATS, SIDE
from ziggurat.mini.variant import mini

ACROSS = 3
_FIELDS = [SIDE * row + column for row in range(ACROSS) for column in range(ACROSS)]
_NO_SPARES = np.zeros(MAX_SEATS + 1, dtype=np.int64)


def _word(fields: list[int]) -> np.uint64:
    word: np.uint64 = to_words(fields, 1)[0]
    return word


GAME = mini(
    UR,
    "Ur on a square of three by three with one turn each: nothing hidden, nothing random, and small enough to solve.",
    {
        "SQUARE": _word(_FIELDS),
        "EAST_EDGE": _word([field for field in _FIELDS if field % SIDE == ACROSS - 1]),
        "SOUTH_EDGE": _word([field for field in _FIELDS if field // SIDE == ACROSS - 1]),
        "SPARES": _NO_SPARES,
        "SPARE_SET": _NO_SPARES.astype(np.uint64),
        "OPENING_STONES": 2,
        "ZIGGURATS": 1,
        "TURNS": 2,
    },
)
