"""Hashing passwords, which is slow on purpose: in a thread of its own, with a queue that is not endless."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ziggurat.server.accounts import identity
from ziggurat.server.refusals import TooMuch

T = TypeVar("T")
WAITING = 16  # passwords that may wait to be hashed: about a second's worth, or some on a busy machine


class Passwords:
    """Nobody but those who log in waits for passwords, and they not for long."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """A password as it is stored."""
        return await self._do(identity.hash_password, password)

    async def is_right(self, row: Any, password: str) -> bool:
        """Whether a password is a player's; takes as long for a login that does not exist."""
        return await self._do(identity.is_password, row, password)

    async def _do(self, work: Callable[..., T], *args: Any) -> T:
        if self._waiting >= WAITING:
            raise TooMuch("Too many people are logging in; try it again in a moment.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Hash no more."""
        self._thread.shutdown(cancel_futures=True)
