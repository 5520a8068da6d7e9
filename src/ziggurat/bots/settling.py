"""Early stopping: a search may end when the remaining time cannot change the most visited move."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any


class Settled:
    """A stop condition, checked after every slice: the second best action can no longer catch up.

    How many iterations are to come is reckoned by the fastest there has been: by the last slice, or by all slices but
    the first, which may have had to wait for something to be loaded. So a search that was held up goes on.
    """

    def __init__(self, trees: Sequence[Any], legal: Collection[int], seconds: float) -> None:
        self._trees, self._legal = trees, legal
        self._seconds, self._ends = seconds, time.perf_counter() + seconds
        self._first: tuple[float, int] | None = None  # when the first slice was over, and how many visits there were
        self._last = (0.0, 0)

    def __call__(self) -> bool:
        now, (done, lead) = time.perf_counter(), self._count()
        if self._first is None:
            self._first = self._last = (now, done)
            return False
        slice_ = done - self._last[1]
        rate = max((done - visits) / max(now - when, 1e-6) for when, visits in (self._first, self._last))
        self._last = (now, done)
        left = self._ends - now
        return slice_ > 0 and left < 0.5 * self._seconds and lead > rate * left + slice_

    def _count(self) -> tuple[int, int]:
        """All visits of the root's legal children, and by how many the most visited leads."""
        visits = dict.fromkeys(self._legal, 0)
        for tree in self._trees:
            for child in tree.children(tree.root):
                node = tree.nodes[child]
                if int(node["action"]) in visits:
                    visits[int(node["action"])] += int(node["visits"])
        first, second = sorted(visits.values(), reverse=True)[:2]
        return sum(visits.values()), first - second
