"""Waiting for something that happens elsewhere, which can only be asked for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tests.patience import PATIENCE

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run something asynchronous on a loop of its own: where a browser is driven, this thread has one already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def until(happens: Callable[[], T | None], what: str, seconds: float = PATIENCE) -> T:
    """Ask until the answer is neither nothing nor no; it comes back."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = happens()
        if answer:
            return answer
        time.sleep(0.05)  # between two questions
    raise AssertionError(f"{what}: not within {seconds} seconds")
