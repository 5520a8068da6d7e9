"""Compiles the games' kernels in child processes and loads them from the cache, while the server already answers.

With an empty cache a game takes seconds to compile, or a minute on a busy machine. All cores compile: first the game
somebody asks for, last what no table needs. Until a game is loaded, requests that need its rules are refused.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable

import ziggurat
from ziggurat.core.choices.preview import preview
from ziggurat.core.compile.cache import cache_directory
from ziggurat.core.sentence import sentence
from ziggurat.server.refusals import NotReady
from ziggurat.server.runtime.periodic import cancel_and_wait
from ziggurat.warmup import TABLE, TOGETHER, command, compile_part, cores, is_compiled

log = logging.getLogger("ziggurat.readiness")
AGAIN = 10.0  # seconds after which compiling is tried again if it failed
Task = tuple[str, tuple[str, ...]]  # a game, and the parts of it that one process compiles


class Readiness:
    """Which games are ready in this process; `on_ready` is called after each."""

    def __init__(self, on_ready: Callable[[], Awaitable[None]]) -> None:
        self._on_ready = on_ready
        names = list(ziggurat.game_names())
        self._waiting = list(names)  # not ready yet, in the order in which they are compiled
        self._ready: dict[str, asyncio.Event] = {name: asyncio.Event() for name in names}
        self._to_do: dict[str, list[str]] = {name: list(TABLE) for name in names}  # parts that nobody compiles yet
        self._undone: dict[str, set[str]] = {name: set(TABLE) for name in names}  # parts that are not compiled yet
        self._later: list[Task] = [(name, parts) for parts in TOGETHER if parts[0] not in TABLE for name in names]
        self._children: set[Process] = set()
        self._loading = asyncio.Lock()
        self._workers: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Start compiling."""
        self._workers = [asyncio.create_task(self._work()) for _ in range(max(cores(), len(TABLE)))]

    async def close(self) -> None:
        """Stop; what is compiled stays in the cache."""
        await cancel_and_wait(*self._workers)
        for child in self._children:
            if child.returncode is None:
                child.kill()
                await child.wait()

    def is_ready(self, name: str) -> bool:
        """Whether a game can be played; true for one that does not exist."""
        return name not in self._ready or self._ready[name].is_set()

    def ahead(self, name: str) -> int:
        """How many games are compiled before this one."""
        return self._waiting.index(name) if name in self._waiting else 0

    @property
    def all_ready(self) -> bool:
        """Whether every game can be played."""
        return all(event.is_set() for event in self._ready.values())

    async def require(self, name: str) -> None:
        """Wait for a game that only has to be loaded; refuse if it has to be compiled, and compile it next."""
        if self.is_ready(name):
            return
        if len(self._to_do[name]) == len(TABLE):  # not begun yet
            self._waiting.remove(name)
            begun = sum(1 for other in self._waiting if len(self._to_do[other]) < len(TABLE))
            self._waiting.insert(begun, name)
        if not await asyncio.to_thread(_is_compiled, name):
            raise NotReady(
                sentence(
                    "{game} is being compiled (first start only); try again in a minute.",
                    game=ziggurat.game(name).title,
                )
            )
        await self._ready[name].wait()

    def _next(self) -> Task | None:
        """What to compile next: what tables need, then the rest."""
        for name in self._waiting:
            if self._to_do[name]:
                return name, (self._to_do[name].pop(0),)
        return self._later.pop(0) if self._later else None

    async def _work(self) -> None:
        while task := self._next():
            name, parts = task
            for_tables = parts[0] in TABLE
            try:
                await self._compile(name, parts)
                if for_tables:
                    self._undone[name].difference_update(parts)
                    if not self._undone[name]:
                        await self._load(name)
            except Exception:
                log.exception("cannot compile or load %s; trying again", name)
                await asyncio.sleep(AGAIN)
                if for_tables:
                    self._undone[name].update(parts)
                    self._to_do[name] += parts
                else:
                    self._later.append(task)

    async def _load(self, name: str) -> None:
        async with self._loading:  # one game after another, so that the first is ready soonest
            await asyncio.to_thread(load, name)
        gc.freeze()  # loaded code stays: the garbage collector need not scan it while people play
        self._waiting.remove(name)
        self._ready[name].set()
        await self._on_ready()

    async def _compile(self, name: str, parts: tuple[str, ...]) -> None:
        """Compile parts of a game in a child process, unless they are in the cache."""
        game = ziggurat.game(name)
        parts = await asyncio.to_thread(lambda: tuple(part for part in parts if not is_compiled(game, part)))
        if not parts:
            return
        if cache_directory() is None:  # a child's work would be lost
            for part in parts:
                await asyncio.to_thread(compile_part, game, part)
            return
        if TABLE[0] in parts:
            log.info("compiling %s (first start only)", game.title)
        child = await asyncio.create_subprocess_exec(*command(game, parts), stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE)
        self._children.add(child)
        try:
            _, output = await child.communicate()
        finally:
            if child.returncode is not None:
                self._children.discard(child)
        lines = output.decode(errors="replace").splitlines()
        if child.returncode != 0:
            raise RuntimeError(f"compiling ended with status {child.returncode}: {lines[-1] if lines else 'no output'}")
        for line in lines:
            log.warning("%s", line)


def _is_compiled(name: str) -> bool:
    return all(is_compiled(ziggurat.game(name), part) for part in TABLE)


def load(name: str) -> None:
    """Load a game's kernels, so that no player's first move waits for them."""
    match = ziggurat.new(name)
    match.decide(match.legal()[0])
    match.can_undo()
    match.view(-1)
    match.at(0)
    match.standings()
    preview(match.game, match.record(match.actor), match.actor)
    match.prospects(match.actor)
