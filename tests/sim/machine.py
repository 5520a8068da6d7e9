"""The simulated machine: starts the server, stops it, and lets everything happen to it that happens to machines."""

from __future__ import annotations

import asyncio
import functools
import gc
import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import msgspec
from sqlalchemy import Engine, event, make_url

import ziggurat
from tests.sim import disk
from tests.sim.disk import Disk
from tests.sim.loop import START, Life, SimLoop
from ziggurat.server import app
from ziggurat.server.bots import readiness, worker
from ziggurat.server.process import ServerProcess
from ziggurat.server.runtime import machine, periodic, pipes
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database
from ziggurat.server.storage.writer import BATCH, WriteJob
from ziggurat.server.study import reviews

if TYPE_CHECKING:
    from tests.sim.world import World

EPOCH = 1_800_000_000.0 - START  # the time of day, in seconds, when the loop's clock shows 0
DOWN = (0.5, 0.5, 0.5, 3.0, 3.0, 3.0, 30.0, 30.0, 300.0)  # seconds until the machine is up again
GRACE = 3.0  # seconds that uvicorn waits for connections when it stops
STOPPING = 60.0  # seconds in which a graceful shutdown must be over
COLLECT = 20  # crashes between two garbage collections
FILE = "ziggurat.db"


class SimSource(machine.MachineSource):
    """Time and randomness of a simulated machine."""

    def __init__(self, loop: SimLoop, chance: Any) -> None:
        self._loop = loop
        self.random = chance
        self.offset = 0.0  # by how much its clock is wrong

    def time(self) -> float:
        return EPOCH + self._loop.time() + self.offset

    def monotonic(self) -> float:
        return self._loop.time()


class LoopPump:
    """Runs the writer in the event loop: a batch takes as long as the disk does."""

    def __init__(self, host: Machine, write: Callable[[list[WriteJob]], None], end: Callable[[], None]) -> None:
        self._host, self._write, self._end = host, write, end
        self._jobs: deque[WriteJob] = deque()
        self._busy = False
        host.pump = self

    @property
    def waiting(self) -> int:
        """How many writes are queued."""
        return len(self._jobs)

    def put(self, job: WriteJob) -> None:
        self._jobs.append(job)
        self._begin()

    def close(self) -> None:
        while self._jobs:
            self._write(self._take())
        self._end()

    def _take(self) -> list[WriteJob]:
        return [self._jobs.popleft() for _ in range(min(BATCH, len(self._jobs)))]

    def _begin(self) -> None:
        if self._jobs and not self._busy:
            self._busy = True
            self._host.loop.call_later(self._host.disk_delay(), self._step)

    def _step(self) -> None:
        if jobs := self._take():
            self._write(jobs)
        self._host.loop.call_later(self._host.disk_delay(), self._done)

    def _done(self) -> None:
        self._busy = False
        self._begin()


class BotProcess:
    """A child process in which a bot thinks."""

    returncode: int | None = None

    def kill(self) -> None:
        self.returncode = -9

    async def wait(self) -> int:
        return -9


class Machine:
    """One machine, with one server after another on it."""

    def __init__(self, world: World, base: Path, template: Path, application: Any) -> None:
        self.world, self.loop = world, world.loop
        self.chance = world.stream("machine")
        self._disk_chance = world.stream("disk")
        self._bot_chance = world.stream("bots")
        self.source = SimSource(world.loop, world.stream("server"))
        self._base, self.application = base, application
        self.lives = 0
        self.life: Life | None = None
        self.server: ServerProcess | None = None  # while it answers
        self.healthy_since = 0.0  # when the server was last started or the last fault ended
        self.connections: dict[Any, None] = {}
        self.pump: LoopPump | None = None
        self._engine: Engine | None = None
        self._open: list[Any] = []  # connections to the database
        self._stack = AsyncExitStack()
        self._stopping = False
        self._last = 0.0, 0  # how long the server was healthy before it began to shut down, and its served time
        self._up_before, self._up_since = 0.0, 0.0  # seconds in earlier lives; when this one began
        self.clock_doubt = 0.0  # seconds by which served time may be behind the time in which a server ran
        self._slow_until = self._broken_until = 0.0
        self._full = False
        self._syncs_to_fail = 0
        self._operations_to_crash: int | None = None
        self._power = False
        self.folder = base / "0"
        self.folder.mkdir()
        for path in template.iterdir():
            (self.folder / path.name).write_bytes(path.read_bytes())

    # ----------------------------------------------------------------------------------------------------- time

    @property
    def uptime(self) -> float:
        """Seconds in which a server ran."""
        return self._up_before + (self.loop.time() - self._up_since if self.life is not None else 0.0)

    @property
    def healthy(self) -> float:
        """Seconds since the server was started, or since the last fault was over; 0 while it does not answer."""
        return max(0.0, self.loop.time() - self.healthy_since) if self.server is not None else 0.0

    def disk_delay(self) -> float:
        """Seconds that half a commit takes."""
        delay = self._disk_chance.expovariate(1 / 0.002)
        if self.loop.time() < self._slow_until:
            delay += self._disk_chance.expovariate(1 / 1.0)
        return delay

    def _upset(self, seconds: float = 0.0) -> None:
        """Nothing is expected from the server until a moment after these seconds."""
        self.healthy_since = max(self.healthy_since, self.loop.time() + seconds)

    # ------------------------------------------------------------------------------------------- starting, stopping

    def boot(self) -> None:
        """Start the server."""
        self.life = Life()
        self._up_since = self.loop.time()
        self.disk = Disk(self.folder)
        self.disk.fault = self._fault
        address = disk.url(self.folder, FILE)
        self._settings = Settings(
            database=address, requests=0.0, messages=0.0, messages_each=0.0, openings=0, max_tables=0, push=False,
            bots=2, bot_seconds=5.0, bot_queue=10_000, max_sockets_each=0, stand_in="random",
        )  # fmt: skip
        if self._engine is None:  # one for all lives, because it takes a while until it has compiled all statements
            self._engine = database.connect(address)
            event.listen(self._engine, "do_connect", self._connect)
            event.listen(self._engine, "connect", lambda connection, _: self._open.append(connection))
        self.loop.create_task(self._serve(self.life), context=self.life.context)

    def _connect(self, dialect: Any, _: Any, arguments: list[Any], options: dict[str, Any]) -> None:
        """Connect to the file of this life."""
        arguments[:], given = dialect.create_connect_args(make_url(self._settings.database))
        options.update(given)

    async def _serve(self, life: Life) -> None:
        assert self._engine is not None
        server = ServerProcess(self._settings, self._engine, functools.partial(LoopPump, self))
        self._stack = AsyncExitStack()
        try:
            await self._stack.enter_async_context(app.serving(server, self.application._app))
        except Exception as problem:  # noqa: BLE001 - the process ends, and whoever supervises it starts it again
            self.world.count(f"did not start: {type(problem).__name__}")
            self.crash(power=False)
            return
        if not life.dead:
            self.server = server
            self.clock_doubt += self.loop.time() - self._up_since  # the time in which games are loaded is downtime
            self._upset()
            self.world.note("serving", self.lives)

    def stop(self) -> None:
        """Shut the server down gracefully."""
        if self.server is None or self.life is None:
            return
        self.world.count("graceful shutdowns")
        self._last = max(self.healthy, self._last[0]), self.server.served()
        self._stopping, self.server = True, None
        self.loop.create_task(self._close(self.life), context=self.life.context)
        self.loop.call_later(STOPPING, self._check_stopped, self.life, context=self.world.people.context)

    def stop_busy(self) -> None:
        """Shut the server down while the disk is slow, so that writes are queued."""
        if self.server is None:
            return
        self._last = self.healthy, 0
        self._slow_until = self.loop.time() + 20.0
        self._doubt(20.0)
        self.loop.call_later(3.0, self.stop, context=self.world.people.context)

    async def _close(self, life: Life) -> None:
        tasks = [connection.task for connection in self.connections if connection.task is not None]
        for connection in list(self.connections):
            connection.end_by_server()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=GRACE)
            for task in [task for task in tasks if task in late]:
                task.cancel()
        await self._stack.aclose()
        if self.pump is not None and self.pump.waiting and not self.disk.dead:
            self.world.fail(f"a graceful shutdown dropped {self.pump.waiting} queued writes")
        if not life.dead:
            self.crash(power=False)

    def _check_stopped(self, life: Life) -> None:
        if life is self.life and self._stopping and not life.dead and not self._is_broken:
            self.world.fail(f"a graceful shutdown takes more than {STOPPING:.0f} s")

    # ----------------------------------------------------------------------------------------------------- crashes

    def crash(self, *, power: bool) -> None:
        """Stop the machine in the middle of whatever it does; it starts again after a while."""
        life = self.life
        if life is not None and not life.dead:
            life.dead = self.disk.dead = True
            self._power = power
            self.loop.call_soon(self._after_crash, life, context=self.world.people.context)

    def _after_crash(self, life: Life) -> None:
        stopped, self._stopping = self._stopping, False
        if not stopped:
            self.world.count("crashes")
        healthy, served = self._last if self.server is None else (self.healthy, self.server.served())
        self.server, self._last = None, (0.0, 0)
        self._up_before, self.life = self.uptime, None
        self.lives += 1
        old, self.folder = self.disk, self._base / str(self.lives)
        old.leave(self.folder, self._disk_chance, power=self._power)
        self.world.note("crash", self._power)
        self.loop.kill(life)
        for connection in list(self.connections):
            connection.reset()
        self.connections.clear()
        self._close_database()
        old.remove()
        self._operations_to_crash, self._syncs_to_fail = None, 0
        self.clock_doubt += 4.0  # a heartbeat is two seconds old at most, and its commit takes a while
        if self.lives % COLLECT == 0:
            gc.collect()
        self.world.promises.check(self.folder, served, healthy)
        if self.world.faulty and self.chance.random() < 0.1:
            self.source.offset += self._clock_change()
        if not self.world.finished:
            self.loop.call_later(self.chance.choice(DOWN), self.boot, context=self.world.people.context)

    def end(self) -> None:
        """Give everything back."""
        self._close_database()
        if not self.disk.dead:
            self.disk.remove()

    def _close_database(self) -> None:
        """Close the dead server's connections; they reach nothing any more."""
        for connection in self._open:
            connection.close()
        self._open.clear()
        if self._engine is not None:
            self._engine.dispose(close=False)

    # ------------------------------------------------------------------------------------------------------ faults

    @property
    def _is_broken(self) -> bool:
        return self.loop.time() < self._broken_until

    async def misbehave(self) -> None:
        """Let one thing after another go wrong."""
        profile = self.world.profile
        kinds, weights = list(profile.faults), list(profile.faults.values())
        while True:
            await asyncio.sleep(self.chance.expovariate(1 / profile.between))
            if self.server is not None and self.world.faulty:
                [kind] = self.chance.choices(kinds, weights)
                self.world.note("fault", kind)
                self.world.count(f"fault: {kind}")
                getattr(self, f"_{kind}")()

    def _kill(self) -> None:
        self.crash(power=False)

    def _crash_once(self, life: Life) -> None:
        if life is self.life:
            self.crash(power=False)

    def _cut_power(self) -> None:
        self.crash(power=True)

    def _crash_in_io(self) -> None:
        self._operations_to_crash = self.chance.randrange(30)
        self._power = self.chance.random() < 0.5

    def _stop(self) -> None:
        self.stop_busy()

    def _fail_sync(self) -> None:
        self._syncs_to_fail = self.chance.choice([1, 1, 1, 2, 3])
        self._crash_after_sync = self.chance.random() < 0.7
        self._doubt(3.0)

    def _break_disk(self) -> None:
        self._full = False
        self._broken_until = self.loop.time() + self.chance.uniform(1, 15)
        self._doubt(self._broken_until - self.loop.time())

    def _fill_disk(self) -> None:
        self._break_disk()
        self._full = True

    def _slow_disk(self) -> None:
        self._slow_until = self.loop.time() + self.chance.uniform(5, 30)
        self.loop.slow = 0.3
        self.loop.call_at(self._slow_until, self._speed_up, context=self.world.people.context)
        self._doubt(self._slow_until - self.loop.time())

    def _speed_up(self) -> None:
        self.loop.slow = 0.0

    def _set_clock(self) -> None:
        self.source.offset += self._clock_change()
        self._doubt(2.0)

    def _clock_change(self) -> float:
        return self.chance.choice([-1, 1]) * self.chance.choice([5.0, 60.0, 3600.0, 7200.0])

    def _cut_network(self) -> None:
        for connection in list(self.connections):
            connection.reset()

    def _kill_bots(self) -> None:
        self._bots_die_until = self.loop.time() + 5.0

    _bots_die_until = 0.0
    _crash_after_sync = False

    def _doubt(self, seconds: float) -> None:
        """While heartbeats cannot be written, or the clock jumps, served time stops."""
        self.clock_doubt += 2 * seconds + 10.0
        self._upset(seconds)

    def _fault(self, kind: str) -> int:
        """What happens to a write or sync."""
        if self._operations_to_crash is not None:
            self._operations_to_crash -= 1
            if self._operations_to_crash < 0:
                self.world.count("crashes inside I/O")
                self.crash(power=self._power)
                return disk.WRITE_ERROR
        if self._is_broken:
            return disk.FULL if self._full and kind == "write" else disk.SYNC_ERROR if kind == "sync" else disk.OK
        if kind == "sync" and self._syncs_to_fail:
            self._syncs_to_fail -= 1
            self.world.count("failed syncs")
            if self._crash_after_sync and not self._syncs_to_fail:
                after = self._disk_chance.uniform(0.02, 0.5)
                self.loop.call_later(after, self._crash_once, self.life, context=self.world.people.context)
            return disk.SYNC_ERROR
        return disk.OK

    # -------------------------------------------------------------------------------------------------------- bots

    async def start_bot(self, _module: str) -> BotProcess:
        """Stands in for `pipes.start`."""
        await asyncio.sleep(self._bot_chance.uniform(0.05, 0.4))
        return BotProcess()

    async def ask_bot(self, process: BotProcess, question: Any, decoder: msgspec.msgpack.Decoder[Any]) -> Any:
        """Stands in for `pipes.ask`: bots die of some questions, and hang on others."""
        fate = self._bot_chance.random()
        await asyncio.sleep(self._bot_chance.expovariate(1 / 0.02))
        deaths = 1.0 if self.loop.time() < self._bots_die_until else self.world.profile.bot_deaths
        if process.returncode is not None or fate < deaths:
            process.kill()
            self.world.count("dead bots")
            raise EOFError
        if fate < 1.2 * deaths:
            self.world.count("hanging bots")
            await asyncio.get_running_loop().create_future()
        return decoder.decode(msgspec.msgpack.encode(worker.answer(question)))

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Let the server take its time, randomness and child processes from this machine."""
        with ExitStack() as stack:

            def put(target: Any, name: str, value: Any) -> None:
                stack.enter_context(patch.object(target, name, value))

            put(machine, "source", self.source)
            put(pipes, "start", self.start_bot)
            put(pipes, "ask", self.ask_bot)
            put(readiness, "load", lambda _: None)
            put(readiness, "is_compiled", lambda *_: True)
            put(readiness, "cores", lambda: 2)
            put(readiness, "gc", SimpleNamespace(freeze=lambda: None))
            for job in _subclasses(periodic.PeriodicJob):
                if isinstance(getattr(job, "interval", None), float):
                    put(job, "interval", max(job.interval, self.world.profile.job_interval))
            put(reviews, "POLL", max(reviews.POLL, self.world.profile.job_interval))
            put(logging.getLogger("ziggurat"), "disabled", True)  # it complains of its machine all the time
            for name in [name for name in logging.root.manager.loggerDict if name.startswith("ziggurat.")]:
                put(logging.getLogger(name), "disabled", True)
            yield


def _subclasses(kind: Any) -> Iterator[Any]:
    for one in kind.__subclasses__():
        yield one
        yield from _subclasses(one)


@functools.cache
def loaded() -> None:
    """Load every game once: in the simulation this takes no time."""
    for name in ziggurat.game_names():
        readiness.load(name)
