"""Makes, lists and withdraws invitations to register; `accounts/invitations` says who may use them."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, insert, select

from ziggurat.core.errors import BadOption
from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import invitations
from ziggurat.server.accounts.identity import DAY
from ziggurat.server.runtime import machine
from ziggurat.server.social import moderation
from ziggurat.server.storage import schema

codes = schema.registration_codes
MOST_USES, MOST_DAYS = 1000, 365
KEPT_DAYS = 30  # after an invitation has expired, so that a host sees why somebody could not register
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # without letters that look like others
_GROUPS, _LETTERS = 3, 4  # of a code: 59 bits
INVITE, WITHDRAW = "invite", "withdraw"  # in the audit log


class NewInvitation(NamedTuple):
    """A new invitation; its code is shown only once."""

    id: str
    code: str


def invite(
    connection: Connection, label: str, uses: int, days: int, at: int, *, by: Row[Any] | None = None
) -> NewInvitation:
    """Store a new invitation."""
    if not 1 <= uses <= MOST_USES:
        raise BadOption(sentence("An invitation is for 1 to {most} people.", most=MOST_USES))
    if not 1 <= days <= MOST_DAYS:
        raise BadOption(sentence("An invitation lasts 1 to {most} days.", most=MOST_DAYS))
    connection.execute(delete(codes).where(codes.c.expires < at - KEPT_DAYS * DAY))
    letters = [machine.choice(_ALPHABET) for _ in range(_GROUPS * _LETTERS)]
    code = "-".join("".join(letters[start : start + _LETTERS]) for start in range(0, len(letters), _LETTERS))
    made = NewInvitation(machine.token_hex(4), code)
    row = {"id": made.id, "hash": invitations.hash_code(code), "label": label[:60], "uses": uses}
    connection.execute(insert(codes).values(**row, created=at, expires=at + days * DAY))
    people = "1 person" if uses == 1 else f"{uses} people"
    moderation.add_audit_entry(connection, at, INVITE, None, f"{label} ({people})", moderator=by)
    return made


def link_to(invitation: NewInvitation, site: str) -> str:
    """The address where an invitation is filled in already."""
    return f"{site}/profile#invitation={invitation.code}"


def list_invitations(connection: Connection) -> list[Row[Any]]:
    """All invitations, the newest first."""
    return list(connection.execute(select(codes).order_by(codes.c.created.desc(), codes.c.id)).all())


def withdraw(connection: Connection, invitation: str, at: int, *, by: Row[Any] | None = None) -> None:
    """Delete an invitation."""
    label = connection.execute(select(codes.c.label).where(codes.c.id == invitation)).scalar_one_or_none()
    if label is None:
        raise BadOption(sentence("There is no invitation {invitation}.", invitation=repr(invitation)))
    connection.execute(delete(codes).where(codes.c.id == invitation))
    moderation.add_audit_entry(connection, at, WITHDRAW, None, label, moderator=by)
