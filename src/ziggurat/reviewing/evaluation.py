"""Evaluates a decision: the winning chance of each seat, from what the deciding seat knew.

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
from ziggurat.reviewing import kernels, lines
from ziggurat.reviewing.chances import rounded, scale_for
from ziggurat.reviewing.facts import Forecaster
from ziggurat.reviewing.report import Reason
from ziggurat.reviewing.searches import (
    Evaluation,
    EvaluationRequest,
    Forecast,
    LineRequest,
    SearchLine,
    SearchLines,
)

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
        self._forecaster: Forecaster | None = None
        self._loaded = False

    def evaluate(self, request: EvaluationRequest, records: Records) -> Evaluation:
        """Evaluate an action or a decision."""
        if request.follow:
            began = time.process_time()
            ahead = self.forecast(request, records)
            return Evaluation([], request.follow, time.process_time() - began, ahead)
        expected, seconds = self._search(request, records)
        return Evaluation(expected, self._line(request), seconds)

    def forecast(self, request: EvaluationRequest, records: Records) -> Forecast:
        """What happens in the next turns if the line of a request is played."""
        if self._forecaster is None:
            self._forecaster = Forecaster(self._game)
        return self._forecaster.play(records, request.seat, request.open, request.seed, request.follow)

    def lines(self, asked: LineRequest, records: Records) -> SearchLines:
        """Search for engine lines: half of the iterations explore, half compare the best actions, equally."""
        request = EvaluationRequest(
            asked.game, asked.record, asked.seat, asked.open, FREE, asked.seed, max(1, asked.iterations // 2)
        )
        _, seconds = self._search(request, records)
        visited = [(action, visits) for action, visits in self.visited_actions() if visits > 0][: asked.most]
        if len(visited) == 1 < asked.most:
            visited += self._untried()
        depth, all_visits = self._depth(), sum(visits for _, visits in visited)
        each = max(1, (asked.iterations - request.iterations) // max(1, len(visited)))
        found_lines = []
        for action, visits in visited:
            request = msgspec.structs.replace(request, action=action, iterations=each)
            expected, more = self._search(request, records)
            seconds, depth = seconds + more, max(depth, 1 + self._depth())
            moves = self._follow(0, [(asked.seat, action)], LONG_LINE)
            found_lines.append(SearchLine(round(visits / all_visits, 5), expected, moves))
        found_lines.sort(key=lambda line: (-line.expected[asked.seat], -line.visits, line.moves[0][1]))
        best = found_lines[0].expected if found_lines else []
        return SearchLines(best, found_lines, asked.iterations, depth, seconds)

    def _untried(self) -> list[tuple[int, int]]:
        """What the network likes best of the actions that a search has left out: the only line is compared with it."""
        nodes = self._tree.nodes
        untried = [child for child in self._tree.children(0) if self.guided and nodes[child]["visits"] == 0]
        untried.sort(key=lambda child: -float(nodes[child]["odds"]))
        return [(int(nodes[child]["action"]), 0) for child in untried[:1]]

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
        expected = rounded([float(total) / request.iterations for total in self._totals[:seats]], 5)
        return expected, time.process_time() - began

    def arguments(self, request: EvaluationRequest, records: Records) -> tuple[Any, ...]:
        """The arguments of the evaluation kernel."""
        scale = scale_for(self._game, int(records["seats"][0]))
        return self._tree.looking(
            records, self._totals, request.action, request.seat, request.open, request.seed, request.iterations, scale
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
    result = evaluator.lines(request, records)
    return msgspec.structs.replace(result, reasons=_why_first(request, result)) if request.reasons else result


def _why_first(request: LineRequest, result: SearchLines) -> list[Reason]:
    """Why the first line is better than the second, as reviews say it; nothing if there is only one."""
    if len(result.lines) < 2:
        return []
    evaluator, records = _evaluator(request)
    position = lines.Known(ziggurat.game(request.game), records, request.seat, request.open, 0)
    first, second = result.lines[:2]
    prospects = [lines.follow(position, line.moves)[1] for line in (first, second)]
    ahead = [evaluator.forecast(_following(request, line), records) for line in (first, second)]
    shift = [ours - theirs for ours, theirs in zip(first.expected, second.expected, strict=True)]
    return lines.reasons(position, prospects[0], prospects[1], (ahead[0], ahead[1]), shift)


def _following(request: LineRequest, line: SearchLine) -> EvaluationRequest:
    return EvaluationRequest(
        *(request.game, request.record, request.seat, request.open, line.moves[0][1], request.seed, 0),
        follow=line.moves,
    )


def _evaluator(request: EvaluationRequest | LineRequest) -> tuple[Evaluator, Records]:
    game = ziggurat.game(request.game)
    records = np.frombuffer(bytearray(request.record), dtype=game.state)
    return evaluator_for(game, records), records


def combine_seed(seed: int, *parts: int) -> int:
    """A seed derived from another and from numbers."""
    for part in parts:
        seed = int(seed_for(np.uint64(seed), part))
    return seed
