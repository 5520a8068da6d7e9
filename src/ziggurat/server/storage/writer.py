"""The writer thread: many small requests share one transaction (group commit).

While a commit is on its way to the disk, further requests queue up and share the next one. A request is answered only
after its commit. If a transaction fails, its requests are tried again one by one, so that one error does not affect the
others.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, Engine, bindparam, delete, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from ziggurat.server import metrics
from ziggurat.server.protocol import Status
from ziggurat.server.ratings import records
from ziggurat.server.refusals import InDoubt, Unsaved
from ziggurat.server.runtime import clock, messages
from ziggurat.server.runtime.messages import AnyMessage
from ziggurat.server.storage import database, schema
from ziggurat.server.storage.sqlite_appender import Append, Appender
from ziggurat.server.tables.sitting import Entry, MatchRow

log = logging.getLogger("ziggurat.writer")

BATCH = 256
GATHER, AT_MOST = 0.0003, 0.005  # seconds a commit waits for more requests: for each in the last one, and in all
UNSENT = 10_000  # messages to other processes that are kept while the database is unreachable


Work = Callable[[Connection], Any]


class WriteJob(NamedTuple):
    """A write, the future that waits for it, and the message to other processes after it.

    `is_awaited` is asked once the write is stored: from then on, whoever opens a table reads it.
    """

    work: Append | Work
    future: asyncio.Future[Any]
    notice: AnyMessage | None
    is_awaited: Callable[[], bool] | None = None


class Pump(Protocol):
    """Takes requests from the event loop, and hands them on in batches of at most `BATCH`."""

    def put(self, job: WriteJob) -> None:
        """Queue a request; never waits."""

    def close(self) -> None:
        """Write the queue, and stop."""


PumpFactory = Callable[[Callable[[list[WriteJob]], None], Callable[[], None]], Pump]


class WriterThread:
    """A pump that writes in a thread of its own."""

    def __init__(self, write: Callable[[list[WriteJob]], None], end: Callable[[], None]) -> None:
        self._write, self._end = write, end
        self._jobs: queue.SimpleQueue[WriteJob | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def put(self, job: WriteJob) -> None:
        """Queue a request; never waits."""
        self._jobs.put(job)

    def close(self) -> None:
        """Write the queue, and stop."""
        self._jobs.put(None)
        self._thread.join(timeout=30)

    def _run(self) -> None:
        last_size = 1
        while (job := self._jobs.get()) is not None:
            if last_size > 1:
                time.sleep(min(last_size * GATHER, AT_MOST))
            jobs = [job]
            last = False
            while len(jobs) < BATCH and not last:
                try:
                    more = self._jobs.get_nowait()
                except queue.Empty:
                    break
                last = more is None
                if more is not None:
                    jobs.append(more)
            last_size = len(jobs)
            self._write(jobs)
            if last:
                break
        self._end()


class Writer:
    """Takes writes from the event loop and answers them there once they are on the disk."""

    def __init__(
        self,
        engine: Engine,
        loop: asyncio.AbstractEventLoop,
        process: str,
        channel: str = "",
        pump: PumpFactory = WriterThread,
    ) -> None:
        self._engine = engine
        self._channel = channel  # on which other processes listen; empty if there are none
        self._process = process
        self._loop = loop
        self._unsent: list[str] = []
        self._insert = _insert(engine.dialect.name)
        self._appender = Appender(engine) if engine.dialect.name == "sqlite" else None
        self._update = _update()
        self._pump = pump(self._write, self._end)

    def append(
        self,
        table_id: str,
        entry: Entry,
        row: MatchRow | None,
        *,
        needs_leader: bool = True,
        is_awaited: Callable[[], bool] | None = None,
    ) -> asyncio.Future[bool]:
        """Write a journal entry; false if its number or client id has been written before.

        Other processes are told unless `is_awaited` says, once it is stored, that nobody waits for it.
        """
        if row is not None and row["status"] == Status.FINISHED:
            return self._submit(Append(table_id, entry, row), messages.TableChanged(table_id))
        return self._submit(Append(table_id, entry, row), messages.Entered(table_id, needs_leader), is_awaited)

    def write(self, work: Work, notice: AnyMessage | None = None) -> asyncio.Future[Any]:
        """Run a function in a transaction; its result comes back once it is on the disk."""
        return self._submit(work, notice)

    def close(self) -> None:
        """Write the queue, and stop."""
        self._pump.close()

    def _submit(
        self, work: Append | Work, notice: AnyMessage | None, is_awaited: Callable[[], bool] | None = None
    ) -> asyncio.Future[Any]:
        future = self._loop.create_future()
        self._pump.put(WriteJob(work, future, notice, is_awaited))
        return future

    # ----------------------------------------------------------------------------------------- called by the pump

    def _end(self) -> None:
        if self._appender is not None:
            self._appender.close()

    def _write(self, jobs: list[WriteJob]) -> None:
        began = clock.monotonic()
        try:
            results = self._transact(jobs)
        except Exception as problem:  # noqa: BLE001 - it is raised where the future is awaited
            if len(jobs) > 1 and not _is_gone(problem):
                for job in jobs:
                    self._write([job])
                return
            if isinstance(problem, SQLAlchemyError):
                log.warning("a transaction failed: %s", database.reason(problem))
                problem = self._refusal(problem)
            results = [problem] * len(jobs)
        metrics.COMMIT_SECONDS.observe(clock.monotonic() - began)
        metrics.COMMIT_SIZE.observe(len(jobs))
        self._answer(list(zip(jobs, results, strict=True)))
        self._notify(
            [
                job.notice
                for job, result in zip(jobs, results, strict=True)
                if job.notice and result is not False and not isinstance(result, Exception)
                if job.is_awaited is None or job.is_awaited()
            ]
        )

    def _refusal(self, problem: SQLAlchemyError) -> Unsaved:
        if _may_come_back(problem) and not self._overwrite_failed_commit():
            return InDoubt("It is not known whether that was saved; look before you try again.")
        return Unsaved("That could not be saved, and nothing has changed; try again.")

    def _overwrite_failed_commit(self) -> bool:
        """Write something small in place of a commit whose sync failed; returns whether that succeeds.

        SQLite leaves such a commit in its write-ahead log, where it is complete. It forgets it while it runs, and the
        next commit overwrites it; but if the process ends before, the log is read again, and the commit counts.
        """
        try:
            with self._engine.begin() as connection:
                connection.execute(update(schema.service).values(id=schema.service.c.id))
        except SQLAlchemyError as problem:
            log.warning("a failed transaction could not be undone: %s", database.reason(problem))
            return False
        return True

    def _transact(self, jobs: list[WriteJob]) -> list[Any]:
        appends = [job.work for job in jobs if isinstance(job.work, Append)]
        ended = [append for append in appends if append.row is not None and append.row["status"] == Status.FINISHED]
        plain = len(appends) == len(jobs) and not ended
        if self._appender is not None and plain and self._appender.append(appends):
            return [True] * len(jobs)
        results: list[Any] = []
        with self._engine.begin() as connection:
            written = self._append(connection, appends)
            for append in ended:
                if (append.table_id, append.entry.number) in written:
                    settle(connection, append.table_id, append.row["changed"] if append.row else 0)
            for job in jobs:
                if isinstance(job.work, Append):
                    results.append((job.work.table_id, job.work.entry.number) in written)
                else:
                    results.append(job.work(connection))
        return results

    def _append(self, connection: Connection, appends: list[Append]) -> set[tuple[str, int]]:
        """Insert new entries, sorted by table, so that two processes cannot deadlock."""
        if not appends:
            return set()
        appends = sorted(appends, key=lambda append: (append.table_id, append.entry.number))
        written = self._insert_rows(connection, appends)
        changes = [
            {"this": append.table_id, **append.row}
            for append in appends
            if append.row is not None and (append.table_id, append.entry.number) in written
        ]
        if changes:
            connection.execute(self._update, changes)
        return written

    def _insert_rows(self, connection: Connection, appends: list[Append]) -> set[tuple[str, int]]:
        rows = [{"table_id": append.table_id, **append.entry._asdict()} for append in appends]
        return {(row.table_id, row.number) for row in connection.execute(self._insert, rows)}

    def _answer(self, answers: list[tuple[WriteJob, Any]]) -> None:
        def set_results() -> None:
            for job, result in answers:
                if job.future.done():
                    continue
                if isinstance(result, Exception):
                    job.future.set_exception(result)
                else:
                    job.future.set_result(result)

        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(set_results)

    def _notify(self, notices: list[AnyMessage]) -> None:
        """Send messages to the other processes, outside transactions: NOTIFY inside one takes a global lock.

        Messages that cannot be sent now go with the next ones.
        """
        if not self._channel:
            return
        tagged = list(dict.fromkeys([*self._unsent, *(messages.write(self._process, notice) for notice in notices)]))
        if not tagged:
            return
        try:
            with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                statement = text("SELECT pg_notify(:channel, notice) FROM unnest(CAST(:notices AS text[])) AS notice")
                connection.execute(statement, {"channel": self._channel, "notices": tagged})
            self._unsent = []
        except SQLAlchemyError as problem:
            self._unsent = tagged[-UNSENT:]
            log.warning("other processes could not be notified: %s", database.reason(problem))


def settle(connection: Connection, table_id: str, at: int) -> None:
    """What follows the end of a match: its ratings, and no more notifications or invitations.

    If rating fails the match is over all the same, and the leader counts it later.
    """
    try:
        with connection.begin_nested():
            records.count(connection, table_id, at)
    except Exception:
        log.exception("match %s could not be rated; the leader tries again", table_id)
    for table in (schema.turns_told, schema.invitations):
        connection.execute(delete(table).where(table.c.table_id == table_id))


def _is_gone(problem: Exception) -> bool:
    """Whether the database server is unreachable: then trying one by one is pointless."""
    state = getattr(getattr(problem, "orig", None), "sqlstate", "none: SQLite")
    return isinstance(problem, OperationalError) and (state is None or state[:2] in ("08", "57"))


def _may_come_back(problem: SQLAlchemyError) -> bool:
    """Whether SQLite may have written a commit completely, and only not synced it.

    If writing itself fails, as on a full disk, the commit is not complete, and nothing can bring it back.
    """
    code = getattr(getattr(problem, "orig", None), "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code in (sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC)


def _insert(dialect: str) -> Any:
    into = postgresql.insert if dialect == "postgresql" else sqlite.insert
    journal = schema.journal
    return into(journal).on_conflict_do_nothing().returning(journal.c.table_id, journal.c.number)


def _update() -> Any:
    tables = schema.tables
    values: dict[str, Any] = {column: bindparam(column) for column in MatchRow.__annotations__}
    return update(tables).where(tables.c.id == bindparam("this")).values(values)
