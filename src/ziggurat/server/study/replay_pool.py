"""The processes in which logs are read and matches replayed: few, with a deadline, and a queue fair to addresses."""

from __future__ import annotations

import asyncio
import logging
from asyncio.subprocess import Process
from typing import Any, TypeVar

import msgspec

from ziggurat.core.sentence import sentence
from ziggurat.server import refusals
from ziggurat.server.refusals import Refused, TooMuch, Unreachable
from ziggurat.server.runtime import pipes
from ziggurat.server.runtime.fair_queue import FairQueue
from ziggurat.server.study.replay_worker import LoadGame, ReplayAnswer, ReplayMatch, ReplayRequest

log = logging.getLogger("ziggurat.replays")
T = TypeVar("T")
LOADING = 120.0  # seconds a process may take to start and to load a game's kernels, on a busy machine
WAITING_EACH, WAITING = 8, 64  # questions of one address, and of all, that may wait; further ones are refused
OWN = ""  # on whose account the server itself asks


class ReplayPool:
    """At most `size` processes; each question has so many seconds, and each address so many questions that wait."""

    def __init__(self, size: int, seconds: float, each: int = WAITING_EACH) -> None:
        self._seconds = seconds
        busy = sentence("Too many matches are being replayed; try again in a moment.")
        self._queue = FairQueue(size, each=each, total=WAITING, refusal=busy)
        self._idle: list[Process] = []
        self._loaded: dict[Process, set[str]] = {}  # by process: the games whose kernels it has
        self._decoder = msgspec.msgpack.Decoder(ReplayAnswer)

    async def ask(self, question: ReplayRequest, kind: type[T], game: str = "", *, asker: str) -> T:
        """What comes of a question about a game, asked from an address.

        A refusal raises, and so does a question that takes too long.
        """
        async with self._queue.turn(asker):
            return msgspec.msgpack.decode(await self._answered(question, game), type=kind)

    async def again(self, kind: type[T], question: ReplayMatch, *, asker: str) -> T:
        """What comes of replaying a match."""
        return await self.ask(question, kind, question.plan.game, asker=asker)

    async def _answered(self, question: ReplayRequest, game: str) -> Any:
        waiting = pipes.idle_one(self._idle)
        process = waiting or await self._start()
        try:
            if game not in self._loaded[process]:  # which also waits until the process has started
                await self._say(process, LoadGame(game), LOADING)
                self._loaded[process].add(game)
            answer = await self._say(process, question, self._seconds)
        except TimeoutError:
            self._end(process)
            log.warning("reading or replaying a match took more than %s seconds and was stopped", self._seconds)
            raise TooMuch("That match takes too long to replay.") from None
        except (OSError, EOFError, msgspec.MsgspecError):
            self._end(process)
            if waiting is not None:  # it may have been killed while it waited, and that is not the question's fault
                return await self._answered(question, game)
            log.exception("a process that replays matches ended and is replaced")
            raise Unreachable("The match could not be replayed; try again.") from None
        except BaseException:
            self._end(process)
            raise
        self._idle.append(process)
        if answer.failed:
            log.error("reading or replaying a match failed: %s", answer.failed)
            raise Unreachable("The match could not be replayed; try again.")
        if answer.refusal is not None:
            problem = Refused(refusals.unpacked(answer.refusal))
            problem.status = answer.status
            raise problem
        return answer.data

    async def _say(self, process: Process, question: ReplayRequest, seconds: float) -> ReplayAnswer:
        async with asyncio.timeout(seconds):
            return await pipes.ask(process, question, self._decoder)

    async def _start(self) -> Process:
        self._loaded = {process: games for process, games in self._loaded.items() if process.returncode is None}
        process = await pipes.start("ziggurat.server.study.replay_worker")
        self._loaded[process] = set()
        return process

    def _end(self, process: Process) -> None:
        self._loaded.pop(process, None)
        if process.returncode is None:
            process.kill()

    async def close(self) -> None:
        """End all processes."""
        for process in list(self._loaded):
            self._end(process)
            await process.wait()
        self._idle.clear()
