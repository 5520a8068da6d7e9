"""Somebody goes: their name and all that is theirs alone is deleted, and their matches stay, of "a former player".

Their row stays, because seats are tied to it, with nothing in it. Nobody else is called what they were for a while:
whoever took the name at once would be taken for them.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, or_, select, update

from ziggurat.server.accounts import export, look_alikes, player_store
from ziggurat.server.accounts.identity import DAY
from ziggurat.server.runtime import messages
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import departure

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess

players, former_names = schema.players, schema.former_names
KEPT_DAYS = 90  # until somebody else may have the name


async def forget(server: ServerProcess, player: str, at: int) -> None:
    """Delete a player, guest or not. Seats are left first: if that fails, nothing else has happened."""
    await departure.leave_everything(server, player)
    await server.writer.write(lambda connection: delete_person(connection, player, at), messages.Renamed(player))
    await departure.leave_everything(server, player)  # should they have sat down meanwhile
    await server.renamed(player)


def delete_person(connection: Connection, player: str, at: int) -> None:
    """Delete a player, and the guests they were before they logged in."""
    for guest in connection.execute(select(players.c.id).where(players.c.became == player)).scalars().all():
        _delete(connection, guest, at)
    _delete(connection, player, at)


def _delete(connection: Connection, player: str, at: int) -> None:
    """Delete all that is stored about a player, as `personal` says."""
    row = player_store.find_player(connection, player)
    for table in schema.metadata.sorted_tables:
        if table.name in export.GOES:
            named = or_(*(column == player for column in export.references(table)))
            connection.execute(delete(table).where(named))
    chat, reports = schema.chat, schema.reports
    connection.execute(update(chat).where(chat.c.player == player).values(name=look_alikes.FORMER, text=""))
    dealt = update(reports).where(reports.c.reported == player, reports.c.dealt.is_not(None))
    connection.execute(dealt.values(name=look_alikes.FORMER))
    if row is None:
        return
    if row.handle is not None:
        keep_free(connection, row.handle, at)
    nothing = {
        column.name: None
        for column in players.columns
        if column.nullable and column.name not in ("id", "deleted", "closed", "became")
    }
    left = {
        "name": look_alikes.FORMER,
        "deleted": at,
        "logouts": players.c.logouts + 1,
        "consent": False,
        "moderator": False,
    }
    connection.execute(update(players).where(players.c.id == player).values({**nothing, **left}))


def keep_free(connection: Connection, look: str, at: int) -> None:
    """For a while nobody is called something that looks like this; only its hash is kept."""
    connection.execute(delete(former_names).where(former_names.c.until < at))
    row = {"hash": _hash(look), "until": at + KEPT_DAYS * DAY}
    made = database.upsert(connection, former_names).values(row)
    again = {"until": row["until"]}  # which is later than any that was there
    connection.execute(made.on_conflict_do_update(index_elements=[former_names.c.hash], set_=again))


def is_kept_free(connection: Connection, look: str, at: int) -> bool:
    """Whether a name is one that somebody had who has gone."""
    query = select(former_names.c.until).where(former_names.c.hash == _hash(look), former_names.c.until >= at)
    return connection.execute(query).first() is not None


def _hash(look: str) -> str:
    return hashlib.sha256(look.encode()).hexdigest()
