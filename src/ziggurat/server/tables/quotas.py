"""Quotas on tables and bots, for each player and each address."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable

from ziggurat.core.sentence import sentence
from ziggurat.server.bots.pool import Pool
from ziggurat.server.refusals import TooMuch
from ziggurat.server.runtime.fair_queue import Asker
from ziggurat.server.settings import Settings
from ziggurat.server.transport.rate_limits import RateLimiter

HOUR, DAY = 3600, 86_400  # seconds
JOINING = 0.25  # of the cost of opening a table
TOURNAMENT = "tournament:"  # prefix of the id under which a tournament opens its tables
TOURNAMENTS = "somewhere tournaments"
REMEMBERED = 10_000  # players whose address is remembered
TOO_MANY_BOTS = sentence("The bots are busy; try again in a few minutes.")


class Quotas:
    """Remembers players' addresses, and refuses what exceeds a quota."""

    def __init__(self, settings: Settings, pool: Pool) -> None:
        self._settings = settings
        self._pool = pool
        self._openings = RateLimiter(settings.openings / HOUR, burst=max(settings.openings / 2, 1))
        self._seen: OrderedDict[str, str] = OrderedDict()

    def saw(self, player: str | None, address: str) -> None:
        """Remember a player's address, in memory only."""
        if player is not None:
            self._seen[player] = address
            self._seen.move_to_end(player)
            if len(self._seen) > REMEMBERED:
                self._seen.popitem(last=False)

    def asker(self, player: str | None) -> Asker:
        """On whose account a player's bot thinks. Players without a known address count separately.

        Tournaments without a known address count together, so that opening many gains nothing.
        """
        somewhere = TOURNAMENTS if (player or "").startswith(TOURNAMENT) else f"somewhere {player}"
        return Asker(self._seen.get(player or "", somewhere), player or "")

    def check_bots(self) -> None:
        """Refuse if too many bots are waiting."""
        if self._settings.bot_queue and self._pool.waiting >= self._settings.bot_queue:
            raise TooMuch(TOO_MANY_BOTS)

    async def check_opening(
        self, player: str, address: str, count: Callable[[int], Awaitable[int]], *, bots: bool
    ) -> None:
        """Refuse a table to a player who has too many; `count` counts the unfinished ones of the last seconds."""
        self.saw(player, address)
        if bots:
            self.check_bots()
        limit = self._settings.max_tables
        if limit and await count(DAY) >= limit:
            raise TooMuch(
                sentence(
                    "You have {tables} unfinished tables; finish some first, or come back tomorrow.",
                    tables=limit,
                )
            )
        self.check_storing(address)

    def check_storing(self, address: str, matches: int = 1) -> None:
        """Refuse a new or imported match to an address that has stored too many: they stay on the disk for good.

        A request that leads to several matches, such as a tournament, counts as several.
        """
        if not self._openings.take(address, matches):
            raise TooMuch("Too many tables were opened from your network; wait a few minutes.")

    def check_joining(self, address: str) -> None:
        """Refuse too many tournament entries from one address; a school class behind one address may still join."""
        if not self._openings.take(address, JOINING):
            raise TooMuch("Too many people joined tournaments from your network; wait a few minutes.")
