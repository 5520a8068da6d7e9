"""Records when players were last online, for their friends. Runs in every process."""

from __future__ import annotations

from sqlalchemy import Connection, update

from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.storage import schema
from ziggurat.server.tables.live import now

EVERY = 15.0  # seconds
ONLINE = 45_000  # milliseconds since somebody was last seen for which they count as online


class LastSeenRecorder(PeriodicJob):
    """Records who has a socket open in this process."""

    every = EVERY
    led = False

    async def beat(self) -> None:
        """Store the current time for everybody who is online."""
        server = self._server
        lines = {line for table in server.tables.values() for line in table.lines} | server.lobby
        online = sorted({line.player for line in lines if line.player is not None})
        if online:
            await server.writer.write(lambda connection: _store_seen(connection, online, now()))


def _store_seen(connection: Connection, players: list[str], at: int) -> None:
    connection.execute(update(schema.players).where(schema.players.c.id.in_(players)).values(seen=at))
