"""Checks and hashes passwords in a thread of its own, because hashing is slow on purpose. The queue is limited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ziggurat.server.accounts import identity
from ziggurat.server.refusals import TooMuch

T = TypeVar("T")
MAX_WAITING = 16  # passwords in the queue: about a second's worth


class Passwords:
    """Hashes passwords without blocking other requests."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """The hash of a password, to be stored."""
        return await self._run(identity.hash_password, password)

    async def is_right(self, row: Any, password: str) -> bool:
        """As `identity.is_password`."""
        return await self._run(identity.is_password, row, password)

    async def _run(self, work: Callable[..., T], *args: Any) -> T:
        if self._waiting >= MAX_WAITING:
            raise TooMuch("Too many people are logging in. Try again in a moment.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(cancel_futures=True)
