"""Accounts: find, rename, add, close, reopen and delete them, and help players back in without e-mail."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, or_, select

from ziggurat.core.errors import BadOption
from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import deletion, email_addresses, identity, look_alikes, names, player_store, user_text
from ziggurat.server.administration import roles
from ziggurat.server.protocol import AdminPlayer
from ziggurat.server.refusals import Refused
from ziggurat.server.runtime import machine
from ziggurat.server.social import moderation
from ziggurat.server.storage import schema

players = schema.players
LOGIN = re.compile(r"[A-Za-z0-9_.@+-]{3,64}")
MOST = 50  # players found at once
RENAME, RESET, ADD, DELETE = "rename", "reset", "add", "delete"  # in the audit log


class Renamed(NamedTuple):
    """Who was renamed, and the guests who lost the name to them."""

    player: str
    displaced: list[str]


def find_players(connection: Connection, text: str) -> list[AdminPlayer]:
    """Registered players whose name or login contains a text, or looks like it; one more than `MOST` if there are."""
    pattern = f"%{_escaped(text.lower())}%"
    looks = f"%{_escaped(look_alikes.skeleton(text))}%" if text.strip() else pattern
    matching = or_(players.c.login.like(pattern, escape="\\"), players.c.looks.like(looks, escape="\\"))
    query = select(players).where(players.c.login.is_not(None), matching).order_by(players.c.login).limit(MOST + 1)
    return [_found(row) for row in connection.execute(query)]


def find_one(connection: Connection, name: str) -> AdminPlayer:
    """One of them, by name or login."""
    return _found(roles.find_registered(connection, name))


def _found(row: Row[Any]) -> AdminPlayer:
    closed = row.closed is not None
    return AdminPlayer(row.name, row.login, row.created, row.seen, bool(row.moderator), closed, bool(row.admin))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def rename_player(connection: Connection, name: str, new: str, at: int, *, by: Row[Any] | None = None) -> Renamed:
    """Give a registered player another name."""
    row = roles.find_registered(connection, name)
    displaced = names.rename(connection, row.id, user_text.read_name(new))
    moderation.add_audit_entry(connection, at, RENAME, row, f"now {new}", moderator=by)
    return Renamed(row.id, displaced)


def reset_link(connection: Connection, name: str, site: str, at: int, *, by: Row[Any] | None = None) -> str:
    """A link with which a player chooses a new password, once, within a day. Nothing changes until they do."""
    row = roles.find_registered(connection, name)
    if by is not None:
        roles.check_no_admin(row)
    if row.closed is not None:
        raise Refused(sentence("The account of {name} is closed; reopen it first.", name=row.name))
    key = email_addresses.new_reset_key(connection, row.id, at)
    moderation.add_audit_entry(connection, at, RESET, row, "", moderator=by)
    return f"{site}/reset#{key}"


def add_player(connection: Connection, login: str, name: str, site: str, at: int, *, by: Row[Any] | None = None) -> str:
    """Register somebody, also where registration is closed; a link with which they choose their password."""
    player = identity.new_player()
    if not LOGIN.fullmatch(login):
        raise BadOption(
            sentence("A login has 3 to 64 letters, digits or . _ - + @; {login} has not.", login=repr(login))
        )
    player_store.keep_player(connection, player, identity.free_name(connection, player), at)
    names.rename(connection, player, user_text.read_name(name or login))
    names.register(connection, player, login.lower(), identity.hash_password(machine.token_urlsafe(32)))
    row = connection.execute(select(players).where(players.c.id == player)).one()
    moderation.add_audit_entry(connection, at, ADD, row, "", moderator=by)
    return f"{site}/reset#{email_addresses.new_reset_key(connection, player, at)}"


def close_player(connection: Connection, name: str, why: str, at: int, *, by: Row[Any] | None = None) -> str:
    """Close an account; the caller ends its sockets and leaves its tables. Returns the player's id."""
    row = roles.find_registered(connection, name)
    roles.check_no_admin(row)
    moderation.close_account(connection, row, at)
    moderation.add_audit_entry(connection, at, moderation.CLOSE, row, why, moderator=by)
    return str(row.id)


def reopen_player(connection: Connection, name: str, why: str, at: int, *, by: Row[Any] | None = None) -> None:
    """Reopen a closed account."""
    row = roles.find_registered(connection, name)
    moderation.reopen_account(connection, row)
    moderation.add_audit_entry(connection, at, moderation.REOPEN, row, why, moderator=by)


def check_deletion(connection: Connection, name: str) -> Row[Any]:
    """The row of a player who may be deleted."""
    row = roles.find_registered(connection, name)
    roles.check_no_admin(row)
    return row


def delete_player(connection: Connection, row: Row[Any], why: str, at: int, *, by: Row[Any] | None = None) -> None:
    """Delete a player's data; `accounts/deletion` leaves their tables before and after."""
    deletion.delete_player(connection, row.id, at)
    moderation.add_audit_entry(connection, at, DELETE, row, why, moderator=by)
