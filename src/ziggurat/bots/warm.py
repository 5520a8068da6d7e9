"""Compiling what bots need."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from ziggurat.bots import tree
from ziggurat.bots.search import Tree
from ziggurat.core.chance import below, seed_for
from ziggurat.core.compile import warm
from ziggurat.core.game import Game


def steps(game: Game) -> Iterator[warm.Step]:
    """What has to be compiled for the bots of a game."""
    states, masks = game.new_records(), np.zeros((2, game.words), dtype=np.uint64)
    stream = np.zeros(1, dtype=np.uint64)
    search, plant, child_of, greedy = (
        game.bind(kernel, "cpu") for kernel in (tree.search, tree.plant, tree.child_of, tree.greedy)
    )

    def searching() -> None:
        one = Tree(game, game.search, 0)
        warm.compile_for(search, *one.arguments(states, 1))
        warm.compile_for(plant, one.nodes)
        warm.compile_for(child_of, one.nodes, 0, 0)

    yield "searching bots", searching
    yield "greedy bots", partial(warm.compile_for, greedy, states, states, masks, stream, 0)
    yield "random bots", partial(warm.compile_for, below.on("cpu"), stream, 1)
    yield "seeds", partial(warm.compile_for, seed_for.on("cpu"), np.uint64(0), 0)
