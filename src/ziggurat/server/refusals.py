"""What the server refuses, in one sentence, with the HTTP status that says what kind of refusal it is."""

from __future__ import annotations

from ziggurat.core.errors import ZigguratError


class Refused(ZigguratError):
    """A request that is understood and not granted; nothing was changed."""

    status = 409


class NotAllowed(Refused):
    """It is not this player's to do."""

    status = 403


class NotFound(Refused):
    """There is no such thing, or it is not for this player to know."""

    status = 404


class Stale(Refused):
    """It was meant for a position that is no longer on the table."""


class Unsaved(Refused):
    """The disk did not take it: nothing is acknowledged that is not stored."""

    status = 503


class NotReady(Refused):
    """The server has yet to make ready what that needs."""

    status = 503


class TooMuch(Refused):
    """More than one player, address or table may ask of the server."""

    status = 429
