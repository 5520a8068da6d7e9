"""Waiting in tests. The timeout is a safety net that even a slow machine never reaches."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 240.0  # seconds


def until(found: Callable[[], T | None], what: str = "it happens", seconds: float = PATIENCE) -> T:
    """Poll `found` until it returns something true, and return that."""
    end = time.monotonic() + seconds
    while not (it := found()):
        assert time.monotonic() < end, f"{what}: not within {seconds} seconds"
        time.sleep(0.05)
    return it
