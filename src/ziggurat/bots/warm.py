"""Compiling the kernels of bots ahead of time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from ziggurat.bots import guided, tree
from ziggurat.bots.learned import GuidedTree
from ziggurat.bots.network import network_of
from ziggurat.bots.search import SearchTree
from ziggurat.core.chance import below, seed_for
from ziggurat.core.compile import warm
from ziggurat.core.game import Game


def steps(game: Game) -> Iterator[warm.Step]:
    """The compilation steps for the bots of a game."""
    states, masks = game.new_records(), np.zeros((2, game.words), dtype=np.uint64)
    stream = np.zeros(1, dtype=np.uint64)
    search, plant, child_of, greedy = (
        game.bind(kernel, "cpu") for kernel in (tree.search, tree.plant, tree.child_of, tree.greedy)
    )

    def searching() -> None:
        one = SearchTree(game, game.search, 0)
        warm.compile_for(search, *one.arguments(states, 1))
        warm.compile_for(plant, one.nodes)
        warm.compile_for(child_of, one.nodes, 0, 0)

    yield "searching bots", searching
    yield "greedy bots", partial(warm.compile_for, greedy, states, states, masks, stream, 0)
    yield "random bots", partial(warm.compile_for, below.on("cpu"), stream, 1)
    yield "seeds", partial(warm.compile_for, seed_for.on("cpu"), np.uint64(0), 0)


def champions(game: Game) -> Iterator[warm.Step]:
    """The compilation steps for the bots with a network; none if the game has no network."""
    network = network_of(game)
    if network is None:
        return
    states = game.new_records()
    searching = game.bind(guided.search, "cpu")

    def compile_now() -> None:
        one = GuidedTree(game, game.search, 0, network)
        warm.compile_for(searching, *one.arguments(states, 1))
        for kernel, more in ((tree.plant, ()), (tree.child_of, (0, 0))):
            warm.compile_for(game.bind(kernel, "cpu"), one.nodes, *more)

    yield "bots that have learned", compile_now
