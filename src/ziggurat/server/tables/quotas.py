"""What one player, and one address, may have of the tables and of the bots' time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable

from ziggurat.core.sentence import sentence
from ziggurat.server.bots.pool import Asker, Pool
from ziggurat.server.refusals import TooMuch
from ziggurat.server.settings import Settings
from ziggurat.server.transport.rate_limits import RateLimiter

HOUR, DAY = 3600, 86_400  # seconds
JOINING = 0.25  # of what opening a table costs
TOURNAMENT = "tournament:"  # before its id: who opens its tables
TOURNAMENTS = "somewhere tournaments"
REMEMBERED = 10_000  # players whose address is known
TOO_MANY_BOTS = sentence("The bots are busy; try again in a few minutes.")


class Quotas:
    """Who was last seen where, and what they have asked for."""

    def __init__(self, settings: Settings, pool: Pool) -> None:
        self._settings = settings
        self._pool = pool
        self._openings = RateLimiter(settings.openings / HOUR, burst=max(settings.openings / 2, 1))
        self._seen: OrderedDict[str, str] = OrderedDict()

    def saw(self, player: str | None, address: str) -> None:
        """A player has asked for something, from an address. It is kept in memory only."""
        if player is not None:
            self._seen[player] = address
            self._seen.move_to_end(player)
            if len(self._seen) > REMEMBERED:
                self._seen.popitem(last=False)

    def asker(self, player: str | None) -> Asker:
        """On whose account a bot thinks that a player has asked for; without an address, each is by themselves.

        Tournaments of which nobody knows where they were announced are so together: their number is nobody's gain.
        """
        somewhere = TOURNAMENTS if (player or "").startswith(TOURNAMENT) else f"somewhere {player}"
        return Asker(self._seen.get(player or "", somewhere), player or "")

    def check_bots(self) -> None:
        """Refuse what would only wait."""
        if self._settings.bot_queue and self._pool.waiting >= self._settings.bot_queue:
            raise TooMuch(TOO_MANY_BOTS)

    async def check_opening(
        self, player: str, address: str, count: Callable[[int], Awaitable[int]], *, bots: bool
    ) -> None:
        """Refuse another table to whoever has too many; `count` says how many unfinished ones of so many seconds."""
        self.saw(player, address)
        if bots:
            self.check_bots()
        most = self._settings.max_tables
        if most and await count(DAY) >= most:
            raise TooMuch(
                sentence(
                    "You have {tables} unfinished tables; finish some first, or come back tomorrow.",
                    tables=most,
                )
            )
        self.check_storing(address)

    def check_storing(self, address: str, matches: int = 1) -> None:
        """Refuse another match, opened or brought, to an address that has had many: each stays on the disk for good.

        What becomes several matches, and is shown to everybody, counts as several.
        """
        if not self._openings.take(address, matches):
            raise TooMuch("Too many tables were opened from your network; wait a few minutes.")

    def check_joining(self, address: str) -> None:
        """Refuse to let one address join tournaments without end; a school class behind one address still can."""
        if not self._openings.take(address, JOINING):
            raise TooMuch("Too many people joined tournaments from your network; wait a few minutes.")
