"""The first rating of a puzzle."""

from __future__ import annotations

import math
from collections.abc import Sequence


def estimate(missed: Sequence[float], odds: float, margin: float, legal: int) -> int:
    """A first rating, before anybody has tried: by how often the levels miss it, and how it hides.

    `missed` are the shares of `apprentice`, `scribe` and `steward` that miss it, `odds` what the network gives the
    answers at first sight.
    """
    apprentice, scribe, steward = missed
    rating = 700 + 250 * apprentice + 300 * scribe + 350 * steward + 200 * (1 - odds)
    rating += 30 * math.log2(max(legal, 2) / 4)
    rating -= 1000 * min(0.15, max(0.0, margin - 0.05))
    return round(min(2300, max(600, rating)))
