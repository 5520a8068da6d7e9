"""Chat and private notes in the database. Each function runs in a transaction."""

from __future__ import annotations

import functools
from typing import Any

from sqlalchemy import Connection, Select, bindparam, select

from ziggurat.server.protocol import ChatLine
from ziggurat.server.social import mute_block
from ziggurat.server.storage import schema
from ziggurat.server.storage.database import upsert

chat = schema.chat
notes = schema.notes
CHAT_SHOWN = 200  # lines
_NOTE = select(notes.c.text).where(notes.c.table_id == bindparam("table"), notes.c.player == bindparam("reader"))


@functools.cache  # built once: that takes longer than to execute it
def _chat_query(*, known: bool, players_room: bool, both: bool) -> Select[Any]:
    """The last lines at a table; for a reader who is known, without those of people they have muted."""
    query = select(chat.c.name, chat.c.seat, chat.c.text, chat.c.at, chat.c.id).where(
        chat.c.table_id == bindparam("table")
    )
    if known:
        query = query.where(chat.c.player.not_in(mute_block.MUTED))
    if not both:
        query = query.where(chat.c.seat >= 0 if players_room else chat.c.seat < 0)
    return query.order_by(chat.c.id.desc()).limit(CHAT_SHOWN)


def say(connection: Connection, table_id: str, player: str, line: ChatLine, client: str) -> int | None:
    """Store a chat line; returns its id, or None if it was stored before."""
    row: dict[str, Any] = {"table_id": table_id, "player": player, "client": client}
    row |= {"seat": line.seat, "name": line.who, "text": line.text, "at": line.at}
    new = upsert(connection, chat).values(row).on_conflict_do_nothing().returning(chat.c.id)
    return connection.execute(new).scalar_one_or_none()


def load_chat(
    connection: Connection, table_id: str, reader: str | None, *, players_room: bool, both: bool
) -> list[ChatLine]:
    """The last chat lines of players, of spectators or of both, without those of people the reader has muted."""
    query = _chat_query(known=reader is not None, players_room=players_room, both=both)
    rows = connection.execute(query, {"table": table_id, "reader": reader}).all()
    return [ChatLine(*row) for row in reversed(rows)]


def keep_note(connection: Connection, table_id: str, player: str, text: str) -> None:
    """Store a player's note at a table."""
    row = {"table_id": table_id, "player": player, "text": text}
    keys = [notes.c.table_id, notes.c.player]
    connection.execute(
        upsert(connection, notes).values(row).on_conflict_do_update(index_elements=keys, set_={"text": text})
    )


def load_note(connection: Connection, table_id: str, player: str) -> str:
    """A player's note at a table."""
    return connection.execute(_NOTE, {"table": table_id, "reader": player}).scalar_one_or_none() or ""
