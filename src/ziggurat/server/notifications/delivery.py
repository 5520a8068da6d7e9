"""What became of something that was to be sent."""

from __future__ import annotations

from enum import Enum, auto


class Outcome(Enum):
    """Of one letter, or one notice."""

    SENT = auto()
    LATER = auto()  # it was not taken now; it may be later
    GONE = auto()  # it never will be
    ENDED = auto()  # nor will anything else that is sent there
