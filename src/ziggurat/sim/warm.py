"""Compiling what batches of games need."""

from __future__ import annotations

from collections.abc import Iterator

from ziggurat.core.compile import warm
from ziggurat.core.game import Game
from ziggurat.sim.batch import batch_player


def steps(game: Game) -> Iterator[warm.Step]:
    """What has to be compiled to simulate a game."""
    options = game.encode_options(game.read_options({}))
    player = batch_player(game, options, game.seat_counts[0], 0)
    yield "batches", lambda: player(0, 1)
