"""Threads of an object's own: started when they are needed, and left behind by copies and in processes that fork."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any


class Threads:
    """So many threads, for work that lets go of the interpreter.

    A process that was forked has the pool, but none of its threads, and would wait for them for ever: it gets its own.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0  # whose threads these are

    def __reduce__(self) -> Any:
        return Threads, (self.count,)

    def run(self, jobs: Iterable[Callable[[], None]]) -> None:
        """Do all of these at once, and wait until they are done."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self.count), os.getpid()
        done, _ = wait([self._pool.submit(job) for job in jobs])
        for one in done:
            one.result()

    def close(self) -> None:
        """End them. They are started again if there is more to do."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None
