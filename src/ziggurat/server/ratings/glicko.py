"""Glicko ratings (Mark Glickman's first system, glicko.net/glicko/glicko.pdf), updated after every result.

A puzzle attempt is a game between the solver and the puzzle. A match with several seats is a rating period in which
everybody has played everybody else once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

Q = math.log(10) / 400


class Rating(NamedTuple):
    """A rating and its deviation."""

    rating: float
    deviation: float


NEWCOMER = Rating(1400.0, 220.0)
UNTRIED = 120.0  # deviation of a puzzle nobody has tried, whose rating is an estimate
LEAST = 60.0  # the smallest deviation, so that a rating keeps following a player who learns
SURE = 110.0  # above this deviation a rating is provisional
LOWEST, HIGHEST = 100.0, 3000.0


def rated(player: Rating, puzzle: Rating, right: bool) -> tuple[Rating, Rating]:
    """Both ratings after an attempt."""
    score = 1.0 if right else 0.0
    return after(player, [(puzzle, score)]), after(puzzle, [(player, 1.0 - score)])


def expected(one: Rating, other: Rating) -> float:
    """The expected score of one player against another; the other's deviation pulls it towards one half."""
    return 1 / (1 + 10 ** (-_weight(other) * (one.rating - other.rating) / 400))


def after(one: Rating, met: Sequence[tuple[Rating, float]], least: float = LEAST, highest: float = HIGHEST) -> Rating:
    """A rating after games against several players; the score is 1 for a win, a half for a draw."""
    information = push = 0.0
    for other, score in met:
        weight, chance = _weight(other), expected(one, other)
        information += (Q * weight) ** 2 * chance * (1 - chance)
        push += weight * (score - chance)
    precision = 1 / one.deviation**2 + information
    moved = one.rating + Q / precision * push
    return Rating(min(highest, max(LOWEST, moved)), max(least, math.sqrt(1 / precision)))


def _weight(other: Rating) -> float:
    return 1 / math.sqrt(1 + 3 * (Q * other.deviation / math.pi) ** 2)
