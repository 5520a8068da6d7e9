"""Leader election, served time, and following what other processes write.

The leader runs bots and clocks. On PostgreSQL it is the process that holds an advisory lock. The database gives the
lock to another process as soon as the leader's connection ends, or has been silent for ten seconds, so that a process
that hangs cannot lead. A process without bots of its own (`ZIGGURAT_BOTS=0`) leads only if no other process would. On
SQLite there is only one process.

Served time is the time of day minus downtime, so that match clocks stop while no server runs. Every process writes a
heartbeat every two seconds, and a process that starts after a silence adds it to the downtime. Also counted as downtime
are the time in which games are being compiled or loaded, the time in which a process was suspended (the time of day
jumps between two of its ticks), and the time in which the database took no writes. Served time is frozen until the
process has written its next heartbeat, when it knows whether other processes were alive. A change of the machine's
clock looks like a suspension, and time goes on from there.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from sqlalchemy import Connection, Engine, bindparam, select, text, update

from ziggurat.server import metrics
from ziggurat.server.bots import remote_queue
from ziggurat.server.extras import PostgresError
from ziggurat.server.protocol import Status
from ziggurat.server.ratings import records
from ziggurat.server.refusals import Refused
from ziggurat.server.runtime import clock, messages
from ziggurat.server.runtime.peers import SILENCE
from ziggurat.server.runtime.periodic import cancel_and_wait
from ziggurat.server.runtime.services import HasGames, HasSettings, HasTables, Notifies, Reads, Writes
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import table_store

if TYPE_CHECKING:
    import psycopg

    from ziggurat.server.bots.remote_bots import RemoteBots

log = logging.getLogger("ziggurat.coordinator")
LEADER_LOCK = 7203942
HEARTBEAT = 2.0  # seconds
PAUSE = 1500 * HEARTBEAT  # milliseconds between two heartbeats of several processes that are not yet downtime
TICK = 0.2  # seconds
JUMP = 1000  # milliseconds between two ticks that mean that this process was suspended
RATE_EVERY = 60.0  # seconds after which the leader looks for rated matches that were not counted
_HEARTBEAT = update(schema.service).where(schema.service.c.seen < bindparam("moment")).values(seen=bindparam("moment"))
_NEWEST = text(  # one look into the index for each table; a GROUP BY would read all entries
    "SELECT wanted, (SELECT max(number) FROM journal WHERE table_id = wanted)"
    " FROM unnest(CAST(:tables AS text[])) AS wanted"
)


class CoordinatedServer(HasGames, HasSettings, HasTables, Notifies, Reads, Writes, Protocol):
    """What the coordinator uses of the server process."""

    engine: Engine
    channel: str  # on which processes listen
    remote_bots: RemoteBots | None

    def alive(self) -> messages.Alive:
        """What this process tells the others of itself."""

    async def handle(self, message: messages.AnyMessage) -> None:
        """Do what the message of another process asks for."""


class Coordinator:
    """One process of the service."""

    def __init__(self, server: CoordinatedServer) -> None:
        self._server = server
        self.leading = False
        self.must_resume = False  # whether a table may lack its bots or clocks
        self._downtime = 0
        self._frozen_at: int | None = None  # served time, while it is frozen
        self._set_back = False  # whether the machine's clock was set back while frozen
        self._jumped = False  # whether it jumped since the last attempt to let served time run again
        self._compiling = False  # time is frozen until all games are ready
        self._ticked = _time_of_day()
        self._heartbeat_due = asyncio.Event()  # the next heartbeat does not wait
        self._rated_at = 0.0  # when this process last looked for rated matches that were not counted
        self._tasks: list[asyncio.Task[None]] = []

    def now(self) -> int:
        """Served time, in milliseconds."""
        moment = _time_of_day()
        back, ahead = self._ticked - moment > JUMP, moment - self._ticked > JUMP
        self._set_back |= back
        self._jumped |= back or ahead
        if self._set_back or ahead:
            self._freeze()
        return moment - self._downtime if self._frozen_at is None else self._frozen_at

    def _freeze(self) -> None:
        """Freeze served time as of the last tick, until the next heartbeat."""
        if self._frozen_at is None:
            self._frozen_at = self._ticked - self._downtime
            self._heartbeat_due.set()

    async def _tick(self) -> None:
        while True:
            self.now()
            self._ticked = _time_of_day()
            await asyncio.sleep(TICK)

    async def open(self) -> None:
        """Start all background tasks, and lead at once on SQLite."""
        jobs = [self._tick, self._stay_alive]
        self._ticked = _time_of_day()
        if await self._close_gap() and not self._server.games.all_ready:
            self._compiling = True
            self._frozen_at = _time_of_day() - self._downtime
        if self._server.settings.is_sqlite:
            await self._lead()
        else:
            jobs += [self._try_to_lead, self._listen]
        self._tasks += [asyncio.create_task(self._run(job)) for job in jobs]

    async def _close_gap(self) -> bool:
        """Count the time since the last heartbeat as downtime; returns whether there was any."""
        alone = self._server.settings.is_sqlite
        work = partial(_close_gap, moment=_time_of_day(), frozen_at=self._frozen_at, back=self._set_back, alone=alone)
        before, self._downtime = await self._server.writer.write(work)
        return bool(self._downtime > before)

    async def _unfreeze(self) -> None:
        """Let served time run again. If the clock jumps meanwhile, what was written is true no longer."""
        self.now()
        self._jumped = True
        while self._jumped:
            self._ticked, self._jumped = _time_of_day(), False
            await self._close_gap()
            self.now()
        self._frozen_at, self._set_back = None, False
        self._ticked = _time_of_day()
        self._heartbeat_due.clear()
        for table in list(self._server.tables.values()):
            with suppress(Refused):
                await table.resend_clocks()

    async def game_ready(self) -> None:
        """Resume the tables of a game that has just been compiled or loaded."""
        if self._compiling and self._server.games.all_ready:
            self._compiling = False
            self._heartbeat_due.set()  # the heartbeat unfreezes time
        try:
            await self.resume()
        except Refused:
            self.must_resume = True

    async def close(self) -> None:
        """Stop all background tasks."""
        await cancel_and_wait(*self._tasks)

    async def _run(self, job: Any) -> None:
        """Run a job, and start it again after every error."""
        while True:
            try:
                await job()
            except (PostgresError, Refused, OSError) as problem:
                log.warning("%s: %s", job.__name__.strip("_"), problem)
            except Exception:
                log.exception("%s failed and is started again", job.__name__.strip("_"))
            await asyncio.sleep(1)

    async def _lead(self) -> None:
        """Become the leader."""
        self.leading = True
        metrics.LEADER.set(1)
        if not self._server.settings.is_sqlite:  # there it always leads
            log.info("this process is the leader: it runs bots and clocks")
        await self._rate_missed()
        await self.resume()

    async def resume(self) -> None:
        """In the leader, start the bots and clocks of every table whose game is ready."""
        if not self.leading:
            return
        self.must_resume = False
        since = _time_of_day() - int(self._server.settings.bot_patience * 60_000)
        for table_id, game in await self._server.read(table_store.needing_bots_or_clocks, since):
            if not self._server.games.is_ready(game):
                continue
            try:
                self._server.unload(await self._server.table(table_id))
            except Refused as problem:
                log.warning("cannot run a table's bots and clocks yet: %s", problem)
                self.must_resume = True
            except Exception:
                log.exception("cannot run a table's bots and clocks")
        for table in list(self._server.tables.values()):
            table.driver.schedule()

    async def _rate_missed(self) -> None:
        """Count rated matches that could not be counted when they ended."""
        self._rated_at = clock.monotonic()
        if await self._server.read(records.missed):
            await self._server.writer.write(records.catch_up)

    async def _try_to_lead(self) -> None:
        async with await database.open_async_connection(self._dsn) as connection:
            try:
                await self._wait_to_lead(connection)
                await connection.execute(f"SET idle_session_timeout = '{SILENCE:.0f}s'")
                await self._lead()
                while True:  # the lock lasts as long as this connection
                    await asyncio.sleep(HEARTBEAT)
                    async with asyncio.timeout(SILENCE):
                        if await _other_candidate(connection) and self._server.settings.bots == 0:
                            log.info("another process, with bots of its own, becomes the leader")
                            return
            finally:
                self.leading = False
                metrics.LEADER.set(0)

    async def _wait_to_lead(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Wait for the leader's lock; a process without bots takes it only if no other process waits."""
        if self._server.settings.bots:
            await connection.execute(f"SELECT pg_advisory_lock({LEADER_LOCK})")
            return
        while True:
            await asyncio.sleep(HEARTBEAT)
            cursor = await connection.execute(f"SELECT pg_try_advisory_lock({LEADER_LOCK})")
            row = await cursor.fetchone()
            if row and row[0]:
                return

    async def _listen(self) -> None:
        """Receive the messages of other processes and of remote workers."""
        async with await database.open_async_connection(self._dsn) as connection:
            await connection.execute(f"LISTEN {self._server.channel}")
            await connection.execute(f"LISTEN {remote_queue.FROM_WORKERS}")
            await connection.execute(
                remote_queue.NOTIFY, {"channel": remote_queue.TO_WORKERS, "payload": remote_queue.WHO}
            )
            self.must_resume = True  # for what was written while nobody listened
            for table in list(self._server.tables.values()):
                if table.needed:
                    table.presence.ask()
                if table.sitting is None:
                    await self._server.table_changed(table.id)
                else:
                    await table.refresh()
            async with aclosing(database.notifications(connection)) as notifications:
                async for notification in notifications:
                    if notification.channel == self._server.channel:
                        await self._receive(notification.payload)
                    elif self._server.remote_bots is not None:
                        self._server.remote_bots.receive(notification.payload)

    async def _receive(self, payload: str) -> None:
        try:
            envelope = messages.read(payload)
        except msgspec.MsgspecError as problem:  # sent by another version of the server
            log.warning("cannot read a message of another process: %s", problem)
            self.must_resume = True
            return
        if envelope.process != self._server.process:
            if not self._server.peers.knows(envelope.process):
                self._heartbeat_due.set()  # it does not know this process either
            if self._server.peers.hear(envelope):
                self._announce_presence()  # it has forgotten this process, as this one has forgotten it
            await self._server.handle(envelope.message)

    def _announce_presence(self) -> None:
        for table in self._server.tables.values():
            if table.needed:
                table.presence.ask()

    async def _stay_alive(self) -> None:
        """Write heartbeats, and read what was committed by a process that died before it could notify."""
        awake = clock.monotonic()
        while True:
            if clock.monotonic() - awake > SILENCE:
                self._announce_presence()  # this process was suspended, and the others have forgotten it
            awake = clock.monotonic()
            self._heartbeat_due.clear()
            if self._compiling:  # compile time counts as a gap between heartbeats
                self._server.notify(self._server.alive())
            else:
                await self._heartbeat()
            if self.must_resume:
                await self.resume()
            if self.leading and clock.monotonic() - self._rated_at > RATE_EVERY:
                await self._rate_missed()
            if not self._server.settings.is_sqlite:
                await self._follow_up()
                for table in self._server.tables.values():
                    table.presence.forget_silent()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._heartbeat_due.wait(), HEARTBEAT)

    async def _heartbeat(self) -> None:
        """Write a heartbeat; freeze served time if the database does not take it."""
        if self._frozen_at is not None:
            await self._unfreeze()
            return
        alive = self._server.alive()
        written = self._server.writer.write(partial(_write_heartbeat, moment=_time_of_day()), alive)
        try:
            downtime = await asyncio.wait_for(asyncio.shield(written), PAUSE / 1000)
        except (Refused, TimeoutError):
            self._freeze()
            self._heartbeat_due.clear()
            await written
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
                table.presence.ask()  # whoever wrote that does not know that the table is open here
                self._server.unload(table)
            elif table.stored.row.status == Status.OPEN and table.sitting is None:  # it has begun
                await self._server.table_changed(table_id)

    @property
    def _dsn(self) -> str:
        return database.dsn(self._server.engine)


async def _other_candidate(connection: psycopg.AsyncConnection[Any]) -> bool:
    """Whether another process waits for the leader's lock; asked on the connection that holds it."""
    cursor = await connection.execute(
        "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND objsubid = 1"
        " AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))",
        (LEADER_LOCK,),
    )
    row = await cursor.fetchone()
    return bool(row and row[0])


def _downtime(connection: Connection) -> int:
    return int(connection.execute(select(schema.service.c.downtime)).scalar_one())


def _time_of_day() -> int:  # tests move it
    return clock.now()


def _close_gap(
    connection: Connection, moment: int, frozen_at: int | None, *, back: bool, alone: bool
) -> tuple[int, int]:
    """Add the time since the last heartbeat to the downtime; returns both downtimes.

    Several processes count only silences that no heartbeat can explain. Served time that was frozen goes on from there.
    """
    row = connection.execute(select(schema.service).with_for_update()).one()
    gap = moment - row.seen
    downtime = row.downtime
    if gap > (0 if alone else PAUSE):
        downtime = max(downtime, moment - frozen_at) if frozen_at is not None else downtime + gap
    elif back and frozen_at is not None and moment - downtime < frozen_at:  # else others have counted it already
        downtime = moment - frozen_at
    elif gap < 0 and alone and frozen_at is None:  # the machine's clock was set back while no server ran
        downtime += gap
    connection.execute(update(schema.service).values(seen=moment, downtime=downtime))
    return int(row.downtime), int(downtime)


def _write_heartbeat(connection: Connection, moment: int) -> int:
    connection.execute(_HEARTBEAT, {"moment": moment})
    return database.downtime(connection)


def _newest(connection: Connection, table_ids: list[str]) -> dict[str, int]:
    if not table_ids:
        return {}
    rows = connection.execute(_NEWEST, {"tables": table_ids})
    return {table_id: number for table_id, number in rows if number is not None}
