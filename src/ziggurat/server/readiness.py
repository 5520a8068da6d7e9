"""Which games can be played here: their kernels are compiled in a child process, then loaded from the cache.

The server answers at once, whatever the cache holds. With an empty one a game takes half a minute to compile, or some
minutes on a busy machine; one after the other, the one somebody asks for before the others. Until then what needs its
rules is refused with a sentence that says so.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable
from pathlib import Path

import ziggurat
from ziggurat.core.sentence import sentence
from ziggurat.server.refusals import NotReady

log = logging.getLogger("ziggurat.readiness")
AGAIN = 10.0  # seconds after which compiling is tried again if it failed


class Readiness:
    """The games of this process, ready or not. `then` is called when one more is."""

    def __init__(self, then: Callable[[], Awaitable[None]]) -> None:
        self._then = then
        self._waiting = list(ziggurat.game_names())  # in the order they are made ready
        self._ready: dict[str, asyncio.Event] = {name: asyncio.Event() for name in self._waiting}
        self._at_work: str | None = None
        self._child: Process | None = None
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to make games ready."""
        self._task = asyncio.create_task(self._make_ready())

    async def close(self) -> None:
        """Stop; what is compiled by then stays in the cache."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._child is not None and self._child.returncode is None:
            self._child.kill()
            await self._child.wait()

    def is_ready(self, name: str) -> bool:
        """Whether a game can be played; one that does not exist needs no waiting for."""
        return name not in self._ready or self._ready[name].is_set()

    def ahead(self, name: str) -> int:
        """How many games are made ready before this one."""
        if name not in self._waiting:
            return 0
        return self._waiting.index(name) + (self._at_work is not None)

    @property
    def all_ready(self) -> bool:
        """Whether every game can be played."""
        return all(event.is_set() for event in self._ready.values())

    async def require(self, name: str) -> None:
        """Wait for a game that only has to be loaded; refuse if it has to be compiled, and let it be the next."""
        if self.is_ready(name):
            return
        if name in self._waiting:
            self._waiting.remove(name)
            self._waiting.insert(0, name)
        if not await asyncio.to_thread(_is_compiled, name):
            raise NotReady(
                sentence(
                    "{game} is being made ready on this machine, which happens once; try it again in a minute.",
                    game=ziggurat.game(name).title,
                )
            )
        await self._ready[name].wait()

    async def _make_ready(self) -> None:
        while self._waiting:
            name = self._at_work = self._waiting.pop(0)
            try:
                while not await asyncio.to_thread(_is_compiled, name):
                    if await self._compile(name):
                        break
                await asyncio.to_thread(_load, name)
                self._ready[name].set()
                await self._then()
            except Exception:
                log.exception("%s is not ready", name)
                self._at_work = None
                self._waiting.append(name)
                await asyncio.sleep(AGAIN)

    async def _compile(self, name: str) -> bool:
        """Compile a game; false, after a second, if another server does: the child has the lock, also if we die."""
        with open(_lock(name), "ab") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                await asyncio.sleep(1)
                return False
            log.info("getting %s ready, which happens once", ziggurat.game(name).title)
            command = (sys.executable, "-m", "ziggurat", "warm", name)
            self._child = await asyncio.create_subprocess_exec(
                *command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, pass_fds=[lock.fileno()]
            )
            _, told = await self._child.communicate()
        if self._child.returncode != 0:
            last = told.decode(errors="replace").strip().rpartition("\n")[2]
            raise RuntimeError(f"compiling ended with status {self._child.returncode}: {last}")
        return True


def _lock(name: str) -> Path:
    """The file whose lock the process that compiles a game has."""
    from ziggurat.warming import mark

    made = mark(ziggurat.game(name))
    return made.with_suffix(".lock") if made is not None else Path(os.devnull)


def _is_compiled(name: str) -> bool:
    from ziggurat.warming import is_compiled

    return is_compiled(ziggurat.game(name))


def _load(name: str) -> None:
    """Load a game's kernels, so that nobody's first move waits for them."""
    match = ziggurat.new(name)
    match.decide(match.legal()[0])
    match.can_undo()
    match.view(-1)
    match.at(0)
