"""What is done again and again while a server runs, whatever goes wrong once."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, ClassVar

from ziggurat.server.refusals import Refused

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess

log = logging.getLogger("ziggurat.beating")
AGAIN = 0.5  # seconds after which a task that was cancelled, and goes on, is cancelled again


async def end(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks, and wait until they have ended.

    Once is not enough: `asyncio.wait_for`, which libraries use, loses a cancellation that comes in the moment in which
    what it waits for is done (until Python 3.12), and a task that goes on for ever then goes on.
    """
    going = set(tasks)
    while going:
        for task in going:
            task.cancel()
        _, going = await asyncio.wait(going, timeout=AGAIN)


class PeriodicJob:
    """Does its `beat` every so many seconds; `led`: in the process that leads alone."""

    every: float  # seconds
    led: ClassVar[bool] = True

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            await end(self._task)

    async def beat(self) -> None:
        """What is to be done."""
        raise NotImplementedError

    async def _run(self) -> None:
        await asyncio.sleep(self.every if self.led else 0)  # whoever leads has just looked after what was due
        while True:
            if self._server.leading or not self.led:
                try:
                    await self.beat()
                except Refused as problem:
                    log.warning("%s has to wait: %s", type(self).__name__, problem)
                except Exception:
                    log.exception("%s failed, and is tried again", type(self).__name__)
            await asyncio.sleep(self.every)
