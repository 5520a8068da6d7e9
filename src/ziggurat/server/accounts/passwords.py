"""Queues passwords for a thread that checks and hashes them (`identity`), because hashing is slow on purpose."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import identity
from ziggurat.server.runtime.fair_queue import Asker, FairQueue

T = TypeVar("T")
WAITING_EACH, WAITING = 8, 64  # passwords of one address, and in all, that may wait; eight take half a second


class Passwords:
    """Hashes passwords without blocking other requests."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        busy = sentence("Too many people are logging in. Try again in a moment.")
        self._queue = FairQueue(1, each=WAITING_EACH, total=WAITING, refusal=busy)

    async def hash(self, password: str, *, asker: Asker) -> str:
        """The hash of a password, to be stored, for an asker."""
        return await self._run(asker, identity.hash_password, password)

    async def is_right(self, row: Any, password: str, *, asker: Asker) -> bool:
        """As `identity.is_password`, for an asker."""
        return await self._run(asker, identity.is_password, row, password)

    async def _run(self, asker: Asker, work: Callable[..., T], *args: Any) -> T:
        async with self._queue.turn(asker):
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(cancel_futures=True)
