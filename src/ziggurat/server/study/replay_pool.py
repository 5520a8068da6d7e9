"""The pool of processes that read logs and replay matches, with a time limit and a fair queue."""

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
from ziggurat.server.runtime.fair_queue import Asker, FairQueue
from ziggurat.server.study.replay_worker import LoadGame, ReplayAnswer, ReplayMatch, ReplayRequest

log = logging.getLogger("ziggurat.replays")
T = TypeVar("T")
LOADING = 120.0  # seconds for a process to start and load a game's kernels, on a busy machine
WAITING_EACH, WAITING = 8, 64  # requests of one address, and in all, that may wait; more are refused


class ReplayPool:
    """At most `size` processes, and `seconds` for each request."""

    def __init__(self, size: int, seconds: float) -> None:
        self._seconds = seconds
        busy = sentence("Too many matches are being replayed; try again in a moment.")
        self._queue = FairQueue(size, each=WAITING_EACH, total=WAITING, refusal=busy)
        self._idle: list[Process] = []
        self._loaded: dict[Process, set[str]] = {}  # by process: the games whose kernels it has
        self._decoder = msgspec.msgpack.Decoder(ReplayAnswer)

    async def ask(self, request: ReplayRequest, kind: type[T], game: str = "", *, asker: Asker) -> T:
        """The answer to a request about a game. Raises a refusal, also after the time limit."""
        async with self._queue.turn(asker):
            return msgspec.msgpack.decode(await self._answered(request, game), type=kind)

    async def replay(self, kind: type[T], request: ReplayMatch, *, asker: Asker) -> T:
        """The answer to a request to replay a match."""
        return await self.ask(request, kind, request.plan.game, asker=asker)

    async def _answered(self, request: ReplayRequest, game: str) -> Any:
        idle = pipes.idle_one(self._idle)
        process = idle or await self._start()
        try:
            if game not in self._loaded[process]:  # this also waits for the process to start
                await self._send(process, LoadGame(game), LOADING)
                self._loaded[process].add(game)
            answer = await self._send(process, request, self._seconds)
        except TimeoutError:
            self._end(process)
            log.warning("replaying a match took more than %s seconds and was stopped", self._seconds)
            raise TooMuch("That match takes too long to replay.") from None
        except (OSError, EOFError, msgspec.MsgspecError):
            self._end(process)
            if idle is not None:  # it was killed while it was idle: try once more
                return await self._answered(request, game)
            log.exception("a replay worker died and is replaced")
            raise Unreachable("The match could not be replayed; try again.") from None
        except BaseException:
            self._end(process)
            raise
        self._idle.append(process)
        if answer.failed:
            log.error("replaying a match failed: %s", answer.failed)
            raise Unreachable("The match could not be replayed; try again.")
        if answer.refusal is not None:
            problem = Refused(refusals.unpacked(answer.refusal))
            problem.status = answer.status
            raise problem
        return answer.data

    async def _send(self, process: Process, request: ReplayRequest, seconds: float) -> ReplayAnswer:
        async with asyncio.timeout(seconds):
            return await pipes.ask(process, request, self._decoder)

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
