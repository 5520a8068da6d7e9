"""The pool of bot workers: a few processes, each replaced when it crashes or takes too long.

The queue is fair (`runtime/fair_queue.py`): a hundred tables of one guest, or a hundred guests of one address, delay
another's bot by one decision, not by a hundred.

Remote workers (`remote_bots`) take the next question when they have room; a question they do not answer is asked here.

Reviews of finished matches and analysis lines are computed here too, in a worker of their own with a lower priority.
They start only while no bot waits, and share it fairly.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio.subprocess import Process
from collections import deque
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import msgspec

from ziggurat import bots
from ziggurat.core.sentence import sentence
from ziggurat.reviewing import evaluation
from ziggurat.server import metrics
from ziggurat.server.bots.remote_bots import NotAnswered, RemoteBots
from ziggurat.server.bots.worker import Asked, Decision, Question
from ziggurat.server.runtime import clock, machine, pipes
from ziggurat.server.runtime.fair_queue import Accounts, Asker, FairQueue

log = logging.getLogger("ziggurat.bots")
START_SECONDS = 60.0  # a new process may have to load, or even compile, its kernels
REVIEWING_EACH, REVIEWING = 8, 1000  # searches of one address, and in all, that may wait; others are limited before
REMEMBERED = 32  # durations of a bot's last decisions in each game
MIN_CHARGE = 0.02  # seconds that a decision is charged at first, even if it should take less
BUSY = sentence("Too many analyses are running from your network; try again in a moment.")
T = TypeVar("T")


class BotFailed(Exception):
    """The bot crashed, or took too long."""


@dataclass(eq=False)
class _BotTicket:
    """A place in the queue."""

    asker: Asker
    expected: float  # seconds
    called: asyncio.Future[None]
    game: str
    must_be_local: bool  # whether a remote worker may not answer it
    is_remote: bool = False  # whether, once called, a remote worker answers it


class TimedDecision(NamedTuple):
    """What a bot decided, and how long it took."""

    decision: Decision
    seconds: float


class Pool:
    """At most `size` bots think at once on this machine, with some threads each; the others wait in the queue."""

    def __init__(self, size: int, seconds: float, remote: RemoteBots | None = None, threads: int = 1) -> None:
        self.size = size
        self._threads = threads
        self._remote = remote
        if remote is not None:
            remote.changed = self._call
        self._seconds = seconds
        self._idle: list[Process] = []
        self._idle_reviewer: list[Process] = []  # the worker for reviews and analysis, while it is idle
        self._reviewing = FairQueue(1, each=REVIEWING_EACH, total=REVIEWING, refusal=BUSY)
        self._queue_empty = asyncio.Event()
        self._queue_empty.set()
        self._free = max(size, 1)
        self._remote_busy = 0  # tickets that remote workers have
        self._queue: list[_BotTicket] = []  # in the order they came
        self._thinking: dict[_BotTicket, None] = {}
        self._accounts = Accounts()
        self._took: dict[tuple[str, str], deque[float]] = {}  # seconds, by game and bot
        self._decisions = msgspec.msgpack.Decoder(Decision)
        self._looks = msgspec.msgpack.Decoder(evaluation.Evaluation)
        self._queues = msgspec.msgpack.Decoder(evaluation.SearchLines)
        self._all: dict[Process, None] = {}

    @property
    def waiting(self) -> int:
        """How many bots wait in the queue."""
        return len(self._queue)

    async def choose(self, question: Question, asker: Asker) -> TimedDecision:
        """A bot's decision in a position; raises `BotFailed` if it crashes or takes too long."""
        ticket = await self._enter(asker, max(MIN_CHARGE, self._usual(question)), question.game)
        if ticket.is_remote:
            thought = await self._choose_remotely(question, ticket)
            if thought is not None:
                return thought
            ticket = await self._enter(asker, max(MIN_CHARGE, self._usual(question)), question.game, must_be_local=True)
        fresh, began = not self._idle, clock.monotonic()
        try:
            local = msgspec.structs.replace(question, threads=self._threads)
            decision = await self._think(local, self._decisions, question.bot, self._idle)
            return TimedDecision(decision, clock.monotonic() - began)
        finally:  # loading a new process' kernels is not charged
            self._leave(ticket, ticket.expected if fresh else clock.monotonic() - began)

    async def _choose_remotely(self, question: Question, ticket: _BotTicket) -> TimedDecision | None:
        """The same on a remote worker; None if it fails, which is not charged."""
        assert self._remote is not None  # noqa: S101 - the ticket is for a remote worker
        began, took = clock.monotonic(), 0.0
        try:
            decision = await self._remote.ask(question)
            took = clock.monotonic() - began
            metrics.BOT_SECONDS.observe(took)
            self._remember(question, took)
            return TimedDecision(decision, took)
        except NotAnswered:
            return None
        finally:
            self._leave(ticket, took)

    async def look(self, question: evaluation.EvaluationRequest, asker: Asker) -> evaluation.Evaluation:
        """Evaluate a decision of a finished match, once no bot waits; otherwise like `choose`."""
        async with self._reviewing.turn(asker):
            await self._queue_empty.wait()
            return await self._think(question, self._looks, "", self._idle_reviewer)

    async def lines(self, question: evaluation.LineRequest, asker: Asker) -> evaluation.SearchLines:
        """Search for lines of an analysis, once no bot waits."""
        async with self._reviewing.turn(asker):
            await self._queue_empty.wait()
            return await self._think(question, self._queues, "", self._idle_reviewer)

    async def pretend(self, question: Question, asker: Asker) -> float:
        """Wait in the queue as `choose` would; returns how long the decision would usually take.

        For a bot with one legal action, where others must not notice that. It uses no process.
        """
        self._leave(await self._enter(asker, 0.0, question.game), 0.0)
        return self._usual(question)

    def _usual(self, question: Question) -> float:
        """How long one of a bot's last decisions in a game took, or should take if there was none yet."""
        durations = self._took.get((question.game, question.bot))
        return machine.choice(durations) if durations else bots.seconds(question.bot)

    # ----------------------------------------------------------------------------------------------------------- queue

    async def _enter(self, asker: Asker, expected: float, game: str, *, must_be_local: bool = False) -> _BotTicket:
        """Wait in the queue. The expected time is charged when the ticket is called, and corrected when it ends."""
        present = {ticket.asker for ticket in (*self._thinking, *self._queue)}
        self._accounts.open(asker, present, [(ticket.asker, ticket.expected) for ticket in self._thinking])
        ticket = _BotTicket(asker, expected, asyncio.get_running_loop().create_future(), game, must_be_local)
        self._queue.append(ticket)
        self._call()
        try:
            await ticket.called
        except BaseException:
            if ticket in self._queue:
                self._queue.remove(ticket)
                self._update_queue_state()
            elif ticket in self._thinking:  # called and cancelled at the same moment
                self._leave(ticket, 0.0)
            raise
        return ticket

    def _call(self) -> None:
        """Call the tickets of those who have used least, while there is room."""
        while ready := [waiting for waiting in self._queue if self._has_room(waiting)]:
            ticket = min(ready, key=lambda waiting: self._accounts.used(waiting.asker))
            self._queue.remove(ticket)
            if ticket.called.cancelled():  # its task has yet to notice
                continue
            ticket.is_remote = self._has_remote_room(ticket)
            if ticket.is_remote:
                self._remote_busy += 1
            else:
                self._free -= 1
            self._thinking[ticket] = None
            self._accounts.charge(ticket.asker, ticket.expected)
            ticket.called.set_result(None)
        self._update_queue_state()

    def _has_room(self, ticket: _BotTicket) -> bool:
        return (self._free > 0 and self._may_be_local(ticket)) or self._has_remote_room(ticket)

    def _has_remote_room(self, ticket: _BotTicket) -> bool:
        return (
            self._remote is not None
            and not ticket.must_be_local
            and self._remote.slots(ticket.game) > self._remote_busy
        )

    def _may_be_local(self, ticket: _BotTicket) -> bool:
        """A server without bots of its own (`ZIGGURAT_BOTS=0`) runs them only while there are no workers."""
        return self.size > 0 or ticket.must_be_local or self._remote is None or self._remote.silent(ticket.game)

    def _update_queue_state(self) -> None:
        metrics.BOT_QUEUE.set(len(self._queue))
        if self._queue:
            self._queue_empty.clear()
        else:
            self._queue_empty.set()

    def _leave(self, ticket: _BotTicket, took: float) -> None:
        self._accounts.charge(ticket.asker, took - ticket.expected)
        self._thinking.pop(ticket, None)
        if ticket.is_remote:
            self._remote_busy -= 1
        else:
            self._free += 1
        self._call()

    # ------------------------------------------------------------------------------------------------------- processes

    async def _think(
        self,
        question: Asked,
        decoder: msgspec.msgpack.Decoder[T],
        bot: str,  # its name; empty: a review or an analysis
        idle: list[Process],
    ) -> T:
        idle_process = pipes.idle_one(idle)
        fresh = idle_process is None
        process = idle_process or await self._start()
        began = clock.monotonic()
        try:
            async with asyncio.timeout(self._seconds + (START_SECONDS if fresh else 0)):
                answer = await pipes.ask(process, question, decoder)
        except (TimeoutError, OSError, EOFError, msgspec.MsgspecError) as problem:
            self._end(process)
            if idle_process is not None and not isinstance(problem, TimeoutError):
                # It may have been killed while it was idle, which is not the bot's fault.
                return await self._think(question, decoder, bot, idle)
            metrics.BOT_FAILURES.inc()
            why = "took too long" if isinstance(problem, TimeoutError) else "crashed"
            log.warning("%s %s at %s and was replaced", f"bot {bot}" if bot else "a review", why, question.game)
            raise BotFailed(f"The bot {bot} {why}." if bot else f"The review {why}.") from problem
        except BaseException:
            self._end(process)
            raise
        took = clock.monotonic() - began
        if bot:
            metrics.BOT_SECONDS.observe(took)
        if isinstance(question, Question) and not fresh:  # else the time includes loading kernels
            self._remember(question, took)
        idle.append(process)
        return answer

    def _remember(self, question: Question, took: float) -> None:
        self._took.setdefault((question.game, question.bot), deque(maxlen=REMEMBERED)).append(took)

    async def _start(self) -> Process:
        self._all = {process: None for process in self._all if process.returncode is None}
        process = await pipes.start("ziggurat.server.bots.worker")
        self._all[process] = None
        return process

    def _end(self, process: Process) -> None:
        self._all.pop(process, None)
        if process.returncode is None:
            process.kill()

    async def close(self) -> None:
        """End all workers."""
        for process in list(self._all):
            self._end(process)
            await process.wait()
        self._idle.clear()
        self._idle_reviewer.clear()
