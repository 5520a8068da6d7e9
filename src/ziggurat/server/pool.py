"""The bots' thinking room: a few processes, each ended and replaced when it crashes or takes too long."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from asyncio.subprocess import PIPE, Process

import msgspec

from ziggurat.server import metrics
from ziggurat.server.thinker import HEADER, Decision, Question

log = logging.getLogger("ziggurat.bots")
START_SECONDS = 60.0  # a new process may have to load, or even compile, its kernels


class BotFailed(Exception):
    """The bot crashed, or took too long."""


class Pool:
    """At most `size` bots think at once; the others wait their turn."""

    def __init__(self, size: int, seconds: float) -> None:
        self.size = size
        self._seconds = seconds
        self._idle: list[Process] = []
        self._room = asyncio.Semaphore(max(size, 1))
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(Decision)
        self._all: set[Process] = set()
        self._closed = False

    async def choose(self, question: Question) -> Decision:
        """What a bot does in a position, and why; `BotFailed` if it does not say so in time."""
        async with self._room:
            fresh = not self._idle
            process = self._idle.pop() if self._idle else await self._start()
            began = time.perf_counter()
            try:
                async with asyncio.timeout(self._seconds + (START_SECONDS if fresh else 0)):
                    decision = await self._ask(process, question)
            except (TimeoutError, OSError, EOFError, msgspec.MsgspecError) as problem:
                metrics.BOT_FAILURES.inc()
                self._end(process)
                why = "took too long" if isinstance(problem, TimeoutError) else "crashed"
                log.warning("bot %s %s at %s and was replaced", question.bot, why, question.game)
                raise BotFailed(f"The bot {question.bot} {why}.") from problem
            except BaseException:
                self._end(process)
                raise
            metrics.BOT_SECONDS.observe(time.perf_counter() - began)
            self._idle.append(process)
            return decision

    async def _ask(self, process: Process, question: Question) -> Decision:
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        data = self._encoder.encode(question)
        process.stdin.write(len(data).to_bytes(HEADER) + data)
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(HEADER))
        return self._decoder.decode(await process.stdout.readexactly(length))

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "ziggurat.server.thinker", stdin=PIPE, stdout=PIPE
        )
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
