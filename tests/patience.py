"""How long tests wait for what must happen: a safety net, no limit that a slow machine could meet."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 240.0  # seconds


def until(found: Callable[[], T | None], what: str = "it happens", seconds: float = PATIENCE) -> T:
    """What is found, as soon as it is neither nothing nor no."""
    end = time.monotonic() + seconds
    while not (it := found()):
        assert time.monotonic() < end, f"{what}: not within {seconds} seconds"
        time.sleep(0.05)
    return it
