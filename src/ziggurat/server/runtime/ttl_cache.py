"""A cache with expiry; concurrent callers share one computation."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from ziggurat.server.runtime import clock

T = TypeVar("T")


class TtlCache(Generic[T]):
    """Values by key. Only those that `is_worth_keeping` are cached, because the others are cheap to compute."""

    def __init__(self, is_worth_keeping: Callable[[T], bool], seconds: float = 60.0, max_size: int = 100) -> None:
        self._is_worth_keeping = is_worth_keeping
        self._seconds = seconds
        self._max_size = max_size
        self._cached: OrderedDict[Hashable, tuple[float, T]] = OrderedDict()
        self._computing: dict[Hashable, asyncio.Future[T]] = {}

    async def get(self, key: Hashable, compute: Callable[[], Awaitable[T]]) -> T:
        """The cached value, or what `compute` returns to the first of the current callers."""
        at, value = self._cached.get(key, (0.0, None))
        if value is not None and clock.monotonic() - at < self._seconds:
            return value
        if key not in self._computing:
            self._computing[key] = asyncio.ensure_future(self._compute(key, compute))
        return await asyncio.shield(self._computing[key])

    async def _compute(self, key: Hashable, compute: Callable[[], Awaitable[T]]) -> T:
        try:
            value = await compute()
        finally:
            del self._computing[key]
        self._cached.pop(key, None)
        if self._is_worth_keeping(value):
            self._cached[key] = clock.monotonic(), value
            if len(self._cached) > self._max_size:
                self._cached.popitem(last=False)
        return value
