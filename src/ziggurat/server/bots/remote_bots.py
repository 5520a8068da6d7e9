"""Thinkers on other machines, as a server sees them: who is there, and asking one of them (`remote_queue.py`).

Whatever goes wrong with that (nobody takes the question, whoever took it vanishes, the answer is none, the database is
gone) ends with `NotAnswered` after a few seconds, and the decision is made here.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, NoReturn

import msgspec
import numpy as np
import psycopg

import ziggurat
from ziggurat.bots.search import LINE
from ziggurat.server import metrics
from ziggurat.server.bots import remote_queue
from ziggurat.server.bots.worker import CANDIDATES, Decision, Question
from ziggurat.server.runtime.periodic import end
from ziggurat.server.storage import database
from ziggurat.server.storage.database import PATIENCE

log = logging.getLogger("ziggurat.elsewhere")
BEAT = 1.0  # seconds between two looks at what has become of the questions
UNTAKEN = 5.0  # seconds in which somebody has to take a question, at first and after a lease has run out
TIDYING = 60.0  # seconds between two looks for questions of servers that are gone
MOST = 1000  # thinkers that are known at once: whoever has their role can call itself anything
WIDEST = 10.0  # no share, and no result that a bot expects, is as far from 0


class NotAnswered(Exception):
    """Nobody elsewhere has decided; why is in the log and the metrics."""


@dataclass(eq=False)
class _Waiting:
    """A question that stands in the queue."""

    answer: asyncio.Future[bytes]
    untaken_since: float


@dataclass
class _Thinker:
    bots: int
    kinds: frozenset[str]
    seen: float


class Elsewhere:
    """This process and the thinkers on other machines."""

    def __init__(self, dsn: str, process: str, seconds: float) -> None:
        self._dsn = dsn
        self._process = process
        self._seconds = seconds
        self.changed: Callable[[], None] = lambda: None  # told when there may be room, or none any more
        self._thinkers: dict[str, _Thinker] = {}
        self._strangers: set[str] = set()  # thinkers of other versions that were logged
        self._slots: dict[str, int] = {}  # by kind
        self._began = time.monotonic()
        self._last_seen: dict[str, float] = {}  # by kind
        self._waiting: dict[str, _Waiting] = {}
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._connecting = asyncio.Lock()
        self._answers = msgspec.msgpack.Decoder(remote_queue.Answer)
        self._task: asyncio.Task[None] | None = None
        self._later: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Begin to look after what is asked."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what still stands in the queue is withdrawn."""
        if self._task is not None:
            await end(self._task)
        if self._later:
            await asyncio.wait(self._later, timeout=PATIENCE)
        await self._disconnect()

    # ---------------------------------------------------------------------------------------------------- who is there

    def slots(self, game: str) -> int:
        """How many bots can think elsewhere at once, in a game."""
        return self._slots.get(remote_queue.kind(game), 0) if self._slots else 0

    def silent(self, game: str) -> bool:
        """Whether no thinker that plays a game as we do has been there for a while."""
        return time.monotonic() - self._last_seen.get(remote_queue.kind(game), self._began) > remote_queue.SILENCE

    def hear(self, payload: str) -> None:
        """A thinker has said something. Anybody with its role can say anything: nothing is taken on trust."""
        try:
            notice = remote_queue.read_notice(payload)
        except msgspec.MsgspecError:
            log.warning("what a thinker says cannot be read; it may be of another version")
            return
        if isinstance(notice, remote_queue.Answered):
            if notice.question in self._waiting:
                self._spawn(self._fetch(notice.question))
            return
        self._see(notice)

    def _see(self, notice: remote_queue.Alive) -> None:
        known = frozenset(notice.kinds) & set(remote_queue.kinds())
        if not known:
            if notice.thinker not in self._strangers and len(self._strangers) < MOST:
                self._strangers.add(notice.thinker)
                theirs = ", ".join(notice.kinds)[:200]
                log.warning("a thinker of another version (%r) is there and gets nothing to think about", theirs)
            return
        if notice.bots <= 0:
            self._thinkers.pop(notice.thinker, None)
        elif notice.thinker in self._thinkers or len(self._thinkers) < MOST:
            if notice.thinker not in self._thinkers:
                log.info("a thinker is there, with room for %d at once", notice.bots)
            self._thinkers[notice.thinker] = _Thinker(min(notice.bots, 1024), known, time.monotonic())
            self._last_seen |= dict.fromkeys(known, time.monotonic())
        self._count()

    def _count(self) -> None:
        """Add up whom there is room with; those who are silent are gone."""
        now = time.monotonic()
        for name, thinker in list(self._thinkers.items()):
            if now - thinker.seen > remote_queue.SILENCE:
                log.info("a thinker has not been heard of for %d seconds", remote_queue.SILENCE)
                del self._thinkers[name]
        self._slots = {}
        for thinker in self._thinkers.values():
            for kind in thinker.kinds:
                self._slots[kind] = self._slots.get(kind, 0) + thinker.bots
        metrics.THINKERS.set(sum(thinker.bots for thinker in self._thinkers.values()))
        self.changed()

    # ---------------------------------------------------------------------------------------------------------- asking

    async def ask(self, question: Question) -> Decision:
        """What a bot elsewhere does in a position; `NotAnswered` if none says so."""
        name = secrets.token_hex(16)
        waiting = _Waiting(asyncio.get_running_loop().create_future(), time.monotonic())
        self._waiting[name] = waiting
        body = msgspec.msgpack.encode(question)
        row = {"id": name, "kind": remote_queue.kind(question.game), "process": self._process, "body": body}
        try:
            async with asyncio.timeout(self._seconds + 2 * remote_queue.LEASE):
                await self._execute(remote_queue.ASK, {**row, "lasts": int((self._seconds + 60) * 1000)})
                answer = await waiting.answer
        except TimeoutError:
            self._failed("late", question, "it took too long")
        except (psycopg.Error, OSError) as problem:
            self._failed("lost", question, f"the queue cannot be reached: {_first_line(problem)}")
        except NotAnswered as problem:
            self._failed("lost", question, str(problem))
        finally:
            del self._waiting[name]
            if not waiting.answer.done() or waiting.answer.cancelled() or waiting.answer.exception():
                self._spawn(self._withdraw(name))  # a late answer finds nothing to answer
        return self._checked(question, answer)

    def _failed(self, outcome: str, question: Question, why: str) -> NoReturn:
        metrics.THINKER_ANSWERS.labels(outcome).inc()
        log.warning("bot %s at %s is asked here: %s", question.bot, question.game, why)
        raise NotAnswered(why)

    def _checked(self, question: Question, answer: bytes) -> Decision:
        """The decision, if it is one that this bot can have made."""
        if len(answer) > remote_queue.LONGEST:
            self._failed("refused", question, "a thinker's answer is refused, it is too long")
        try:
            decision = self._answers.decode(answer).decision
        except (msgspec.MsgspecError, UnicodeDecodeError):
            self._failed("refused", question, "a thinker's answer is refused, it cannot be read")
        if decision is None:
            self._failed("failed", question, "it crashed or took too long elsewhere")
        if not _is_possible(question, decision):
            self._failed("refused", question, "a thinker's answer is refused, it is none to this question")
        metrics.THINKER_ANSWERS.labels("answered").inc()
        return decision

    async def _run(self) -> None:
        tidied = -math.inf
        while True:
            try:
                self._count()
                if self._waiting:
                    await self._look()
                if self._thinkers and time.monotonic() - tidied > TIDYING:
                    tidied = time.monotonic()
                    await self._execute(remote_queue.TIDY, {})
            except (psycopg.Error, OSError):
                for waiting in self._waiting.values():
                    _give_up(waiting, "the queue cannot be reached")
            except Exception:
                log.exception("looking after what thinkers are asked failed, and is tried again")
            await asyncio.sleep(BEAT)

    async def _look(self) -> None:
        """See what has become of the questions, whether or not anybody has told."""
        asked = dict(self._waiting)
        before = time.monotonic()
        rows = {row[0]: row for row in await self._execute(remote_queue.STATE, {"process": self._process})}
        for name, waiting in asked.items():
            if name not in rows:
                if before - waiting.untaken_since > BEAT:  # else it may not have been written yet
                    _give_up(waiting, "the question is not in the queue any more")
                continue
            _, answered, taken = rows[name]
            if answered:
                await self._fetch(name)
            elif taken:
                waiting.untaken_since = time.monotonic()
            elif time.monotonic() - waiting.untaken_since > UNTAKEN:
                _give_up(waiting, "no thinker has taken it, or the one that had is gone")

    async def _fetch(self, name: str) -> None:
        with suppress(psycopg.Error, OSError):  # it is looked for again
            rows = await self._execute(remote_queue.FETCH, {"id": name})
            waiting = self._waiting.get(name)
            if rows and waiting is not None and not waiting.answer.done():
                waiting.answer.set_result(bytes(rows[0][0]))

    async def _withdraw(self, name: str) -> None:
        with suppress(psycopg.Error, OSError):  # it expires
            await self._execute(remote_queue.WITHDRAW, {"id": name})

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    # ---------------------------------------------------------------------------------------------------- the database

    async def _execute(self, statement: Any, values: dict[str, Any]) -> list[Any]:
        connection = None
        try:
            async with asyncio.timeout(2 * PATIENCE):
                connection = await self._connected()
                cursor = await connection.execute(statement, values, prepare=True)
                return await cursor.fetchall() if cursor.description else []
        except (psycopg.Error, OSError):
            if connection is self._connection:  # else another has noticed too, and there may be a new one
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
            with suppress(psycopg.Error, OSError):
                await connection.close()


async def connect(dsn: str) -> psycopg.AsyncConnection[Any]:
    """A connection for the queue: nothing in it has to outlive the database, so nobody waits for its disk."""
    connection = await database.open_async_connection(dsn)
    await connection.execute("SET synchronous_commit = off")
    return connection


def _give_up(waiting: _Waiting, why: str) -> None:
    if not waiting.answer.done():
        waiting.answer.set_exception(NotAnswered(why))


def _is_possible(question: Question, decision: Decision) -> bool:
    """Whether a decision can be one on a question. People read what it says: moves have to be what we call them."""
    game = ziggurat.game(question.game)
    legal, write, moves = set(question.legal), game.notation.write, _moves(question.game)
    seats = int(np.frombuffer(question.record, dtype=game.state)["seats"][0])
    numbers = [*decision.expected, *(part for one in decision.candidates for part in (one.visits, one.value))]
    return (
        decision.action in legal
        and len(decision.candidates) <= CANDIDATES
        and all(one.action in legal and one.text == write(one.action) for one in decision.candidates)
        and len(decision.expected) in (0, seats)
        and all(math.isfinite(number) and abs(number) <= WIDEST for number in numbers)
        and len(decision.line) == len(decision.sequel) <= LINE
        and all(0 <= one.seat < seats for one in decision.sequel)
        and all(moves.get(text) == one.clicks for text, one in zip(decision.line, decision.sequel, strict=True))
    )


@cache
def _moves(name: str) -> dict[str, list[str]]:
    """What is clicked for every move of a game, by what the move is called."""
    game = ziggurat.game(name)
    return {game.notation.write(action): list(game.notation.clicks(action)) for action in range(game.actions)}


def _first_line(problem: Exception) -> str:
    return (str(problem).splitlines() or [type(problem).__name__])[0]
