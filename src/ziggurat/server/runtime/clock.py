"""The time of day. Match clocks run on served time instead: see `coordinator`."""

from __future__ import annotations

import time


def now() -> int:
    """The time of day, in milliseconds since 1970."""
    return int(time.time() * 1000)
