"""What the server refuses, in one sentence, with the HTTP status that says what kind of refusal it is."""

from __future__ import annotations

from ziggurat.core.errors import ZigguratError
from ziggurat.core.sentence import Sentence, clauses, sentence
from ziggurat.server.protocol import Problem, Refusal, Wording

NOTHING_HERE = sentence("There is nothing at this address.")
CLOSED = sentence("A moderator has closed this account. Contact whoever runs this server.")


class Refused(ZigguratError):
    """A request that is understood and not granted; nothing was changed."""

    status = 409


class NotAllowed(Refused):
    """It is not this player's to do."""

    status = 403


class NotFound(Refused):
    """There is no such thing, or it is not for this player to know."""

    status = 404


class BadText(Refused):
    """What somebody wrote cannot be shown to others as it is."""

    status = 400


class Stale(Refused):
    """It was meant for a position that is no longer on the table."""


class Unsaved(Refused):
    """The disk did not take it: nothing is acknowledged that is not stored."""

    status = 503


class Unreachable(Refused):
    """The database does not answer, or cannot read what it has."""

    status = 503


class NotReady(Refused):
    """The server has yet to make ready what that needs."""

    status = 503


class Misdirected(Refused):
    """It was sent to a name that is not this server's."""

    status = 421


class TooMuch(Refused):
    """More than one player, address or table may ask of the server."""

    status = 429


def as_problem(reason: str) -> Problem:
    """A refusal as it travels over HTTP."""
    told = wording(reason)
    return Problem(str(reason), told.form, told.values, clauses(reason))


def as_refusal(reason: str, answering: str = "", version: int = 0) -> Refusal:
    """A refusal as it travels over a socket."""
    told = wording(reason)
    return Refusal(str(reason), answering, version, told.form, told.values, clauses(reason))


def wording(reason: str) -> Wording:
    """How a sentence was made; nothing if nobody knows, or if nothing was filled in."""
    if not isinstance(reason, Sentence) or not reason.values:
        return Wording("")
    return Wording(reason.form, {name: _part(value) for name, value in reason.values.items()})


def packed(reason: str) -> Wording:
    """A sentence for another process, which `unpacked` makes it again."""
    told = wording(reason)
    return told if told.values else Wording(str(reason))


def unpacked(told: Wording) -> str:
    """A sentence as it was in another process."""
    if not told.values:
        return told.form
    values = {name: unpacked(value) if isinstance(value, Wording) else value for name, value in told.values.items()}
    made = Sentence(told.form.format(**values))
    made.form, made.values = told.form, values
    return made


def _part(value: str | int) -> str | int | Wording:
    if isinstance(value, Sentence):
        return wording(value) if value.values else str(value)
    return value
