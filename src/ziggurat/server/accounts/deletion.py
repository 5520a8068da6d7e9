"""Account deletion. Matches stay, attributed to "a former player".

The player's row stays, emptied, because seats refer to it. The name is reserved for a while: whoever took it at once
would be mistaken for the former player.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Protocol

from sqlalchemy import Connection, delete, or_, select, update

from ziggurat.server.accounts import export, look_alikes, player_store
from ziggurat.server.accounts.identity import DAY
from ziggurat.server.runtime import messages
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import departure

players, former_names = schema.players, schema.former_names
RESERVED_DAYS = 90  # until somebody else may have the name


class DeletionServer(departure.DepartureServer, Protocol):
    """What account deletion uses of the server process."""

    async def renamed(self, player: str) -> None:
        """Send a player's new name to everybody who has one of their tables open."""


async def delete_account(server: DeletionServer, player: str, delete_rows: Callable[[Connection], None]) -> None:
    """Delete a player, guest or registered. Seats are left first: if that fails, nothing else has happened.

    `delete_rows` calls `delete_player`, and may write more in the same transaction.
    """
    await departure.leave_everything(server, player)
    await server.writer.write(delete_rows, messages.Renamed(player))
    await departure.leave_everything(server, player)  # they may have taken a seat meanwhile
    await server.renamed(player)


def delete_player(connection: Connection, player: str, at: int) -> None:
    """Delete a player's data, also as the guests they were before they logged in."""
    for guest in connection.execute(select(players.c.id).where(players.c.became == player)).scalars().all():
        _delete_one(connection, guest, at)
    _delete_one(connection, player, at)


def _delete_one(connection: Connection, player: str, at: int) -> None:
    row = player_store.find_player(connection, player)
    for table in schema.metadata.sorted_tables:
        if table.name in export.DELETED:
            names_player = or_(*(column == player for column in export.references(table)))
            connection.execute(delete(table).where(names_player))
    chat, reports = schema.chat, schema.reports
    connection.execute(update(chat).where(chat.c.player == player).values(name=look_alikes.FORMER, text=""))
    dealt_with = update(reports).where(reports.c.reported == player, reports.c.dealt.is_not(None))
    connection.execute(dealt_with.values(name=look_alikes.FORMER))
    if row is None:
        return
    if row.handle is not None:
        reserve_name(connection, row.handle, at)
    emptied = {
        column.name: None
        for column in players.columns
        if column.nullable and column.name not in ("id", "deleted", "closed", "became")
    }
    remaining = {
        "name": look_alikes.FORMER,
        "deleted": at,
        "logouts": players.c.logouts + 1,
        "consent": False,
        "moderator": False,
        "admin": False,
    }
    connection.execute(update(players).where(players.c.id == player).values({**emptied, **remaining}))


def reserve_name(connection: Connection, skeleton: str, at: int) -> None:
    """Let nobody take a name with this look-alike skeleton for a while. Only its hash is stored."""
    connection.execute(delete(former_names).where(former_names.c.until < at))
    row = {"hash": _hash(skeleton), "until": at + RESERVED_DAYS * DAY}
    reserved = database.upsert(connection, former_names).values(row)
    longer = {"until": row["until"]}
    connection.execute(reserved.on_conflict_do_update(index_elements=[former_names.c.hash], set_=longer))


def is_reserved(connection: Connection, skeleton: str, at: int) -> bool:
    """Whether a name looks like that of a player who was deleted not long ago."""
    query = select(former_names.c.until).where(former_names.c.hash == _hash(skeleton), former_names.c.until >= at)
    return connection.execute(query).first() is not None


def _hash(skeleton: str) -> str:
    return hashlib.sha256(skeleton.encode()).hexdigest()
