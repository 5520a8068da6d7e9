"""Expensive values are computed once for concurrent callers, and cached for a while."""

from __future__ import annotations

import asyncio

import pytest

from tests import looping
from ziggurat.server.runtime.ttl_cache import TtlCache


def test_concurrent_callers_share_one_computation() -> None:
    counted: list[str] = []

    async def count() -> int:
        counted.append("once")
        await asyncio.sleep(0)
        return 300

    async def run() -> None:
        keeping = TtlCache[int](lambda value: value > 200)
        assert await asyncio.gather(*(keeping.get("a", count) for _ in range(5))) == [300] * 5
        assert await keeping.get("a", count) == 300
        assert len(counted) == 1
        await keeping.get("b", count)
        assert len(counted) == 2

    looping.run(run())


def test_cheap_values_and_failures_are_not_cached() -> None:
    values = iter([1, 2])

    async def count() -> int:
        return next(values)

    async def fail() -> int:
        raise ArithmeticError

    async def run() -> None:
        keeping = TtlCache[int](lambda value: value > 200)
        assert [await keeping.get("a", count), await keeping.get("a", count)] == [1, 2]
        for _ in range(2):
            with pytest.raises(ArithmeticError):
                await keeping.get("c", fail)

    looping.run(run())


def test_oldest_values_are_dropped() -> None:
    counted: list[int] = []

    async def run() -> None:
        keeping = TtlCache[int](lambda value: True, max_size=2)
        for key in (1, 2, 3, 3, 2, 1):

            async def count(key: int = key) -> int:
                counted.append(key)
                return key

            await keeping.get(key, count)

    looping.run(run())
    assert counted == [1, 2, 3, 1]
