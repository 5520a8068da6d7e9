"""Pictures of tables, for links and for sharing: drawn in a process of their own, and cached.

A picture of a finished match may show everything; one of a running match shows what a spectator sees.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Protocol

import ziggurat
from ziggurat.server.protocol import Status
from ziggurat.server.refusals import NotAllowed, TooMuch
from ziggurat.server.runtime.services import HasGames, HasSettings, Reads, Works
from ziggurat.server.study import replays
from ziggurat.server.study.replay_pool import OWN, WAITING, ReplayPool
from ziggurat.server.study.replay_worker import ReplayMatch
from ziggurat.server.tables import table_store
from ziggurat.server.transport.rate_limits import RateLimiter

CACHE_SIZE = 48 * 1024 * 1024  # bytes
MAX_FILMS = 4  # that may be in progress at once
NOW = -1  # instead of a decision: the current position
SPECTATOR = -1


class PictureServer(HasGames, HasSettings, Reads, Works, Protocol):
    """What drawing uses of the server process."""


class PictureCache:
    """Draws pictures, and caches the last ones."""

    def __init__(self, server: PictureServer) -> None:
        self._server = server
        self._painter = ReplayPool(1, server.settings.picture_seconds, each=WAITING)
        self._films = RateLimiter(server.settings.films / 3600, burst=max(server.settings.films / 10, 1))  # by address
        self._filming = 0
        self._cached: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
        self._size = 0
        self._drawing: dict[tuple[str, ...], asyncio.Task[bytes]] = {}

    async def close(self) -> None:
        """Stop drawing."""
        await self._painter.close()

    async def picture(self, table_id: str, decision: int | None, seat: int | None) -> bytes:
        """A position of a finished match, with all secrets or as a seat saw it."""
        return await self._finished("picture", table_id, decision, seat)

    async def film(self, table_id: str, address: str) -> bytes:
        """A finished match, turn by turn."""
        if ("film", table_id, str(NOW), "None") in self._cached:
            return await self._finished("film", table_id, None, None)
        await self._server.read(replays.load, table_id)  # a refusal takes nothing from the quota
        if not self._films.take(address):
            raise TooMuch("Too many films were made from your network; wait a minute.")
        if self._filming >= MAX_FILMS:
            raise TooMuch("Several films are being made; try again in a minute.")
        self._filming += 1
        try:
            return await self._finished("film", table_id, None, None)
        finally:
            self._filming -= 1

    async def card(self, table_id: str, decision: int | None) -> bytes:
        """The preview image of a table: the end or a position of a finished match, or the current position."""
        stored = await self._server.read(table_store.load_table, table_id)
        if stored.row.status == Status.FINISHED:
            return await self._finished("card", table_id, decision, None)
        if stored.row.status == Status.OPEN or not replays.is_readable(stored):
            return await self.game_card(stored.row.game)
        journal = await self._server.read(table_store.load_journal, table_id)
        key = ("card", table_id, f"now {len(journal)}")
        return await self._drawn(key, ReplayMatch("card", stored.plan(), journal, NOW, SPECTATOR))

    async def game_card(self, game: str) -> bytes:
        """The preview image of a game: an example position."""
        plan = await self._server.work(lambda: replays.plan_of(ziggurat.new(game, seed=1)))
        return await self._drawn(("game", game), ReplayMatch("example", plan, [], seen_by=SPECTATOR))

    async def _finished(self, want: str, table_id: str, decision: int | None, seat: int | None) -> bytes:
        stored, journal = await self._server.read(replays.load, table_id)
        replays.check_readable(stored)
        if seat is not None and seat >= len(stored.chairs):
            raise NotAllowed("The table has no such seat.")
        at = NOW if decision is None else decision
        return await self._drawn(
            (want, table_id, str(at), str(seat)), ReplayMatch(want, stored.plan(), journal, at, seat)
        )

    async def _drawn(self, key: tuple[str, ...], question: ReplayMatch) -> bytes:
        """A picture from the cache, or one that is drawn now, once for all who ask."""
        if key in self._cached:
            self._cached.move_to_end(key)
            return self._cached[key]
        if key not in self._drawing:
            task = self._drawing[key] = asyncio.create_task(self._draw(key, question))
            task.add_done_callback(lambda done: self._drawing.pop(key, None))
        return await asyncio.shield(self._drawing[key])

    async def _draw(self, key: tuple[str, ...], question: ReplayMatch) -> bytes:
        await self._server.games.require(question.plan.game)
        drawn = await self._painter.replay(bytes, question, asker=OWN)
        self._cached[key] = drawn
        self._size += len(drawn)
        while self._size > CACHE_SIZE:
            self._size -= len(self._cached.popitem(last=False)[1])
        return drawn
