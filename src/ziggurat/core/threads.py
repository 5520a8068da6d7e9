"""A thread pool owned by an object: started on demand, not copied, pickled or inherited by forks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any


class Threads:
    """A pool of threads, for work that releases the GIL.

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
        for future in done:
            future.result()

    def close(self) -> None:
        """Stop the threads. They are started again on demand."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None
