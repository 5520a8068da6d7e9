"""Pictures of tables, for links and for sharing: drawn in a process of their own, and cached.

A picture of a finished match may show everything; one of a running match shows what a spectator sees.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Protocol

import ziggurat
from ziggurat.core.sentence import sentence
from ziggurat.server.protocol import Status
from ziggurat.server.refusals import NotAllowed, TooMuch
from ziggurat.server.runtime.fair_queue import OWN, Asker, FairQueue
from ziggurat.server.runtime.services import HasGames, HasSettings, Reads, Works
from ziggurat.server.study import replays
from ziggurat.server.study.replay_pool import ReplayPool
from ziggurat.server.study.replay_worker import ReplayMatch
from ziggurat.server.tables import table_store
from ziggurat.server.transport.rate_limits import RateLimiter

CACHE_SIZE = 48 * 1024 * 1024  # bytes
WAITING_EACH, WAITING = 8, 64  # pictures and films of one address, and in all, that may wait; more are refused
BUSY = sentence("Too many pictures are being drawn; try again in a moment.")
NOW = -1  # instead of a decision: the current position
SPECTATOR = -1


class PictureServer(HasGames, HasSettings, Reads, Works, Protocol):
    """What drawing uses of the server process."""


class PictureCache:
    """Draws pictures, and caches the last ones."""

    def __init__(self, server: PictureServer) -> None:
        self._server = server
        self._painter = ReplayPool(1, server.settings.picture_seconds)
        self._queue = FairQueue(1, each=WAITING_EACH, total=WAITING, refusal=BUSY)
        self._films = RateLimiter(server.settings.films / 3600, burst=max(server.settings.films / 10, 1))  # by address
        self._cached: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
        self._size = 0
        self._drawing: dict[tuple[Asker, tuple[str, ...]], asyncio.Task[bytes]] = {}

    async def close(self) -> None:
        """Stop drawing."""
        await self._painter.close()

    async def picture(self, table_id: str, decision: int | None, seat: int | None, asker: Asker) -> bytes:
        """A position of a finished match, with all secrets or as a seat saw it."""
        return await self._finished("picture", table_id, decision, seat, asker)

    async def film(self, table_id: str, asker: Asker) -> bytes:
        """A finished match, turn by turn."""
        if ("film", table_id, str(NOW), "None") not in self._cached:
            await self._server.read(replays.load, table_id)  # a refusal takes nothing from the quota
            if not self._films.take(asker.address):
                raise TooMuch("Too many films were made from your network; wait a minute.")
        return await self._finished("film", table_id, None, None, asker)

    async def card(self, table_id: str, decision: int | None, asker: Asker) -> bytes:
        """The preview image of a table: the end or a position of a finished match, or the current position."""
        stored = await self._server.read(table_store.load_table, table_id)
        if stored.row.status == Status.FINISHED:
            return await self._finished("card", table_id, decision, None, asker)
        if stored.row.status == Status.OPEN or not replays.is_readable(stored):
            return await self.game_card(stored.row.game, asker)
        return await self._current("card", stored, asker)

    async def thumbnail(self, table_id: str, asker: Asker) -> bytes:
        """The board in a list of tables: the end of a finished match, or the current position for a spectator."""
        stored = await self._server.read(table_store.load_table, table_id)
        if stored.row.status == Status.FINISHED:
            return await self._finished("thumbnail", table_id, None, SPECTATOR, asker)
        if stored.row.status == Status.OPEN:
            raise NotAllowed("The match has not started yet.")
        replays.check_readable(stored)
        return await self._current("thumbnail", stored, asker)

    async def _current(self, want: str, stored: table_store.Stored, asker: Asker) -> bytes:
        """The current position of a running match, as a spectator sees it."""
        journal = await self._server.read(table_store.load_journal, stored.row.id)
        key = (want, stored.row.id, f"now {len(journal)}")
        return await self._drawn(key, ReplayMatch(want, stored.plan(), journal, NOW, SPECTATOR), asker)

    async def game_card(self, game: str, asker: Asker) -> bytes:
        """The preview image of a game: an example position."""
        plan = await self._server.work(lambda: replays.plan_of(ziggurat.new(game, seed=1)))
        return await self._drawn(("game", game), ReplayMatch("example", plan, [], seen_by=SPECTATOR), asker)

    async def _finished(self, want: str, table_id: str, decision: int | None, seat: int | None, asker: Asker) -> bytes:
        stored, journal = await self._server.read(replays.load, table_id)
        replays.check_readable(stored)
        if seat is not None and seat >= len(stored.chairs):
            raise NotAllowed("The table has no such seat.")
        at = NOW if decision is None else decision
        return await self._drawn(
            (want, table_id, str(at), str(seat)), ReplayMatch(want, stored.plan(), journal, at, seat), asker
        )

    async def _drawn(self, key: tuple[str, ...], question: ReplayMatch, asker: Asker) -> bytes:
        """A picture from the cache, or one that is drawn now, once for all requests of an asker."""
        if key in self._cached:
            self._cached.move_to_end(key)
            return self._cached[key]
        if (asker, key) not in self._drawing:
            task = self._drawing[asker, key] = asyncio.create_task(self._draw(key, question, asker))
            task.add_done_callback(lambda done: self._drawing.pop((asker, key), None))
        return await asyncio.shield(self._drawing[asker, key])

    async def _draw(self, key: tuple[str, ...], question: ReplayMatch, asker: Asker) -> bytes:
        await self._server.games.require(question.plan.game)
        async with self._queue.turn(asker):
            if key in self._cached:  # drawn for somebody else meanwhile
                return self._cached[key]
            drawn = await self._painter.replay(bytes, question, asker=OWN)
        self._cached[key] = drawn
        self._size += len(drawn)
        while self._size > CACHE_SIZE:
            self._size -= len(self._cached.popitem(last=False)[1])
        return drawn
