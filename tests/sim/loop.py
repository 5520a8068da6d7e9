"""An event loop with virtual time. Every callback belongs to a simulated process, which can be killed."""

from __future__ import annotations

import asyncio
import contextvars
import heapq
import random
from asyncio import events
from asyncio.base_events import BaseEventLoop
from collections.abc import Callable
from contextlib import suppress
from typing import Any

START = 1000.0  # seconds; what the loop's clock shows at first
THREADS = 8  # of an executor that does not say how many it has


class Life:
    """A simulated process, from its start to its end. Callbacks of a dead one are not run."""

    current: contextvars.ContextVar[Life | None] = contextvars.ContextVar("life", default=None)

    def __init__(self) -> None:
        self.dead = False
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.context = contextvars.copy_context()
        self.context.run(Life.current.set, self)


class Stuck(Exception):
    """Nothing is left to happen."""


class SimLoop(BaseEventLoop):
    """Jumps to the next moment at which something happens.

    What executors do is done at one simulated moment, in the loop's own thread, and its result arrives at a later one.
    """

    def __init__(self, chance: random.Random) -> None:
        self._now = START
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._serial = 0  # what is due at one moment happens in the order in which it was asked for
        super().__init__()
        self._chance = chance
        self._lanes: dict[Any, list[float]] = {}  # by executor: when each thread is free
        self._threads_answered = 0.0  # when the last callback of a thread arrived
        self.slow = 0.0  # mean additional seconds of what executors do
        self.handles = 0
        self._clock_resolution = 1e-9
        self.set_task_factory(self._make_task)

    def time(self) -> float:
        return self._now

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:  # type: ignore[override]
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        self._serial += 1
        heapq.heappush(self._timers, (when, self._serial, timer))
        return timer

    def call_later(self, delay: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:  # type: ignore[override]
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_soon_threadsafe(self, callback: Any, *args: Any, context: Any = None) -> Any:  # type: ignore[override]
        """Only threads call this: it takes a moment until the loop notices."""
        self._threads_answered = max(self._now + self._delay(), self._threads_answered + 1e-6)
        return self.call_at(self._threads_answered, callback, *args, context=context)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Cancelled timers are dropped when they are due."""

    def _process_events(self, event_list: Any) -> None:
        """There are no files to wait for."""

    def _write_to_self(self) -> None:
        """There is no other thread to wake it."""

    def _make_task(self, loop: Any, coroutine: Any, context: Any = None, **options: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(coroutine, loop=loop, context=context, **options)
        life = (context or contextvars.copy_context()).get(Life.current)
        if life is not None:
            life.tasks[task] = None
            task.add_done_callback(lambda done: life.tasks.pop(done, None))
        return task

    def _run_once(self) -> None:
        ready: Any = self._ready  # type: ignore[attr-defined]
        timers = self._timers
        if not ready:
            while timers and timers[0][2]._cancelled:
                heapq.heappop(timers)
            if not timers:
                raise Stuck
            self._now = max(self._now, timers[0][0])
            while timers and timers[0][0] <= self._now:
                ready.append(heapq.heappop(timers)[2])
        for _ in range(len(ready)):
            handle: events.Handle = ready.popleft()
            if handle._cancelled:
                continue
            life = handle._context.get(Life.current)  # type: ignore[attr-defined]
            if life is not None and life.dead:
                continue
            self.handles += 1
            handle._run()
            if self._stopping:  # type: ignore[attr-defined]
                return

    # ------------------------------------------------------------------------------------------------- threads

    def run_in_executor(self, executor: Any, function: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]
        future = self.create_future()
        lanes = self._lanes.setdefault(executor, [0.0] * getattr(executor, "_max_workers", THREADS))
        begin = max(heapq.heappop(lanes), self._now) + self._delay()
        end = begin + self._delay()
        heapq.heappush(lanes, end)
        self.call_at(begin, self._work, future, end, function, args)
        return future

    def _delay(self) -> float:
        chance = self._chance
        delay = chance.expovariate(1 / 0.0008)
        if chance.random() < 0.003:  # the machine is busy
            delay += chance.expovariate(1 / 0.5)
        return delay + (chance.expovariate(1 / self.slow) if self.slow else 0.0)

    def _work(self, future: asyncio.Future[Any], end: float, function: Callable[..., Any], args: Any) -> None:
        if future.cancelled():
            return
        try:
            result = function(*args)
        except Exception as problem:  # noqa: BLE001 - it is raised where the future is awaited
            self.call_at(end, _settle, future, None, problem)
        else:
            self.call_at(end, _settle, future, result, None)

    # ------------------------------------------------------------------------------------------------- crashes

    def kill(self, life: Life) -> None:
        """End a process in the middle of whatever it does."""
        life.dead = True
        for task in list(life.tasks):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            with suppress(BaseException):  # whatever its `finally` does, nobody notices: its disk and sockets are gone
                life.context.run(task.get_coro().close)
        life.tasks.clear()
        self._lanes.clear()


def _settle(future: asyncio.Future[Any], result: Any, problem: Exception | None) -> None:
    if future.done():
        return
    if problem is not None:
        future.set_exception(problem)
    else:
        future.set_result(result)
