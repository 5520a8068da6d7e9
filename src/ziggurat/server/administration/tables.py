"""Finds tables, and ends a match that nobody can or should play on."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import Connection, Row, select, update

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import look_alikes
from ziggurat.server.protocol import Status
from ziggurat.server.refusals import Refused, Stale
from ziggurat.server.social import moderation
from ziggurat.server.storage import schema, writer
from ziggurat.server.storage.database import upsert
from ziggurat.server.tables import loading, lobby_query, seat_store, table_store
from ziggurat.server.tables.sitting import ABORT, Sitting
from ziggurat.server.tables.table_store import Stored

tables, seats, players = schema.tables, schema.seats, schema.players
ABORTED = "abort"  # in the audit log
MOST = 50  # tables found at once
_ID = re.compile(r"\b[a-z0-9]{14}\b")  # of a table, also inside its address


def find_tables(connection: Connection, text: str) -> list[Stored]:
    """Matches being played: those of players with a text in their names, or all; or the table with this address.

    Last changed first; one more than `MOST` if there are.
    """
    if match := _ID.search(text):
        addressed = lobby_query.load_newest(connection, select(tables.c.id).where(tables.c.id == match[0]), 1)
        if addressed:  # otherwise it is a name of 14 letters, such as nebuchadnezzar
            return addressed
    query = select(tables.c.id).where(tables.c.status == Status.RUNNING)
    if text.strip():
        looks = f"%{look_alikes.skeleton(text)}%"
        named = (
            select(seats.c.table_id).join(players, players.c.id == seats.c.player).where(players.c.looks.like(looks))
        )
        query = query.where(tables.c.id.in_(named))
    return lobby_query.load_newest(connection, query, MOST + 1)


def abort(connection: Connection, table_id: str, why: str, at: int, served: int, *, by: Row[Any] | None = None) -> None:
    """End a match without winners. Everything that was played stays; ratings do not count it.

    Raises `Stale` if a player or bot decides at the same moment: then it can be tried again.
    """
    stored = seat_store.load_to_change(connection, table_id)
    if stored.row.tournament:
        raise Refused("This match belongs to a tournament. Its organizer can correct the result or cancel it.")
    if stored.row.status == Status.OPEN:
        raise Refused("This match has not begun. If nobody comes, the lobby stops listing it.")
    if stored.row.status == Status.FINISHED:
        raise Refused("This match is over already.")
    if not loading.is_playable(stored):
        raise Refused(
            sentence(
                "This match uses version {rules} of the rules, which this server no longer has.", rules=stored.row.rules
            )
        )
    sitting = Sitting(stored.plan())
    for played in table_store.load_journal(connection, table_id):
        sitting.apply(played)
    entry = sitting.entry(ABORT, -1, 0, served)._replace(text=why.strip().removesuffix("."))
    sitting.apply(entry)
    row = {"table_id": table_id, **entry._replace(digest=sitting.match.digest())._asdict()}
    added = upsert(connection, schema.journal).values(row).on_conflict_do_nothing().returning(schema.journal.c.number)
    if connection.execute(added).first() is None:
        raise Stale("Somebody else decided at the same moment; look at the table again.")
    connection.execute(update(tables).where(tables.c.id == table_id).values({**table_store.row_of(sitting, at)}))
    writer.settle(connection, table_id, at)
    moderation.add_audit_entry(connection, at, ABORTED, None, why, moderator=by, table=table_id)
