"""What keeps several processes one service: who leads, what time it is, and what the others have written.

One process leads: it drives bots and clocks. On PostgreSQL it is the one that holds an advisory lock, which the
database gives to another the moment the leader's connection ends, however it ends, and also if the leader is silent on
it for ten seconds: who is stopped, or stuck, cannot lead. A process in which no bots are to think (`ZIGGURAT_BOTS=0`)
leads as long as no other would. On SQLite there is only one process.

Served time is the time of day less all the time in which no server was alive: clocks stand still while nobody serves.
Every process notes every two seconds that it is alive; one that starts after a silence adds it up as downtime. As long
as it has games to compile or to load, nobody can play them: that is downtime too. So is the time in which a process was
stopped (it sees that the time of day has leapt from one of its ticks to the next), and in which the database took
nothing. The process lets time stand still until it has noted that it is alive again, and by then knows whether others
were. If the machine's clock is set, forwards or back, it cannot tell that from a pause, and time goes on from there.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import psycopg
from sqlalchemy import Connection, func, select, update

from ziggurat.server import metrics
from ziggurat.server.bots import remote_queue
from ziggurat.server.protocol import Status
from ziggurat.server.ratings import records
from ziggurat.server.refusals import Refused
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.periodic import end
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import table_store

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess

log = logging.getLogger("ziggurat.service")
LEADER_LOCK = 7203942
BEAT = 2.0  # seconds
PAUSE = 1500 * BEAT  # milliseconds without a sign of life that are nothing unusual among several processes
TICK, LEAP = 0.2, 1000  # seconds between two ticks; milliseconds between two that mean that this process did not run
RATING = 60.0  # seconds after which the leader looks for rated matches that were not counted
SILENCE = 10  # seconds without a word from the leader after which another leads


class Coordinator:
    """This process among the others."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self.leading = False
        self.behind = False  # whether some table that needs it may not be looked after
        self._downtime = 0
        self._held: int | None = None  # served time, while it stands still
        self._set_back = False  # whether the machine's clock was, since then
        self._getting_ready = False  # it stands still until all games are ready
        self._ticked = _time_of_day()
        self._stopped = asyncio.Event()
        self._counted = 0.0  # when this process last looked for rated matches that were not counted
        self._tasks: list[asyncio.Task[None]] = []

    def now(self) -> int:
        """Served time, in milliseconds."""
        moment = _time_of_day()
        self._set_back |= self._ticked - moment > LEAP
        if self._set_back or moment - self._ticked > LEAP:
            self._stand_still()
        return moment - self._downtime if self._held is None else self._held

    def _stand_still(self) -> None:
        """Let time stand still, as of the last tick, until the next sign of life."""
        if self._held is None:
            self._held = self._ticked - self._downtime
            self._stopped.set()

    async def _tick(self) -> None:
        while True:
            self.now()
            self._ticked = _time_of_day()
            await asyncio.sleep(TICK)

    async def open(self) -> None:
        """Come alive."""
        works = [self._tick, self._stay_alive]
        self._ticked = _time_of_day()
        if await self._close_gap() and not self._server.games.all_ready:
            self._getting_ready = True
            self._held = _time_of_day() - self._downtime
        if self._server.settings.is_sqlite:
            await self._lead()
        else:
            works += [self._try_to_lead, self._listen]
        self._tasks += [asyncio.create_task(self._run(work)) for work in works]

    async def _close_gap(self) -> bool:
        """Take the time in which nobody served as downtime; whether there was such a time."""
        pause = 0 if self._server.settings.is_sqlite else PAUSE
        work = partial(_close_gap, moment=_time_of_day(), pause=pause, held=self._held, back=self._set_back)
        before, self._downtime = await self._server.writer.write(work)
        return bool(self._downtime > before)

    async def _go_on(self) -> None:
        """Let time go on."""
        await self._close_gap()
        self._held, self._set_back = None, False
        self._ticked = _time_of_day()
        self._stopped.clear()
        for table in list(self._server.tables.values()):
            with suppress(Refused):
                await table.tell_clocks()

    async def game_ready(self) -> None:
        """One more game can be played."""
        if self._getting_ready and self._server.games.all_ready:
            self._getting_ready = False
            self._stopped.set()  # time goes on with the next beat, which is now, or as soon as the database takes it
        try:
            await self.resume()
        except Refused:
            self.behind = True

    async def close(self) -> None:
        """Stop taking part."""
        await end(*self._tasks)

    async def _run(self, work: Any) -> None:
        """Keep something going whatever happens to the database."""
        while True:
            try:
                await work()
            except (psycopg.Error, Refused, OSError) as problem:
                log.warning("%s: %s", work.__name__.strip("_"), problem)
            except Exception:
                log.exception("%s failed and is started again", work.__name__.strip("_"))
            await asyncio.sleep(1)

    async def _lead(self) -> None:
        """Begin to drive bots and clocks."""
        self.leading = True
        metrics.LEADER.set(1)
        if not self._server.settings.is_sqlite:  # else there is no other that could
            log.info("this process drives bots and clocks")
        await self._count()
        await self.resume()

    async def resume(self) -> None:
        """In the process that leads: look after every table that needs it and whose game is ready."""
        if not self.leading:
            return
        self.behind = False
        since = int(time.time() * 1000 - self._server.settings.bot_patience * 60_000)
        for table_id, game in await self._server.read(table_store.in_need, since):
            if not self._server.games.is_ready(game):
                continue
            try:
                self._server.let_go(await self._server.table(table_id))
            except Refused as problem:
                log.warning("a table cannot be looked after yet: %s", problem)
                self.behind = True
            except Exception:
                log.exception("a table cannot be looked after")
        for table in list(self._server.tables.values()):
            table.look_after()

    async def _count(self) -> None:
        """In the process that leads: count rated matches that could not be counted when they ended."""
        self._counted = time.monotonic()
        if await self._server.read(records.missed):
            await self._server.writer.write(records.catch_up)

    async def _try_to_lead(self) -> None:
        async with await database.open_async_connection(self._dsn) as connection:
            try:
                await self._wait_to_lead(connection)
                await connection.execute(f"SET idle_session_timeout = '{SILENCE}s'")
                await self._lead()
                while True:  # the lock lasts as long as this connection
                    await asyncio.sleep(BEAT)
                    async with asyncio.timeout(SILENCE):
                        if await _somebody_waits(connection) and self._server.settings.bots == 0:
                            log.info("another process, which lets bots think, drives bots and clocks")
                            return
            finally:
                self.leading = False
                metrics.LEADER.set(0)

    async def _wait_to_lead(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Stand in line; a process in which no bots are to think leads only where no other stands there."""
        if self._server.settings.bots:
            await connection.execute(f"SELECT pg_advisory_lock({LEADER_LOCK})")
            return
        while True:
            await asyncio.sleep(BEAT)
            cursor = await connection.execute(f"SELECT pg_try_advisory_lock({LEADER_LOCK})")
            row = await cursor.fetchone()
            if row and row[0]:
                return

    async def _listen(self) -> None:
        """Follow what the other processes write."""
        async with await database.open_async_connection(self._dsn) as connection:
            await connection.execute(f"LISTEN {self._server.channel}")
            await connection.execute(f"LISTEN {remote_queue.FROM_THINKERS}")
            await connection.execute(
                remote_queue.TELL, {"channel": remote_queue.TO_THINKERS, "notice": remote_queue.WHO}
            )
            self.behind = True  # what was written while nobody listened
            for table in list(self._server.tables.values()):
                if table.sitting is None:
                    await self._server.table_changed(table.id)
                else:
                    await table.refresh()
            async for notice in connection.notifies():
                if notice.channel == self._server.channel:
                    await self._hear(notice.payload)
                elif self._server.elsewhere is not None:
                    self._server.elsewhere.hear(notice.payload)

    async def _hear(self, payload: str) -> None:
        try:
            letter = messages.read(payload)
        except msgspec.MsgspecError as problem:  # another version of us: what it has written is looked for
            log.warning("a notice of another process could not be read: %s", problem)
            self.behind = True
            return
        if letter.process != self._server.process:
            await self._server.hear(letter.notice)

    async def _stay_alive(self) -> None:
        """Note that this process is alive; follow what was committed by a process that died before notifying."""
        while True:
            if not self._getting_ready:  # what passes meanwhile is to be found as a gap
                await self._beat()
            if self.behind:
                await self.resume()
            if self.leading and time.monotonic() - self._counted > RATING:
                await self._count()
            if not self._server.settings.is_sqlite:
                await self._follow_up()
                for table in self._server.tables.values():
                    table.presence.repeat()
            with suppress(TimeoutError):  # who was stopped does not wait
                await asyncio.wait_for(self._stopped.wait(), BEAT)

    async def _beat(self) -> None:
        """Note that this process is alive; if the database does not take that, time stands still."""
        if self._held is not None:
            await self._go_on()
            return
        noted = self._server.writer.write(partial(_sign_of_life, moment=_time_of_day()))
        try:
            downtime = await asyncio.wait_for(asyncio.shield(noted), PAUSE / 1000)
        except (Refused, TimeoutError):
            self._stand_still()
            self._stopped.clear()
            await noted
            return
        if not self._server.settings.is_sqlite:
            self._downtime = downtime

    async def _follow_up(self) -> None:
        here = dict(self._server.tables)
        newest = await self._server.read(_newest, list(here))
        for table_id, number in newest.items():
            table = here[table_id]
            if table.sitting is not None and table.sitting.number < number:
                await table.refresh()
            elif table.stored.row.status == Status.OPEN and table.sitting is None:  # it has begun
                await self._server.table_changed(table_id)

    @property
    def _dsn(self) -> str:
        return database.dsn(self._server.engine)


async def _somebody_waits(connection: psycopg.AsyncConnection[Any]) -> bool:
    """Whether another process stands in line to lead; asked on the connection that the lock is held by."""
    cursor = await connection.execute(
        "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND objsubid = 1"
        " AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))",
        (LEADER_LOCK,),
    )
    row = await cursor.fetchone()
    return bool(row and row[0])


def _time_of_day() -> int:
    return int(time.time() * 1000)


def _close_gap(connection: Connection, moment: int, pause: float, held: int | None, *, back: bool) -> tuple[int, int]:
    """Add the time since the last sign of life to the downtime, if it is longer than usual; says both downtimes.

    Where served time has stood still at `held`, it goes on from there.
    """
    row = connection.execute(select(schema.service).with_for_update()).one()
    gap = moment - row.seen
    downtime = row.downtime
    if gap > pause:
        downtime = max(downtime, moment - held) if held is not None else downtime + gap
    elif back and held is not None and moment - downtime < held:  # else others have noted a pause already
        downtime = moment - held
    connection.execute(update(schema.service).values(seen=moment, downtime=downtime))
    return int(row.downtime), int(downtime)


def _sign_of_life(connection: Connection, moment: int) -> int:
    service = schema.service
    connection.execute(update(service).where(service.c.seen < moment).values(seen=moment))
    return database.downtime(connection)


def _newest(connection: Connection, table_ids: list[str]) -> dict[str, int]:
    if not table_ids:
        return {}
    journal = schema.journal
    query = select(journal.c.table_id, func.max(journal.c.number)).where(journal.c.table_id.in_(table_ids))
    return {row[0]: row[1] for row in connection.execute(query.group_by(journal.c.table_id))}
