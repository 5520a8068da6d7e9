"""Who is here: noted now and then for everybody who has something open, in whichever process, for their friends."""

from __future__ import annotations

from sqlalchemy import Connection, update

from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.storage import schema
from ziggurat.server.tables.live import now

EVERY = 15.0  # seconds
HERE = 45_000  # milliseconds after which somebody of whom nothing was noted is not here


class Company(PeriodicJob):
    """Notes who has a socket open in this process."""

    every = EVERY
    led = False

    async def beat(self) -> None:
        """Write down who is here."""
        server = self._server
        lines = {line for table in server.tables.values() for line in table.lines} | server.lobby
        here = sorted({line.player for line in lines if line.player is not None})
        if here:
            await server.writer.write(lambda connection: _note(connection, here, now()))


def _note(connection: Connection, players: list[str], at: int) -> None:
    connection.execute(update(schema.players).where(schema.players.c.id.in_(players)).values(seen=at))
