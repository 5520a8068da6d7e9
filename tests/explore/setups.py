"""Draws a match to explore: game, number of seats and options."""

from __future__ import annotations

import random

import ziggurat
from tests.playing import Setup


def drawn(chance: random.Random, game: str | None = None) -> Setup:
    card = ziggurat.game(game or chance.choice(ziggurat.game_names()))
    options = {option.name: chance.choice(option.values) for option in card.options}
    return Setup(card.name, chance.choice(card.seat_counts), options)


def seed(chance: random.Random) -> int:
    """Of a match."""
    return chance.randrange(2**32)
