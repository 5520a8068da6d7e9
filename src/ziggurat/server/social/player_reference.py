"""Finds the player that a request means: by name, by table and seat, or by a line of a table's chat."""

from __future__ import annotations

from sqlalchemy import Connection, select

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import identity, player_store
from ziggurat.server.protocol import PlayerReference, Status
from ziggurat.server.refusals import NotFound, Refused
from ziggurat.server.storage import schema
from ziggurat.server.tables import table_store

UNCLEAR = sentence("Say who you mean: by name, or by table with a seat or a chat line.")


def find(connection: Connection, reference: PlayerReference, asker: str, at: int) -> str:
    """The id of the player that is meant, guest or registered; refused if there is none, or if it is the asker."""
    player = _find(connection, reference, asker)
    if player == asker:
        raise Refused("You cannot do that to yourself.")
    identity.keep(connection, player, at)
    return player


def _find(connection: Connection, reference: PlayerReference, asker: str) -> str:
    table, seat, line = reference.table, reference.seat, reference.line
    by_table = table is not None and (seat is None) != (line is None)
    if (reference.name is not None) == by_table or (reference.name is not None and (table or seat or line)):
        raise Refused(UNCLEAR)
    if reference.name is not None:
        row = player_store.find_named(connection, reference.name)
        if row is None:
            raise NotFound("There is no registered player with that name.")
        return str(row.id)
    stored = table_store.load_table(connection, table or "")
    if line is not None:
        return find_speakers(connection, stored, asker, [line])[0]
    chair = stored.chairs[seat] if seat is not None and seat < len(stored.chairs) else None
    if chair is None or chair.player is None:
        raise NotFound("There is no player on that seat.")
    return chair.player


def find_speakers(connection: Connection, stored: table_store.Stored, asker: str, lines: list[int]) -> list[str]:
    """Who said each of these chat lines of a table; refused if the asker cannot read one of them."""
    chat = schema.chat
    query = select(chat.c.id, chat.c.player, chat.c.seat).where(chat.c.table_id == stored.row.id, chat.c.id.in_(lines))
    plays = stored.room_of(stored.seat_of(asker)) >= 0
    finished = stored.row.status == Status.FINISHED  # then players and spectators read each other's chat
    speakers = {row.id: row.player for row in connection.execute(query) if finished or (row.seat >= 0) == plays}
    if any(line not in speakers for line in lines):
        raise NotFound("There is no such chat line at this table.")
    return [speakers[line] for line in lines]
