"""Asks workers on other machines for bots' decisions (the server's side of `remote_queue`).

Every failure (no worker takes the question, the worker is gone, its answer is invalid, the database is gone) ends with
`NotAnswered` after a few seconds, and the bot thinks on this machine instead. A worker that keeps a question and never
answers is found out after a bot's time limit, and is then not used for a while.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
import numpy as np

import ziggurat
from ziggurat.bots.search import LINE
from ziggurat.server import metrics
from ziggurat.server.bots import remote_queue
from ziggurat.server.bots.worker import CANDIDATES, Decision, Question
from ziggurat.server.extras import PostgresError
from ziggurat.server.runtime import clock, machine
from ziggurat.server.runtime.periodic import cancel_and_wait
from ziggurat.server.storage import database
from ziggurat.server.storage.database import PATIENCE

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger("ziggurat.remote_bots")
POLL = 1.0  # seconds between two looks at the queue
UNTAKEN = 5.0  # seconds in which a worker has to lease a question, at first and after a lease has run out
TIDY_EVERY = 60.0  # seconds between two deletions of questions whose servers are gone
MAX_WORKERS = 1000  # anyone with the workers' database role can announce any number of them
SHUN = 600.0  # seconds for which a worker that has not answered in time is not used
MAX_NUMBER = 10.0  # shares and expected results of a valid decision are smaller


class NotAnswered(Exception):
    """No worker has answered; the reason is in the log and the metrics."""


@dataclass(eq=False)
class _Waiting:
    """A question in the queue."""

    answer: asyncio.Future[bytes]
    untaken_since: float
    taker: str = ""  # the worker that has it, as far as we know


@dataclass
class _Worker:
    bots: int
    kinds: frozenset[str]
    seen: float


class RemoteBots:
    """The workers on other machines, as one server process sees them."""

    def __init__(self, dsn: str, process: str, seconds: float) -> None:
        self._dsn = dsn
        self._process = process
        self._seconds = seconds
        self.changed: Callable[[], None] = lambda: None  # called when the number of free workers may have changed
        self._workers: dict[str, _Worker] = {}
        self._incompatible: set[str] = set()  # workers of other versions that were logged
        self._shunned: dict[str, float] = {}  # until when, by worker
        self._slots: dict[str, int] = {}  # by kind
        self._began = clock.monotonic()
        self._last_seen: dict[str, float] = {}  # by kind
        self._waiting: dict[str, _Waiting] = {}
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._connecting = asyncio.Lock()
        self._answers = msgspec.msgpack.Decoder(remote_queue.WorkerAnswer)
        self._task: asyncio.Task[None] | None = None
        self._background: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Start watching the queue."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop, after our questions in the queue are withdrawn."""
        if self._task is not None:
            await cancel_and_wait(self._task)
        if self._background:
            await asyncio.wait(self._background, timeout=PATIENCE)
        await self._disconnect()

    # --------------------------------------------------------------------------------------------------------- workers

    def slots(self, game: str) -> int:
        """How many bots of a game the workers can run at once."""
        return self._slots.get(remote_queue.kind(game), 0) if self._slots else 0

    def silent(self, game: str) -> bool:
        """Whether no worker for a game, in our version, has been heard of for a while."""
        return clock.monotonic() - self._last_seen.get(remote_queue.kind(game), self._began) > remote_queue.SILENCE

    def receive(self, payload: str) -> None:
        """Take the message of a worker. It is not trusted: anyone with the workers' database role can send it."""
        try:
            message = remote_queue.read_message(payload)
        except msgspec.MsgspecError:
            log.warning("cannot read a worker's message; it may be of another version")
            return
        if isinstance(message, remote_queue.Answered):
            if message.question in self._waiting:
                self._spawn(self._fetch(message.question))
            return
        self._note_heartbeat(message)

    def _note_heartbeat(self, message: remote_queue.Alive) -> None:
        compatible = frozenset(message.kinds) & set(remote_queue.kinds())
        if not compatible:
            if message.worker not in self._incompatible and len(self._incompatible) < MAX_WORKERS:
                self._incompatible.add(message.worker)
                log.warning("a worker of another version (%r) is not used", ", ".join(message.kinds)[:200])
            return
        if message.bots <= 0:
            self._workers.pop(message.worker, None)
        elif self._is_shunned(message.worker):
            return
        elif message.worker in self._workers or len(self._workers) < MAX_WORKERS:
            if message.worker not in self._workers:
                log.info("a worker has connected, for %d bots at once", message.bots)
            self._workers[message.worker] = _Worker(min(message.bots, 1024), compatible, clock.monotonic())
            self._last_seen |= dict.fromkeys(compatible, clock.monotonic())
        self._count_slots()

    def _count_slots(self) -> None:
        """Drop silent workers and add up the others' slots."""
        moment = clock.monotonic()
        for name, worker in list(self._workers.items()):
            if moment - worker.seen > remote_queue.SILENCE:
                log.info("a worker has been silent for %d seconds and is dropped", remote_queue.SILENCE)
                del self._workers[name]
        self._slots = {}
        for worker in self._workers.values():
            for kind in worker.kinds:
                self._slots[kind] = self._slots.get(kind, 0) + worker.bots
        metrics.REMOTE_SLOTS.set(sum(worker.bots for worker in self._workers.values()))
        self.changed()

    # ---------------------------------------------------------------------------------------------------------- asking

    async def ask(self, question: Question) -> Decision:
        """A bot's decision, made by a worker; raises `NotAnswered`."""
        name = machine.token_hex(16)
        waiting = _Waiting(asyncio.get_running_loop().create_future(), clock.monotonic())
        self._waiting[name] = waiting
        body = msgspec.msgpack.encode(question)
        row = {"id": name, "kind": remote_queue.kind(question.game), "process": self._process, "body": body}
        try:
            async with asyncio.timeout(self._seconds + 2 * remote_queue.LEASE):
                await self._execute(remote_queue.ASK, {**row, "lasts": int((self._seconds + 60) * 1000)})
                answer = await waiting.answer
        except TimeoutError:
            self._shun(waiting.taker)
            self._failed("late", question, "it took too long")
        except (PostgresError, OSError) as problem:
            self._failed("lost", question, f"the queue cannot be reached: {_first_line(problem)}")
        except NotAnswered as problem:
            self._failed("lost", question, str(problem))
        finally:
            del self._waiting[name]
            if not waiting.answer.done() or waiting.answer.cancelled() or waiting.answer.exception():
                self._spawn(self._withdraw(name))  # a late answer changes no row
        return self._checked(question, answer)

    def _shun(self, worker: str) -> None:
        """Use a worker no more for a while: otherwise each of its questions would take the whole time limit."""
        if not worker:
            return
        log.warning("a worker did not answer in time, and is not used for %d seconds", SHUN)
        if len(self._shunned) < MAX_WORKERS:
            self._shunned[worker] = clock.monotonic() + SHUN
        self._workers.pop(worker, None)
        self._count_slots()

    def _is_shunned(self, worker: str) -> bool:
        if self._shunned.get(worker, 0.0) > clock.monotonic():
            return True
        self._shunned.pop(worker, None)
        return False

    def _failed(self, outcome: str, question: Question, why: str) -> NoReturn:
        metrics.REMOTE_ANSWERS.labels(outcome).inc()
        log.warning("bot %s at %s thinks on this machine instead: %s", question.bot, question.game, why)
        raise NotAnswered(why)

    def _checked(self, question: Question, answer: bytes) -> Decision:
        """The decision, if it is a possible answer to the question."""
        if len(answer) > remote_queue.LONGEST:
            self._failed("refused", question, "a worker's answer was refused: it is too long")
        try:
            decision = self._answers.decode(answer).decision
        except (msgspec.MsgspecError, UnicodeDecodeError):
            self._failed("refused", question, "a worker's answer was refused: it cannot be read")
        if decision is None:
            self._failed("failed", question, "it crashed or took too long on a worker")
        if not _is_possible(question, decision):
            self._failed("refused", question, "a worker's answer was refused: it is not possible")
        metrics.REMOTE_ANSWERS.labels("answered").inc()
        return decision

    async def _run(self) -> None:
        tidied = -math.inf
        while True:
            try:
                self._count_slots()
                if self._waiting:
                    await self._check_questions()
                if self._workers and clock.monotonic() - tidied > TIDY_EVERY:
                    tidied = clock.monotonic()
                    await self._execute(remote_queue.TIDY, {})
            except (PostgresError, OSError):
                for waiting in self._waiting.values():
                    _give_up(waiting, "the queue cannot be reached")
            except Exception:
                log.exception("watching the queue of remote workers failed and is tried again")
            await asyncio.sleep(POLL)

    async def _check_questions(self) -> None:
        """Look at our questions in the queue, in case a message was lost."""
        questions = dict(self._waiting)
        before = clock.monotonic()
        rows = {row[0]: row for row in await self._execute(remote_queue.STATE, {"process": self._process})}
        for name, waiting in questions.items():
            if name not in rows:
                if before - waiting.untaken_since > POLL:  # else it may not have been written yet
                    _give_up(waiting, "the question is no longer in the queue")
                continue
            _, answered, taken, taker = rows[name]
            if answered:
                await self._fetch(name)
            elif taken and self._is_shunned(taker):
                _give_up(waiting, "a worker has taken it that did not answer before")
            elif taken:
                waiting.untaken_since, waiting.taker = clock.monotonic(), taker
            elif clock.monotonic() - waiting.untaken_since > UNTAKEN:
                _give_up(waiting, "no worker has taken it, or the one that had is gone")

    async def _fetch(self, name: str) -> None:
        with suppress(PostgresError, OSError):  # `_check_questions` tries again
            rows = await self._execute(remote_queue.FETCH, {"id": name})
            waiting = self._waiting.get(name)
            if rows and waiting is not None and not waiting.answer.done():
                waiting.answer.set_result(bytes(rows[0][0]))

    async def _withdraw(self, name: str) -> None:
        with suppress(PostgresError, OSError):  # it expires
            await self._execute(remote_queue.WITHDRAW, {"id": name})

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    # ---------------------------------------------------------------------------------------------------- the database

    async def _execute(self, statement: Any, values: dict[str, Any]) -> list[Any]:
        connection = None
        try:
            async with asyncio.timeout(2 * PATIENCE):
                connection = await self._connected()
                cursor = await connection.execute(statement, values, prepare=True)
                return await cursor.fetchall() if cursor.description else []
        except (PostgresError, OSError):
            if connection is self._connection:  # else it has been replaced already
                await self._disconnect()
            raise

    async def _connected(self) -> psycopg.AsyncConnection[Any]:
        async with self._connecting:
            if self._connection is None or self._connection.closed:
                self._connection = await connect(self._dsn)
            return self._connection

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(PostgresError, OSError):
                await connection.close()


async def connect(dsn: str) -> psycopg.AsyncConnection[Any]:
    """A connection for the queue. Its rows need not survive a crash, so commits do not wait for the disk."""
    connection = await database.open_async_connection(dsn)
    await connection.execute("SET synchronous_commit = off")
    return connection


def _give_up(waiting: _Waiting, why: str) -> None:
    if not waiting.answer.done():
        waiting.answer.set_exception(NotAnswered(why))


def _is_possible(question: Question, decision: Decision) -> bool:
    """Whether a decision is valid for a question. Players read its texts, so moves must be written as we write them."""
    game = ziggurat.game(question.game)
    legal, write, moves = set(question.legal), game.notation.write, _moves(question.game)
    seats = int(np.frombuffer(question.record, dtype=game.state)["seats"][0])
    candidates, sequel = decision.candidates, decision.sequel
    numbers = [*decision.expected, *(number for it in candidates for number in (it.visits, it.value))]
    return (
        decision.action in legal
        and len(candidates) <= CANDIDATES
        and all(candidate.action in legal and candidate.text == write(candidate.action) for candidate in candidates)
        and len(decision.expected) in (0, seats)
        and all(math.isfinite(number) and abs(number) <= MAX_NUMBER for number in numbers)
        and len(decision.line) == len(sequel) <= LINE
        and all(0 <= move.seat < seats for move in sequel)
        and all(moves.get(text) == move.clicks for text, move in zip(decision.line, sequel, strict=True))
    )


@cache
def _moves(name: str) -> dict[str, list[str]]:
    """The clicks of every move of a game, by the move's text."""
    game = ziggurat.game(name)
    return {game.notation.write(action): list(game.notation.clicks(action)) for action in range(game.actions)}


def _first_line(problem: Exception) -> str:
    return (str(problem).splitlines() or [type(problem).__name__])[0]
