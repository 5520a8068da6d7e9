"""A queue that is fair between clients: the one who has used the least time is next."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ziggurat.core.sentence import Sentence
from ziggurat.server.refusals import TooMuch
from ziggurat.server.runtime import clock

Waiting = asyncio.Future[None]


class FairQueue:
    """Gives `turns` turns at once. One client never has all of them, unless there is only one."""

    def __init__(self, turns: int, *, each: int, total: int, refusal: Sentence) -> None:
        """Up to `each` requests of one client may wait, and `total` of all; more are refused."""
        self._free = max(turns, 1)
        self._most_at_once = max(self._free - 1, 1)  # for one client
        self._each, self._total, self._refusal = each, total, refusal
        self._queues: dict[str, deque[Waiting]] = {}
        self._running: Counter[str] = Counter()
        self._used: Counter[str] = Counter()  # seconds, since the queue was last empty

    @asynccontextmanager
    async def turn(self, asker: str) -> AsyncIterator[None]:
        """Wait for a turn and have it."""
        await self._enter(asker)
        began = clock.monotonic()
        try:
            yield
        finally:
            self._used[asker] += clock.monotonic() - began  # type: ignore[assignment] # Counter of float
            self._leave(asker)

    async def _enter(self, asker: str) -> None:
        if self._free and self._running[asker] < self._most_at_once:  # those who wait have as many as they may
            self._take(asker)
            return
        queue = self._queues.get(asker, ())
        if len(queue) >= self._each or sum(map(len, self._queues.values())) >= self._total:
            raise TooMuch(self._refusal)
        waiting: Waiting = asyncio.get_running_loop().create_future()
        self._queues.setdefault(asker, deque()).append(waiting)
        try:
            await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():  # its turn has just come
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
        if not self._queues and not self._running:
            self._used.clear()

    def _call(self) -> None:
        """Give free turns to those who wait."""
        while self._free:
            eligible = [asker for asker in self._queues if self._running[asker] < self._most_at_once]
            if not eligible:
                return
            asker = min(eligible, key=lambda client: (self._running[client], self._used[client]))
            waiting = self._queues[asker][0]
            self._forget(asker, waiting)
            if not waiting.done():  # else its client has just given up
                self._take(asker)
                waiting.set_result(None)

    def _forget(self, asker: str, waiting: Waiting) -> None:
        queue = self._queues.get(asker)
        if queue is not None and waiting in queue:
            queue.remove(waiting)
            if not queue:
                del self._queues[asker]
