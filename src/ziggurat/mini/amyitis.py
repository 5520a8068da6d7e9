"""Amyitis that ends after its first round; everything else is as in the whole game for two."""

from __future__ import annotations

from ziggurat.games.amyitis import GAME as AMYITIS
from ziggurat.mini.variant import mini

GAME = mini(
    AMYITIS,
    "Amyitis for one round: nothing hidden, nothing random after the deal, and small enough to be solved.",
    {"ROUND_LIMIT": 1},
)
