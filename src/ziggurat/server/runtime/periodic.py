"""Runs background jobs periodically; an error does not stop the next run."""

from __future__ import annotations

import asyncio
import logging
from typing import ClassVar, Generic, TypeVar

from ziggurat.server.refusals import Refused
from ziggurat.server.runtime.services import Leads

S = TypeVar("S", bound=Leads)
log = logging.getLogger("ziggurat.periodic")
AGAIN = 0.5  # seconds after which a task that survived its cancellation is cancelled again


async def cancel_and_wait(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks and wait until they have ended.

    One cancellation is not enough: until Python 3.12 `asyncio.wait_for`, which libraries use, can lose one that comes
    at the moment its awaitable is done.
    """
    running = list(tasks)
    while running:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=AGAIN)
        running = [task for task in running if not task.done()]


class PeriodicJob(Generic[S]):
    """Calls `run_once` every `interval` seconds, by default in the leader process only."""

    interval: float  # seconds
    leader_only: ClassVar[bool] = True

    def __init__(self, server: S) -> None:
        self._server = server
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start the job."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop the job."""
        if self._task is not None:
            await cancel_and_wait(self._task)

    async def run_once(self) -> None:
        """Do the job once."""
        raise NotImplementedError

    async def _run(self) -> None:
        await asyncio.sleep(self.interval if self.leader_only else 0)  # a new leader has just caught up
        while True:
            if self._server.leading or not self.leader_only:
                try:
                    await self.run_once()
                except Refused as problem:
                    log.warning("%s could not run and is tried again: %s", type(self).__name__, problem)
                except Exception:
                    log.exception("%s failed and is tried again", type(self).__name__)
            await asyncio.sleep(self.interval)
