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


class Wanted(NamedTuple):
    """What tables somebody wants to see: of one game, for so many players, at one pace; none: whatever it is.

    `near` is the reader, who wants hosts of about their own rating in the table's game.
    """

    game: str | None = None
    seats: int | None = None
    pace: PaceKind | None = None
    rated: bool | None = None
    near: str | None = None


ANY = Wanted()


LOOKED_THROUGH = 2000  # tables, for those that somebody wants


NEAR = 200.0  # points that ratings near to each other are apart at most


def list_tables(
    connection: Connection,
    show: str,
    player: str | None,
    before: tuple[int, str] | None,
    limit: int,
    since: int = 0,
    wanted: Wanted = ANY,
) -> list[Stored]:
    """A page of the lobby, newest change first: `open`, `running`, `finished` (public ones), `mine`, those of mine that
    are `unfinished`, or `hidden` (mine).

    Open ones at which nobody has been since a moment are left out; public ones that are wanted are looked for among the
    last.
    """
    query = select(tables.c.id)
    if show in ("mine", "unfinished"):
        at = select(seats.c.table_id).where(seats.c.player == (player or ""))
        opened = select(tables.c.id).where(tables.c.host == (player or ""))
        query = query.where(tables.c.id.in_(union(at, opened)))  # with OR, every table there is would be looked at
        query = query.where(tables.c.id.not_in(_put_away(player)))
        if show == "unfinished":
            query = query.where(tables.c.status != Status.FINISHED)
    elif show == "hidden":
        query = query.where(tables.c.id.in_(_put_away(player)))
    else:
        query = query.where(tables.c.status == show, tables.c.public)
        if show == Status.OPEN:
            query = query.where(cast(tables.c.awaited, Text) == "[]", tables.c.changed >= since)  # as `Stored.listed`
    if before is not None:
        changed, table_id = before
        older = or_(tables.c.changed < changed, and_(tables.c.changed == changed, tables.c.id < table_id))
        query = query.where(older)
    if show in list(Status) and wanted != ANY:  # else those that nobody wants are all looked at
        last = query.order_by(tables.c.changed.desc(), tables.c.id.desc()).limit(LOOKED_THROUGH).subquery()
        query = select(tables.c.id).where(tables.c.id.in_(select(last.c.id)))
    return load_newest(connection, _only(query, wanted), limit)


def load_newest(connection: Connection, ids: Select[Any], limit: int) -> list[Stored]:
    """The last changed of the tables that a query names: found in an index alone, and only then read."""
    newest = ids.order_by(tables.c.changed.desc(), tables.c.id.desc()).limit(limit)
    names = list(connection.execute(newest).scalars())
    found: list[Stored] = []
    for start in range(0, len(names), AT_ONCE):
        query = select(tables).where(tables.c.id.in_(names[start : start + AT_ONCE]))
        found += load_tables(connection, query.order_by(tables.c.changed.desc(), tables.c.id.desc()))
    return found


def _only(query: Select[Any], wanted: Wanted) -> Select[Any]:
    if wanted.game is not None:
        query = query.where(tables.c.game == wanted.game)
    if wanted.seats is not None:
        there = select(func.count()).where(seats.c.table_id == tables.c.id).correlate(tables).scalar_subquery()
        query = query.where(there == wanted.seats)
    if wanted.pace is not None:
        kind = tables.c.pace["kind"].as_string()
        same = kind == str(wanted.pace)
        query = query.where(or_(same, kind.is_(None)) if wanted.pace is PaceKind.UNTIMED else same)
    if wanted.rated is not None:
        query = query.where(tables.c.rated == wanted.rated)
    if wanted.near is not None:
        apart = _rating_in(tables.c.game, wanted.near) - _rating_in(tables.c.game, tables.c.host)
        query = query.where(func.abs(apart) <= NEAR)
    return query


def _rating_in(game: Any, player: Any) -> Any:
    """A player's rating in a game; of those who have none, a newcomer's."""
    ratings = schema.ratings
    query = select(ratings.c.rating).where(ratings.c.game == game, ratings.c.subject == player)
    return func.coalesce(query.correlate(tables).scalar_subquery(), rated_match.NEWCOMER.rating)


def _put_away(player: str | None) -> Select[Any]:
    return select(hidden.c.table_id).where(hidden.c.player == (player or ""))


def hide(connection: Connection, table_id: str, player: str) -> None:
    """Put a table away, out of a player's list; nothing else becomes of it."""
    row = upsert(connection, hidden).values(player=player, table_id=table_id)
    connection.execute(row.on_conflict_do_nothing())


def unhide(connection: Connection, table_id: str, player: str) -> None:
    """Bring a table back into a player's list."""
    connection.execute(delete(hidden).where(hidden.c.player == player, hidden.c.table_id == table_id))


def check_hiding(stored: Stored, player: str) -> None:
    """Refuse to put away what is not the player's, or where others wait for them."""
    if stored.seat_of(player) < 0 and stored.row.host != player:
        raise NotAllowed("This is not one of your matches.")
    others = any(chair.player and chair.player != player for chair in stored.chairs)
    if stored.row.status != Status.FINISHED and stored.seat_of(player) >= 0 and others:
        raise Refused("Others sit at this table; resign or leave it first.")
