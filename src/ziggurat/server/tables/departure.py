"""Leaving a seat before the start, or all seats of a player whose account ends."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any, Protocol

from sqlalchemy import Connection, and_, delete, select, update

from ziggurat.server.protocol import Status
from ziggurat.server.refusals import Refused
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.fair_queue import OWN
from ziggurat.server.runtime.services import HasGames, HasReplayers, HasTables, Reads, Writes
from ziggurat.server.storage import schema
from ziggurat.server.study.replay_worker import ForkedPosition, ReplayMatch
from ziggurat.server.tables import seat_store, table_store
from ziggurat.server.tournaments import actions

log = logging.getLogger("ziggurat.departure")


class DepartureServer(HasGames, HasReplayers, HasTables, Reads, Writes, Protocol):
    """What leaving uses of the server process."""


async def stand_up(server: DepartureServer, table_id: str, player: str) -> None:
    """Leave a seat before the match has started."""
    position = await _redraw_fork(server, table_id, player)
    changed = messages.TableChanged(table_id)
    await server.writer.write(lambda c: seat_store.stand_up(c, table_id, player, position), changed)
    await server.table_changed(table_id)


async def leave_everything(server: DepartureServer, player: str) -> None:
    """Resign a player's matches, and remove them from open tables, tournaments and matchmaking."""
    await server.writer.write(lambda connection: _stop_matchmaking(connection, player))
    await server.writer.write(lambda connection: actions.leave_all(connection, player, now()))
    for table_id, status in await server.read(table_store.unfinished_seats, player):
        if status == Status.OPEN:
            with suppress(Refused):  # it has started meanwhile, or belongs to a tournament, which settles it
                await stand_up(server, table_id, player)
            continue
        table = await server.table(table_id)
        try:
            await table.resign(player)
        except Refused as problem:  # its rules are gone, or somebody moved at the same moment
            log.warning("cannot leave a seat: %s", problem)
        server.unload(table)
    await server.writer.write(lambda connection: _withdraw(connection, player))


def _stop_matchmaking(connection: Connection, player: str) -> None:
    connection.execute(delete(schema.seekers).where(schema.seekers.c.player == player))


def _withdraw(connection: Connection, player: str) -> None:
    """Withdraw a player from all tournaments; their results stay."""
    entrants, tournaments = schema.tournament_players, schema.tournaments
    own = and_(entrants.c.player == player, ~entrants.c.withdrawn)
    ids = connection.execute(select(entrants.c.tournament).where(own)).scalars().all()
    connection.execute(update(entrants).where(own).values(withdrawn=True))
    changed = update(tournaments).where(tournaments.c.id.in_(ids)).values(revision=tournaments.c.revision + 1)
    connection.execute(changed)


async def _redraw_fork(server: DepartureServer, table_id: str, player: str) -> dict[str, Any] | None:
    """A fork's position with new secrets, if its opener leaves: they know what the seat held."""
    stored = await server.read(table_store.load_table, table_id)
    left_by_opener = stored.row.host == player and stored.seat_of(player) >= 0
    if stored.row.start is None or stored.row.status != Status.OPEN or not left_by_opener:
        return None
    await server.games.require(stored.row.game)
    return (
        await server.replayers.replay(ForkedPosition, ReplayMatch("fork", stored.plan(), [], seen_by=-1), asker=OWN)
    ).start
