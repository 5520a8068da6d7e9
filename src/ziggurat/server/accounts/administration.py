"""What whoever runs the server does with accounts, by command: find, rename, add, and help back in without e-mail."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, insert, or_, select

from ziggurat.core.errors import BadOption
from ziggurat.server.accounts import email_addresses, identity, invitations, look_alikes, names, player_store, user_text
from ziggurat.server.runtime import machine
from ziggurat.server.social import moderation
from ziggurat.server.storage import schema

players, codes = schema.players, schema.registration_codes
LOGIN = re.compile(r"[A-Za-z0-9_.@+-]{3,64}")
DAY = 86_400_000  # milliseconds
KEPT_DAYS = 30  # after an invitation has expired, so that a host sees why somebody could not register
MOST_DAYS = 365
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # without letters that look like others
_GROUPS, _LETTERS = 3, 4  # of a code: 59 bits
MOST = 50  # players found at once
RENAME, RESET, ADD, INVITE, WITHDRAW = "rename", "reset", "add", "invite", "withdraw"  # in the audit log


class Found(NamedTuple):
    """A registered player, as the host sees them."""

    name: str
    login: str
    created: int
    seen: int
    moderator: bool
    closed: bool


def find_players(connection: Connection, text: str) -> list[Found]:
    """Registered players whose name or login contains a text, or looks like it."""
    pattern = f"%{_escaped(text.lower())}%"
    looks = f"%{_escaped(look_alikes.skeleton(text))}%" if text.strip() else pattern
    matching = or_(players.c.login.like(pattern, escape="\\"), players.c.looks.like(looks, escape="\\"))
    query = select(players).where(players.c.login.is_not(None), matching).order_by(players.c.login).limit(MOST)
    return [
        Found(row.name, row.login, row.created, row.seen, bool(row.moderator), row.closed is not None)
        for row in connection.execute(query)
    ]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def rename_player(connection: Connection, name: str, new: str, at: int) -> None:
    """Give a registered player another name."""
    row = _find(connection, name)
    names.rename(connection, row.id, user_text.read_name(new))
    moderation.add_audit_entry(connection, at, RENAME, row, f"now {new}")


def reset_link(connection: Connection, name: str, site: str, at: int) -> str:
    """A link with which a player chooses a new password, once, within a day. Nothing changes until they do."""
    row = _find(connection, name)
    if row.closed is not None:
        raise BadOption(f"The account of {row.name} is closed; reopen it on the moderators' page first.")
    key = email_addresses.new_reset_key(connection, row.id, at)
    moderation.add_audit_entry(connection, at, RESET, row, "")
    return f"{site}/reset#{key}"


def add_player(connection: Connection, login: str, name: str, site: str, at: int) -> str:
    """Register somebody, also where registration is closed; a link with which they choose their password."""
    player = identity.new_player()
    if not LOGIN.fullmatch(login):
        raise BadOption(f"A login has 3 to 64 letters, digits or . _ - + @; {login!r} has not.")
    player_store.keep_player(connection, player, identity.free_name(connection, player), at)
    names.rename(connection, player, user_text.read_name(name or login))
    names.register(connection, player, login.lower(), identity.hash_password(machine.token_urlsafe(32)))
    row = connection.execute(select(players).where(players.c.id == player)).one()
    moderation.add_audit_entry(connection, at, ADD, row, "")
    return f"{site}/reset#{email_addresses.new_reset_key(connection, player, at)}"


def _find(connection: Connection, name: str) -> Row[Any]:
    """A registered player, by name or login."""
    row = player_store.find_named(connection, name) or player_store.find_login(connection, name)
    if row is None:
        raise BadOption(f"There is no registered player called {name!r}; `ziggurat players find` looks for parts.")
    return row


# ---------------------------------------------------------------------------------------------- invitations to register


class Invitation(NamedTuple):
    """A new invitation; its code is shown only once."""

    id: str
    code: str


def invite(connection: Connection, label: str, uses: int, days: int, at: int) -> Invitation:
    """Store a new invitation."""
    if not 1 <= uses <= 1000:
        raise BadOption("An invitation is for 1 to 1000 people.")
    if not 1 <= days <= MOST_DAYS:
        raise BadOption(f"An invitation lasts 1 to {MOST_DAYS} days.")
    connection.execute(delete(codes).where(codes.c.expires < at - KEPT_DAYS * DAY))
    letters = [machine.choice(_ALPHABET) for _ in range(_GROUPS * _LETTERS)]
    code = "-".join("".join(letters[start : start + _LETTERS]) for start in range(0, len(letters), _LETTERS))
    row = {"id": machine.token_hex(4), "hash": invitations.hash_code(code), "label": label[:60], "uses": uses}
    connection.execute(insert(codes).values(**row, created=at, expires=at + days * DAY))
    return Invitation(str(row["id"]), code)


def list_invitations(connection: Connection) -> list[Row[Any]]:
    """All invitations, the newest first."""
    return list(connection.execute(select(codes).order_by(codes.c.created.desc(), codes.c.id)).all())


def withdraw(connection: Connection, invitation: str) -> str:
    """Delete an invitation; returns its label."""
    label = connection.execute(select(codes.c.label).where(codes.c.id == invitation)).scalar_one_or_none()
    if label is None:
        raise BadOption(f"There is no invitation {invitation!r}; `ziggurat invitations list` shows them.")
    connection.execute(delete(codes).where(codes.c.id == invitation))
    return str(label)
