"""Judges a match: which evaluations a review needs, and what follows from them. The caller runs the evaluations.

evaluations = Judging(match, seconds=60, openly=False).evaluations()
request = next(evaluations)
request = evaluations.send(evaluation)      …until it returns the review
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from dataclasses import dataclass, field
from random import Random

import numpy as np

from ziggurat.core.game import Records
from ziggurat.core.match import EVERYTHING, Match
from ziggurat.reviewing import kernels, lines
from ziggurat.reviewing.evaluation import FREE, Evaluation, EvaluationRequest, combine_seed, evaluator_for
from ziggurat.reviewing.plan import LOTS, ROUNDS, ReviewBudget, most_checked, plan
from ziggurat.reviewing.report import Better, Grade, Judged, Review, SeatReview

GRADES = ((0.16, Grade.BLUNDER), (0.08, Grade.MISTAKE), (0.03, Grade.SLIP))  # costs from which a decision is one
WORST = 5  # decisions of each seat that are named

Evaluations = Generator[EvaluationRequest, Evaluation, Review]
Asking = Generator[EvaluationRequest, Evaluation, Evaluation]


@dataclass
class JudgedChoice:
    """A decision between several actions, and its evaluations."""

    decision: int
    seat: int
    action: int
    legal: list[int]
    records: Records
    best: int = -1
    values: dict[int, list[float]] = field(default_factory=dict)  # by action: what each seat can expect behind it
    lines: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    lots: list[int] = field(default_factory=list)
    first: float = 0.0  # its cost by the first evaluation, comparable to `lot`
    lot: float = 0.0  # what a random action would have cost, by the first evaluation

    @property
    def after(self) -> float:
        """The expected result of the action taken."""
        return self.values[self.action][self.seat]

    @property
    def before(self) -> float:
        """The expected result before the decision: that of the best action known."""
        return max(self.after, self.values[self.best][self.seat])

    @property
    def cost(self) -> float:
        """The cost of the decision."""
        return self.before - self.after

    def behind(self, action: int) -> float:
        """By how much an action is worse than the best."""
        return max(0.0, self.values[self.best][self.seat] - self.values[action][self.seat])


def choices_of(match: Match, *, openly: bool) -> list[JudgedChoice]:
    """The decisions between several actions, with what was known at each."""
    choices: list[JudgedChoice] = []
    replay = match.at(0)
    for number, action in enumerate(match.actions):
        legal = replay.legal()
        if len(legal) > 1:
            records = replay.record(EVERYTHING if openly else replay.actor)
            choices.append(JudgedChoice(number, replay.actor, action, legal, records))
        replay.replay([action])
    return choices


def seed_of(match: Match) -> int:
    """The random seed of a review, from the log."""
    return int.from_bytes(hashlib.blake2b(match.to_text().encode(), digest_size=8).digest())


class Judging:
    """One match under review."""

    def __init__(self, match: Match, seconds: float, *, openly: bool) -> None:
        self.match = match
        self.asked_open = openly
        self.openly = openly and match.game.secrets  # without secrets everything is visible anyway
        self.seconds = seconds
        self.used = 0.0
        plan(match.game, 1, len(match), seconds)  # before anything that takes time with its length
        self.choices = choices_of(match, openly=self.openly)
        self.plan: ReviewBudget = plan(match.game, len(self.choices), len(match), seconds)
        self.checked = most_checked(self.plan, match.game, len(self.choices), seconds)
        self.seed = seed_of(match)
        self.steps = (
            len(self.choices) * (2 + LOTS) + self.checked * ROUNDS * 2
        )  # evaluations, at most, for the progress

    @property
    def whole(self) -> bool:
        """Whether the budget was enough."""
        return self.used <= self.seconds

    def evaluations(self) -> Evaluations:
        """Yields the requests of all evaluations; returns the review."""
        for choice in self.choices:
            yield from self._judge(choice)
        for choice in self._costly(self.checked):
            if self.whole:
                yield from self._check(choice)
        return self._review()

    def _evaluate(self, choice: JudgedChoice, action: int, iterations: int, round_: int = 0) -> Asking:
        if not self.whole:
            iterations = self.plan.glance
        seed = combine_seed(self.seed, choice.decision, round_)
        record, name = choice.records.tobytes(), self.match.game.name
        evaluation = yield EvaluationRequest(name, record, choice.seat, self.openly, action, seed, iterations)
        self.used += evaluation.seconds
        return evaluation

    def _judge(self, choice: JudgedChoice) -> Generator[EvaluationRequest, Evaluation, None]:
        explored = yield from self._evaluate(choice, FREE, self.plan.explore)
        choice.best = explored.line[0][1] if explored.line else choice.action
        choice.lots = Random(combine_seed(self.seed, choice.decision)).choices(choice.legal, k=LOTS)
        for action in dict.fromkeys((choice.best, choice.action, *choice.lots)):
            evaluation = yield from self._evaluate(choice, action, self.plan.compare)
            choice.values[action], choice.lines[action] = evaluation.expected, evaluation.line
        choice.first = choice.behind(choice.action)
        choice.lot = float(np.mean([choice.behind(action) for action in choice.lots]))

    def _costly(self, count: int) -> list[JudgedChoice]:
        costing = [choice for choice in self.choices if choice.cost >= GRADES[-1][0] / 2]
        return sorted(costing, key=lambda choice: (-choice.cost, choice.decision))[:count]

    def _check(self, choice: JudgedChoice) -> Generator[EvaluationRequest, Evaluation, None]:
        """Evaluate a costly decision again with other samples, so that nobody is blamed by accident."""
        for action in (choice.best, choice.action):
            seen: list[list[float]] = []
            for round_ in range(1, ROUNDS + 1):
                evaluation = yield from self._evaluate(choice, action, self.plan.compare, round_)
                seen.append(evaluation.expected)
            choice.values[action] = np.mean(seen, axis=0).tolist()

    # --------------------------------------------------------------------------------------------------- what follows

    def _review(self) -> Review:
        match = self.match
        judged: list[Judged] = []
        last: dict[int, Judged] = {}
        for choice in self.choices:
            former = last.get(choice.seat)
            luck = 0.0 if former is None else choice.before - former.after
            last[choice.seat] = self._judged(choice, luck)
            judged.append(last[choice.seat])
        results = self._results()
        first = [sum(choice.first for choice in self.choices if choice.seat == seat) for seat in range(match.seats)]
        return Review(
            game=match.game.name,
            rules=match.rules,
            decisions=len(match),
            open=self.asked_open,
            budget=self.seconds,
            whole=self.whole,
            seats=[
                _seat(
                    seat,
                    [one for one in judged if one.seat == seat],
                    None if results is None else results[seat],
                    first[seat],
                )
                for seat in range(match.seats)
            ],
            judged=judged,
        )

    def _judged(self, choice: JudgedChoice, luck: float) -> Judged:
        cost = round(choice.before, 4) - round(choice.after, 4)
        grade = next((grade for least, grade in GRADES if cost >= least), None)
        return Judged(
            decision=choice.decision,
            seat=choice.seat,
            action=choice.action,
            text=self.match.game.notation.write(choice.action),
            before=round(choice.before, 4),
            after=round(choice.after, 4),
            cost=round(cost, 4),
            luck=round(luck, 4),
            lot=round(choice.lot, 4),
            grade=grade,
            better=None if grade is None else self._better(choice),
        )

    def _better(self, choice: JudgedChoice) -> Better:
        known = lines.Known(self.match.game, choice.records, choice.seat, self.openly, choice.decision)
        line_moves, prospect = lines.follow(known, choice.lines[choice.best])
        _, instead = lines.follow(known, choice.lines[choice.action])
        best, chosen = choice.values[choice.best], choice.values[choice.action]
        shift = [ours - theirs for ours, theirs in zip(best, chosen, strict=True)]
        return Better(
            action=choice.best,
            text=line_moves[0].text,
            clicks=line_moves[0].clicks,
            expected=[round(value, 4) for value in best],
            instead=[round(value, 4) for value in chosen],
            line=line_moves,
            reasons=lines.reasons(choice.seat, prospect, instead, shift),
        )

    def _results(self) -> list[float] | None:
        """The result of each seat; None if the match was not played out."""
        match = self.match
        if not match.over:
            return None
        results, records = np.zeros(4), match.record()
        kernel = kernels.end_guided if evaluator_for(match.game, records).guided else kernels.end_classic
        match.game.bind(kernel)(records, results)
        return [round(float(value), 4) for value in results[: match.seats]]


def _seat(seat: int, own: list[Judged], result: float | None, first: float) -> SeatReview:
    cost, lot = sum(one.cost for one in own), sum(one.lot for one in own)
    luck = sum(one.luck for one in own)
    if own and result is not None:
        luck += result - own[-1].after
    worst = sorted((one for one in own if one.grade), key=lambda one: (-one.cost, one.decision))[:WORST]
    return SeatReview(
        seat=seat,
        quality=_quality(first, lot) if own else None,
        decisions=len(own),
        start=own[0].before if own else None,
        cost=round(cost, 4),
        luck=round(luck, 4),
        result=result,
        worst=[one.decision for one in worst],
    )


def _quality(cost: float, lot: float) -> float:
    """100 without mistakes, 0 if decisions were no better than random ones.

    Both costs are first evaluations, so that random play gets 0; second evaluations of costly decisions are kinder.
    """
    if lot <= 0:
        return 100.0 if cost <= 0 else 0.0
    return round(100 * min(1.0, max(0.0, 1 - cost / lot)), 1)
