"""Errors with an HTTP status and one sentence for the player."""

from __future__ import annotations

from ziggurat.core.errors import ZigguratError
from ziggurat.core.sentence import Sentence, clauses, sentence
from ziggurat.server.protocol import Problem, Refusal, Wording

NOTHING_HERE = sentence("There is nothing at this address.")
CLOSED = sentence("A moderator has closed this account; contact the administrator.")


class Refused(ZigguratError):
    """The request is understood but not granted; nothing was changed."""

    status = 409


class NotAllowed(Refused):
    """This player may not do that."""

    status = 403


class NotFound(Refused):
    """It does not exist, or this player may not know of it."""

    status = 404


class BadText(Refused):
    """A text that cannot be shown to others."""

    status = 400


class Stale(Refused):
    """The request was meant for an earlier position."""


class Unsaved(Refused):
    """It could not be stored, so it is not acknowledged."""

    status = 503


class InDoubt(Unsaved):
    """It could not be stored, but may be after a crash: the outcome is unknown."""


class Unreachable(Refused):
    """The database does not answer, or cannot read its data."""

    status = 503


class NotReady(Refused):
    """The server is still compiling the game."""

    status = 503


class Misdirected(Refused):
    """The request is for another host name."""

    status = 421


class UpgradeRequired(Refused):
    """The address is one of WebSockets."""

    status = 426


class TooMuch(Refused):
    """A rate limit or quota is exceeded."""

    status = 429


def as_problem(reason: str) -> Problem:
    """A refusal for HTTP."""
    parts = wording(reason)
    return Problem(str(reason), parts.form, parts.values, clauses(reason))


def as_refusal(reason: str, answering: str = "", version: int = 0) -> Refusal:
    """A refusal for a WebSocket."""
    parts = wording(reason)
    return Refusal(str(reason), answering, version, parts.form, parts.values, clauses(reason))


def wording(reason: str) -> Wording:
    """A sentence's template and values, for translation; empty if it has no values."""
    if not isinstance(reason, Sentence) or not reason.values:
        return Wording("")
    return Wording(reason.form, {name: _part(value) for name, value in reason.values.items()})


def packed(reason: str) -> Wording:
    """A sentence for another process; `unpacked` restores it there."""
    parts = wording(reason)
    return parts if parts.values else Wording(str(reason))


def unpacked(parts: Wording) -> str:
    """A sentence from another process."""
    if not parts.values:
        return parts.form
    values = {name: unpacked(value) if isinstance(value, Wording) else value for name, value in parts.values.items()}
    restored = Sentence(parts.form.format(**values))
    restored.form, restored.values = parts.form, values
    return restored


def _part(value: str | int) -> str | int | Wording:
    if isinstance(value, Sentence):
        return wording(value) if value.values else str(value)
    return value
