"""Reads tables from the database, and reads them again after an error."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import ziggurat
from ziggurat.server.protocol import ChatLine, Status
from ziggurat.server.social import mute_block
from ziggurat.server.storage import database
from ziggurat.server.tables import chat_store, table_store
from ziggurat.server.tables.sitting import Entry, Plan, Sitting

if TYPE_CHECKING:
    from ziggurat.server.tables.live import LiveTable

log = logging.getLogger("ziggurat.tables")
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 4.0  # seconds between two attempts; the pause doubles each time


class Recovery:
    """Reloads one table until it succeeds."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self.must_load = False  # the sitting in memory was discarded
        self.must_announce = False  # the table's row has changed, and subscribers have not received it
        self._running = False

    def start(self) -> None:
        """Reload in the background, unless that is already under way."""
        if not self._running:
            self._running = True
            self._table.spawn(self._run())

    async def _run(self) -> None:
        pause = FIRST_PAUSE
        while self.must_load or self.must_announce:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            try:
                async with self._table.lock:
                    if self.must_announce:
                        await self._table.load_and_announce()
                    elif self.must_load:
                        await self._table.load()
            except Exception as problem:  # noqa: BLE001 - try until it succeeds
                log.warning("cannot reload a table yet: %s", problem)
        self._running = False
        self._table.server.unload(self._table)


def is_playable(stored: table_store.Stored) -> bool:
    """Whether this server still has the game, and the rules version the match is played under."""
    row = stored.row
    return row.game in ziggurat.game_names() and row.rules in ziggurat.game(row.game).known_rules


def load_snapshot(connection: Any, table_id: str) -> tuple[table_store.Stored, list[Entry]]:
    """A table and its journal, read in one snapshot: a match that starts in between would lack its players."""
    database.begin_snapshot(connection)
    return table_store.load_table(connection, table_id), table_store.load_journal(connection, table_id)


def load_side_data(
    connection: Any, stored: table_store.Stored, player: str | None, seat: int
) -> tuple[str, list[ChatLine], frozenset[str]]:
    """A player's private note, the chat they may read, and whose chat they have muted."""
    row = stored.row
    note = chat_store.load_note(connection, row.id, player) if player and seat >= 0 else ""
    players_room, finished = stored.room_of(seat) >= 0, row.status == Status.FINISHED
    chat = chat_store.load_chat(connection, row.id, player, players_room=players_room, both=finished)
    return note, chat, mute_block.load_muted(connection, player)


def replay(plan: Plan, journal: list[Entry]) -> Sitting:
    """The sitting that a journal leads to."""
    sitting = Sitting(plan)
    for entry in journal:
        sitting.apply(entry)
    return sitting
