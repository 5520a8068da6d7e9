"""The bots' thinking room: a few processes, each ended and replaced when it crashes or takes too long.

Whoever waits is served by how little they have had: first the address that has had least of the processes' time, then
the player there who has, then who came first. So a hundred tables of one guest, or a hundred guests of one address,
hold another's bot up by one decision, not by a hundred.

Where thinkers on other machines have room (`remote_bots.py`), whoever is next is thought about there; a question that
comes back unanswered is asked here.

Reviews of finished matches are made here too, a look at a time, and lines searched for that analysis boards show, in a
process of their own that gives way to bots. None of it is begun while a bot waits for a process; no bot waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from asyncio.subprocess import Process
from collections import deque
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import msgspec

from ziggurat import bots
from ziggurat.reviewing import evaluation
from ziggurat.server import metrics
from ziggurat.server.bots.remote_bots import Elsewhere, NotAnswered
from ziggurat.server.bots.worker import Asked, Decision, Question
from ziggurat.server.runtime import pipes

log = logging.getLogger("ziggurat.bots")
START_SECONDS = 60.0  # a new process may have to load, or even compile, its kernels
REMEMBERED = 32  # of each bot in each game: how long its last decisions took
LEAST = 0.02  # seconds: what a decision is charged at first, however little it should take
T = TypeVar("T")
ACCOUNTS = 10_000  # above so many, those of whoever is not here are closed


class BotFailed(Exception):
    """The bot crashed, or took too long."""


class Asker(NamedTuple):
    """On whose account a bot thinks: where they are, as far as that is known, and who they are."""

    address: str
    player: str


@dataclass(eq=False)
class _Turn:
    """A place in the line."""

    asker: Asker
    expected: float  # seconds
    called: asyncio.Future[None]
    game: str
    here: bool  # whether it has to be a process of this pool
    away: bool = False  # whether, once called, it is a thinker's on another machine


class Thought(NamedTuple):
    """What a bot decided, and for how long it had a process to itself."""

    decision: Decision
    seconds: float


class Pool:
    """At most `size` bots think at once; the others wait their turn."""

    def __init__(self, size: int, seconds: float, elsewhere: Elsewhere | None = None) -> None:
        self.size = size
        self._elsewhere = elsewhere
        if elsewhere is not None:
            elsewhere.changed = self._call
        self._seconds = seconds
        self._idle: list[Process] = []
        self._idle_looker: list[Process] = []  # the one for reviews, while it has nothing to do
        self._looking = asyncio.Lock()
        self._calm = asyncio.Event()  # no bot waits
        self._calm.set()
        self._free = max(size, 1)
        self._away = 0  # turns that thinkers on other machines have
        self._line: list[_Turn] = []  # in the order they came
        self._thinking: set[_Turn] = set()
        self._used: dict[str | Asker, float] = {}  # seconds, by address and by asker; since the room was last empty
        self._took: dict[tuple[str, str], deque[float]] = {}  # seconds, by game and bot
        self._decisions = msgspec.msgpack.Decoder(Decision)
        self._looks = msgspec.msgpack.Decoder(evaluation.Evaluation)
        self._lines = msgspec.msgpack.Decoder(evaluation.SearchLines)
        self._all: set[Process] = set()

    @property
    def waiting(self) -> int:
        """How many bots wait their turn."""
        return len(self._line)

    async def choose(self, question: Question, asker: Asker) -> Thought:
        """What a bot does in a position, and why; `BotFailed` if it does not say so in time."""
        turn = await self._enter(asker, max(LEAST, self._usual(question)), question.game)
        if turn.away:
            thought = await self._choose_elsewhere(question, turn)
            if thought is not None:
                return thought
            turn = await self._enter(asker, max(LEAST, self._usual(question)), question.game, here=True)
        fresh, began = not self._idle, time.monotonic()
        try:
            decision = await self._think(question, self._decisions, question.bot, self._idle)
            return Thought(decision, time.monotonic() - began)
        finally:  # that a new process loads its kernels is nobody's doing
            self._leave(turn, turn.expected if fresh else time.monotonic() - began)

    async def _choose_elsewhere(self, question: Question, turn: _Turn) -> Thought | None:
        """The same on another machine; nothing if that does not come off, which costs the asker nothing."""
        assert self._elsewhere is not None  # noqa: S101 - the turn has a place there
        began, took = time.monotonic(), 0.0
        try:
            decision = await self._elsewhere.ask(question)
            took = time.monotonic() - began
            metrics.BOT_SECONDS.observe(took)
            self._remember(question, took)
            return Thought(decision, took)
        except NotAnswered:
            return None
        finally:
            self._leave(turn, took)

    async def look(self, question: evaluation.EvaluationRequest) -> evaluation.Evaluation:
        """Look at a decision of a finished match, when no bot waits; else as `choose`."""
        async with self._looking:
            await self._calm.wait()
            return await self._think(question, self._looks, "", self._idle_looker)

    async def lines(self, question: evaluation.LineRequest) -> evaluation.SearchLines:
        """Search for lines, when no bot waits."""
        async with self._looking:
            await self._calm.wait()
            return await self._think(question, self._lines, "", self._idle_looker)

    async def pretend(self, question: Question, asker: Asker) -> float:
        """Wait one's turn as if there were something to think about; says how long that would usually take.

        For a decision that is none, where nobody may notice that it is none. It takes no process from anybody.
        """
        self._leave(await self._enter(asker, 0.0, question.game), 0.0)
        return self._usual(question)

    def _usual(self, question: Question) -> float:
        """How long one of the last decisions of a bot took in a game, or should take if there was none yet."""
        took = self._took.get((question.game, question.bot))
        return random.choice(took) if took else bots.seconds(question.bot)

    # ------------------------------------------------------------------------------------------------ whose turn it is

    async def _enter(self, asker: Asker, expected: float, game: str, *, here: bool = False) -> _Turn:
        """Wait for one's turn. What it should take is charged when it comes, and what it took when it ends."""
        self._welcome(asker)
        turn = _Turn(asker, expected, asyncio.get_running_loop().create_future(), game, here)
        self._line.append(turn)
        self._call()
        try:
            await turn.called
        except BaseException:
            if turn in self._line:
                self._line.remove(turn)
                self._count()
            elif turn in self._thinking:  # called and cancelled at the same moment
                self._leave(turn, 0.0)
            raise
        return turn

    def _welcome(self, asker: Asker) -> None:
        """Whoever was away begins where the one who has had least is: neither credit nor debt is carried along.

        What somebody is having just now does not count yet, so that whoever comes meanwhile is next.
        """
        present = {turn.asker for turn in (*self._thinking, *self._line)}
        if not present:
            self._used.clear()
        elif len(self._used) > ACCOUNTS:
            kept = present | {one.address for one in present}
            self._used = {account: used for account, used in self._used.items() if account in kept}
        before = dict(self._used)
        for turn in self._thinking:
            before[turn.asker] -= turn.expected
            before[turn.asker.address] -= turn.expected
        rivals: list[tuple[str | Asker, set[str] | set[Asker]]] = [
            (asker.address, {one.address for one in present}),
            (asker, {one for one in present if one.address == asker.address}),
        ]
        for account, others in rivals:
            if account not in others:
                least = min((before[other] for other in others), default=0.0)
                self._used[account] = max(self._used.get(account, 0.0), least)

    def _call(self) -> None:
        """Let in whoever has had least, as long as there is room."""
        while placed := [one for one in self._line if self._has_place(one)]:
            turn = min(placed, key=lambda one: (self._used[one.asker.address], self._used[one.asker]))
            self._line.remove(turn)
            if turn.called.cancelled():  # its task has yet to notice that nobody waits any more
                continue
            turn.away = self._has_place_elsewhere(turn)
            if turn.away:
                self._away += 1
            else:
                self._free -= 1
            self._thinking.add(turn)
            self._charge(turn.asker, turn.expected)
            turn.called.set_result(None)
        self._count()

    def _has_place(self, turn: _Turn) -> bool:
        return (self._free > 0 and self._may_be_here(turn)) or self._has_place_elsewhere(turn)

    def _has_place_elsewhere(self, turn: _Turn) -> bool:
        return self._elsewhere is not None and not turn.here and self._elsewhere.slots(turn.game) > self._away

    def _may_be_here(self, turn: _Turn) -> bool:
        """Where no bots are to think (`ZIGGURAT_BOTS=0`) they do all the same when nobody else does it."""
        return self.size > 0 or turn.here or self._elsewhere is None or self._elsewhere.silent(turn.game)

    def _count(self) -> None:
        """Note whether anybody waits, and how many."""
        metrics.BOT_QUEUE.set(len(self._line))
        if self._line:
            self._calm.clear()
        else:
            self._calm.set()

    def _leave(self, turn: _Turn, took: float) -> None:
        self._charge(turn.asker, took - turn.expected)
        self._thinking.discard(turn)
        if turn.away:
            self._away -= 1
        else:
            self._free += 1
        self._call()

    def _charge(self, asker: Asker, seconds: float) -> None:
        self._used[asker.address] += seconds
        self._used[asker] += seconds

    # ------------------------------------------------------------------------------------------------------- processes

    async def _think(
        self,
        question: Asked,
        decoder: msgspec.msgpack.Decoder[T],
        bot: str,  # its name; none: a look
        idle: list[Process],
    ) -> T:
        waiting = pipes.idle_one(idle)
        fresh = waiting is None
        process = waiting or await self._start()
        began = time.perf_counter()
        try:
            async with asyncio.timeout(self._seconds + (START_SECONDS if fresh else 0)):
                found = await pipes.ask(process, question, decoder)
        except (TimeoutError, OSError, EOFError, msgspec.MsgspecError) as problem:
            self._end(process)
            if waiting is not None and not isinstance(problem, TimeoutError):
                # It may have been killed while it waited, which is no failure of the bot's.
                return await self._think(question, decoder, bot, idle)
            metrics.BOT_FAILURES.inc()
            why = "took too long" if isinstance(problem, TimeoutError) else "crashed"
            log.warning("%s %s at %s and was replaced", f"bot {bot}" if bot else "a review", why, question.game)
            raise BotFailed(f"The bot {bot} {why}." if bot else f"The review {why}.") from problem
        except BaseException:
            self._end(process)
            raise
        took = time.perf_counter() - began
        if bot:
            metrics.BOT_SECONDS.observe(took)
        if isinstance(question, Question) and not fresh:  # else its kernels were loaded meanwhile
            self._remember(question, took)
        idle.append(process)
        return found

    def _remember(self, question: Question, took: float) -> None:
        self._took.setdefault((question.game, question.bot), deque(maxlen=REMEMBERED)).append(took)

    async def _start(self) -> Process:
        self._all = {process for process in self._all if process.returncode is None}
        process = await pipes.start("ziggurat.server.bots.worker")
        self._all.add(process)
        return process

    def _end(self, process: Process) -> None:
        self._all.discard(process)
        if process.returncode is None:
            process.kill()

    async def close(self) -> None:
        """End all processes."""
        for process in list(self._all):
            self._end(process)
            await process.wait()
        self._idle.clear()
        self._idle_looker.clear()
