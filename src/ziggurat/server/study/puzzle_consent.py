"""Finished matches that may become puzzles: all their players have agreed. Names are left out."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, select

from ziggurat.core.game import Game
from ziggurat.server.protocol import Status
from ziggurat.server.storage import schema
from ziggurat.server.study import replays
from ziggurat.server.tables import table_store

seats, tables, players = schema.seats, schema.tables, schema.players


def agreed_logs(engine: Engine, game: Game) -> list[str]:
    """Logs of a game's matches under the current rules whose players have all agreed; oldest first."""
    with engine.connect() as connection:
        return [_log(connection, table_id) for table_id in _tables_with_consent(connection, game)]


def _tables_with_consent(connection: Connection, game: Game) -> list[str]:
    people = select(seats.c.table_id).where(seats.c.player.is_not(None))
    against = (
        select(seats.c.table_id)
        .join_from(seats, players, seats.c.player == players.c.id)
        .where(players.c.consent.is_(False))
    )
    query = (
        select(tables.c.id)
        .where(tables.c.game == game.name, tables.c.rules == game.rules_version)
        .where(tables.c.status == Status.FINISHED)
        .where(tables.c.id.in_(people), tables.c.id.not_in(against))
        .order_by(tables.c.created, tables.c.id)
    )
    return list(connection.execute(query).scalars())


def _log(connection: Connection, table_id: str) -> str:
    stored = table_store.load_table(connection, table_id)
    return replays.finished(stored.plan(), table_store.load_journal(connection, table_id)).to_text()
