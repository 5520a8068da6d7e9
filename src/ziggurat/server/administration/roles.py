"""Who is an admin or a moderator. To everybody but admins the admin page does not exist."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, select, update

from ziggurat.core.errors import BadOption
from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import player_store
from ziggurat.server.refusals import NOTHING_HERE, NotFound, Refused
from ziggurat.server.social import moderation
from ziggurat.server.storage import schema

players = schema.players


class Role(StrEnum):
    """A role, named as its column of `schema.players`."""

    ADMIN = "admin"
    MODERATOR = "moderator"


# In the audit log: given, taken away.
_ENTRIES = {Role.ADMIN: ("admin", "unadmin"), Role.MODERATOR: ("appoint", "unappoint")}


def is_admin(row: Row[Any] | None) -> bool:
    """Whether a player's row is an admin's."""
    return row is not None and bool(row.admin) and row.login is not None and row.closed is None


def check(connection: Connection, player: str | None) -> Row[Any]:
    """An admin's row. To everybody else these pages do not exist."""
    row = player_store.find_player(connection, player) if player else None
    if row is None or not is_admin(row):
        raise NotFound(NOTHING_HERE)
    return row


def check_no_admin(row: Row[Any]) -> None:
    """Refuse to act on an admin: one admin must not get hold of another's account, nor lose their own by a slip."""
    if row.admin:
        raise Refused(sentence("{name} is an admin. End that role first.", name=row.name))


def find_registered(connection: Connection, name: str) -> Row[Any]:
    """A registered player, by name or login."""
    row = player_store.find_named(connection, name) or player_store.find_login(connection, name)
    if row is None:
        raise BadOption(sentence("There is no registered player called {name}.", name=repr(name)))
    return row


def change(connection: Connection, name: str, role: Role, at: int, *, given: bool, by: Row[Any] | None = None) -> None:
    """Give a registered player a role, or take it away; nothing happens if that is so already.

    On the page (`by` an admin) somebody stays who can undo it; by command the last admin can go, too.
    """
    row = find_registered(connection, name)
    if bool(getattr(row, role)) == given:
        return
    if given and row.closed is not None:
        raise Refused(sentence("The account of {name} is closed; reopen it first.", name=row.name))
    if by is not None and not given and role is Role.ADMIN and len(holders(connection, role)) == 1:
        raise Refused("You are the only admin. Make somebody else an admin first.")
    connection.execute(update(players).where(players.c.id == row.id).values({role.value: given}))
    moderation.add_audit_entry(connection, at, _ENTRIES[role][0 if given else 1], row, "", moderator=by)


def holders(connection: Connection, role: Role) -> list[str]:
    """The names of those who have a role."""
    query = select(players.c.name).where(players.c[role.value], players.c.login.is_not(None))
    return sorted(connection.execute(query.where(players.c.closed.is_(None))).scalars())
