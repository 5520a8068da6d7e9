"""The clocks of a table, computed from the times of its journal's entries.

All times are in served time, which stops while no server runs.
"""

from __future__ import annotations

from ziggurat.server.protocol import Pace, PaceKind


class Clocks:
    """The time each seat has left, in milliseconds."""

    def __init__(self, pace: Pace, seats: int) -> None:
        self.pace = pace
        self.timed = pace.kind is not PaceKind.UNTIMED
        self.left = [pace.base] * seats
        self.since = 0  # when the last entry was written
        self.still: set[int] = set()  # seats whose clocks are stopped: their players are on vacation

    def advance(self, at: int, before: int, after: int, *, undone: bool = False) -> None:
        """Charge the seat that was to decide, and start the clock of the next one (-1: nobody).

        After an undo without consent the player has the time they had before: otherwise one could gain time by moving
        and taking back again and again.
        """
        at = max(at, self.since)
        if self.timed and before >= 0:
            if before not in self.still:
                self.left[before] = max(0, self.left[before] - (at - self.since))
            if undone and after not in (before, -1):
                if self.pace.kind is PaceKind.CLOCK:
                    self.left[after] = max(0, self.left[after] - self.pace.increment)
            elif after != before:
                if self.pace.kind is PaceKind.CLOCK:
                    self.left[before] += self.pace.increment
                elif after >= 0:
                    self.left[after] = self.pace.base
        self.since = at

    def shown(self, at: int, seat: int) -> list[int] | None:
        """The time each seat has left while `seat` (-1: nobody) decides; None at an untimed table."""
        if not self.timed:
            return None
        left = list(self.left)
        if seat >= 0 and seat not in self.still:
            left[seat] = max(0, left[seat] - max(0, at - self.since))
        return left

    def deadline(self, seat: int) -> int | None:
        """When a seat that decides now runs out of time; None if its clock does not run."""
        runs = self.timed and seat >= 0 and seat not in self.still
        return self.since + self.left[seat] if runs else None
