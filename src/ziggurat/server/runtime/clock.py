"""The time of day, and time that never goes back. Match clocks run on served time instead: see `coordinator`."""

from __future__ import annotations

from ziggurat.server.runtime import machine


def now() -> int:
    """The time of day, in milliseconds since 1970."""
    return int(machine.source.time() * 1000)


def monotonic() -> float:
    """Seconds since some moment, to measure how long something takes."""
    return machine.source.monotonic()
