"""Leaving seats: one before the match has started, or all of somebody who does not come back."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, and_, delete, select, update

from ziggurat.server import notices, schema, store
from ziggurat.server.protocol import Status
from ziggurat.server.refusals import Refused
from ziggurat.server.replayer import Again, Fork
from ziggurat.server.replayers import OWN
from ziggurat.server.tournaments import announcing

if TYPE_CHECKING:
    from ziggurat.server.hall import Hall

log = logging.getLogger("ziggurat.leaving")


async def stand_up(hall: Hall, table_id: str, player: str) -> None:
    """Leave a seat before the match has started."""
    anew = await _drawn_anew(hall, table_id, player)
    await hall.writer.write(lambda c: store.stand_up(c, table_id, player, anew), notices.Changed(table_id))
    await hall.table_changed(table_id)


async def leave_everything(hall: Hall, player: str) -> None:
    """Take somebody out of every match, as if they had resigned, off every table that has not started, out of
    tournaments, and away from those who look for a match, who would be seated with somebody who does not come."""
    await hall.writer.write(lambda connection: _look_no_longer(connection, player))
    await hall.writer.write(lambda connection: announcing.leave_all(connection, player, announcing.now()))
    for table_id, status in await hall.read(store.unfinished_seats, player):
        if status == Status.OPEN:
            with suppress(Refused):  # it has started meanwhile, or is a tournament's, which settles it
                await stand_up(hall, table_id, player)
            continue
        table = await hall.table(table_id)
        try:
            await table.leave(player)
        except Refused as problem:  # its rules are gone, or somebody decided at the same moment
            log.warning("a seat could not be left: %s", problem)
        hall.let_go(table)
    await hall.writer.write(lambda connection: _withdraw(connection, player))


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


async def _drawn_anew(hall: Hall, table_id: str, player: str) -> dict[str, Any] | None:
    """The position of a fork whose opener leaves: what that seat holds they know, and somebody else will sit there."""
    stored = await hall.read(store.load_table, table_id)
    left_by_opener = stored.row.host == player and stored.seat_of(player) >= 0
    if stored.row.start is None or stored.row.status != Status.OPEN or not left_by_opener:
        return None
    await hall.games.require(stored.row.game)
    return (await hall.replayers.again(Fork, Again("fork", stored.plan(), [], seen_by=-1), asker=OWN)).start
