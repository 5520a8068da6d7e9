"""Fair queues: among those who wait, whoever has used the least is next.

Clients are counted by address, and within an address by player, so that neither many requests nor many guests of one
address delay the others. All queues of the server use one of these:

`FairQueue`     work in this process: passwords, replays, pictures and films, reviews and engine lines
`Accounts`      the rule behind it; the bot pool uses it with its own rooms
`FairOrder`     a queue in the database, as numbers: reviews
`interleaved`   a batch from a queue in the database: e-mails and push notifications
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Hashable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from ziggurat.core.sentence import Sentence
from ziggurat.server.refusals import TooMuch
from ziggurat.server.runtime import clock

T = TypeVar("T")
MAX_ACCOUNTS = 10_000  # above this number, those of absent askers are dropped


class Asker(NamedTuple):
    """Who work is charged to: an address, if it is known, and a player."""

    address: str
    player: str = ""


OWN = Asker("")  # the server itself


class Accounts:
    """The seconds that askers have used, by address and by asker."""

    def __init__(self) -> None:
        self._used: dict[str | Asker, float] = {}

    def open(self, asker: Asker, present: Collection[Asker], ahead: Iterable[tuple[Asker, float]] = ()) -> None:
        """Start a newcomer with the least time that anyone present has used, so that absence earns no credit.

        What was charged `ahead`, for work in progress, does not count yet, so that the newcomer is next.
        """
        if not present:
            self._used.clear()
        elif len(self._used) > MAX_ACCOUNTS:
            accounts = {*present, *(other.address for other in present)}
            self._used = {account: used for account, used in self._used.items() if account in accounts}
        before = dict(self._used)
        for other, seconds in ahead:
            before[other] -= seconds
            before[other.address] -= seconds
        rivals: list[tuple[str | Asker, set[str] | set[Asker]]] = [
            (asker.address, {other.address for other in present}),
            (asker, {other for other in present if other.address == asker.address}),
        ]
        for account, others in rivals:
            if account not in others:
                least = min((before[other] for other in others), default=0.0)
                self._used[account] = max(self._used.get(account, 0.0), least)

    def charge(self, asker: Asker, seconds: float) -> None:
        """Add to what an asker has used."""
        self._used[asker.address] += seconds
        self._used[asker] += seconds

    def used(self, asker: Asker) -> tuple[float, float]:
        """What the asker's address has used, and the asker: the least is next."""
        return self._used[asker.address], self._used[asker]


@dataclass(eq=False)
class _Ticket:
    """A place in the queue."""

    asker: Asker
    called: asyncio.Future[None]


class FairQueue:
    """Gives `turns` turns at once. One address never has all of them, unless there is only one."""

    def __init__(self, turns: int, *, each: int, total: int, refusal: Sentence) -> None:
        """Up to `each` requests of one address may wait, and `total` of all; more are refused.

        If the queue is full, the last request of the address with the most is refused, not the newcomer's.
        """
        self._free = max(turns, 1)
        self._most_at_once = max(self._free - 1, 1)  # for one address
        self._each, self._total, self._refusal = each, total, refusal
        self._queue: list[_Ticket] = []  # in the order they came
        self._running: list[Asker] = []
        self._accounts = Accounts()

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a turn and have it."""
        await self._enter(asker)
        began = clock.monotonic()
        try:
            yield
        finally:
            self._leave(asker, clock.monotonic() - began)

    async def _enter(self, asker: Asker) -> None:
        self._make_room(asker)
        self._accounts.open(asker, {*self._running, *(ticket.asker for ticket in self._queue)})
        ticket = _Ticket(asker, asyncio.get_running_loop().create_future())
        self._queue.append(ticket)
        self._call()
        try:
            await ticket.called
        except asyncio.CancelledError:
            if ticket in self._queue:
                self._queue.remove(ticket)
            elif ticket.called.done() and not ticket.called.cancelled() and ticket.called.exception() is None:
                self._leave(asker, 0.0)  # its turn has just come
            raise

    def _make_room(self, asker: Asker) -> None:
        """Refuse, or refuse another, if the queue is full."""
        if self._may_start(asker):
            return
        waiting = Counter(ticket.asker.address for ticket in self._queue)
        if waiting[asker.address] >= self._each:
            raise TooMuch(self._refusal)
        if len(self._queue) < self._total:
            return
        address, most = max(waiting.items(), key=lambda item: item[1])
        if most <= waiting[asker.address] + 1:
            raise TooMuch(self._refusal)
        last = next(ticket for ticket in reversed(self._queue) if ticket.asker.address == address)
        self._queue.remove(last)
        if not last.called.done():  # else its client has just given up
            last.called.set_exception(TooMuch(self._refusal))

    def _may_start(self, asker: Asker) -> bool:
        return self._free > 0 and self._count_running(asker.address) < self._most_at_once

    def _count_running(self, address: str) -> int:
        return sum(asker.address == address for asker in self._running)

    def _leave(self, asker: Asker, seconds: float) -> None:
        self._free += 1
        self._running.remove(asker)
        self._accounts.charge(asker, seconds)
        self._call()

    def _call(self) -> None:
        """Give free turns to those who wait."""
        while ready := [ticket for ticket in self._queue if self._may_start(ticket.asker)]:
            ticket = min(ready, key=self._order)
            self._queue.remove(ticket)
            if not ticket.called.done():  # else its client has just given up
                self._free -= 1
                self._running.append(ticket.asker)
                ticket.called.set_result(None)

    def _order(self, ticket: _Ticket) -> tuple[int, tuple[float, float]]:
        return self._count_running(ticket.asker.address), self._accounts.used(ticket.asker)


class FairOrder:
    """Places in a queue that others keep as numbers, lowest first.

    Everybody's first request comes before anybody's second, as in start-time fair queueing: a place is one step after
    the asker's last one, or else right behind the request that is being worked on. Addresses are kept in memory only,
    by each process for itself.
    """

    def __init__(self, *, step: int, each: int, refusal: Sentence) -> None:
        """Up to `each` requests of one address may wait (0: no limit); more are refused."""
        self._step, self._each, self._refusal = step, each, refusal
        self._places: dict[str, list[int]] = {}  # of the requests that wait, by address

    def place(self, address: str, first: int | None, now: int) -> int:
        """The place of a new request. `first` is the lowest place in the queue; None if the queue is empty."""
        waiting = {
            other: [place for place in places if first is not None and place >= first]
            for other, places in self._places.items()
        }
        self._places = {other: places for other, places in waiting.items() if places}
        own = self._places.get(address, [])
        if self._each and len(own) >= self._each:
            raise TooMuch(self._refusal)
        place = max(now if first is None else first + 1, *(before + self._step for before in own[-1:]), 0)
        self._places[address] = [*own, place]
        return place


def interleaved(items: Iterable[T], *keys: Callable[[T], Hashable]) -> list[T]:
    """Items in an order in which everybody's first comes before anybody's second; the last key matters most."""
    ordered = list(items)
    for key in keys:
        counts: Counter[Hashable] = Counter()
        ranks = []
        for item in ordered:
            ranks.append(counts[key(item)])
            counts[key(item)] += 1
        ordered = [item for _, item in sorted(zip(ranks, ordered, strict=True), key=lambda pair: pair[0])]
    return ordered
