"""Judges a match: which evaluations a review needs, and what follows from them. The caller runs the evaluations.

evaluations = Judging(match, seconds=60, openly=False).evaluations()
request = next(evaluations)
request = evaluations.send(evaluation)      …until it returns the review
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from random import Random

import numpy as np

from ziggurat.core.game import Records
from ziggurat.core.match import EVERYTHING, Match
from ziggurat.reviewing import lines
from ziggurat.reviewing.chances import rounded, shares_of
from ziggurat.reviewing.evaluation import FREE, Evaluation, EvaluationRequest, combine_seed
from ziggurat.reviewing.plan import LOTS, ROUNDS, ReviewBudget, plan, plan_checks
from ziggurat.reviewing.report import Better, Grade, Judged, Review, SeatReview
from ziggurat.reviewing.searches import Forecast
from ziggurat.reviewing.sums import Account, Change, account_for

BLUNDER, MISTAKE, SLIP = 0.16, 0.08, 0.03  # winning chance from whose loss on a decision is one
STAKE = SLIP  # of winning chances: a match in which random actions would lose a seat less says nothing of its accuracy
SURE = 1.2  # times as much must every deeper search find: the costliest of many estimates are too high on average
GRADES = ((BLUNDER, Grade.BLUNDER), (MISTAKE, Grade.MISTAKE), (SLIP, Grade.SLIP))
WORST = 5  # decisions of each seat that are named
TURNING = 3  # turning points of each seat
FORECASTS = 24  # decisions, the most costly ones, whose next turns are played out for their reasons

Evaluations = Generator[EvaluationRequest, Evaluation, Review]
Part = Generator[EvaluationRequest, Evaluation, None]
Asking = Generator[EvaluationRequest, Evaluation, Evaluation]


@dataclass
class JudgedChoice:
    """A decision between several actions, and its evaluations."""

    decision: int
    seat: int
    action: int
    legal: list[int]
    records: Records
    turn: int = 0  # counts the turns of the match
    revealed: bool = False  # whether anything random or hidden came to light until the next choice
    best: int = -1
    values: dict[int, list[float]] = field(default_factory=dict)  # by action: the winning chances behind it
    weights: dict[int, int] = field(default_factory=dict)  # by action: the iterations behind them
    lines: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    ahead: dict[int, Forecast] = field(default_factory=dict)
    lots: list[int] = field(default_factory=list)
    lot: float = 0.0  # what a random action would have cost
    doubted: bool = False  # a mistake at first sight
    confirmed: bool = False  # which a deeper search has looked at
    lasting: float = 0.0  # the least that one of these deeper searches found it to cost

    @property
    def after(self) -> float:
        """The winning chance with the action taken."""
        return self.values[self.action][self.seat]

    @property
    def before(self) -> float:
        """The winning chance before the decision: with the best action known."""
        return max(self.after, self.values[self.best][self.seat])

    @property
    def cost(self) -> float:
        """The cost of the decision."""
        return self.before - self.after

    @property
    def value(self) -> tuple[list[float], int]:
        """All seats' chances before the decision, and the iterations behind them."""
        better = self.best if self.values[self.best][self.seat] > self.after else self.action
        return self.values[better], self.weights[better]

    @property
    def grade(self) -> Grade | None:
        """The verdict. A mistake is one only if every deeper search agrees."""
        cost = round(self.before, 4) - round(self.after, 4)
        grade = next((grade for least, grade in GRADES if cost >= least), None)
        if not self.doubted or grade is None:
            return grade
        if not self.confirmed or cost < MISTAKE or self.lasting < SURE * MISTAKE:
            return Grade.UNCLEAR
        return Grade.MISTAKE if self.lasting < SURE * BLUNDER else grade

    def behind(self, action: int) -> float:
        """By how much an action is worse than the best."""
        return max(0.0, self.values[self.best][self.seat] - self.values[action][self.seat])


def choices_of(match: Match, *, openly: bool) -> list[JudgedChoice]:
    """The decisions between several actions, with the deciding seat's knowledge."""
    choices: list[JudgedChoice] = []
    replay, turn, last = match.at(0), 0, -1
    for number, action in enumerate(match.actions):
        legal, actor = replay.legal(), replay.actor
        turn, last = turn + (actor != last), actor
        if len(legal) > 1:
            records = replay.record(EVERYTHING if openly else actor)
            choices.append(JudgedChoice(number, actor, action, legal, records, turn))
        _, revealed = replay.decide(action)
        if choices:
            choices[-1].revealed |= revealed
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
        self.seed = seed_of(match)
        self.steps = len(self.choices) * (2 + LOTS) + 2 * FORECASTS  # evaluations, about, for the progress

    @property
    def whole(self) -> bool:
        """Whether the budget was enough."""
        return self.used <= self.seconds

    def evaluations(self) -> Evaluations:
        """Yields the requests of all evaluations; returns the review."""
        for stage in self.stages():
            for part in stage:
                yield from part
        return self.review()

    def stages(self) -> Iterator[list[Part]]:
        """The evaluations in stages. The parts of a stage do not need each other: several processors can share them."""
        yield [self._judge(choice) for choice in self.choices]
        doubted = sorted(
            (choice for choice in self.choices if choice.cost >= MISTAKE), key=lambda one: (-one.cost, one.decision)
        )
        checks = plan_checks(self.plan, self.match.game, len(doubted), self.seconds)
        self.steps += 2 * ROUNDS * checks.checked
        for choice in doubted:
            choice.doubted = True
        yield [self._confirm(choice, checks.iterations) for choice in doubted[: checks.checked]]
        graded = [choice for choice in self.choices if choice.grade not in (None, Grade.UNCLEAR)]
        graded.sort(key=lambda one: (-one.cost, one.decision))
        yield [self._look_ahead(choice) for choice in graded[:FORECASTS]]

    def _request(self, choice: JudgedChoice, action: int, iterations: int, round_: int = 0) -> EvaluationRequest:
        seed = combine_seed(self.seed, choice.decision, round_)
        record, name = choice.records.tobytes(), self.match.game.name
        return EvaluationRequest(name, record, choice.seat, self.openly, action, seed, iterations)

    def _evaluate(self, choice: JudgedChoice, action: int, iterations: int, round_: int = 0) -> Asking:
        if not self.whole:
            iterations = self.plan.glance
        evaluation = yield self._request(choice, action, iterations, round_)
        self.used += evaluation.seconds
        return evaluation

    def _judge(self, choice: JudgedChoice) -> Part:
        explored = yield from self._evaluate(choice, FREE, self.plan.explore)
        choice.best = explored.line[0][1] if explored.line else choice.action
        choice.lots = Random(combine_seed(self.seed, choice.decision)).choices(choice.legal, k=LOTS)
        for action in dict.fromkeys((choice.best, choice.action, *choice.lots)):
            evaluation = yield from self._evaluate(choice, action, self.plan.compare)
            choice.values[action], choice.lines[action] = evaluation.expected, evaluation.line
            choice.weights[action] = self.plan.compare
        choice.lot = float(np.mean([choice.behind(action) for action in choice.lots]))

    def _confirm(self, choice: JudgedChoice, iterations: int) -> Part:
        """Search a mistake several times as deeply and in other truths, so that nobody is blamed by accident."""
        if not self.whole:
            return
        seen: dict[int, list[list[float]]] = {choice.best: [], choice.action: []}
        for action, values in seen.items():
            for round_ in range(1, ROUNDS + 1):
                evaluation = yield from self._evaluate(choice, action, iterations, round_)
                values.append(evaluation.expected)
                choice.lines[action] = evaluation.line
            choice.values[action] = np.mean(values, axis=0).tolist()
            choice.weights[action] = ROUNDS * iterations
        rounds = zip(seen[choice.best], seen[choice.action], strict=True)
        choice.lasting = min(best[choice.seat] - chosen[choice.seat] for best, chosen in rounds)
        choice.confirmed = self.whole

    def _look_ahead(self, choice: JudgedChoice) -> Part:
        """Play both lines on for a few turns, for the reasons. Takes no time from the searches, which are over."""
        for action in (choice.best, choice.action):
            request = self._request(choice, action, 0)
            evaluation = yield EvaluationRequest(
                *(request.game, request.record, request.seat, request.open, action, request.seed, 0),
                follow=choice.lines[action],
            )
            if evaluation.ahead is not None:
                choice.ahead[action] = evaluation.ahead

    # --------------------------------------------------------------------------------------------------- what follows

    def review(self) -> Review:
        """The review, after all evaluations."""
        match = self.match
        account = account_for(
            match.seats,
            [Change(one.seat, *one.value, one.values[one.action], one.weights[one.action]) for one in self.choices],
            [self._sure(one, after) for one, after in zip_longest(self.choices, self.choices[1:])],
            rounded(shares_of(match.game, match.record())) if match.over else None,
        )
        judged = [self._judged(number, choice, account) for number, choice in enumerate(self.choices)]
        lot = float(np.mean([choice.lot for choice in self.choices])) if self.choices else 0.0
        return Review(
            game=match.game.name,
            rules=match.rules,
            decisions=len(match),
            open=self.asked_open,
            budget=self.seconds,
            whole=self.whole,
            seats=[self._seat(seat, judged, account, lot) for seat in range(match.seats)],
            judged=judged,
        )

    def _sure(self, choice: JudgedChoice, after: JudgedChoice | None) -> bool:
        """Whether nothing but the decision itself lies between a choice and the next, or the end.

        Where seats know different things, the next seat looks at it with other eyes: what that changes is luck too.
        """
        if choice.revealed and self.match.game.chance:
            return False
        open_to_all = self.openly or not self.match.game.secrets
        return open_to_all or (after is not None and after.seat == choice.seat and not choice.revealed)

    def _judged(self, number: int, choice: JudgedChoice, account: Account) -> Judged:
        before, after = round(choice.before, 4), round(choice.after, 4)
        grade = choice.grade
        return Judged(
            decision=choice.decision,
            seat=choice.seat,
            action=choice.action,
            text=self.match.game.notation.write(choice.action),
            before=before,
            after=after,
            cost=round(before - after, 4),
            luck=account.luck_before(number, choice.seat),
            lot=round(choice.lot, 4),
            grade=grade,
            better=None if grade in (None, Grade.UNCLEAR) else self._better(choice),
            others=account.others_before(number, choice.seat),
            chances=account.before[number],
            then=account.after[number],
        )

    def _better(self, choice: JudgedChoice) -> Better:
        known = lines.Known(self.match.game, choice.records, choice.seat, self.openly, choice.decision)
        line_moves, prospect = lines.follow(known, choice.lines[choice.best])
        _, instead = lines.follow(known, choice.lines[choice.action])
        best, chosen = choice.values[choice.best], choice.values[choice.action]
        shift = [ours - theirs for ours, theirs in zip(best, chosen, strict=True)]
        ahead = (choice.ahead[choice.best], choice.ahead[choice.action]) if len(choice.ahead) == 2 else None
        return Better(
            action=choice.best,
            text=line_moves[0].text,
            clicks=line_moves[0].clicks,
            expected=rounded(best),
            instead=rounded(chosen),
            line=line_moves,
            reasons=lines.reasons(known, prospect, instead, ahead, shift),
        )

    def _seat(self, seat: int, judged: Sequence[Judged], account: Account, lot: float) -> SeatReview:
        own = [one for one in judged if one.seat == seat]
        cost = sum(one.cost for one in own)
        marked = sorted((one for one in own if one.better), key=lambda one: (-one.cost, one.decision))
        sums = account.sums(seat)
        return SeatReview(
            seat=seat,
            quality=accuracy(cost / len(own), lot) if own and lot * len(own) >= STAKE else None,
            decisions=len(own),
            start=sums.start if judged else None,
            cost=round(cost, 4),
            luck=sums.luck,
            result=None if account.result is None else account.result[seat],
            worst=[one.decision for one in marked[:WORST]],
            own=sums.own,
            others=sums.others,
            turning=self._turning(marked),
        )

    def _turning(self, marked: Sequence[Judged]) -> list[int]:
        """The most costly decisions: confirmed mistakes before slips, and at most one of each turn."""
        turns = {choice.decision: choice.turn for choice in self.choices}
        order = sorted(marked, key=lambda one: (one.grade is Grade.SLIP, -one.cost, one.decision))
        first: dict[int, int] = {}
        for one in order:
            first.setdefault(turns[one.decision], one.decision)
        return list(first.values())[:TURNING]


def accuracy(lost: float, lot: float) -> float:
    """100 without mistakes, 0 if decisions were no better than random ones.

    `lost` is what a seat's decisions cost on average, `lot` what random ones would have cost on average at all
    decisions of the match. So whoever lost less a decision has the higher accuracy.
    """
    if lot <= 0:
        return 100.0 if lost <= 0 else 0.0
    return round(100 * min(1.0, max(0.0, 1 - lost / lot)), 1)
