"""What takes long to count is kept for a minute, and counted once for all who ask meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Keeping(Generic[T]):
    """Values by what they are of; `is_dear` says which were dear enough to be kept."""

    def __init__(self, is_dear: Callable[[T], bool], seconds: float = 60.0, most: int = 100) -> None:
        self._is_dear = is_dear
        self._seconds = seconds
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[float, T]] = OrderedDict()
        self._counting: dict[Hashable, asyncio.Future[T]] = {}

    async def get(self, key: Hashable, count: Callable[[], Awaitable[T]]) -> T:
        """What is kept, or what is counted now, by whoever asked first."""
        at, value = self._kept.get(key, (0.0, None))
        if value is not None and time.monotonic() - at < self._seconds:
            return value
        if key not in self._counting:
            self._counting[key] = asyncio.ensure_future(self._count(key, count))
        return await asyncio.shield(self._counting[key])

    async def _count(self, key: Hashable, count: Callable[[], Awaitable[T]]) -> T:
        try:
            value = await count()
        finally:
            del self._counting[key]
        self._kept.pop(key, None)
        if self._is_dear(value):
            self._kept[key] = time.monotonic(), value
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return value
