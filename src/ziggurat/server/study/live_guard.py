"""The running matches of players, by which analysis of their positions is refused."""

from __future__ import annotations

from collections import OrderedDict
from typing import Protocol

from ziggurat.server.runtime.services import Reads, Works
from ziggurat.server.study.live_matches import LiveMatch, describe
from ziggurat.server.tables import loading, table_store
from ziggurat.server.tables.sitting import Entry

CACHED = 2000  # seats of matches, some 3 kB each
MOST = 200  # matches of one player and game that are compared, the last changed


class GuardServer(Reads, Works, Protocol):
    """What finding running matches uses of the server process."""


class LiveGuard:
    """The running matches of players, cached by table and seat until they change."""

    def __init__(self, server: GuardServer) -> None:
        self._server = server
        self._cache: OrderedDict[tuple[str, int], tuple[int, LiveMatch]] = OrderedDict()

    async def matches(self, player: str | None, game: str, *, helpless: bool = False) -> list[LiveMatch]:
        """The running matches of a game at which a player sits. Tables are read, but not kept in memory.

        With `helpless`, only those at tables that allow no help (see `table_store.running_seats`).
        """
        if player is None:
            return []
        seats = await self._server.read(table_store.running_seats, player, game, MOST, helpless=helpless)
        return [match for table_id, seat, last in seats if (match := await self._match(table_id, seat, last))]

    async def _match(self, table_id: str, seat: int, last: int) -> LiveMatch | None:
        number, match = self._cache.get((table_id, seat), (-1, None))
        if match is None or number != last:
            stored, journal = await self._server.read(loading.load_snapshot, table_id)
            if not journal or not loading.is_playable(stored):
                return None
            match = await self._server.work(_replay, stored, journal, seat)
            self._cache[table_id, seat] = (journal[-1].number, match)
            if len(self._cache) > CACHED:
                self._cache.popitem(last=False)
        self._cache.move_to_end((table_id, seat))
        return match


def _replay(stored: table_store.Stored, journal: list[Entry], seat: int) -> LiveMatch:
    sitting = loading.replay(stored.plan(), journal)
    return describe(sitting.match, sitting.sees(seat))
