"""Engine lines for the analysis board: one search per player at a time, after all bots.

A search is short and stateless. The page asks again with twice the iterations while the board is open. A new request of
a player replaces the waiting one.
"""

from __future__ import annotations

import asyncio

from ziggurat.core.sentence import sentence
from ziggurat.reviewing import evaluation
from ziggurat.server.bots.pool import BotFailed, Pool
from ziggurat.server.refusals import Stale, TooMuch, Unreachable
from ziggurat.server.runtime.fair_queue import Asker
from ziggurat.server.settings import Settings

EACH = 4  # searches per address, since anybody can be many guests


class LineSearch:
    """Runs searches for players and limits how many there are."""

    def __init__(self, settings: Settings, pool: Pool) -> None:
        self._most = settings.analyses
        self._pool = pool
        self._running: dict[str, asyncio.Lock] = {}  # by player
        self._addresses: dict[str, str] = {}  # by player, while they have one
        self._asked: dict[str, int] = {}  # by player: the number of their last request
        self._count = 0

    async def search(self, player: str, address: str, request: evaluation.LineRequest) -> evaluation.SearchLines:
        """Search; refused if there are too many searches, or if the player has made another request since."""
        if player not in self._running and len(self._running) >= self._most:
            raise TooMuch(
                sentence("{people} people are using the analysis engine now; try again in a moment.", people=self._most)
            )
        if player not in self._running and list(self._addresses.values()).count(address) >= EACH:
            raise TooMuch("Too many analyses are running from your network; try again in a moment.")
        self._addresses[player] = address
        lock = self._running.setdefault(player, asyncio.Lock())
        self._count += 1
        number = self._asked[player] = self._count
        try:
            async with lock:
                if self._asked[player] != number:
                    raise Stale("You have started another analysis since.")
                return await self._pool.lines(request, Asker(address, player))
        except BotFailed as problem:
            raise Unreachable("The search failed; try again.") from problem
        finally:
            if self._asked.get(player) == number:
                self._asked.pop(player)
                self._running.pop(player)
                self._addresses.pop(player)
