"""Personal data: where it is stored, what its owner can download, and what happens to it on login and deletion.

Every column that names a player is listed here or in the exceptions. A test compares these lists with the schema, so
that whoever adds a table has to decide. docs/server/privacy.md says the same in words.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from enum import Enum, auto
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, Table, and_, func, select, tuple_

from ziggurat.server.runtime.services import Reads
from ziggurat.server.storage import schema
from ziggurat.server.tables.sitting import RESIGN, TIMEOUT

CHUNK = 500  # rows read at once
# Columns that hold a player's id without being a foreign key.
NOT_FOREIGN_KEYS = {
    "players.id", "players.became", "tables.host", "chat.player", "challenges.player", "ratings.subject",
    "rating_changes.subject",
}  # fmt: skip
# The columns that say whose a row is, in tables where not every column that names a player does.
OWNERS = {
    "players": ("id",),
    "tables": ("host",),
    "chat": ("player",),
    "hushed": ("player",),
    "reports": ("reporter",),
    "audit": ("player",),
    "follows": ("player",),
    "invitations": ("player", "host"),
    "challenges": (),
}
# Columns that name a player who does not get these rows in the download, and why.
NOT_EXPORTED = {
    "players.became": "the guest of before is the same person",
    "hushed.other": "only the person who muted or blocked somebody may know of it",
    "reports.reported": "what others report stays between them and the moderators",
    "audit.moderator": "what somebody did as a moderator is about others",
    "follows.followed": "the page lists a player's followers; the followers' lists are their own",
    "challenges.player": "a challenge is deleted after five minutes",
}
# Columns left out of the download, and why. Ids of players are always left out.
SECRET_COLUMNS = {
    "players.password": "its hash would help whoever steals the file",
    "tokens.hash": "as above",
    "feeds.key": "as above",
    "mail_links.hash": "as above",
    "mailboxes.stop": "as above",
    "subscriptions.hash": "as above",
    "subscriptions.p256dh": "the browser's own key",
    "subscriptions.auth": "as above",
    "outbox.content": "may hold a link that sets a password",
    "tables.seed": "reveals every hidden card of a match being played",
    "tables.start": "as above",
    "tournaments.seed": "decides the draws of rounds to come",
    "reports.context": "also contains what others said",
    "audit.by": "moderators act for the server, not in their own name",
    "audit.text": "may name others",
}
# What account deletion does with the rows that name the player, by table: these are deleted ...
DELETED = {
    "tokens", "notes", "hidden", "studies", "puzzle_ratings", "puzzle_attempts", "puzzle_days", "seekers", "follows",
    "invitations", "hushed", "warnings", "passkeys", "challenges", "ratings", "rating_changes",
    "feeds", "mail_links", "mailboxes", "outbox", "subscriptions", "turns_told", "vacations", "wishes",
}  # fmt: skip
# ... and these stay, for a reason.
NOT_DELETED = {
    "players": "without name, login, password and everything else: matches refer to it",
    "tables": "matches stay",
    "seats": "matches stay",
    "tournaments": "others play in it; it continues without its organizer",
    "tournament_players": "as withdrawn, so that the standings stay correct",
    "chat": "the line without name and text, so that the conversation can be followed",
    "reports": "without the name once dealt with: deleting an account is no way around the moderators",
    "audit": "the record of what moderators did is never changed",
}


class OnLogin(Enum):
    """What happens to a guest's rows when the guest logs in to an account."""

    MOVE = auto()  # they become the account's
    MOVE_NEW = auto()  # likewise, except where the account has a row with the same key: then the guest's is deleted
    MERGE = auto()  # by a function in `guest_merge`
    DELETE = auto()
    STAY = auto()  # unchanged
    NONE = auto()  # guests have no rows in this table


ON_LOGIN = {
    "tables": OnLogin.MOVE,
    "studies": OnLogin.MOVE,
    "tournaments": OnLogin.MOVE,
    "reports": OnLogin.MOVE,
    "warnings": OnLogin.MOVE,
    "hidden": OnLogin.MOVE_NEW,
    "puzzle_attempts": OnLogin.MOVE_NEW,
    "puzzle_ratings": OnLogin.MOVE_NEW,
    "puzzle_days": OnLogin.MOVE_NEW,
    "players": OnLogin.MERGE,
    "seats": OnLogin.MERGE,
    "tournament_players": OnLogin.MERGE,
    "notes": OnLogin.MERGE,
    "chat": OnLogin.MERGE,
    "hushed": OnLogin.MERGE,
    # Whoever used the browser before may still have these, and they would act for the account.
    "tokens": OnLogin.DELETE,
    "subscriptions": OnLogin.DELETE,
    "feeds": OnLogin.DELETE,
    "seekers": OnLogin.DELETE,
    "outbox": OnLogin.DELETE,
    "wishes": OnLogin.DELETE,
    "turns_told": OnLogin.DELETE,
    "audit": OnLogin.STAY,
    "challenges": OnLogin.STAY,
    "follows": OnLogin.NONE,
    "invitations": OnLogin.NONE,
    "passkeys": OnLogin.NONE,
    "ratings": OnLogin.NONE,
    "rating_changes": OnLogin.NONE,
    "mail_links": OnLogin.NONE,
    "mailboxes": OnLogin.NONE,
    "vacations": OnLogin.NONE,
}


def references(table: Table) -> list[Column[Any]]:
    """The columns of a table that name a player."""
    return [
        column
        for column in table.columns
        if f"{table.name}.{column.name}" in NOT_FOREIGN_KEYS
        or any(key.column.table is schema.players for key in column.foreign_keys)
    ]


def all_references() -> Iterator[tuple[Table, Column[Any]]]:
    """Every column that names a player."""
    for table in schema.metadata.sorted_tables:
        for column in references(table):
            yield table, column


def owners(table: Table) -> list[Column[Any]]:
    """The columns that say whose a row is."""
    names = OWNERS.get(table.name)
    return references(table) if names is None else [table.c[name] for name in names]


def exported_columns(table: Table) -> list[Column[Any]]:
    """The columns that are in the download as they are."""
    hidden = {column.name for column in references(table)}
    return [
        column
        for column in table.columns
        if column.name not in hidden and f"{table.name}.{column.name}" not in SECRET_COLUMNS
    ]


def exported_tables() -> list[Table]:
    """The tables in which a player may own rows."""
    return [table for table in schema.metadata.sorted_tables if owners(table)]


# -------------------------------------------------------------------------------------------------------- the download


async def export(server: Reads, player: str, at: int) -> AsyncIterator[bytes]:
    """Stream one JSON object with the rows that a player owns, by table."""
    yield b'{"made":%d' % at
    for table in exported_tables():
        for owner in owners(table):
            yield b',"%s":[' % _title(table, owner)
            async for rows in _rows(server, table, owner, player):
                yield rows
            yield b"]"
    yield b',"decisions":['
    async for rows in _decisions(server, player):
        yield rows
    yield b"]}\n"


def _title(table: Table, owner: Column[Any]) -> bytes:
    several = len(owners(table)) > 1
    return (f"{table.name} ({owner.name})" if several else table.name).encode()


async def _rows(server: Reads, table: Table, owner: Column[Any], player: str) -> AsyncIterator[bytes]:
    keys = list(table.primary_key.columns)
    last: tuple[Any, ...] | None = None
    while True:
        rows = await server.read(_read_rows, table, owner, player, keys, last)
        if rows:
            comma = b"" if last is None else b","
            yield comma + b",".join(msgspec.json.encode(values) for _, values in rows)
            last = rows[-1][0]
        if len(rows) < CHUNK:
            return


def _read_rows(
    connection: Connection, table: Table, owner: Column[Any], player: str, keys: list[Column[Any]], last: Any
) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Some rows, each with its key. Other players in a row are given by their public names."""
    query = select(table).where(owner == player).order_by(*keys).limit(CHUNK)
    if last is not None:
        query = query.where(tuple_(*keys) > tuple_(*last))
    columns = [column.name for column in exported_columns(table)]
    others = [column.name for column in references(table) if column is not owner and _is_given_by_name(table, column)]
    rows = []
    for row in connection.execute(query).mappings():
        values = {name: row[name] for name in columns}
        values |= {name: _name(connection, row[name]) for name in others}
        rows.append((tuple(row[key.name] for key in keys), values))
    return rows


def _is_given_by_name(table: Table, column: Column[Any]) -> bool:
    return table.name not in ("players", "audit") and column.name != "became"


def _name(connection: Connection, player: str | None) -> str | None:
    return connection.execute(select(schema.players.c.name).where(schema.players.c.id == player)).scalar_one_or_none()


async def _decisions(server: Reads, player: str) -> AsyncIterator[bytes]:
    """What a player decided, on every seat they have. Positions are left out: they may hold others' secrets."""
    first = True
    last: tuple[str, int] | None = ("", -1)
    while last is not None:
        rows, last = await server.read(_read_decisions, player, last)
        if rows:
            yield (b"" if first else b",") + b",".join(msgspec.json.encode(row) for row in rows)
            first = False


def _read_decisions(
    connection: Connection, player: str, last: tuple[str, int]
) -> tuple[list[dict[str, Any]], tuple[str, int] | None]:
    """Some decisions, and where to read on. What a bot decided after the player had left the seat is left out."""
    journal, seats = schema.journal, schema.seats
    own_seat = and_(seats.c.table_id == journal.c.table_id, seats.c.seat == journal.c.seat, seats.c.player == player)
    columns = [journal.c[name] for name in ("table_id", "number", "kind", "seat", "value", "text", "client", "at")]
    query = select(*columns).join(seats, own_seat).where(tuple_(journal.c.table_id, journal.c.number) > tuple_(*last))
    ordered = query.order_by(journal.c.table_id, journal.c.number).limit(CHUNK)
    rows = [dict(row) for row in connection.execute(ordered).mappings()]
    left_at = _read_departures(connection, {row["table_id"] for row in rows})
    own = [row for row in rows if row["number"] <= left_at.get((row["table_id"], row["seat"]), row["number"])]
    return own, (rows[-1]["table_id"], rows[-1]["number"]) if len(rows) == CHUNK else None


def _read_departures(connection: Connection, tables: set[str]) -> dict[tuple[str, int], int]:
    """The number of the entry by which each seat was left, by table and seat."""
    journal = schema.journal
    left = and_(journal.c.table_id.in_(tables), journal.c.kind.in_((RESIGN, TIMEOUT)))
    query = select(journal.c.table_id, journal.c.seat, func.min(journal.c.number)).where(left)
    rows = connection.execute(query.group_by(journal.c.table_id, journal.c.seat))
    return {(table_id, seat): number for table_id, seat, number in rows}
