"""Which other processes of the service are alive.

Every process sends a message every two seconds. One that was silent for ten seconds was killed, suspended or cut off.
"""

from __future__ import annotations

from ziggurat.server.runtime import clock

SILENCE = 10.0  # seconds without a message after which a process is not taken for alive


class Peers:
    """When this process last heard from each of the others."""

    def __init__(self) -> None:
        self._heard: dict[str, float] = {}

    def hear(self, process: str) -> bool:
        """Note a message; returns whether the process has come back after a silence."""
        before, self._heard[process] = self._heard.get(process), clock.monotonic()
        return before is not None and self._heard[process] - before >= SILENCE

    def alive(self, process: str) -> bool:
        """Whether a process was heard from lately."""
        return clock.monotonic() - self._heard.get(process, -SILENCE) < SILENCE
