"""Lists tables for the lobby and for "my matches". Each function runs in a transaction."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, Text, and_, cast, delete, func, or_, select, union

from ziggurat.server.protocol import PaceKind, Status
from ziggurat.server.ratings import rated_match
from ziggurat.server.refusals import NotAllowed, Refused
from ziggurat.server.storage import schema
from ziggurat.server.storage.database import upsert
from ziggurat.server.tables.table_store import AT_ONCE, Stored, load_tables

tables = schema.tables
seats = schema.seats
hidden = schema.hidden


class Filter(NamedTuple):
    """Which tables to list: of one game, one number of seats, one pace; None: any.

    `near` is a player: only hosts with about their rating in the table's game.
    """

    game: str | None = None
    seats: int | None = None
    pace: PaceKind | None = None
    rated: bool | None = None
    near: str | None = None


ANY = Filter()
MAX_SCANNED = 2000  # tables to which a filter is applied
NEAR = 200.0  # points between two ratings that are near


def list_tables(
    connection: Connection,
    show: str,
    player: str | None,
    before: tuple[int, str] | None,
    limit: int,
    since: int = 0,
    filters: Filter = ANY,
) -> list[Stored]:
    """A page of tables, last changed first: public ones that are `open`, `running` or `finished`, or `mine`, my
    `unfinished` ones, or those I have `hidden`.

    Open tables that nobody has visited since `since` are left out. A filter applies to the last public tables only.
    """
    query = select(tables.c.id)
    if show in ("mine", "unfinished"):
        seated = select(seats.c.table_id).where(seats.c.player == (player or ""))
        opened = select(tables.c.id).where(tables.c.host == (player or ""))
        query = query.where(tables.c.id.in_(union(seated, opened)))  # OR would scan every table
        query = query.where(tables.c.id.not_in(_hidden_by(player)))
        if show == "unfinished":
            query = query.where(tables.c.status != Status.FINISHED)
    elif show == "hidden":
        query = query.where(tables.c.id.in_(_hidden_by(player)))
    else:
        query = query.where(tables.c.status == show, tables.c.public)
        if show == Status.OPEN:
            query = query.where(cast(tables.c.awaited, Text) == "[]", tables.c.changed >= since)  # as `Stored.listed`
    if before is not None:
        changed, table_id = before
        older = or_(tables.c.changed < changed, and_(tables.c.changed == changed, tables.c.id < table_id))
        query = query.where(older)
    if show in list(Status) and filters != ANY:  # without the limit all tables would be scanned
        last = query.order_by(tables.c.changed.desc(), tables.c.id.desc()).limit(MAX_SCANNED).subquery()
        query = select(tables.c.id).where(tables.c.id.in_(select(last.c.id)))
    return load_newest(connection, _filtered(query, filters), limit)


def load_newest(connection: Connection, ids: Select[Any], limit: int) -> list[Stored]:
    """The tables of a query, last changed first; only an index is read to find them."""
    newest = ids.order_by(tables.c.changed.desc(), tables.c.id.desc()).limit(limit)
    table_ids = list(connection.execute(newest).scalars())
    loaded: list[Stored] = []
    for start in range(0, len(table_ids), AT_ONCE):
        query = select(tables).where(tables.c.id.in_(table_ids[start : start + AT_ONCE]))
        loaded += load_tables(connection, query.order_by(tables.c.changed.desc(), tables.c.id.desc()))
    return loaded


def _filtered(query: Select[Any], filters: Filter) -> Select[Any]:
    if filters.game is not None:
        query = query.where(tables.c.game == filters.game)
    if filters.seats is not None:
        seat_count = select(func.count()).where(seats.c.table_id == tables.c.id).correlate(tables).scalar_subquery()
        query = query.where(seat_count == filters.seats)
    if filters.pace is not None:
        kind = tables.c.pace["kind"].as_string()
        same_kind = kind == str(filters.pace)
        query = query.where(or_(same_kind, kind.is_(None)) if filters.pace is PaceKind.UNTIMED else same_kind)
    if filters.rated is not None:
        query = query.where(tables.c.rated == filters.rated)
    if filters.near is not None:
        difference = _rating_in(tables.c.game, filters.near) - _rating_in(tables.c.game, tables.c.host)
        query = query.where(func.abs(difference) <= NEAR)
    return query


def _rating_in(game: Any, player: Any) -> Any:
    """A player's rating in a game; a newcomer's if they have none."""
    ratings = schema.ratings
    query = select(ratings.c.rating).where(ratings.c.game == game, ratings.c.subject == player)
    return func.coalesce(query.correlate(tables).scalar_subquery(), rated_match.NEWCOMER.rating)


def _hidden_by(player: str | None) -> Select[Any]:
    return select(hidden.c.table_id).where(hidden.c.player == (player or ""))


def hide(connection: Connection, table_id: str, player: str) -> None:
    """Hide a table from a player's own list."""
    row = upsert(connection, hidden).values(player=player, table_id=table_id)
    connection.execute(row.on_conflict_do_nothing())


def unhide(connection: Connection, table_id: str, player: str) -> None:
    """Show a hidden table in a player's list again."""
    connection.execute(delete(hidden).where(hidden.c.player == player, hidden.c.table_id == table_id))


def check_hiding(stored: Stored, player: str) -> None:
    """Refuse to hide a table that is not the player's, or where others wait for them."""
    if stored.seat_of(player) < 0 and stored.row.host != player:
        raise NotAllowed("This is not one of your matches.")
    others = any(chair.player and chair.player != player for chair in stored.chairs)
    if stored.row.status != Status.FINISHED and stored.seat_of(player) >= 0 and others:
        raise Refused("Others sit at this table; resign or leave it first.")
