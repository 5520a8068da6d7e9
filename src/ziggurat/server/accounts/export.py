"""What is stored about somebody: where it is, what they are given of it, and what becomes of it when they go.

Every column that names a player is here or in the exceptions, and a test holds this against the schema: whoever adds a
table has to say what it is. docs/privacy.md says the same in words.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Column, Connection, Table, and_, select, tuple_

from ziggurat.server.storage import schema

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess

CHUNK = 500  # rows read at once
# Columns that hold a player's id without being a foreign key.
UNTIED = {
    "players.id", "players.became", "tables.host", "chat.player", "challenges.player", "ratings.subject",
    "rating_changes.subject",
}  # fmt: skip
# By table: the columns that make a row somebody's own. Where there is one that names a player, it is that one.
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
# Columns that name a player whose owner is given nothing by them, and why.
NOT_GIVEN = {
    "players.became": "the guest one was before is the same person",
    "hushed.other": "who has muted or blocked somebody is theirs alone to know",
    "reports.reported": "what others told the moderators is between them",
    "audit.moderator": "what somebody did as a moderator is about others",
    "follows.followed": "the page lists one's followers; their lists are theirs",
    "challenges.player": "a challenge is gone after five minutes",
}
# Columns that are left out of what somebody is given, and why; ids of players are, everywhere.
LEFT_OUT = {
    "players.password": "its hash would help whoever steals the file",
    "tokens.hash": "as above",
    "feeds.key": "as above",
    "mail_links.hash": "as above",
    "mailboxes.stop": "as above",
    "subscriptions.hash": "as above",
    "subscriptions.p256dh": "it is the browser's own",
    "subscriptions.auth": "as above",
    "outbox.content": "it may hold a link by which a password is set",
    "tables.seed": "it tells every hidden card of a match that is being played",
    "tables.start": "as above",
    "tournaments.seed": "it draws the lots of rounds to come",
    "reports.context": "it is what others said too",
    "audit.by": "moderators act for the server, not in their name",
    "audit.text": "it may name others",
}
# By table, what becomes of somebody's rows when they go: all that names them, not only their own.
GOES = {
    "tokens", "notes", "hidden", "studies", "puzzle_ratings", "puzzle_attempts", "puzzle_days", "seekers", "follows",
    "invitations", "hushed", "warnings", "passkeys", "challenges", "ratings", "rating_changes",
    "feeds", "mail_links", "mailboxes", "outbox", "subscriptions", "turns_told", "vacations", "wishes",
}  # fmt: skip
STAYS = {
    "players": "without name, login, password and everything else: matches are tied to it",
    "tables": "matches stay",
    "seats": "matches stay",
    "tournaments": "others play in it; it goes on without its organizer",
    "tournament_players": "as withdrawn, so that standings stay true",
    "chat": "the line, without name and text, so that the others' talk can be followed",
    "reports": "without the name once dealt with: deleting an account is no way around the moderators",
    "audit": "what moderators did is not changed",
}


def references(table: Table) -> list[Column[Any]]:
    """The columns of a table that name a player."""
    return [
        column
        for column in table.columns
        if f"{table.name}.{column.name}" in UNTIED
        or any(key.column.table is schema.players for key in column.foreign_keys)
    ]


def owners(table: Table) -> list[Column[Any]]:
    """The columns by which a row is somebody's own."""
    named = OWNERS.get(table.name)
    return references(table) if named is None else [table.c[name] for name in named]


def given(table: Table) -> list[Column[Any]]:
    """The columns somebody is given of their rows as they are."""
    hidden = {column.name for column in references(table)}
    return [
        column
        for column in table.columns
        if column.name not in hidden and f"{table.name}.{column.name}" not in LEFT_OUT
    ]


def tables_given() -> list[Table]:
    """The tables that somebody may have rows in."""
    return [table for table in schema.metadata.sorted_tables if owners(table)]


# -------------------------------------------------------------------------------------------- everything, as one file


async def everything(server: ServerProcess, player: str, at: int) -> AsyncIterator[bytes]:
    """One JSON object: by table, the rows that are somebody's own. It is sent as it is read."""
    yield b'{"made":%d' % at
    for table in tables_given():
        for column in owners(table):
            yield b',"%s":[' % _title(table, column)
            async for rows in _rows(server, table, column, player):
                yield rows
            yield b"]"
    yield b',"decisions":['
    async for rows in _decisions(server, player):
        yield rows
    yield b"]}\n"


def _title(table: Table, column: Column[Any]) -> bytes:
    several = len(owners(table)) > 1
    return (f"{table.name} ({column.name})" if several else table.name).encode()


async def _rows(server: ServerProcess, table: Table, owner: Column[Any], player: str) -> AsyncIterator[bytes]:
    keys = list(table.primary_key.columns)
    last: tuple[Any, ...] | None = None
    while True:
        rows = await server.read(_read, table, owner, player, keys, last)
        if rows:
            comma = b"" if last is None else b","
            yield comma + b",".join(msgspec.json.encode(told) for _, told in rows)
            last = rows[-1][0]
        if len(rows) < CHUNK:
            return


def _read(
    connection: Connection, table: Table, owner: Column[Any], player: str, keys: list[Column[Any]], last: Any
) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Some rows, each with its key; those of others that a row names are told by the names everybody sees."""
    query = select(table).where(owner == player).order_by(*keys).limit(CHUNK)
    if last is not None:
        query = query.where(tuple_(*keys) > tuple_(*last))
    columns = [column.name for column in given(table)]
    others = [column.name for column in references(table) if column is not owner and _told_by_name(table, column)]
    found = []
    for row in connection.execute(query).mappings():
        told = {name: row[name] for name in columns}
        told |= {name: _name(connection, row[name]) for name in others}
        found.append((tuple(row[key.name] for key in keys), told))
    return found


def _told_by_name(table: Table, column: Column[Any]) -> bool:
    return table.name not in ("players", "audit") and column.name != "became"


def _name(connection: Connection, player: str | None) -> str | None:
    return connection.execute(select(schema.players.c.name).where(schema.players.c.id == player)).scalar_one_or_none()


async def _decisions(server: ServerProcess, player: str) -> AsyncIterator[bytes]:
    """What somebody decided, at every seat they have; of positions, which may hold others' secrets, nothing."""
    first = True
    last: tuple[str, int] = ("", -1)
    while True:
        rows = await server.read(_read_decisions, player, last)
        if rows:
            yield (b"" if first else b",") + b",".join(msgspec.json.encode(row) for row in rows)
            first, last = False, (rows[-1]["table_id"], rows[-1]["number"])
        if len(rows) < CHUNK:
            return


def _read_decisions(connection: Connection, player: str, last: tuple[str, int]) -> list[dict[str, Any]]:
    journal, seats = schema.journal, schema.seats
    mine = and_(seats.c.table_id == journal.c.table_id, seats.c.seat == journal.c.seat, seats.c.player == player)
    columns = [journal.c[name] for name in ("table_id", "number", "kind", "seat", "value", "text", "client", "at")]
    query = select(*columns).join(seats, mine).where(tuple_(journal.c.table_id, journal.c.number) > tuple_(*last))
    ordered = query.order_by(journal.c.table_id, journal.c.number).limit(CHUNK)
    return [dict(row) for row in connection.execute(ordered).mappings()]


def walk() -> Iterator[tuple[Table, Column[Any]]]:
    """Every column that names a player."""
    for table in schema.metadata.sorted_tables:
        for column in references(table):
            yield table, column
