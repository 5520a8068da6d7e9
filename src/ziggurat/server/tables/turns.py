"""Whose turn it is, in the database: for turn notifications and for lists of open turns.

A turn is identified by its table, its player, and the number of the player's last decision before it. So it stays the
same turn while others move and take back, until its player has finished it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, Select, and_, exists, func, or_, select

from ziggurat.server.protocol import Status
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import table_store
from ziggurat.server.tables.sitting import MOVE

tables, seats, journal, marks = schema.tables, schema.seats, schema.journal, schema.turns_told


def _after(table_id: Any, seat: Any) -> Any:
    """The number of a seat's last decision before its turn began; -1: none."""
    theirs, own = journal.alias(), journal.alias()
    at_theirs = and_(theirs.c.table_id == table_id, theirs.c.seat != seat, theirs.c.kind == MOVE)
    last = func.coalesce(select(func.max(theirs.c.number)).where(at_theirs).correlate(tables).scalar_subquery(), -1)
    at_own = and_(own.c.table_id == table_id, own.c.seat == seat, own.c.kind == MOVE, own.c.number < last)
    return func.coalesce(select(func.max(own.c.number)).where(at_own).correlate(tables).scalar_subquery(), -1)


def waiting() -> Select[Any]:
    """Every turn of a person at a running table."""
    at_turn = and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.turn)
    query = select(
        tables.c.id,
        seats.c.player,
        _after(tables.c.id, tables.c.turn).label("after"),
        tables.c.game,
        tables.c.pace,
        tables.c.deadline,
        tables.c.changed,
    ).join(seats, at_turn)
    return query.where(tables.c.status == Status.RUNNING, tables.c.bot_turn.is_(False), seats.c.player.is_not(None))


def is_open(connection: Connection, table_id: str, player: str, after: int) -> bool:
    """Whether a turn is still open."""
    row = connection.execute(waiting().where(tables.c.id == table_id, seats.c.player == player)).first()
    return row is not None and row.after == after


def unnotified(connection: Connection, since: int, before: int) -> list[Row[Any]]:
    """The turns that began between two times, of people who get notifications and have not been notified.

    There are none for tables where only bots wait and no clock runs.
    """
    other = schema.seats.alias()
    other_people = exists().where(
        other.c.table_id == tables.c.id, other.c.seat != tables.c.turn, other.c.player.is_not(None)
    )
    mail = exists().where(schema.mailboxes.c.player == seats.c.player)
    push = exists().where(schema.subscriptions.c.player == seats.c.player)
    query = waiting().where(
        tables.c.changed.between(since, before),
        or_(tables.c.deadline.is_not(None), other_people),
        or_(mail, push),
    )
    last = _after(tables.c.id, tables.c.turn)
    of_turn = (marks.c.player == seats.c.player, marks.c.after == last)
    notified = exists().where(marks.c.table_id == tables.c.id, *of_turn)
    return list(connection.execute(query.where(~notified).limit(100)).all())


def claim(connection: Connection, table_id: str, player: str, after: int, at: int) -> bool:
    """Mark a turn as notified or seen; false if it was already."""
    row = {"table_id": table_id, "player": player, "after": after, "at": at}
    new = database.upsert(connection, marks).values(row).on_conflict_do_nothing().returning(marks.c.after)
    return connection.execute(new).first() is not None


def mark_seen(connection: Connection, table_id: str, player: str, at: int) -> None:
    """Mark a player's turn at a table as seen, so that no notification is sent."""
    row = connection.execute(waiting().where(tables.c.id == table_id, seats.c.player == player)).first()
    if row is not None:
        claim(connection, table_id, player, row.after, at)


def of_player(connection: Connection, player: str) -> list[Row[Any]]:
    """All open turns of a player, earliest deadline first."""
    hidden = select(schema.hidden.c.table_id).where(schema.hidden.c.player == player)
    own = waiting().where(seats.c.player == player, tables.c.id.not_in(hidden))
    order = (tables.c.deadline.is_(None), tables.c.deadline, tables.c.changed)
    return list(connection.execute(own.order_by(*order).limit(200)).all())


def others(connection: Connection, table_id: str, player: str) -> list[str]:
    """The names of the other players at a table."""
    stored = table_store.load_table(connection, table_id)
    return [chair.name for chair in stored.chairs if chair.player != player and chair.name]
