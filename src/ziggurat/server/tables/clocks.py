"""The clocks of a table, as a function of when its journal's entries were written.

All moments are in served time, which stands still while no server is running.
"""

from __future__ import annotations

from ziggurat.server.protocol import Pace, PaceKind


class Clocks:
    """What each seat has left, in milliseconds."""

    def __init__(self, pace: Pace, seats: int) -> None:
        self.pace = pace
        self.timed = pace.kind is not PaceKind.UNTIMED
        self.left = [pace.base] * seats
        self.since = 0  # when the last entry was written
        self.still: set[int] = set()  # seats whose clocks stand still: their players are on vacation

    def advance(self, at: int, before: int, after: int, *, undone: bool = False) -> None:
        """Time has passed for the seat that was to decide; another (or the same, or nobody: -1) is now.

        Whoever has taken back, asking nobody, decides again with the time they had then: else one could decide and take
        back again and again, and gain time by it.
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
        """What each seat has left at a moment at which this one (-1: none) decides; nothing at an untimed table."""
        if not self.timed:
            return None
        left = list(self.left)
        if seat >= 0 and seat not in self.still:
            left[seat] = max(0, left[seat] - max(0, at - self.since))
        return left

    def deadline(self, seat: int) -> int | None:
        """When the time of the seat that is to decide runs out."""
        runs = self.timed and seat >= 0 and seat not in self.still
        return self.since + self.left[seat] if runs else None
