"""A queue that is fair between askers: whoever has used least time so far is next, however many others have queued."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ziggurat.core.sentence import Sentence
from ziggurat.server.refusals import TooMuch

Waiting = asyncio.Future[None]


class FairQueue:
    """So many turns at once. One asker never has all of them, unless there is only one."""

    def __init__(self, turns: int, *, each: int, total: int, refusal: Sentence) -> None:
        """Up to `each` questions of one asker may wait, and `total` of all; a further one is refused."""
        self._free = max(turns, 1)
        self._most_at_once = max(self._free - 1, 1)  # of one asker
        self._each, self._total, self._refusal = each, total, refusal
        self._lines: dict[str, deque[Waiting]] = {}
        self._running: Counter[str] = Counter()
        self._used: Counter[str] = Counter()  # seconds, since the queue was last empty

    @asynccontextmanager
    async def turn(self, asker: str) -> AsyncIterator[None]:
        """Wait for a turn and have it."""
        await self._enter(asker)
        began = time.monotonic()
        try:
            yield
        finally:
            self._used[asker] += time.monotonic() - began  # type: ignore[assignment] # seconds are no whole numbers
            self._leave(asker)

    async def _enter(self, asker: str) -> None:
        if self._free and self._running[asker] < self._most_at_once:  # whoever waits now has as many as they may
            self._take(asker)
            return
        line = self._lines.get(asker, ())
        if len(line) >= self._each or sum(map(len, self._lines.values())) >= self._total:
            raise TooMuch(self._refusal)
        waiting: Waiting = asyncio.get_running_loop().create_future()
        self._lines.setdefault(asker, deque()).append(waiting)
        try:
            await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():  # its turn had just come
                self._leave(asker)
            else:
                self._forget(asker, waiting)
            raise

    def _take(self, asker: str) -> None:
        self._free -= 1
        self._running[asker] += 1

    def _leave(self, asker: str) -> None:
        self._free += 1
        self._running[asker] -= 1
        if not self._running[asker]:
            del self._running[asker]
        self._call()
        if not self._lines and not self._running:
            self._used.clear()

    def _call(self) -> None:
        """Give free turns to those who wait."""
        while self._free:
            may = [asker for asker in self._lines if self._running[asker] < self._most_at_once]
            if not may:
                return
            asker = min(may, key=lambda one: (self._running[one], self._used[one]))
            waiting = self._lines[asker][0]
            self._forget(asker, waiting)
            if not waiting.done():  # else its asker has just given up
                self._take(asker)
                waiting.set_result(None)

    def _forget(self, asker: str, waiting: Waiting) -> None:
        line = self._lines.get(asker)
        if line is not None and waiting in line:
            line.remove(waiting)
            if not line:
                del self._lines[asker]
