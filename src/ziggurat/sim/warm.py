"""Compiles the kernels for batches of games."""

from __future__ import annotations

from collections.abc import Iterator

from ziggurat.core.compile import warm
from ziggurat.core.game import Game
from ziggurat.sim.batch import batch_player


def steps(game: Game) -> Iterator[warm.Step]:
    """The compile steps for simulating a game."""
    options = game.encode_options(game.read_options({}))
    player = batch_player(game, options, game.seat_counts[0], 0)
    yield "batches", lambda: player(0, 1)
