"""Background tasks end when they are cancelled."""

from __future__ import annotations

import asyncio

from tests import looping
from ziggurat.server.runtime.periodic import cancel_and_wait


def test_task_that_survives_a_cancellation_is_cancelled_again() -> None:
    missed: list[str] = []

    async def go_on() -> None:
        while True:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:  # as wait_for does, where what it waits for is done at that moment
                if missed:
                    raise
                missed.append("once")

    async def both() -> bool:
        tasks = [asyncio.create_task(go_on()) for _ in range(2)]
        await asyncio.sleep(0)
        await cancel_and_wait(*tasks)
        return all(task.cancelled() for task in tasks)

    assert looping.run(both())
    assert missed == ["once"]
