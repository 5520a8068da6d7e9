"""Compiles the kernels of reviews."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from ziggurat.bots import tree
from ziggurat.bots.network import NetworkBot, judge
from ziggurat.core.compile import warm
from ziggurat.core.game import Game
from ziggurat.reviewing import kernels
from ziggurat.reviewing.evaluation import FREE, EvaluationRequest, Evaluator


def steps(game: Game) -> Iterator[warm.Step]:
    """What has to be compiled for reviews of a game as it comes."""
    states, seed = game.new_records(), np.uint64(0)
    numbers = np.zeros(tree.MAX_SEATS)
    imagined, promises = game.bind(kernels.imagined, "cpu"), game.bind(kernels.promises, "cpu")

    def compile_evaluator() -> None:
        evaluator = Evaluator(game)
        look = game.bind(kernels.look_guided if evaluator.guided else kernels.look_classic, "cpu")
        warm.compile_for(look, *evaluator.arguments(EvaluationRequest(game.name, b"", 0, False, FREE, 0, 1), states))

    def compile_forecast() -> None:
        bot = NetworkBot(game, 0)
        if bot.network is not None:
            warm.compile_for(game.bind(judge, "cpu"), *bot.arguments(bot.network, states))

    yield "reviews", compile_evaluator
    yield "the next turns", compile_forecast
    yield "results", partial(warm.compile_for, game.bind(kernels.end, "cpu"), states, numbers)
    yield "possible truths", partial(warm.compile_for, imagined, states, states, 0, False, seed)
    yield "promises", partial(warm.compile_for, promises, states, numbers)
