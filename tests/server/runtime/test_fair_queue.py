"""One client's flood of requests does not delay the others."""

from __future__ import annotations

import asyncio

import pytest

from tests.looping import run
from ziggurat.core.sentence import sentence
from ziggurat.server.refusals import TooMuch
from ziggurat.server.runtime.fair_queue import Accounts, Asker, FairOrder, FairQueue, interleaved

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
        address, _, player = asker.partition("/")
        async with self.queue.turn(Asker(address, player)):
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


def test_many_guests_of_one_address_are_one_client() -> None:
    async def scene() -> None:
        work = Work(turns=1)
        for number in range(5):
            work.ask(f"{FLOOD}/guest {number}")
        await work.settle()
        work.ask(HONEST)
        await work.settle()
        work.doors[0].set()
        await work.settle()
        assert work.had == [f"{FLOOD}/guest 0", HONEST]

    run(scene())


def test_people_of_one_address_take_turns() -> None:
    async def scene() -> None:
        work = Work(turns=1)
        for _ in range(3):
            work.ask("school/ann")
        await work.settle()
        work.ask("school/bob")
        await work.settle()
        for number in range(3):
            work.doors[number].set()
            await work.settle()
        assert work.had == ["school/ann", "school/bob", "school/ann", "school/ann"]

    run(scene())


def test_full_queue_refuses_the_client_with_the_most() -> None:
    """Eight addresses must not lock out a ninth."""

    async def scene() -> None:
        work = Work(turns=1, each=4, total=8)
        floods = [work.ask(address) for address in "abab" for _ in range(2)] + [work.ask("a")]
        await work.settle()
        honest = work.ask(HONEST)
        await work.settle()
        assert not honest.done()
        refused = [flood for flood in floods if flood.done()]
        assert len(refused) == 1
        with pytest.raises(TooMuch, match="busy"):
            await refused[0]
        for number in range(2):
            work.doors[number].set()
            await work.settle()
        assert HONEST in work.had

    run(scene())


def test_newcomer_does_not_start_with_credit() -> None:
    """After an hour of others' work, somebody new takes turns with them and does not have all."""
    accounts, old, new = Accounts(), Asker("old"), Asker("new")
    accounts.open(old, [])
    accounts.charge(old, 3600.0)
    accounts.open(new, [old])
    assert accounts.used(new) == (3600.0, 0.0)


# ----------------------------------------------------------------------------------------------- queues in the database


def order(each: int = 0) -> FairOrder:
    return FairOrder(step=60, each=each, refusal=sentence("busy"))


def test_first_request_comes_before_anybodys_second() -> None:
    queue = order()
    flood = [queue.place(FLOOD, first, 1000) for first in (None, *[1000] * 59)]
    assert flood == sorted(set(flood))
    honest = queue.place(HONEST, 1000, 1001)
    assert flood[0] < honest < flood[1]
    assert flood[1] < queue.place(HONEST, 1000, 1001) < flood[2]


def test_place_does_not_depend_on_how_fast_the_queue_is() -> None:
    """If reviews take longer than they should, the flood is not ahead for it."""
    queue = order()
    flood = [queue.place(FLOOD, first, 0) for first in (None, *[0] * 59)]
    honest = queue.place(HONEST, flood[20], 1_000_000)
    assert flood[20] < honest < flood[21]


def test_empty_queue_forgets_who_used_it() -> None:
    queue = order()
    for first in (None, 0, 0):
        queue.place(FLOOD, first, 0)
    assert queue.place(FLOOD, None, 500) == 500


def test_number_of_places_per_address_is_limited() -> None:
    queue = order(each=2)
    for first in (None, 10):
        queue.place(FLOOD, first, 10)
    with pytest.raises(TooMuch, match="busy"):
        queue.place(FLOOD, 10, 10)
    queue.place(HONEST, 10, 10)
    queue.place(FLOOD, 70, 10)  # its first is done


def test_batch_is_shared_between_players_and_addresses() -> None:
    rows = [(player, number) for number in range(3) for player in ("ann", "ann2", "bob")]
    addresses = {"ann": "here", "ann2": "here", "bob": "there"}
    chosen = interleaved(rows, lambda row: row[0], lambda row: addresses[row[0]])
    assert [player for player, _ in chosen[:4]] == ["ann", "bob", "ann2", "bob"]
    assert sorted(chosen) == sorted(rows)
