"""Moves what a guest did into the account they log in to. `export.ON_LOGIN` says what happens to each table."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, exists, select, update

from ziggurat.server.accounts import export
from ziggurat.server.accounts.export import OnLogin
from ziggurat.server.social import mute_block
from ziggurat.server.storage import schema
from ziggurat.server.tables.chat_store import keep_note, load_note

seats, notes, chat, players = schema.seats, schema.notes, schema.chat, schema.players


def merge_guest(connection: Connection, guest: str, account: str) -> list[str]:
    """Move what a guest did into an account. Returns the tables at which the account sits now instead of the guest."""
    moved_seats = list(connection.execute(select(seats.c.table_id).where(_movable_seats(guest, account))).scalars())
    for table in schema.metadata.sorted_tables:
        match export.ON_LOGIN.get(table.name):
            case OnLogin.MOVE:
                _move_rows(connection, table, guest, account)
            case OnLogin.MOVE_NEW:
                _move_new_rows(connection, table, guest, account)
            case OnLogin.MERGE:
                MERGES[table.name](connection, guest, account)
            case OnLogin.DELETE:
                _delete_rows(connection, table, guest)
    return moved_seats


def _move_rows(connection: Connection, table: Table, guest: str, account: str) -> None:
    for column in export.references(table):
        connection.execute(update(table).where(column == guest).values({column.name: account}))


def _move_new_rows(connection: Connection, table: Table, guest: str, account: str) -> None:
    (player,) = export.references(table)
    account_row = table.alias()
    same_key = [account_row.c[key.name] == key for key in table.primary_key.columns if key is not player]
    clash = exists().where(account_row.c[player.name] == account, *same_key)
    connection.execute(update(table).where(player == guest, ~clash).values({player.name: account}))
    _delete_rows(connection, table, guest)


def _delete_rows(connection: Connection, table: Table, guest: str) -> None:
    for column in export.references(table):
        connection.execute(delete(table).where(column == guest))


def _movable_seats(guest: str, account: str) -> ColumnElement[bool]:
    """A guest keeps the seat at a table where the account sits already."""
    account_tables = select(seats.c.table_id).where(seats.c.player == account)
    return and_(seats.c.player == guest, seats.c.table_id.not_in(account_tables))


def _merge_seats(connection: Connection, guest: str, account: str) -> None:
    connection.execute(update(seats).where(_movable_seats(guest, account)).values(player=account))


def _merge_notes(connection: Connection, guest: str, account: str) -> None:
    """Append the guest's note at a table to the account's."""
    guest_notes = connection.execute(select(notes.c.table_id, notes.c.text).where(notes.c.player == guest)).all()
    for table_id, text in guest_notes:
        own = load_note(connection, table_id, account)
        keep_note(connection, table_id, account, f"{own}\n{text}" if own and text else own or text)
    _delete_rows(connection, notes, guest)


def _merge_tournaments(connection: Connection, guest: str, account: str) -> None:
    """The account plays on in the guest's tournaments, except where it takes part already."""
    entrants, tournaments = schema.tournament_players, schema.tournaments
    joined = select(entrants.c.tournament).where(entrants.c.player == account)
    movable = and_(entrants.c.player == guest, entrants.c.tournament.not_in(joined))
    changed = tournaments.c.id.in_(select(entrants.c.tournament).where(movable))  # a round being paired is paired again
    connection.execute(update(tournaments).where(changed).values(revision=tournaments.c.revision + 1))
    connection.execute(update(entrants).where(movable).values(player=account))


def _merge_chat(connection: Connection, guest: str, account: str) -> None:
    """Move the guest's chat lines, except those whose client id clashes with one of the account's."""
    account_line = chat.alias()
    clash = exists().where(
        account_line.c.player == account,
        account_line.c.table_id == chat.c.table_id,
        account_line.c.client == chat.c.client,
    )
    connection.execute(update(chat).where(chat.c.player == guest, ~clash).values(player=account))


def _merge_player(connection: Connection, guest: str, account: str) -> None:
    """The account is silenced for as long as the guest was, and the guest's row says whose it was."""
    silenced = connection.execute(select(players.c.silenced).where(players.c.id == guest)).scalar_one_or_none() or 0
    shorter = and_(players.c.id == account, players.c.silenced < silenced)
    connection.execute(update(players).where(shorter).values(silenced=silenced))
    connection.execute(update(players).where(players.c.id == guest).values(became=account))


MERGES: dict[str, Callable[[Connection, str, str], None]] = {
    "players": _merge_player,
    "seats": _merge_seats,
    "notes": _merge_notes,
    "chat": _merge_chat,
    "hushed": mute_block.merge_lists,
    "tournament_players": _merge_tournaments,
}
