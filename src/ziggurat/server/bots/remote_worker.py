"""`ziggurat think`: a worker that runs bots for the servers of a PostgreSQL database.

It needs only the queue (`remote_queue`) of the database, and may be killed at any time: the server asks again. Bots
think in processes of their own, as in a server (`pool`).
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from contextlib import aclosing, suppress
from typing import Any

import msgspec
import psycopg
from sqlalchemy import make_url

from ziggurat.core.errors import BadOption
from ziggurat.server.bots import remote_queue
from ziggurat.server.bots.pool import BotFailed, Pool
from ziggurat.server.bots.remote_bots import connect
from ziggurat.server.bots.worker import Question
from ziggurat.server.run import configure_logging
from ziggurat.server.runtime import machine
from ziggurat.server.runtime.fair_queue import OWN  # the servers have decided whose turn it is
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database
from ziggurat.server.storage.database import PATIENCE

log = logging.getLogger("ziggurat.remote_worker")
POLL = 1.0  # seconds after which the queue is read without a message
AGAIN = 1.0  # seconds between two attempts to reach the database
SHUTDOWN = 5.0  # seconds for returning unanswered questions


class RemoteWorker:
    """Answers questions from the queue, with several bots at once."""

    def __init__(self, dsn: str, bots: int, seconds: float) -> None:
        self._dsn = dsn
        self._bots = bots
        self._pool = Pool(bots, seconds)
        self._kinds = remote_queue.kinds()
        self._lease = int(remote_queue.LEASE * 1000)
        self.name = f"{socket.gethostname()[:40]}-{os.getpid()}-{machine.token_hex(4)}"
        self._questions = msgspec.msgpack.Decoder(Question)

    async def run(self) -> None:
        """Work until a signal; reconnect while the database is gone."""
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stopped.set)
        working = asyncio.create_task(self._work())
        print(f"Running up to {self._bots} bots at once (Ctrl-C stops it)", flush=True)
        await stopped.wait()
        working.cancel()
        await asyncio.wait({working}, timeout=SHUTDOWN)  # a cancellation can be lost: see `cancel_and_wait`
        await self._pool.close()
        with suppress(psycopg.Error, OSError):
            async with asyncio.timeout(SHUTDOWN):
                await self._return_questions()

    async def _work(self) -> None:
        while True:
            try:
                await self._connect_and_work()
            except* (psycopg.Error, OSError) as problems:
                log.warning("the database: %s", _first_line(problems.exceptions[0]))
            except* Exception as problems:
                log.exception("the worker failed and is started again", exc_info=problems)
            await asyncio.sleep(AGAIN)

    async def _connect_and_work(self) -> None:
        async with await connect(self._dsn) as listening, await connect(self._dsn) as working:
            await listening.execute(f"LISTEN {remote_queue.TO_WORKERS}")
            wakes = [asyncio.Event() for _ in range(self._bots)]
            async with asyncio.TaskGroup() as group:
                group.create_task(self._stay_alive(working))
                group.create_task(self._listen(listening, working, wakes))
                for wake in wakes:
                    group.create_task(self._answer(working, wake))

    async def _listen(
        self,
        listening: psycopg.AsyncConnection[Any],
        working: psycopg.AsyncConnection[Any],
        wakes: list[asyncio.Event],
    ) -> None:
        async with aclosing(database.notifications(listening)) as notifications:
            async for notification in notifications:
                if notification.payload == remote_queue.WHO:
                    await self._announce(working, self._bots)
                for wake in wakes:
                    wake.set()

    async def _stay_alive(self, working: psycopg.AsyncConnection[Any]) -> None:
        """Send heartbeats and renew the leases of the questions at hand."""
        renewals = int(remote_queue.HEARTBEAT / remote_queue.RENEWAL)
        while True:
            await self._announce(working, self._bots)
            for _ in range(renewals):
                await working.execute(remote_queue.RENEW, {"taker": self.name, "lease": self._lease})
                await asyncio.sleep(remote_queue.RENEWAL)

    async def _announce(self, working: psycopg.AsyncConnection[Any], bots: int) -> None:
        payload = remote_queue.write_message(remote_queue.Alive(self.name, bots, self._kinds))
        await working.execute(remote_queue.NOTIFY, {"channel": remote_queue.FROM_WORKERS, "payload": payload})

    async def _answer(self, working: psycopg.AsyncConnection[Any], wake: asyncio.Event) -> None:
        """Answer one question after another."""
        while True:
            wake.clear()
            values = {"taker": self.name, "lease": self._lease, "kinds": self._kinds}
            cursor = await working.execute(remote_queue.TAKE, values)
            row = await cursor.fetchone()
            if row is None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(POLL):
                        await wake.wait()
                continue
            answer = msgspec.msgpack.encode(await self._think(bytes(row[1])))
            payload = remote_queue.write_message(remote_queue.Answered(row[0]))
            values = {"id": row[0], "taker": self.name, "answer": answer, "payload": payload}
            await working.execute(remote_queue.ANSWER, values)

    async def _think(self, body: bytes) -> remote_queue.WorkerAnswer:
        try:
            question = self._questions.decode(body)
            return remote_queue.WorkerAnswer((await self._pool.choose(question, OWN)).decision)
        except (BotFailed, msgspec.MsgspecError) as problem:
            log.warning("cannot answer a question: %s", problem)
            return remote_queue.WorkerAnswer(None)

    async def _return_questions(self) -> None:
        """Return unanswered questions to the queue at once."""
        async with await connect(self._dsn) as connection:
            await connection.execute(remote_queue.GIVE_BACK, {"taker": self.name})
            await self._announce(connection, 0)
            await connection.execute(remote_queue.NOTIFY, {"channel": remote_queue.TO_WORKERS, "payload": ""})


def check(settings: Settings) -> None:
    """Refuse, in one sentence, a database that has no usable queue."""
    configure_logging(settings.log_level, settings.log_format)
    if settings.is_sqlite:
        raise BadOption("Remote workers need PostgreSQL, and this database is SQLite; its server runs the bots itself.")
    database.check_system(settings.database)
    try:
        _check_queue(database.dsn(database.connect(settings.database)))
    except psycopg.errors.UndefinedTable:
        raise database.BadDatabase(
            f"{_named(settings)} has no queue of questions; run `ziggurat migrate` there first."
        ) from None
    except psycopg.errors.InsufficientPrivilege:
        role = make_url(settings.database).username or "it"
        grants = remote_queue.GRANTS.format(role=role)
        refusal = f"{role} may not read the queue of questions in {_named(settings)}; there, run: {grants};"
        raise database.BadDatabase(refusal) from None
    except psycopg.Error as problem:
        raise database.BadDatabase(f"{_named(settings)} cannot be opened: {_first_line(problem)}.") from None


def think(settings: Settings, bots: int) -> None:
    """Run bots for the servers of a database until a signal ends it."""
    dsn = database.dsn(database.connect(settings.database))
    asyncio.run(_run(dsn, bots, settings.bot_seconds))


async def _run(dsn: str, bots: int, seconds: float) -> None:
    await RemoteWorker(dsn, bots, seconds).run()


def _check_queue(dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True, connect_timeout=PATIENCE) as connection:
        connection.execute(remote_queue.TAKE, {"taker": "", "lease": 0, "kinds": []})


def _named(settings: Settings) -> str:
    return make_url(settings.database).render_as_string(hide_password=True)


def _first_line(problem: BaseException) -> str:
    return (str(problem).splitlines() or [type(problem).__name__])[0].rstrip(".")
