"""Ratings from results against opponents of known strength.

A lead of 400 means that ten of eleven games are won. One win and one loss against the middle of the ladder are added,
so that an agent that wins everything has a rating too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

CONFIDENCE = 1.96  # standard errors to either side: 95%
LEAD = 400 / math.log(10)


class RatingInterval(NamedTuple):
    """A rating with its interval."""

    rating: float
    low: float
    high: float


def expected(lead: float) -> float:
    """The expected share of the points for a lead."""
    return 1 / (1 + math.exp(-lead / LEAD))


def rate(met: Sequence[tuple[float, float, int]]) -> RatingInterval:
    """The most likely rating, from opponents' ratings, points made against them, and games."""
    middle = sum(rating for rating, _, _ in met) / len(met)
    games = [*met, (middle, 1.0, 2)]
    low, high = -20_000.0, 20_000.0
    while high - low > 0.01:
        here = (low + high) / 2
        missing = sum(points - count * expected(here - rating) for rating, points, count in games)
        low, high = (here, high) if missing > 0 else (low, here)
    parts = ((expected(low - rating), count) for rating, _, count in games)
    information = sum(count * part * (1 - part) for part, count in parts) / LEAD**2
    spread = CONFIDENCE / math.sqrt(information)
    return RatingInterval(low, low - spread, low + spread)


def calibrate(names: Sequence[str], met: dict[tuple[str, str], tuple[float, int]]) -> dict[str, int]:
    """Ratings of bots that played each other, iterated until they settle; the first bot has 0."""
    ratings = dict.fromkeys(names, 0.0)
    for _ in range(2000):
        for name in names:
            own = [
                (ratings[other], points if first else count - points, count)
                for (one, two), (points, count) in met.items()
                for first, other in ((name == one, two if name == one else one),)
                if name in (one, two)
            ]
            ratings[name] = rate(own).rating
    return {name: round(ratings[name] - ratings[names[0]]) for name in names}
