"""Ratings that move with every result: Glicko, as soon as there is one.

Mark Glickman's first system (glicko.net/glicko/glicko.pdf). Trying a puzzle is a game between two, the solver and the
puzzle; a match with several seats is a rating period in which everybody has played everybody else once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

Q = math.log(10) / 400


class Rating(NamedTuple):
    """A rating, and how far off it may be."""

    rating: float
    deviation: float


NEWCOMER = Rating(1400.0, 220.0)
UNTRIED = 120.0  # deviation of a puzzle that nobody has tried: its first rating is an estimate
LEAST = 60.0  # a deviation never becomes smaller, so that a rating follows whoever learns
SURE = 110.0  # below this a rating says something
LOWEST, HIGHEST = 100.0, 3000.0


def rated(player: Rating, puzzle: Rating, right: bool) -> tuple[Rating, Rating]:
    """Both ratings, after a try."""
    score = 1.0 if right else 0.0
    return after(player, [(puzzle, score)]), after(puzzle, [(player, 1.0 - score)])


def expected(one: Rating, other: Rating) -> float:
    """How often one is ahead of another, as far as their ratings say: what is not known of the other makes it even."""
    return 1 / (1 + 10 ** (-_weight(other) * (one.rating - other.rating) / 400))


def after(one: Rating, met: Sequence[tuple[Rating, float]], least: float = LEAST, highest: float = HIGHEST) -> Rating:
    """A rating after having met others at once: with 1 for each that was beaten, a half for each that was even."""
    known = push = 0.0
    for other, score in met:
        weight, chance = _weight(other), expected(one, other)
        known += (Q * weight) ** 2 * chance * (1 - chance)
        push += weight * (score - chance)
    precision = 1 / one.deviation**2 + known
    moved = one.rating + Q / precision * push
    return Rating(min(highest, max(LOWEST, moved)), max(least, math.sqrt(1 / precision)))


def _weight(other: Rating) -> float:
    return 1 / math.sqrt(1 + 3 * (Q * other.deviation / math.pi) ** 2)
