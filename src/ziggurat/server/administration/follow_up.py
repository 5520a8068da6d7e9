"""What is left to do for actions whose own process did not do it.

A command only changes the database: every process reads the audit log from where it has read before. A process may die
after it has closed or deleted an account and before it has left the player's tables: the leader looks for such seats.
"""

from __future__ import annotations

from typing import Any, Protocol

from sqlalchemy import Connection, Row, or_, select, union

from ziggurat.server.accounts.identity import DAY
from ziggurat.server.administration import players, tables
from ziggurat.server.protocol import Status, TournamentStatus
from ziggurat.server.runtime.clock import monotonic, now
from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.runtime.services import Leads
from ziggurat.server.social import moderation
from ziggurat.server.storage import schema
from ziggurat.server.tables import departure

audit = schema.audit
OVERLAP = 50  # entries that are looked at again: on PostgreSQL one may become visible after a later one
LEAVE_EVERY = 60.0  # seconds after which the leader looks again for seats of closed accounts
BUSY = 10_000  # milliseconds in which the request that closes an account may still be leaving its tables


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
        self._left: set[str] = set()  # players whose tables have been left here, as far as the rules allow
        self._leave_at = 0.0

    async def run_once(self) -> None:
        """Look once."""
        for entry in await self._server.read(_latest, max(self._done, default=0), now()):
            if entry.id not in self._done:
                await self._follow(entry)
                self._done.add(entry.id)
        newest = max(self._done, default=0)
        self._done = {number for number in self._done if number > newest - OVERLAP}
        if self._server.leading and monotonic() >= self._leave_at:
            self._leave_at = monotonic() + LEAVE_EVERY
            await self._leave_tables()

    async def _leave_tables(self) -> None:
        """Leave the tables of accounts that were closed or deleted by a process that died before it could."""
        seated = set(await self._server.read(_closed_but_seated, now() - BUSY))
        for player in seated - self._left:
            await departure.leave_everything(self._server, player)
        self._left = seated

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


def _closed_but_seated(connection: Connection, before: int) -> list[str]:
    """Players closed or deleted before a moment who still sit, look for a match, or play or organize a tournament."""
    players, seats, seekers, entrants = schema.players, schema.seats, schema.seekers, schema.tournament_players
    tables, tournaments = schema.tables, schema.tournaments
    ended = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)
    present = union(
        select(seats.c.player).join(tables, tables.c.id == seats.c.table_id).where(tables.c.status != Status.FINISHED),
        select(seekers.c.player),
        select(entrants.c.player).where(~entrants.c.withdrawn),
        select(tournaments.c.organizer).where(~tournaments.c.automatic, tournaments.c.status.not_in(ended)),
    ).subquery()
    gone = or_(players.c.closed < before, players.c.deleted < before)
    query = select(players.c.id).where(gone, players.c.id.in_(select(present.c.player)))
    return list(connection.execute(query.order_by(players.c.id)).scalars())
