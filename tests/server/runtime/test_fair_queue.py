"""One client's flood of requests does not delay the others."""

from __future__ import annotations

import asyncio

import pytest

from tests.looping import run
from ziggurat.core.sentence import sentence
from ziggurat.server.refusals import TooMuch
from ziggurat.server.runtime.fair_queue import FairQueue

FLOOD, HONEST = "the flooder", "somebody honest"


class Work:
    """Clients that hold their turns until released; records the order of turns."""

    def __init__(self, turns: int, each: int = 8, total: int = 64) -> None:
        self.queue = FairQueue(turns, each=each, total=total, refusal=sentence("busy"))
        self.had: list[str] = []
        self.doors: list[asyncio.Event] = []

    def ask(self, asker: str) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(self._ask(asker))

    async def _ask(self, asker: str) -> None:
        async with self.queue.turn(asker):
            self.had.append(asker)
            door = asyncio.Event()
            self.doors.append(door)
            await door.wait()

    async def settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)


def test_one_client_never_has_every_turn() -> None:
    async def scene() -> None:
        work = Work(turns=2)
        for _ in range(5):
            work.ask(FLOOD)
        await work.settle()
        assert work.had == [FLOOD]
        work.ask(HONEST)
        await work.settle()
        assert work.had == [FLOOD, HONEST]

    run(scene())


def test_with_one_turn_other_clients_are_next() -> None:
    async def scene() -> None:
        work = Work(turns=1)
        for _ in range(5):
            work.ask(FLOOD)
        await work.settle()
        work.ask(HONEST)
        await work.settle()
        work.doors[0].set()
        await work.settle()
        assert work.had == [FLOOD, HONEST]
        work.doors[1].set()
        await work.settle()
        assert work.had == [FLOOD, HONEST, FLOOD]

    run(scene())


def test_a_flood_is_refused_and_others_are_not() -> None:
    async def scene() -> None:
        work = Work(turns=1, each=2)
        asked = [work.ask(FLOOD) for _ in range(4)]
        await work.settle()
        with pytest.raises(TooMuch, match="busy"):
            await asked[3]
        honest = work.ask(HONEST)
        await work.settle()
        assert not honest.done()  # it waits, and is not refused

    run(scene())


def test_total_queue_length_is_limited() -> None:
    async def scene() -> None:
        work = Work(turns=1, total=3)
        asked = [work.ask(str(number)) for number in range(5)]
        await work.settle()
        with pytest.raises(TooMuch):
            await asked[4]

    run(scene())


def test_cancelled_waiter_takes_no_turn() -> None:
    async def scene() -> None:
        work = Work(turns=1)
        first, second, third = (work.ask(name) for name in "abc")
        await work.settle()
        second.cancel()
        await work.settle()
        work.doors[0].set()
        await work.settle()
        assert work.had == ["a", "c"]
        work.doors[1].set()
        await asyncio.gather(first, third)
        third = work.ask("d")  # the turn is free again
        await work.settle()
        assert work.had == ["a", "c", "d"]

    run(scene())


def test_turn_of_a_client_cancelled_at_that_moment_is_passed_on() -> None:
    async def scene() -> None:
        work = Work(turns=1)
        work.ask("a")
        second = work.ask("b")
        work.ask("c")
        await work.settle()
        work.doors[0].set()
        await asyncio.sleep(0)  # b has its turn, and has not heard of it
        second.cancel()
        await work.settle()
        assert "c" in work.had

    run(scene())
