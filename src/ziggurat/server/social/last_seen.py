"""Who is here: noted now and then for everybody who has something open, in whichever process, for their friends."""

from __future__ import annotations

from sqlalchemy import Connection, update

from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.storage import schema

EVERY = 15.0  # seconds
HERE = 45_000  # milliseconds after which somebody of whom nothing was noted is not here


class Company(PeriodicJob):
    """Notes who has a socket open in this process."""

    interval = EVERY
    leader_only = False

    async def run_once(self) -> None:
        """Write down who is here."""
        server = self._server
        at_tables = {subscriber for table in server.tables.values() for subscriber in table.subscribers}
        here = sorted({subscriber.player for subscriber in at_tables | server.lobby if subscriber.player})
        if here:
            await server.writer.write(lambda connection: _note(connection, here, now()))


def _note(connection: Connection, players: list[str], at: int) -> None:
    connection.execute(update(schema.players).where(schema.players.c.id.in_(players)).values(seen=at))
