"""Divides the time budget of a review. It is converted to iterations, so that reviews are deterministic."""

from __future__ import annotations

from typing import NamedTuple

from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game
from ziggurat.core.sentence import sentence

LONGEST = 5_000  # decisions of a match
CHECKING = 0.4  # part of the budget for confirming mistakes
ROUNDS = 2  # searches in other truths that confirm a mistake
DEEPER = 3  # each of them is at least this many times as deep as the first search
LOTS = 2  # random actions evaluated at each decision
PARTS = 8  # of a decision's budget: four for exploring, one for each compared action
LEAST, MOST = 16, 8_000  # iterations of one search; short enough not to delay a waiting bot noticeably


class ReviewBudget(NamedTuple):
    """Iterations of each kind of evaluation."""

    explore: int
    compare: int
    glance: int  # when the budget is used up


class CheckBudget(NamedTuple):
    """How many mistakes are confirmed, and the iterations of each search for it."""

    checked: int
    iterations: int


def plan(game: Game, choices: int, decisions: int, seconds: float) -> ReviewBudget:
    """The budget of each decision; refused if it is too small."""
    if not 0 < seconds <= 86_400:
        raise BadOption(
            sentence("A review takes more than 0 and at most 86,400 seconds, not {seconds}.", seconds=f"{seconds:g}")
        )
    if decisions > LONGEST:
        raise BadOption(
            sentence(
                "The match has {decisions} decisions; at most {longest} can be reviewed.",
                decisions=decisions,
                longest=LONGEST,
            )
        )
    total = game.review_rate * seconds * (1 - CHECKING)
    each = min(MOST, int(total / max(choices, 1)))
    if each < LEAST:
        raise BadOption(
            sentence(
                "Reviewing the {choices} decisions of this match takes more than {seconds} seconds.",
                choices=choices,
                seconds=f"{seconds:g}",
            )
        )
    return ReviewBudget(each * (PARTS - 2 - LOTS) // PARTS, each // PARTS, 2)


def plan_checks(given: ReviewBudget, game: Game, mistakes: int, seconds: float) -> CheckBudget:
    """How deeply mistakes are confirmed: as deeply as the budget allows, or else only the most costly ones."""
    rest = game.review_rate * seconds * CHECKING / (2 * ROUNDS)
    least = DEEPER * given.compare
    count = min(mistakes, max(1, int(rest / least)))
    return CheckBudget(count, max(least, min(MOST, int(rest / max(1, count)))))
