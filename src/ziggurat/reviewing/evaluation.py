"""Evaluates a decision: the result each seat can expect, from what the deciding seat knew.

An evaluation needs nothing but its request, so that the server can run it in a bot process.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec
import numpy as np

import ziggurat
from ziggurat.bots import tree
from ziggurat.bots.learned import GuidedTree
from ziggurat.bots.network import fits, network_of
from ziggurat.bots.search import SearchTree
from ziggurat.core.chance import seed_for
from ziggurat.core.game import Game, Records
from ziggurat.reviewing import kernels
from ziggurat.reviewing.searches import Evaluation, EvaluationRequest, LineRequest, SearchLine, SearchLines

__all__ = [
    "FREE",
    "Evaluation",
    "EvaluationRequest",
    "Evaluator",
    "LineRequest",
    "SearchLine",
    "SearchLines",
    "combine_seed",
    "evaluate",
    "evaluator_for",
    "search_lines",
]

FREE = kernels.FREE
LINE = 6  # decisions of a line, the first one included
LONG_LINE = 8  # the same on the analysis board


class Evaluator:
    """Evaluates positions of a game; holds a search tree and the kernels' buffers, which are reused."""

    def __init__(self, game: Game, *, usual: bool = True) -> None:
        self._game = game
        network = network_of(game) if usual else None
        self.guided = network is not None
        self._tree = SearchTree(game, game.search, 0) if network is None else GuidedTree(game, game.search, 0, network)
        self._totals = np.zeros(tree.MAX_SEATS)
        self._loaded = False

    def evaluate(self, request: EvaluationRequest, records: Records) -> Evaluation:
        """Evaluate an action or a decision."""
        expected, seconds = self._search(request, records)
        return Evaluation(expected, self._line(request), seconds)

    def lines(self, asked: LineRequest, records: Records) -> SearchLines:
        """Search for engine lines."""
        request = EvaluationRequest(
            asked.game, asked.record, asked.seat, asked.open, FREE, asked.seed, asked.iterations
        )
        expected, seconds = self._search(request, records)
        nodes, seats = self._tree.nodes, len(expected)
        children = [child for child in self._tree.children(0) if nodes[child]["visits"] > 0]
        children.sort(key=lambda child: (-int(nodes[child]["visits"]), int(nodes[child]["action"])))
        visits = sum(int(nodes[child]["visits"]) for child in children)
        found_lines = []
        for child in children[: asked.most]:
            here = int(nodes[child]["visits"])
            results = [round(float(total) / here, 5) for total in nodes[child]["total"][:seats]]
            moves = [(int(nodes[child]["seat"]), int(nodes[child]["action"]))]
            found_lines.append(SearchLine(round(here / visits, 5), results, self._follow(child, moves, LONG_LINE)))
        return SearchLines(expected, found_lines, asked.iterations, self._depth(), seconds)

    def _depth(self) -> int:
        """The depth of the visited part of the tree."""
        depth, level = 0, [0]
        while level:
            level = [
                child for node in level for child in self._tree.children(node) if self._tree.nodes[child]["visits"] > 0
            ]
            depth += bool(level)
        return depth

    def _search(self, request: EvaluationRequest, records: Records) -> tuple[list[float], float]:
        look = self._game.bind(kernels.look_guided if self.guided else kernels.look_classic)
        if not self._loaded:  # loading takes longer than many evaluations and does not count
            look(*self.arguments(msgspec.structs.replace(request, iterations=0), records))
            self._loaded = True
        began = time.process_time()
        self._tree.restart(request.seed)
        self._totals[:] = 0.0
        look(*self.arguments(request, records))
        seats = int(records["seats"][0])
        expected = [round(float(total) / request.iterations, 5) for total in self._totals[:seats]]
        return expected, time.process_time() - began

    def arguments(self, request: EvaluationRequest, records: Records) -> tuple[Any, ...]:
        """The arguments of the evaluation kernel."""
        return self._tree.looking(
            records, self._totals, request.action, request.seat, request.open, request.seed, request.iterations
        )

    def visited_actions(self) -> list[tuple[int, int]]:
        """The actions and visit counts at the root of the last search, the most visited first."""
        nodes = self._tree.nodes
        visits = [(int(nodes[child]["action"]), int(nodes[child]["visits"])) for child in self._tree.children(0)]
        return sorted(visits, key=lambda pair: (-pair[1], pair[0]))

    def _line(self, request: EvaluationRequest) -> list[tuple[int, int]]:
        """The most visited decisions."""
        return self._follow(0, [] if request.action == FREE else [(request.seat, request.action)], LINE)

    def _follow(self, node: int, line: list[tuple[int, int]], most: int) -> list[tuple[int, int]]:
        """Extend a line by the most visited decisions after a node."""
        nodes = self._tree.nodes
        while len(line) < most:
            children = self._tree.children(node)
            if not children:
                break
            node = max(children, key=lambda child: (int(nodes[child]["visits"]), -int(nodes[child]["action"])))
            if nodes[node]["visits"] == 0:
                break
            line.append((int(nodes[node]["seat"]), int(nodes[node]["action"])))
        return line


_EVALUATORS: dict[tuple[str, bool], Evaluator] = {}


def evaluator_for(game: Game, records: Records) -> Evaluator:
    """The evaluator of a game; a match with components of its own gets one without the network."""
    usual = fits(game, records)
    if (game.name, usual) not in _EVALUATORS:
        _EVALUATORS[game.name, usual] = Evaluator(game, usual=usual)
    return _EVALUATORS[game.name, usual]


def evaluate(request: EvaluationRequest) -> Evaluation:
    """Evaluate an action or a decision."""
    evaluator, records = _evaluator(request)
    return evaluator.evaluate(request, records)


def search_lines(request: LineRequest) -> SearchLines:
    """Search for engine lines."""
    evaluator, records = _evaluator(request)
    return evaluator.lines(request, records)


def _evaluator(request: EvaluationRequest | LineRequest) -> tuple[Evaluator, Records]:
    game = ziggurat.game(request.game)
    records = np.frombuffer(bytearray(request.record), dtype=game.state)
    return evaluator_for(game, records), records


def combine_seed(seed: int, *parts: int) -> int:
    """A seed derived from another and from numbers."""
    for part in parts:
        seed = int(seed_for(np.uint64(seed), part))
    return seed
