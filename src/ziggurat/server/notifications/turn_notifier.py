"""Telling people of their turns: found in the database by the process that leads, a moment after they began.

A turn is told once, or seen before that; either is a row in `turns_told`, which is written in the same transaction as
what is to be sent. So nothing is told twice or forgotten, whichever process dies when.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, Row, select

import ziggurat
from ziggurat.server.accounts import email_addresses
from ziggurat.server.notifications import outbox, texts
from ziggurat.server.notifications import settings as notification_settings
from ziggurat.server.protocol import Pace
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import turns

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess
    from ziggurat.server.settings import Settings

OFTEN, SELDOM = 0.2, 2.0  # seconds between two looks
BACK = 86_400_000  # milliseconds: turns that began longer ago are not told, whatever has kept us


class Teller(PeriodicJob):
    """Looks for turns nobody has seen."""

    def __init__(self, server: ServerProcess) -> None:
        super().__init__(server)
        self.interval = max(OFTEN, min(SELDOM, server.settings.notice_seconds))

    def open(self) -> None:
        """Begin to look, if anybody can be told."""
        if self._server.settings.smtp_host or self._server.settings.push:
            super().open()

    async def run_once(self) -> None:
        """Have those told whose turn it has been for a while."""
        before = now() - int(self._server.settings.notice_seconds * 1000)
        for turn in await self._server.read(_untold, before):
            await self._server.writer.write(partial(tell, turn=turn, settings=self._server.settings))
            self._server.outbox.wake()


def _untold(connection: Connection, before: int) -> list[Row[Any]]:
    return turns.unnotified(connection, before - BACK, before) if notification_settings.anybody(connection) else []


def tell(connection: Connection, turn: Row[Any], settings: Settings) -> None:
    """Have a turn told by every way its player wishes, unless it was."""
    player, table_id, after = turn.player, turn.id, int(turn.after)
    if not turns.is_open(connection, table_id, player, after):
        return
    if not turns.claim(connection, table_id, player, after, now()):
        return
    wanted = notification_settings.wishes_of(connection, player)
    slow = notification_settings.is_slow(msgspec.convert(turn.pace, Pace))
    told = describe(connection, turn, settings.site)
    if settings.smtp_host and (wanted.mail_slow if slow else wanted.mail_live):
        box = email_addresses.of(connection, player)
        if box is not None:
            stop = f"{settings.site}/stop#{box.stop}"
            letter = texts.turn_letter(told, box.language, settings.site, stop)
            content = {**letter._asdict(), "language": box.language, "stop": box.stop}
            outbox.put(connection, outbox.MAIL, player, box.address, content, (table_id, after))
    if settings.push and (wanted.push_slow if slow else wanted.push_live):
        mine = select(schema.subscriptions).where(schema.subscriptions.c.player == player)
        for device in connection.execute(mine).all():
            outbox.put(
                connection, outbox.PUSH, player, device.id, notice(told, table_id, device.language), (table_id, after)
            )


def describe(connection: Connection, turn: Row[Any], site: str) -> texts.Turn:
    """What there is to say of a turn."""
    title = ziggurat.game(turn.game).title if turn.game in ziggurat.game_names() else turn.game
    deadline = None if turn.deadline is None else int(turn.deadline) + database.downtime(connection)
    return texts.Turn(title, turns.others(connection, turn.id, turn.player), f"{site}/table/{turn.id}", deadline)


def notice(told: texts.Turn, table_id: str, language: str) -> dict[str, str]:
    """What a device shows: the service worker of the page reads it."""
    said = texts.turn(told, language)
    return {"title": said.subject, "body": said.text, "path": f"/table/{table_id}", "language": language}
