"""Compiling what bots need."""

from __future__ import annotations

from collections.abc import Iterator

from ziggurat.bots.network import NetworkBot
from ziggurat.bots.search import SearchBot
from ziggurat.bots.simple import GreedyBot
from ziggurat.bots.thinking import Budget
from ziggurat.core import warm
from ziggurat.core.game import Game
from ziggurat.core.match import new


def steps(game: Game) -> Iterator[warm.Step]:
    """What has to be compiled for the bots of a game."""
    records = new(game.name, seats=game.seat_counts[0], seed=0).record(0)
    yield "greedy bots", lambda: GreedyBot(game, 0).think(records)
    yield "bots that have learned", lambda: NetworkBot(game, 0).think(records)
    yield "searching bots", lambda: SearchBot(game, 0, Budget(iterations=2)).think(records)
