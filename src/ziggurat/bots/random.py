"""The bot that any legal action is equally good for."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ziggurat.core.game import Game, Records


def choose(game: Game, records: Records, legal: Sequence[int], rng: Random) -> int:
    """One of the legal actions, each equally likely."""
    return rng.choice(legal)
