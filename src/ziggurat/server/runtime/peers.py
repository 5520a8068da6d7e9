"""Which other processes of the service are alive.

Every process sends a message every two seconds. One that was silent for ten seconds was killed, suspended or cut off.
"""

from __future__ import annotations

from ziggurat.server.runtime import clock
from ziggurat.server.runtime.messages import Alive, Envelope

SILENCE = 10.0  # seconds without a message after which a process is not taken for alive


class Peers:
    """When this process last heard from each of the others."""

    def __init__(self) -> None:
        self._heard: dict[str, float] = {}
        self._said: dict[str, Alive] = {}  # the last such message of each

    def hear(self, envelope: Envelope) -> bool:
        """Note a message; returns whether its process has come back after a silence."""
        process = envelope.process
        if isinstance(envelope.message, Alive):
            self._said[process] = envelope.message
        before, self._heard[process] = self._heard.get(process), clock.monotonic()
        return before is not None and self._heard[process] - before >= SILENCE

    def knows(self, process: str) -> bool:
        """Whether a process was ever heard from."""
        return process in self._heard

    def at(self, place: str) -> list[str]:
        """The living processes that take sockets from this one."""
        return [process for process, said in self._said.items() if said.place == place and self.alive(process)]

    def reports(self) -> list[Alive]:
        """What the living ones said of themselves."""
        return [said for process, said in self._said.items() if self.alive(process)]

    def alive(self, process: str) -> bool:
        """Whether a process was heard from lately."""
        return clock.monotonic() - self._heard.get(process, -SILENCE) < SILENCE
