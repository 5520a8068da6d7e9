"""Babel with six cards of two nations, ten temple cards of level 1, and two turns for each player."""

from __future__ import annotations

import numpy as np

from ziggurat.games.babel import GAME as BABEL
from ziggurat.mini.variant import mini

NATIONS = 2  # Assyrians and Hittites, and a site for each
NO_MIGRATION = 99  # cards a row would need

GAME = mini(
    BABEL,
    "Babel with six cards of two nations and two turns each: hidden hands, and small enough to be solved.",
    {
        "NATIONS": NATIONS,
        "SITES": NATIONS,
        "CARDS_PER_NATION": 3,
        "NATION_CARDS": 6,
        "START_HANDS": np.array([[1, 2], [2, 2]], dtype=np.int64),
        "DRAW": 1,
        "RUN": 2,
        "MIGRANTS": NO_MIGRATION,
        "TEMPLE_SUPPLY": np.array([0, 10, 0, 0, 0, 0, 0], dtype=np.int64),
        "TEMPLE_CARDS": 10,
        "TURNS": 4,
    },
    deals=360,
    throws=112,  # after the deck has been shuffled anew
)
