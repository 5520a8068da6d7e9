"""Earlier observations of each seat, from its own decisions in this match.

Actions of others are not included: they are secret in some games (a token in the river lies face down), and what a seat
may know of them is in the observations.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.core.copies import writable
from ziggurat.core.errors import BadOption

Array = np.ndarray[Any, Any]


def check_length(history: Any) -> int:
    """Check the length of a history."""
    if isinstance(history, bool) or not isinstance(history, int) or history < 0:
        raise BadOption(f"A history is a number of earlier observations, 0 or more, not {history!r}.")
    return history


class ObservationHistory:
    """The last observations of every seat in every lane, the newest first; zeros where there were fewer."""

    def __init__(self, games: int, seats: int, length: int, width: int, numbers: Array) -> None:
        self.held: Array = np.zeros((games, seats, length, width), dtype=np.uint8)
        self.shown: Array = np.zeros((games, length, width), dtype=numbers.dtype)
        self._numbers = numbers  # by byte
        self._each = np.arange(games)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(writable(state))

    def note(self, lanes: Array, seats: Array, observations: Array) -> None:
        """Add the observations on which these seats have decided in these lanes."""
        self.held[lanes, seats, 1:] = self.held[lanes, seats, :-1]
        self.held[lanes, seats, 0] = observations[lanes]

    def forget(self, lanes: Array) -> None:
        """Clear these lanes, in which another match begins."""
        self.held[lanes] = 0

    def show(self, seats: Array) -> None:
        """Write the history of one seat of every lane into `shown`."""
        np.take(self._numbers, self.held[self._each, seats], out=self.shown, mode="clip")
