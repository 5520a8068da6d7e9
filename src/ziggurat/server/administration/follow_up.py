"""What an action by command asks of a running server: the command itself only changes the database.

Every process reads the audit log from where it has read before.
"""

from __future__ import annotations

from typing import Any, Protocol

from sqlalchemy import Connection, Row, select

from ziggurat.server.accounts.identity import DAY
from ziggurat.server.administration import players, tables
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.runtime.services import Leads
from ziggurat.server.social import moderation
from ziggurat.server.storage import schema
from ziggurat.server.tables import departure

audit = schema.audit
OVERLAP = 50  # entries that are looked at again: on PostgreSQL one may become visible after a later one


class FollowingServer(departure.DepartureServer, Leads, Protocol):
    """What this uses of the server process."""

    def disconnect(self, player_or_credential: str) -> None:
        """Close the sockets of a player."""

    async def renamed(self, player: str) -> None:
        """Send a player's new name to everybody who has one of their tables open."""


class FollowUp(PeriodicJob[FollowingServer]):
    """Ends the sockets and leaves the tables of closed accounts, and shows new names and aborted matches."""

    interval = 2.0
    leader_only = False

    def __init__(self, server: FollowingServer) -> None:
        super().__init__(server)
        self._done: set[int] = set()

    async def run_once(self) -> None:
        """Look once."""
        for entry in await self._server.read(_latest, max(self._done, default=0), now()):
            if entry.id not in self._done:
                await self._follow(entry)
                self._done.add(entry.id)
        newest = max(self._done, default=0)
        self._done = {number for number in self._done if number > newest - OVERLAP}

    async def _follow(self, entry: Row[Any]) -> None:
        server = self._server
        if entry.moderator is not None:  # on the page: all of it is done by the request
            return
        match entry.action:
            case players.RENAME:
                await server.renamed(entry.player)
            case tables.ABORTED:
                await server.table_changed(entry.table_id)
            case moderation.CLOSE | players.DELETE if server.leading:
                server.disconnect(entry.player)
                await departure.leave_everything(server, entry.player)


def _latest(connection: Connection, after: int, at: int) -> list[Row[Any]]:
    """The entries after one that was read before; at first those of a day, in which perhaps no server ran."""
    query = select(audit).where(audit.c.id > after - OVERLAP if after else audit.c.at > at - DAY)
    return list(connection.execute(query.order_by(audit.c.id)).all())
