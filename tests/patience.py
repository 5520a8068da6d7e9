"""How long tests wait for what must happen: a safety net, no limit that a slow machine could meet."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 240.0  # seconds


def until(found: Callable[[], T | None]) -> T:
    """What is found, as soon as something is."""
    end = time.monotonic() + PATIENCE
    while not (it := found()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
    return it
