"""Opens tables, seats players and starts full tables. Each function runs in a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, insert, select, update

from ziggurat.core.sentence import Sentence, sentence
from ziggurat.server.accounts.player_store import check_registered
from ziggurat.server.protocol import Status
from ziggurat.server.refusals import NotAllowed, Refused
from ziggurat.server.social import mute_block
from ziggurat.server.storage import schema
from ziggurat.server.storage.database import upsert
from ziggurat.server.tables.sitting import START, Entry, Sitting
from ziggurat.server.tables.table_store import Stored, load_table, row_of

tables = schema.tables
seats = schema.seats
journal = schema.journal


def open_table(
    connection: Connection, row: dict[str, Any], chairs: list[tuple[str | None, str | None]], names: Sequence[str] = ()
) -> None:
    """Store a new table and its seats: for each a player, a bot, nobody yet, or a name from a log."""
    connection.execute(insert(tables).values(row))
    connection.execute(
        insert(seats),
        [
            {"table_id": row["id"], "seat": seat, "player": player, "bot": bot, "name": name or None}
            for seat, ((player, bot), name) in enumerate(zip(chairs, names or [""] * len(chairs), strict=True))
        ],
    )


def sit_down(connection: Connection, table_id: str, player: str, seat: int | None) -> None:
    """Take an open seat, or the one that is reserved for this player."""
    stored = load_to_change(connection, table_id)
    own = stored.seat_of(player)
    if own >= 0 and own not in stored.awaited:
        raise Refused("You already sit at this table.")
    if stored.row.status != Status.OPEN:
        raise Refused("The match has started; you can watch it.")
    if not stored.row.tournament:  # whoever joined it has agreed to any opponent
        mute_block.check_seat(connection, player, [chair.player for chair in stored.chairs])
    if stored.row.rated:
        check_registered(connection, player)
    free = [number for number, chair in enumerate(stored.chairs) if not chair.player and not chair.bot]
    if own >= 0:
        free = [own]
    if seat is not None and seat not in free:
        raise Refused(_not_free(seat, free))
    if own >= 0:
        _end_reservation(connection, stored, own)
        return
    for number in free if seat is None else [seat]:
        vacant = and_(
            seats.c.table_id == table_id, seats.c.seat == number, seats.c.player.is_(None), seats.c.bot.is_(None)
        )
        if connection.execute(update(seats).where(vacant).values(player=player)).rowcount:
            return
    raise Refused("Somebody else has just taken the last free seat.")


def _not_free(number: int, free: list[int]) -> Sentence:
    if not free:
        return sentence("Seat {number} is taken, and no other seat is free.", number=number)
    return sentence("Seat {number} is taken; free seats: {free}.", number=number, free=", ".join(map(str, free)))


def stand_up(connection: Connection, table_id: str, player: str, start: dict[str, Any] | None = None) -> None:
    """Leave a seat before the start, or decline a reserved one, which opens it to others.

    `start` replaces the position that the table starts from.
    """
    stored = load_to_change(connection, table_id)
    if stored.row.status != Status.OPEN:
        raise Refused("The match has started; you can resign.")
    if stored.row.tournament:
        raise Refused("This seat belongs to a tournament; withdraw there if you do not want to play on.")
    own = and_(seats.c.table_id == table_id, seats.c.player == player)
    if not connection.execute(update(seats).where(own).values(player=None)).rowcount:
        raise NotAllowed("You do not sit at this table.")
    _end_reservation(connection, stored, stored.seat_of(player))
    if start is not None:
        connection.execute(update(tables).where(tables.c.id == table_id).values(start=start))


def load_to_change(connection: Connection, table_id: str) -> Stored:
    """A table, locked against changes of its seats until the transaction ends, or a refusal."""
    connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
    return load_table(connection, table_id)


def _end_reservation(connection: Connection, stored: Stored, seat: int) -> None:
    awaited = [other for other in stored.awaited if other != seat]
    connection.execute(update(tables).where(tables.c.id == stored.row.id).values(awaited=awaited))


def start_if_full(connection: Connection, table_id: str, served: int, now: int) -> bool:
    """Start the match if every seat is taken."""
    stored = load_table(connection, table_id)
    if stored.row.status != Status.OPEN or not stored.full:
        return False
    sitting = Sitting(stored.plan())
    entry = Entry(0, START, -1, 0, None, None, served, sitting.match.digest())
    sitting.apply(entry)
    row = {"table_id": table_id, **entry._asdict()}
    first = upsert(connection, journal).values(row).on_conflict_do_nothing().returning(journal.c.number)
    if connection.execute(first).first() is not None:
        connection.execute(update(tables).where(tables.c.id == table_id).values(row_of(sitting, now)))
    return True
