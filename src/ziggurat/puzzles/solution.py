"""The solution of a puzzle: evaluates all actions and tells whether some of them stand out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from ziggurat.core.game import Game, Records
from ziggurat.puzzles.exact import forced_wins
from ziggurat.reviewing.evaluation import FREE, Evaluation, EvaluationRequest, evaluator_for
from ziggurat.reviewing.searches import Forecast

SAME = 0.02  # winning chances this close are the same answer, such as two orders of one turn
MARGIN = 0.05  # everything else must be worse by at least this
ANSWERS = 3  # more answers than this make no puzzle, unless they are exact
EXACT_ANSWERS = 0.5  # the part of all actions that exact answers may be


class Place(NamedTuple):
    """A decision as its seat knows it."""

    game: Game
    records: Records
    seat: int
    legal: list[int]

    def evaluate(self, action: int, seed: int, iterations: int) -> Evaluation:
        """Evaluate an action."""
        return evaluator_for(self.game, self.records).evaluate(self._request(action, seed, iterations), self.records)

    def explore(self, seed: int, iterations: int) -> list[tuple[int, int]]:
        """Search freely: the visited actions with their visits, the most visited first."""
        evaluator = evaluator_for(self.game, self.records)
        evaluator.evaluate(self._request(FREE, seed, iterations), self.records)
        return [(action, visits) for action, visits in evaluator.visited_actions() if visits > 0]

    def forecast(self, line: list[tuple[int, int]], seed: int) -> Forecast:
        """What happens in the next turns if a line is played."""
        request = self._request(line[0][1], seed, 0)
        return evaluator_for(self.game, self.records).forecast(replace(request, follow=line), self.records)

    def wins(self) -> frozenset[int] | None:
        """The actions that win by force this turn; None if that cannot be decided."""
        return forced_wins(self.game, self.records, self.seat, self.legal)

    def evaluate_all(self, actions: Iterable[int], seed: int, iterations: int) -> dict[int, Evaluation]:
        """Evaluate several actions with the same samples."""
        return {action: self.evaluate(action, seed, iterations) for action in actions}

    def _request(self, action: int, seed: int, iterations: int) -> EvaluationRequest:
        return EvaluationRequest(self.game.name, b"", self.seat, False, action, seed, iterations)


class PuzzleSolution(NamedTuple):
    """The equivalent best actions, the best first, and the margin to the others."""

    answers: list[int]
    margin: float


def values_of(evaluations: Mapping[int, Evaluation], seat: int) -> dict[int, float]:
    """The winning chance of a seat for each action."""
    return {action: evaluation.expected[seat] for action, evaluation in evaluations.items()}


def split(values: Mapping[int, float], legal: int, wins: frozenset[int] = frozenset()) -> PuzzleSolution | None:
    """The solution, if there is a clear margin below it; `wins` are the actions that win by force, if there are any."""
    if wins:
        others = [value for action, value in values.items() if action not in wins]
        if not others or len(wins) > EXACT_ANSWERS * legal:
            return None
        margin = 1.0 - max(others)
        order = sorted(wins, key=lambda action: (-values.get(action, 0.0), action))
        return PuzzleSolution(order, margin) if margin >= MARGIN else None
    order = sorted(values, key=lambda action: (-values[action], action))
    best = values[order[0]]
    answers = [action for action in order if values[action] >= best - SAME]
    if len(answers) == len(order) or len(answers) > ANSWERS or 3 * len(answers) > legal:
        return None
    margin = values[answers[-1]] - values[order[len(answers)]]
    return PuzzleSolution(answers, margin) if margin >= MARGIN else None


def may_split(values: Mapping[int, float], legal: int) -> bool:
    """Whether a solution is still possible, given the values of some actions."""
    best = max(values.values())
    if all(value >= best - SAME for value in values.values()):
        return len(values) <= ANSWERS and 3 * len(values) <= legal
    return split(values, legal) is not None
