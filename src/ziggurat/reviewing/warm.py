"""Compiles the kernels of reviews."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from ziggurat.bots import tree
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
        guided, classic = (kernels.look_guided, kernels.end_guided), (kernels.look_classic, kernels.end_classic)
        look, end = (game.bind(kernel, "cpu") for kernel in (guided if evaluator.guided else classic))
        warm.compile_for(look, *evaluator.arguments(EvaluationRequest(game.name, b"", 0, False, FREE, 0, 1), states))
        warm.compile_for(end, states, numbers)

    yield "reviews", compile_evaluator
    yield "possible truths", partial(warm.compile_for, imagined, states, states, 0, False, seed)
    yield "promises", partial(warm.compile_for, promises, states, numbers)
