"""One simulated world: a machine, a network, people, and what they were promised."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import itertools
import random
import shutil
import tempfile
import time
import traceback
import warnings
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from tests.sim import profile as profiles
from tests.sim.loop import START, Life, SimLoop, Stuck
from tests.sim.machine import FILE, Machine, SimSource, loaded
from tests.sim.people import Group, Person
from tests.sim.profile import Profile
from tests.sim.promises import Promises
from ziggurat.server import app
from ziggurat.server.process import ServerProcess
from ziggurat.server.runtime import machine
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database

MEMBERS = {profiles.PAIR: 2, profiles.GROUP: 3, profiles.LETTERS: 2, profiles.BLITZ: 2, profiles.TOURNAMENT: 4}
AUDIT = 30.0  # seconds between two looks at who waits
COME_BACK = 30  # tables that are opened at the end
TRAIL = 60  # the last things that happened, for whoever reads a finding


class Violation(Exception):
    """A promise was broken."""


@dataclass
class Outcome:
    """What a world has come to."""

    seed: int
    profile: str
    violation: str | None
    trace: str  # a digest of all that happened; the same for the same seed
    counts: Counter[str]
    simulated: float  # seconds
    table_hours: float
    cpu: float  # seconds
    trail: list[str] = field(default_factory=list)


class World:
    """Everything that happens follows from the seed and the profile."""

    def __init__(self, seed: int, profile: Profile, base: Path, *, dump: Any = None) -> None:
        self.seed, self.profile = seed, profile
        self.loop = SimLoop(self.stream("loop"))
        self.people = Life()  # everybody outside the machine
        self.network = self.stream("network")
        self._twins = self.stream("twins")
        self.counts: Counter[str] = Counter()
        self.faulty = True
        self.violation: str | None = None
        self._trace = hashlib.blake2b(digest_size=16)
        self._dump = dump
        self._trail: deque[str] = deque(maxlen=TRAIL)
        self.tables: list[str] = []
        self.promises = Promises(self)
        self.machine = Machine(self, base, _template(), _application())
        self._number = itertools.count()
        self._everybody: list[Person] = []
        self._table_seconds, self._looked = 0.0, START
        self.finished = False  # the machine stays off

    def stream(self, name: str) -> random.Random:
        """A random stream for one concern, so that one more draw there changes nothing elsewhere."""
        return random.Random(f"{self.seed} {name}")

    # ---------------------------------------------------------------------------------------------------- recording

    def note(self, *what: Any) -> None:
        """Note what happens, for the trace."""
        line = f"{self.loop.time():.6f} {' '.join(map(str, what))}"
        self._trail.append(line)
        self._trace.update(line.encode())
        if self._dump is not None:
            self._dump.write(f"{line}\n")

    def trace(self, name: str, checksum: int) -> None:
        """Note that somebody received these bytes."""
        line = f"{self.loop.time():.6f} {name} {checksum}"
        self._trace.update(line.encode())
        if self._dump is not None:
            self._dump.write(f"{line}\n")

    def count(self, what: str) -> None:
        """Count something that happened."""
        self.counts[what] += 1

    def samples_twin(self) -> bool:
        """Whether the next message is compared with those of other possible truths."""
        return self._twins.random() < self.profile.twins

    def fail(self, what: str) -> None:
        """A promise was broken: the world ends."""
        if self.violation is None:
            self.violation = what
            self.note("VIOLATION", what)
        self.loop.stop()
        raise Violation(what)

    # ------------------------------------------------------------------------------------------------------ running

    def run(self) -> None:
        """Let the world happen, until its end or until a promise is broken."""
        asyncio.set_event_loop(self.loop)
        self.loop.set_exception_handler(self._handle)
        with self.machine.installed():
            self.people.context.run(self._begin)
            try:
                self.loop.run_forever()
            except Stuck:
                self.violation = self.violation or "nothing is left to happen"
            finally:
                self._end()

    def _begin(self) -> None:
        self.machine.boot()
        self._spawn(self.machine.misbehave())
        self._spawn(self._audit())
        for kind, count in self.profile.groups.items():
            for _ in range(count):
                members = [Person(self, next(self._number)) for _ in range(MEMBERS.get(kind, 1))]
                self._everybody += members
                self._spawn(Group(self, members).play_on(kind))
        self._spawn(self._finish())

    def _spawn(self, work: Any) -> None:
        task = self.loop.create_task(work, context=self.people.context)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (problem := task.exception()) is not None and self.violation is None:
            lines = traceback.format_exception(problem)
            self.violation = f"the simulation failed: {''.join(lines)}"
            self.loop.stop()

    def _handle(self, _loop: Any, context: dict[str, Any]) -> None:
        problem = context.get("exception")
        if isinstance(problem, Violation):
            return
        text = f"unhandled: {context['message']} {type(problem).__name__ if problem else ''}"
        self.count(text)
        self.note(text)
        if self._dump is not None and problem is not None:
            self._dump.write("".join(traceback.format_exception(problem)))

    async def _audit(self) -> None:
        while True:
            await asyncio.sleep(AUDIT)
            self.promises.check_waiting(self._everybody)
            self._count_hours()

    def _count_hours(self) -> None:
        """Count the time in which there was a server, at all tables that go on."""
        up = self.machine.uptime
        self._table_seconds += (up - self._looked + START) * len(self.promises.unfinished()) if up else 0
        self._looked = up + START

    async def _finish(self) -> None:
        """End the faults, and see that everything comes back."""
        await asyncio.sleep(self.profile.seconds)
        self.faulty = False
        while self.machine.healthy < self.profile.settling:
            await asyncio.sleep(10.0)
        await self._visit_tables()
        self.finished = True
        self.machine.stop_busy()
        while self.machine.life is not None:
            await asyncio.sleep(1.0)
        self.loop.stop()

    async def _visit_tables(self) -> None:
        """Every table comes back: it can be opened, and shows at least what its journal has shown before."""
        visitor = Person(self, next(self._number))
        await visitor.sign_in()
        tables = self.promises.unfinished()
        for table in self.stream("visits").sample(sorted(tables), min(COME_BACK, len(tables))):
            visitor._enter(table)
            async with asyncio.timeout(60.0):
                await visitor.connect()
                while visitor.connection is not None and not visitor.connection.welcomed:
                    await asyncio.sleep(0.1)
            if not visitor.over and visitor.version < tables[table]:
                self.fail(f"the table {table} came back with version {visitor.version}, not {tables[table]}")
            visitor.disconnect()
            self.count("tables visited at the end")

    def _end(self) -> None:
        for life in (self.machine.life, self.people):
            if life is not None:
                self.loop.kill(life)
        self.machine.end()
        self.loop.close()
        asyncio.set_event_loop(None)

    @property
    def table_hours(self) -> float:
        """Hours at tables, while there was a server."""
        return self._table_seconds / 3600

    @property
    def digest(self) -> str:
        """A short name for all that happened."""
        return self._trace.hexdigest()

    @property
    def trail(self) -> list[str]:
        """The last things that happened."""
        return list(self._trail)


# ------------------------------------------------------------------------------------------------------- shared parts


@cache
def _folder() -> Path:
    """A folder in memory, where there is one."""
    memory = Path("/dev/shm")  # noqa: S108
    folder = tempfile.TemporaryDirectory(prefix="ziggurat-sim-", dir=memory if memory.is_dir() else None)
    _kept.append(folder)  # it is deleted when the process ends
    return Path(folder.name)


_kept: list[Any] = []


@cache
def _template() -> Path:
    """A new database, made once."""
    loaded()
    folder = _folder() / "template"
    folder.mkdir()
    clock: Any = SimpleNamespace(time=lambda: START)
    with patch.object(machine, "source", SimSource(clock, random.Random("template"))):
        engine = database.connect(f"sqlite:///{folder}/{FILE}")
        database.prepare(engine)
        engine.dispose()
    for path in folder.iterdir():
        if path.name != FILE:
            path.unlink()
    return folder


@cache
def _application() -> Any:
    """The application, built once; each simulated server takes its place in it."""
    engine = database.connect(f"sqlite:///{_folder()}/none.db")
    return app.build(ServerProcess(Settings(database=str(engine.url), requests=0.0, messages=0.0), engine))


@contextmanager
def _quiet() -> Iterator[None]:
    """Collect garbage at fixed moments, which is faster and always the same; killed coroutines are not awaited."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        gc.collect()
        gc.freeze()
        gc.disable()
        try:
            yield
        finally:
            gc.enable()
            gc.unfreeze()


def simulate(seed: int, profile: str | Profile, *, dump: Any = None) -> Outcome:
    """Run one world."""
    name, chosen = (profile, profiles.PROFILES[profile]) if isinstance(profile, str) else ("own", profile)
    base = Path(tempfile.mkdtemp(prefix="world-", dir=_folder()))
    try:
        # In a thread of its own: a browser test may keep an event loop running in this one.
        with _quiet(), ThreadPoolExecutor(1) as thread:
            began = time.process_time()
            outcome = thread.submit(_simulate, seed, name, chosen, base, dump).result()
            outcome.cpu = time.process_time() - began
            return outcome
    finally:
        shutil.rmtree(base, ignore_errors=True)


def _simulate(seed: int, name: str, profile: Profile, base: Path, dump: Any) -> Outcome:
    world = World(seed, profile, base, dump=dump)
    world.run()
    seconds = world.loop.time() - START
    return Outcome(
        seed, name, world.violation, world.digest, world.counts, seconds, world.table_hours, 0.0, world.trail
    )
