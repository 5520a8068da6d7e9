"""What keeps several processes one service: who leads, what time it is, and what the others have written.

One process leads: it drives bots and clocks. On PostgreSQL it is the one that holds an advisory lock, which the
database gives to another the moment the leader's connection ends, however it ends. On SQLite there is only one process.

Served time is the time of day less all the time in which no server was alive: clocks stand still while nobody serves.
Every process notes every two seconds that it is alive; one that starts after a silence adds it up as downtime. As long
as it has games to compile or to load, nobody can play them: that is downtime too.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import psycopg
from sqlalchemy import Connection, func, select, update

from ziggurat.server import metrics, schema, store
from ziggurat.server.refusals import Refused
from ziggurat.server.writer import CHANNEL

if TYPE_CHECKING:
    from ziggurat.server.hall import Hall

log = logging.getLogger("ziggurat.service")
LEADER_LOCK = 7203942
BEAT = 2.0  # seconds
PAUSE = 1500 * BEAT  # milliseconds without a sign of life that are nothing unusual among several processes


class Service:
    """This process among the others."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self.leading = False
        self._downtime = 0
        self._held: int | None = None  # served time stands still here until all games are ready
        self._tasks: list[asyncio.Task[None]] = []

    def now(self) -> int:
        """Served time, in milliseconds."""
        return int(time.time() * 1000) - self._downtime if self._held is None else self._held

    async def open(self) -> None:
        """Come alive."""
        if await self._close_gap() and not self._hall.games.all_ready:
            self._held = int(time.time() * 1000) - self._downtime
        if self._hall.settings.is_sqlite:
            await self._lead()
        else:
            self._tasks += [asyncio.create_task(self._run(work)) for work in (self._try_to_lead, self._listen)]
        self._tasks.append(asyncio.create_task(self._run(self._stay_alive)))

    async def _close_gap(self) -> bool:
        """Take the time in which nobody served as downtime; whether there was such a time."""
        moment = int(time.time() * 1000)
        pause = 0 if self._hall.settings.is_sqlite else PAUSE
        before, self._downtime = await self._hall.writer.write(lambda c: _close_gap(c, moment, pause))
        return bool(self._downtime > before)

    async def game_ready(self) -> None:
        """One more game can be played."""
        if self._held is not None and self._hall.games.all_ready:
            await self._close_gap()
            self._held = None
            for table in list(self._hall.tables.values()):
                await table.tell_clocks()
        await self.resume()

    async def close(self) -> None:
        """Stop taking part."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, work: Any) -> None:
        """Keep something going whatever happens to the database."""
        while True:
            try:
                await work()
            except (psycopg.Error, Refused, OSError) as problem:
                log.warning("%s: %s", work.__name__, problem)
            await asyncio.sleep(1)

    async def _lead(self) -> None:
        """Begin to drive bots and clocks."""
        self.leading = True
        metrics.LEADER.set(1)
        if not self._hall.settings.is_sqlite:  # else there is no other that could
            log.info("this process drives bots and clocks")
        await self.resume()

    async def resume(self) -> None:
        """In the process that leads: look after every table that needs it and whose game is ready."""
        if not self.leading:
            return
        since = int(time.time() * 1000 - self._hall.settings.bot_patience * 60_000)
        for table_id, game in await self._hall.read(store.in_need, since):
            if not self._hall.games.is_ready(game):
                continue
            try:
                self._hall.let_go(await self._hall.table(table_id))
            except Exception:
                log.exception("table %s cannot be looked after", table_id)
        for table in list(self._hall.tables.values()):
            table.look_after()

    async def _try_to_lead(self) -> None:
        if self._hall.settings.bots == 0:
            await asyncio.sleep(3600)
            return
        async with await psycopg.AsyncConnection.connect(self._dsn, autocommit=True) as connection:
            try:
                await connection.execute(f"SELECT pg_advisory_lock({LEADER_LOCK})")
                await self._lead()
                while True:  # the lock lasts as long as this connection
                    await asyncio.sleep(BEAT)
                    await connection.execute("SELECT 1")
            finally:
                self.leading = False
                metrics.LEADER.set(0)

    async def _listen(self) -> None:
        """Follow what the other processes write."""
        async with await psycopg.AsyncConnection.connect(self._dsn, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            for table in list(self._hall.tables.values()):  # what was written while nobody listened
                await table.refresh()
            async for notice in connection.notifies():
                process, _, rest = notice.payload.partition(" ")
                if process != self._hall.process:
                    await self._hall.hear(rest)

    async def _stay_alive(self) -> None:
        """Note that this process is alive; follow what was committed by a process that died before notifying."""
        while True:
            if self._held is not None:  # what passes meanwhile is to be found as a gap
                await asyncio.sleep(BEAT)
                continue
            moment = int(time.time() * 1000)
            downtime = await self._hall.writer.write(partial(_sign_of_life, moment=moment))
            if not self._hall.settings.is_sqlite:
                self._downtime = downtime
                await self._follow_up()
                for table in self._hall.tables.values():
                    table.presence.repeat()
            await asyncio.sleep(BEAT)

    async def _follow_up(self) -> None:
        here = {table.id: table for table in self._hall.tables.values() if table.sitting is not None}
        newest = await self._hall.read(_newest, list(here))
        for table_id, number in newest.items():
            sitting = here[table_id].sitting
            if sitting is not None and sitting.number < number:
                await here[table_id].refresh()

    @property
    def _dsn(self) -> str:
        return self._hall.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)


def _downtime(connection: Connection) -> int:
    return int(connection.execute(select(schema.service.c.downtime)).scalar_one())


def _close_gap(connection: Connection, moment: int, pause: float) -> tuple[int, int]:
    """Add the time since the last sign of life to the downtime, if it is longer than usual; says both downtimes."""
    row = connection.execute(select(schema.service).with_for_update()).one()
    gap = moment - row.seen
    downtime = row.downtime + (gap if gap > pause else 0)
    connection.execute(update(schema.service).values(seen=moment, downtime=downtime))
    return int(row.downtime), int(downtime)


def _sign_of_life(connection: Connection, moment: int) -> int:
    service = schema.service
    connection.execute(update(service).where(service.c.seen < moment).values(seen=moment))
    return _downtime(connection)


def _newest(connection: Connection, table_ids: list[str]) -> dict[str, int]:
    if not table_ids:
        return {}
    journal = schema.journal
    query = select(journal.c.table_id, func.max(journal.c.number)).where(journal.c.table_id.in_(table_ids))
    return {row[0]: row[1] for row in connection.execute(query.group_by(journal.c.table_id))}
