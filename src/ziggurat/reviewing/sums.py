"""The account of a match: what each player's own decisions, others' decisions and luck changed.

Chances are estimated before and after every decision. Where nothing lies between a decision and the next, the estimate
after the one is the estimate before the other: both searches looked at the same position, and the account uses their
mean. So every change belongs to a decision or to luck, and all changes add up to the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ziggurat.reviewing.chances import rounded


class Change(NamedTuple):
    """A decision: whose it is, and everybody's estimated chances before and after it, with their weights."""

    seat: int
    before: list[float]
    before_weight: int
    after: list[float]
    after_weight: int


class Sums(NamedTuple):
    """What a seat's chance was at first, and what changed it; all four add up to the last chance, or to the result."""

    start: float
    own: float
    others: float
    luck: float


class Account(NamedTuple):
    """All chances of a match: before and after each decision, and at the end."""

    deciders: list[int]
    before: list[list[float]]
    after: list[list[float]]
    result: list[float] | None  # none: the match was not played out
    seats: int

    def luck_at(self, number: int, seat: int) -> float:
        """What luck changed for a seat between a decision and the next, or the end."""
        last = number + 1 == len(self.deciders)
        then = self.result if last else self.before[number + 1]
        return 0.0 if then is None else round(then[seat] - self.after[number][seat], 4)

    def change_at(self, number: int, seat: int) -> float:
        """What a decision changed for a seat."""
        return round(self.after[number][seat] - self.before[number][seat], 4)

    def luck_before(self, number: int, seat: int) -> float:
        """What luck has changed for the seat of a decision since its previous one."""
        return round(sum(self.luck_at(at, seat) for at in self._since(number, seat)), 4)

    def others_before(self, number: int, seat: int) -> float:
        """What others' decisions have changed for the seat of a decision since its previous one."""
        own = self.deciders
        return round(sum(self.change_at(at, seat) for at in self._since(number, seat) if own[at] != seat), 4)

    def _since(self, number: int, seat: int) -> range:
        """The decisions from a seat's previous one (or the first of the match) up to this one."""
        start = number
        while start > 0 and self.deciders[start - 1] != seat:
            start -= 1
        return range(max(0, start - 1), number)

    def sums(self, seat: int) -> Sums:
        """What changed a seat's chance."""
        numbers = range(len(self.deciders))
        own = sum(self.change_at(at, seat) for at in numbers if self.deciders[at] == seat)
        others = sum(self.change_at(at, seat) for at in numbers if self.deciders[at] != seat)
        luck = sum(self.luck_at(at, seat) for at in numbers)
        start = self.before[0][seat] if self.before else 0.0
        return Sums(start, round(own, 4), round(others, 4), round(luck, 4))


def account_for(seats: int, changes: Sequence[Change], sure: Sequence[bool], result: list[float] | None) -> Account:
    """The account of all decisions. `sure` says after which of them nothing else changes before the next."""
    before = [list(change.before) for change in changes]
    after = [list(change.after) for change in changes]
    for number, settled in enumerate(sure):
        if not settled:
            continue
        if number + 1 < len(changes):
            weights = (changes[number].after_weight, changes[number + 1].before_weight)
            mean = np.average([after[number], before[number + 1]], axis=0, weights=weights).tolist()
            after[number], before[number + 1] = mean, mean
        elif result is not None:
            after[number] = result
    deciders = [change.seat for change in changes]
    return Account(deciders, [rounded(one) for one in before], [rounded(one) for one in after], result, seats)
