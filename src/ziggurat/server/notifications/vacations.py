"""Vacations: days on which a player's clocks stand still, at tables where a turn takes a day or more.

A table's journal says from when to when a seat's clock stood still (`sitting.AWAY`), so that a match comes to the same
whenever it is read. This is about who is on vacation, and how much of it they have left; the process that leads brings
the tables in line with it, those too that begin meanwhile.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert, select, update

from ziggurat.core.sentence import sentence
from ziggurat.server.protocol import Pace, Status
from ziggurat.server.refusals import NotReady, Refused, Stale, Unreachable, Unsaved
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.storage import schema
from ziggurat.server.tables import creation, sitting

log = logging.getLogger("ziggurat.vacations")
vacations, tables, seats = schema.vacations, schema.tables, schema.seats
DAY = 86_400_000
LATER = (NotReady, Stale, Unreachable, Unsaved)  # what is tried again: else a clock would stand still for good
LOOK = 5.0  # seconds until a clock stands still at a table that has just begun, or goes on at the end


def current(connection: Connection, player: str, at: int) -> Row[Any] | None:
    """The vacation a player is on."""
    mine = select(vacations).where(vacations.c.player == player, vacations.c.begins <= at, vacations.c.ends > at)
    return connection.execute(mine).first()


def left(connection: Connection, player: str, at: int, most: int) -> int:
    """How many days a player has left of this year; a day that is begun is spent."""
    year = datetime.fromtimestamp(at / 1000, UTC).year
    begins, ends = (int(datetime(y, 1, 1, tzinfo=UTC).timestamp() * 1000) for y in (year, year + 1))
    mine = select(vacations).where(vacations.c.player == player, vacations.c.ends > begins, vacations.c.begins < ends)
    spent = sum(-(-(min(row.ends, ends) - max(row.begins, begins)) // DAY) for row in connection.execute(mine))
    return max(0, most - int(spent))


def begin(connection: Connection, player: str, days: int, at: int, most: int) -> None:
    """Go on vacation, from now on; of two who do so at once as the same player, one does."""
    connection.execute(select(schema.players.c.id).where(schema.players.c.id == player).with_for_update())
    if current(connection, player, at) is not None:
        raise Refused("You are on vacation already.")
    have = left(connection, player, at, most)
    if days > have:
        raise Refused(sentence("You have {have} days of vacation left this year, not {days}.", have=have, days=days))
    row = {"id": creation.new_id(), "player": player, "begins": at, "ends": at + days * DAY}
    connection.execute(insert(vacations).values(row))


def end(connection: Connection, player: str, at: int) -> None:
    """Be back; whole days that are left are given back."""
    row = current(connection, player, at)
    if row is None:
        raise Refused("You are not on vacation.")
    connection.execute(update(vacations).where(vacations.c.id == row.id).values(ends=max(at, row.begins + 1)))


def _out_of_line(connection: Connection, at: int) -> list[tuple[str, int, bool]]:
    """The running tables, and seats there, whose clocks do not do what they should: and whether they stand still."""
    lasting = select(vacations.c.player).where(vacations.c.over.is_(False), vacations.c.ends > at)
    away = {row.player for row in connection.execute(lasting)}
    ended = select(vacations.c.player).where(vacations.c.over.is_(False), vacations.c.ends <= at)
    concerned = away | {row.player for row in connection.execute(ended)}
    found = []
    if concerned:
        query = select(tables.c.id, tables.c.pace, tables.c.vacation, seats.c.seat, seats.c.player)
        query = query.join(seats, seats.c.table_id == tables.c.id)
        for row in connection.execute(query.where(tables.c.status == Status.RUNNING, seats.c.player.in_(concerned))):
            still = row.player in away
            if sitting.has_vacations(msgspec.convert(row.pace, Pace)) and (row.seat in row.vacation) != still:
                found.append((row.id, row.seat, still))
    return found


def _close(connection: Connection, at: int) -> None:
    over = vacations.c.over.is_(False), vacations.c.ends <= at
    connection.execute(update(vacations).where(*over).values(over=True))


class Vacations(PeriodicJob):
    """Brings the clocks in line with who is on vacation."""

    interval = LOOK

    async def run_once(self) -> None:
        """Let clocks stand still, or go on."""
        at, done = now(), True
        for table_id, seat, still in await self._server.read(_out_of_line, at):
            try:
                await self._bring(table_id, seat, still=still)
            except LATER:
                done = False
            except Refused as problem:  # the rules are gone
                log.info("a clock cannot be brought in line with a vacation: %s", problem)
        if done:
            await self._server.writer.write(lambda connection: _close(connection, at))

    async def _bring(self, table_id: str, seat: int, *, still: bool) -> None:
        table = await self._server.table(table_id)
        try:
            await table.pause_clock(seat, paused=still)
        finally:
            self._server.unload(table)
