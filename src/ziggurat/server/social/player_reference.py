"""Whom somebody means: a registered player by name, somebody at a table by seat, or whoever said a line there.

Guests are found as well as accounts; what is found is a player's id, which is for the server alone.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import identity, player_store
from ziggurat.server.protocol import Status, Whom
from ziggurat.server.refusals import NotFound, Refused
from ziggurat.server.storage import schema
from ziggurat.server.tables import table_store

UNCLEAR = sentence("Somebody is meant by a name, or by a table and a seat or a line of its chat.")


def find(connection: Connection, whom: Whom, asker: str, at: int) -> str:
    """The player that is meant, who is kept from then on; a refusal if it is nobody, or the asker."""
    player = _find(connection, whom, asker)
    if player == asker:
        raise Refused("That is you.")
    identity.keep(connection, player, at)
    return player


def _find(connection: Connection, whom: Whom, asker: str) -> str:
    by_table = whom.table is not None and (whom.seat is None) != (whom.line is None)
    if (whom.name is not None) == by_table or (whom.name is not None and (whom.table or whom.seat or whom.line)):
        raise Refused(UNCLEAR)
    if whom.name is not None:
        row = player_store.find_named(connection, whom.name)
        if row is None:
            raise NotFound("Nobody is registered by that name.")
        return str(row.id)
    stored = table_store.load_table(connection, whom.table or "")
    if whom.line is not None:
        return said_by(connection, stored, asker, [whom.line])[0]
    chair = stored.chairs[whom.seat] if whom.seat is not None and whom.seat < len(stored.chairs) else None
    if chair is None or chair.player is None:
        raise NotFound("Nobody sits there who could be meant.")
    return chair.player


def said_by(connection: Connection, stored: table_store.Stored, asker: str, lines: list[int]) -> list[str]:
    """Who said each of some lines of a table's chat; refused if there is one that the asker cannot have read."""
    chat = schema.chat
    query = select(chat.c.id, chat.c.player, chat.c.seat).where(chat.c.table_id == stored.row.id, chat.c.id.in_(lines))
    seated = stored.seat_of(asker) >= 0
    together = stored.row.status == Status.FINISHED
    found = {row.id: row.player for row in connection.execute(query) if together or (row.seat >= 0) == seated}
    if any(line not in found for line in lines):
        raise NotFound("That was not said at this table.")
    return [found[line] for line in lines]
