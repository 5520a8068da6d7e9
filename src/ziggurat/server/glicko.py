"""Ratings that move with every puzzle, the solver's and the puzzle's: Glicko, one result at a time.

Mark Glickman's first system (glicko.net/glicko/glicko.pdf), in which trying a puzzle is a game between two: whoever has
tried few moves much, and so does a puzzle that few have tried.
"""

from __future__ import annotations

import math
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


def rated(player: Rating, puzzle: Rating, right: bool) -> tuple[Rating, Rating]:
    """Both ratings, after a try."""
    score = 1.0 if right else 0.0
    return _after(player, puzzle, score), _after(puzzle, player, 1.0 - score)


def _after(one: Rating, other: Rating, score: float) -> Rating:
    weight = 1 / math.sqrt(1 + 3 * (Q * other.deviation / math.pi) ** 2)
    expected = 1 / (1 + 10 ** (-weight * (one.rating - other.rating) / 400))
    known = (Q * weight) ** 2 * expected * (1 - expected)
    precision = 1 / one.deviation**2 + known
    moved = one.rating + Q / precision * weight * (score - expected)
    return Rating(min(3000.0, max(100.0, moved)), max(LEAST, math.sqrt(1 / precision)))
