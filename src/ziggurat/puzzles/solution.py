"""Looking at a position for a puzzle: what every action is worth, and whether one of them stands out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ziggurat.core.game import Game, Records
from ziggurat.reviewing.evaluation import FREE, Evaluation, EvaluationRequest, evaluator_for

SAME = 0.02  # results that differ by no more are the same answer: the two orders of one turn, for instance
MARGIN = 0.05  # by so much, at least, everything else must be worse
ANSWERS = 3  # more than so many are no answer


class Place(NamedTuple):
    """A decision as its seat knows it."""

    game: Game
    records: Records
    seat: int
    legal: list[int]

    def look(self, action: int, seed: int, iterations: int) -> Evaluation:
        """What can be expected behind an action."""
        return evaluator_for(self.game, self.records).take(self._question(action, seed, iterations), self.records)

    def explore(self, seed: int, iterations: int) -> list[tuple[int, int]]:
        """Search freely: the actions that were tried, with their visits, the most visited first."""
        glass = evaluator_for(self.game, self.records)
        glass.take(self._question(FREE, seed, iterations), self.records)
        return [(action, visits) for action, visits in glass.tried() if visits > 0]

    def looks(self, actions: Iterable[int], seed: int, iterations: int) -> dict[int, Evaluation]:
        """The same for several, in the same truths."""
        return {action: self.look(action, seed, iterations) for action in actions}

    def _question(self, action: int, seed: int, iterations: int) -> EvaluationRequest:
        return EvaluationRequest(self.game.name, b"", self.seat, False, action, seed, iterations)


class Split(NamedTuple):
    """What stands out: the actions that come to the same, the best first, and by how much the others are worse."""

    answers: list[int]
    margin: float


def values_of(looks: Mapping[int, Evaluation], seat: int) -> dict[int, float]:
    """What a seat can expect of each action."""
    return {action: look.expected[seat] for action, look in looks.items()}


def split(values: Mapping[int, float], legal: int) -> Split | None:
    """The answers, if there is a clear step below them."""
    order = sorted(values, key=lambda action: (-values[action], action))
    best = values[order[0]]
    answers = [action for action in order if values[action] >= best - SAME]
    if len(answers) == len(order) or len(answers) > ANSWERS or 3 * len(answers) > legal:
        return None
    margin = values[answers[-1]] - values[order[len(answers)]]
    return Split(answers, margin) if margin >= MARGIN else None


def may_split(values: Mapping[int, float], legal: int) -> bool:
    """Whether answers may stand out once the rest is known, if the best is among those that are."""
    best = max(values.values())
    if all(value >= best - SAME for value in values.values()):
        return len(values) <= ANSWERS and 3 * len(values) <= legal
    return split(values, legal) is not None
