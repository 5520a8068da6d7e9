"""Moves what a guest did into the account they log in to."""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, select, update

from ziggurat.server.social import mute_block
from ziggurat.server.storage import schema
from ziggurat.server.tables.chat_store import keep_note, load_note
from ziggurat.server.tables.lobby_query import hide

tables = schema.tables
seats = schema.seats
notes = schema.notes
hidden = schema.hidden


def move_history(connection: Connection, guest: str, account: str) -> list[str]:
    """Bring what a guest did before logging in along, except where the account sits at the same table already.

    Returns the tables where somebody has changed by it.
    """
    taken = select(seats.c.table_id).where(seats.c.player == account)
    mine = and_(seats.c.player == guest, seats.c.table_id.not_in(taken))
    moved = list(connection.execute(select(seats.c.table_id).where(mine)).scalars())
    connection.execute(update(seats).where(mine).values(player=account))
    connection.execute(update(tables).where(tables.c.host == guest).values(host=account))
    connection.execute(update(schema.tokens).where(schema.tokens.c.player == guest).values(player=account))
    connection.execute(update(schema.studies).where(schema.studies.c.owner == guest).values(owner=account))
    written = connection.execute(select(notes.c.table_id, notes.c.text).where(notes.c.player == guest)).all()
    for table_id, text in written:
        own = load_note(connection, table_id, account)
        keep_note(connection, table_id, account, f"{own}\n{text}" if own and text else own or text)
    connection.execute(delete(notes).where(notes.c.player == guest))
    for table_id in connection.execute(select(hidden.c.table_id).where(hidden.c.player == guest)).scalars().all():
        hide(connection, table_id, account)
    connection.execute(delete(hidden).where(hidden.c.player == guest))
    connection.execute(delete(schema.seekers).where(schema.seekers.c.player == guest))  # who it was has gone
    _move_puzzles(connection, guest, account)
    _move_tournaments(connection, guest, account)
    mute_block.move(connection, guest, account)
    return moved


def _move_tournaments(connection: Connection, guest: str, account: str) -> None:
    """Whoever joined a tournament as a guest plays on in it, except where the account takes part already."""
    entrants = schema.tournament_players
    has = select(entrants.c.tournament).where(entrants.c.player == account)
    mine = and_(entrants.c.player == guest, entrants.c.tournament.not_in(has))
    tournaments = schema.tournaments
    moved = tournaments.c.id.in_(select(entrants.c.tournament).where(mine))  # a round that is paired is paired anew
    connection.execute(update(tournaments).where(moved).values(revision=tournaments.c.revision + 1))
    connection.execute(update(entrants).where(mine).values(player=account))
    connection.execute(update(tournaments).where(tournaments.c.organizer == guest).values(organizer=account))


def _move_puzzles(connection: Connection, guest: str, account: str) -> None:
    """What a guest solved comes along, except where the account has done the same already."""
    for table, key in (
        (schema.puzzle_attempts, schema.puzzle_attempts.c.puzzle),
        (schema.puzzle_ratings, schema.puzzle_ratings.c.game),
        (schema.puzzle_days, schema.puzzle_days.c.date),
    ):
        has = select(key).where(table.c.player == account)
        connection.execute(update(table).where(table.c.player == guest, key.not_in(has)).values(player=account))
        connection.execute(delete(table).where(table.c.player == guest))
