"""Waiting for something that happens elsewhere, which can only be asked for."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
LONG = 60.0  # seconds: a busy machine may take so long for what takes one


def until(happens: Callable[[], T | None], what: str, seconds: float = LONG) -> T:
    """Ask until the answer is neither nothing nor no; it comes back."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = happens()
        if answer:
            return answer
        time.sleep(0.05)  # between two questions
    raise AssertionError(f"{what}: not within {seconds} seconds")
