"""Vacations: days on which a player's clocks stop, at tables where a turn may take a day or more.

This module stores who is on vacation and how many days they have left. A job in the leader process stops and restarts
the clocks accordingly, also at tables that start meanwhile. Each stop is in the table's journal (`sitting.AWAY`), so
that a match gives the same result whenever it is replayed.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, Row, insert, select, update

from ziggurat.core.sentence import sentence
from ziggurat.server.protocol import Pace, Status
from ziggurat.server.refusals import NotReady, Refused, Stale, Unreachable, Unsaved
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.runtime.services import HasTables, Leads, Reads, Writes
from ziggurat.server.storage import schema
from ziggurat.server.tables import correspondence, creation

log = logging.getLogger("ziggurat.vacations")
vacations, tables, seats = schema.vacations, schema.tables, schema.seats
DAY = 86_400_000
TEMPORARY = (NotReady, Stale, Unreachable, Unsaved)  # tried again: otherwise a clock would stand still for good
EVERY = 5.0  # seconds


def current(connection: Connection, player: str, at: int) -> Row[Any] | None:
    """The vacation that a player is on."""
    query = select(vacations).where(vacations.c.player == player, vacations.c.begins <= at, vacations.c.ends > at)
    return connection.execute(query).first()


def days_left(connection: Connection, player: str, at: int, most: int) -> int:
    """How many vacation days a player has left this year. A day that has begun is spent."""
    year = datetime.fromtimestamp(at / 1000, UTC).year
    begins, ends = (int(datetime(y, 1, 1, tzinfo=UTC).timestamp() * 1000) for y in (year, year + 1))
    query = select(vacations).where(vacations.c.player == player, vacations.c.ends > begins, vacations.c.begins < ends)
    spent = sum(-(-(min(row.ends, ends) - max(row.begins, begins)) // DAY) for row in connection.execute(query))
    return max(0, most - int(spent))


def begin(connection: Connection, player: str, days: int, at: int, most: int) -> None:
    """Start a vacation now."""
    # Locks the player's row: two requests at once must not start two vacations.
    connection.execute(select(schema.players.c.id).where(schema.players.c.id == player).with_for_update())
    if current(connection, player, at) is not None:
        raise Refused("You are already on vacation.")
    have = days_left(connection, player, at, most)
    if days > have:
        raise Refused(sentence("You have {have} vacation days left this year, not {days}.", have=have, days=days))
    row = {"id": creation.new_id(), "player": player, "begins": at, "ends": at + days * DAY}
    connection.execute(insert(vacations).values(row))


def end(connection: Connection, player: str, at: int) -> None:
    """End a vacation now. Whole days that are left can be used later."""
    row = current(connection, player, at)
    if row is None:
        raise Refused("You are not on vacation.")
    connection.execute(update(vacations).where(vacations.c.id == row.id).values(ends=max(at, row.begins + 1)))


def _wrong_clocks(connection: Connection, at: int) -> tuple[list[tuple[str, int, bool]], bool]:
    """The clocks to stop or restart: table, seat, whether it should stand still. And whether a vacation has ended."""
    lasting = select(vacations.c.player).where(vacations.c.over.is_(False), vacations.c.ends > at)
    away = {row.player for row in connection.execute(lasting)}
    over = select(vacations.c.player).where(vacations.c.over.is_(False), vacations.c.ends <= at)
    back = {row.player for row in connection.execute(over)}
    concerned = away | back
    clocks = []
    if concerned:
        query = select(tables.c.id, tables.c.pace, tables.c.vacation, seats.c.seat, seats.c.player)
        query = query.join(seats, seats.c.table_id == tables.c.id)
        for row in connection.execute(query.where(tables.c.status == Status.RUNNING, seats.c.player.in_(concerned))):
            still = row.player in away
            has_vacations = correspondence.has_vacations(msgspec.convert(row.pace, Pace))
            if has_vacations and (row.seat in row.vacation) != still:
                clocks.append((row.id, row.seat, still))
    return clocks, bool(back)


def _mark_over(connection: Connection, at: int) -> None:
    over = vacations.c.over.is_(False), vacations.c.ends <= at
    connection.execute(update(vacations).where(*over).values(over=True))


class VacationServer(HasTables, Leads, Reads, Writes, Protocol):
    """What vacations use of the server process."""


class Vacations(PeriodicJob[VacationServer]):
    """Stops and restarts the clocks of players on vacation."""

    interval = EVERY

    async def run_once(self) -> None:
        """Stop and restart the clocks that need it."""
        at = now()
        clocks, done = await self._server.read(_wrong_clocks, at)
        for table_id, seat, still in clocks:
            try:
                await self._set_clock(table_id, seat, still=still)
            except TEMPORARY:
                done = False
            except Refused as problem:  # the game's rules are no longer installed
                log.info("a clock cannot be stopped or restarted for a vacation: %s", problem)
        if done:
            await self._server.writer.write(lambda connection: _mark_over(connection, at))

    async def _set_clock(self, table_id: str, seat: int, *, still: bool) -> None:
        table = await self._server.table(table_id)
        try:
            await table.pause_clock(seat, paused=still)
        finally:
            self._server.unload(table)
