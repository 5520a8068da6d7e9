"""Sequential probability ratio test: plays until it is clear which of two strengths a bot has, and no longer.

>>> from ziggurat.bots.sprt import SequentialTest
>>> test = SequentialTest(0, 100)
>>> for _ in range(20):
...     test.add(1.0)
>>> test.verdict
'high'
"""

from __future__ import annotations

import math

from ziggurat.core.errors import BadOption

ERROR = 0.05  # the odds of either wrong verdict


def expected_share(elo: float) -> float:
    """How often a bot that is so much stronger finishes ahead."""
    return 1 / (1 + 10 ** (-elo / 400))


class SequentialTest:
    """Decides between two differences in Elo, deal by deal.

    Games of one deal depend on each other, so a deal counts once, with the mean of its games. The log-likelihood ratio
    is that of the normal distribution with the variance seen so far (the generalised test that engine testers use).
    """

    def __init__(self, low: float, high: float, error: float = ERROR) -> None:
        if not (math.isfinite(low) and math.isfinite(high) and -1000 <= low < high <= 1000):
            raise BadOption("--sprt needs two differences in Elo from -1000 to 1000, the lower one first.")
        if not 0 < error < 0.5:
            raise BadOption(f"The odds of a wrong verdict are between 0 and 0.5, not {error:g}.")
        self.low, self.high = low, high
        self.bound = math.log((1 - error) / error)
        self.deals = 0
        self._sum, self._squares = 1.0, 1.0  # a deal won and one lost come first, so that the variance is never 0

    def add(self, share: float) -> None:
        """Count a deal: which part of the rivals the bot finished ahead of, from 0 to 1."""
        self.deals += 1
        self._sum += share
        self._squares += share * share

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio: positive speaks for the higher difference."""
        count = self.deals + 2
        mean = self._sum / count
        variance = self._squares / count - mean * mean
        low, high = expected_share(self.low), expected_share(self.high)
        return count * (high - low) * (2 * mean - low - high) / (2 * variance)

    @property
    def verdict(self) -> str:
        """`high` or `low`, or nothing while it is open."""
        if abs(self.ratio) < self.bound:
            return ""
        return "high" if self.ratio > 0 else "low"
