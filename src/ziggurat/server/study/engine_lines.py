"""The lines of analysis boards: searched for behind all bots, one for each player at a time.

A search is short and keeps nothing: the page asks again, for twice as many iterations, as long as somebody looks.
Whoever asks about another position meanwhile does not want the one before any more.
"""

from __future__ import annotations

import asyncio

from ziggurat.core.sentence import sentence
from ziggurat.reviewing import evaluation
from ziggurat.server.bots.pool import BotFailed, Pool
from ziggurat.server.refusals import Stale, TooMuch, Unreachable
from ziggurat.server.settings import Settings

EACH = 4  # searches of one address: guests are as many as one likes


class LineSearch:
    """Who has a search running or waiting."""

    def __init__(self, settings: Settings, pool: Pool) -> None:
        self._most = settings.analyses
        self._pool = pool
        self._running: dict[str, asyncio.Lock] = {}  # by player
        self._addresses: dict[str, str] = {}  # by player, while they have one
        self._asked: dict[str, int] = {}  # by player: how often; only the last question waits
        self._count = 0

    async def lines(self, player: str, address: str, question: evaluation.LineRequest) -> evaluation.EngineLines:
        """What a search finds; refused if there are too many, or if this player has asked something else since."""
        if player not in self._running and len(self._running) >= self._most:
            raise TooMuch(
                sentence("{people} people are using the analysis engine now; try again in a moment.", people=self._most)
            )
        if player not in self._running and list(self._addresses.values()).count(address) >= EACH:
            raise TooMuch("Too many analyses are running from your network; try again in a moment.")
        self._addresses[player] = address
        lock = self._running.setdefault(player, asyncio.Lock())
        self._count += 1
        mine = self._asked[player] = self._count
        try:
            async with lock:
                if self._asked[player] != mine:
                    raise Stale("You have started another analysis since.")
                return await self._pool.lines(question)
        except BotFailed as problem:
            raise Unreachable("The search failed; try again.") from problem
        finally:
            if self._asked.get(player) == mine:
                self._asked.pop(player)
                self._running.pop(player)
                self._addresses.pop(player)
