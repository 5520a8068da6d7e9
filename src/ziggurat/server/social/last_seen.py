"""Records when players were last online, for their friends. Runs in every process."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from sqlalchemy import Connection, update

from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.runtime.services import HasTables, Leads, Writes
from ziggurat.server.storage import schema
from ziggurat.server.transport.send_queue import Subscriber

EVERY = 15.0  # seconds
ONLINE = 45_000  # milliseconds since somebody was last seen for which they count as online


class LastSeenServer(HasTables, Leads, Writes, Protocol):
    """What the recorder uses of the server process."""

    @property
    def lobby(self) -> Collection[Subscriber]:
        """Everybody who has the lobby open."""


class LastSeenRecorder(PeriodicJob[LastSeenServer]):
    """Records who has a socket open in this process."""

    interval = EVERY
    leader_only = False

    async def run_once(self) -> None:
        """Store the current time for everybody who is online."""
        server = self._server
        at_tables = [subscriber for table in server.tables.values() for subscriber in table.subscribers]
        online = sorted({subscriber.player for subscriber in (*at_tables, *server.lobby) if subscriber.player})
        if online:
            await server.writer.write(lambda connection: _store_seen(connection, online, now()))


def _store_seen(connection: Connection, players: list[str], at: int) -> None:
    connection.execute(update(schema.players).where(schema.players.c.id.in_(players)).values(seen=at))
