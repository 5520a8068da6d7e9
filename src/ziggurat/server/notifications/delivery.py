"""The outcomes that sending an e-mail or a push notification can have."""

from __future__ import annotations

from enum import Enum, auto


class DeliveryOutcome(Enum):
    """The outcome of one message."""

    SENT = auto()
    LATER = auto()  # a temporary failure: try again
    BUSY = auto()  # not tried: too many others go to the same player or push service
    GONE = auto()  # a permanent failure of this message
    ENDED = auto()  # the recipient is gone: every other message to it would fail too
