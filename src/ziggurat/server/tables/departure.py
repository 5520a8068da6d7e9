"""Leaving seats: one before the match has started, or all of somebody who does not come back."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, and_, delete, select, update

from ziggurat.server.protocol import Status
from ziggurat.server.refusals import Refused
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.storage import schema
from ziggurat.server.study.replay_pool import OWN
from ziggurat.server.study.replay_worker import Again, Fork
from ziggurat.server.tables import seat_store, table_store
from ziggurat.server.tournaments import actions

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess

log = logging.getLogger("ziggurat.leaving")


async def stand_up(server: ServerProcess, table_id: str, player: str) -> None:
    """Leave a seat before the match has started."""
    anew = await _drawn_anew(server, table_id, player)
    await server.writer.write(lambda c: seat_store.stand_up(c, table_id, player, anew), messages.Changed(table_id))
    await server.table_changed(table_id)


async def leave_everything(server: ServerProcess, player: str) -> None:
    """Take somebody out of every match, as if they had resigned, off every table that has not started, out of
    tournaments, and away from those who look for a match, who would be seated with somebody who does not come."""
    await server.writer.write(lambda connection: _look_no_longer(connection, player))
    await server.writer.write(lambda connection: actions.leave_all(connection, player, now()))
    for table_id, status in await server.read(table_store.unfinished_seats, player):
        if status == Status.OPEN:
            with suppress(Refused):  # it has started meanwhile, or is a tournament's, which settles it
                await stand_up(server, table_id, player)
            continue
        table = await server.table(table_id)
        try:
            await table.resign(player)
        except Refused as problem:  # its rules are gone, or somebody decided at the same moment
            log.warning("a seat could not be left: %s", problem)
        server.unload(table)
    await server.writer.write(lambda connection: _withdraw(connection, player))


def _look_no_longer(connection: Connection, player: str) -> None:
    connection.execute(delete(schema.seekers).where(schema.seekers.c.player == player))


def _withdraw(connection: Connection, player: str) -> None:
    """Be paired in no tournament any more; what was played there stays."""
    entrants, tournaments = schema.tournament_players, schema.tournaments
    mine = and_(entrants.c.player == player, ~entrants.c.withdrawn)
    ids = connection.execute(select(entrants.c.tournament).where(mine)).scalars().all()
    connection.execute(update(entrants).where(mine).values(withdrawn=True))
    later = update(tournaments).where(tournaments.c.id.in_(ids)).values(revision=tournaments.c.revision + 1)
    connection.execute(later)


async def _drawn_anew(server: ServerProcess, table_id: str, player: str) -> dict[str, Any] | None:
    """The position of a fork whose opener leaves: what that seat holds they know, and somebody else will sit there."""
    stored = await server.read(table_store.load_table, table_id)
    left_by_opener = stored.row.host == player and stored.seat_of(player) >= 0
    if stored.row.start is None or stored.row.status != Status.OPEN or not left_by_opener:
        return None
    await server.games.require(stored.row.game)
    return (await server.replayers.again(Fork, Again("fork", stored.plan(), [], seen_by=-1), asker=OWN)).start
