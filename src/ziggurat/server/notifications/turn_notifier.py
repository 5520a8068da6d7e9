"""Finds turns that began and queues their notifications (`outbox.py` sends them). Runs in the leader process.

A turn is notified once, unless its player has seen it before. Either way it gets a row in `turns_told`, written in the
same transaction as the messages in the outbox: no process that dies can lose or repeat a notification.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from sqlalchemy import Connection, Row, select

import ziggurat
from ziggurat.server.accounts import email_addresses
from ziggurat.server.notifications import outbox, texts
from ziggurat.server.notifications import settings as notification_settings
from ziggurat.server.protocol import Pace
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.runtime.services import HasSettings, Leads, Reads, Writes
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import correspondence, turns

if TYPE_CHECKING:
    from ziggurat.server.settings import Settings

SHORTEST, LONGEST = 0.2, 2.0  # seconds between two runs
TOO_OLD = 86_400_000  # milliseconds: turns that began longer ago are not notified, even after an outage


class NotifierServer(HasSettings, Leads, Reads, Writes, Protocol):
    """What turn notifications use of the server process."""

    outbox: outbox.Outbox


class TurnNotifier(PeriodicJob[NotifierServer]):
    """Notifies players of turns they have not seen."""

    def __init__(self, server: NotifierServer) -> None:
        super().__init__(server)
        self.interval = max(SHORTEST, min(LONGEST, server.settings.notice_seconds))

    def open(self) -> None:
        """Start, if this server sends e-mail or push notifications."""
        if self._server.settings.smtp_host or self._server.settings.push:
            super().open()

    async def run_once(self) -> None:
        """Notify players whose turn began more than `notice_seconds` ago."""
        before = now() - int(self._server.settings.notice_seconds * 1000)
        for turn in await self._server.read(_unnotified_turns, before):
            await self._server.writer.write(partial(notify, turn=turn, settings=self._server.settings))
            self._server.outbox.wake()


def _unnotified_turns(connection: Connection, before: int) -> list[Row[Any]]:
    if not notification_settings.anybody_reachable(connection):
        return []
    return turns.unnotified(connection, before - TOO_OLD, before)


def notify(connection: Connection, turn: Row[Any], settings: Settings) -> None:
    """Queue the notifications that the player has chosen, unless the turn is over or was notified before."""
    player, table_id, after = turn.player, turn.id, int(turn.after)
    if not turns.is_open(connection, table_id, player, after):
        return
    if not turns.claim(connection, table_id, player, after, now()):
        return
    wanted = notification_settings.load_turn_settings(connection, player)
    slow = correspondence.is_slow(msgspec.convert(turn.pace, Pace))
    open_turn = describe(connection, turn, settings.site)
    if settings.smtp_host and (wanted.mail_slow if slow else wanted.mail_live):
        mailbox = email_addresses.find_mailbox(connection, player)
        if mailbox is not None:
            stop = f"{settings.site}/stop#{mailbox.stop}"
            email = texts.turn_email(open_turn, mailbox.language, settings.site, stop)
            content = {**email._asdict(), "language": mailbox.language, "stop": mailbox.stop}
            outbox.put(connection, outbox.MAIL, player, mailbox.address, content, (table_id, after))
    if settings.push and (wanted.push_slow if slow else wanted.push_live):
        devices = select(schema.subscriptions).where(schema.subscriptions.c.player == player)
        for device in connection.execute(devices).all():
            content = _push_content(open_turn, table_id, device.language)
            outbox.put(connection, outbox.PUSH, player, device.id, content, (table_id, after))


def describe(connection: Connection, turn: Row[Any], site: str) -> texts.OpenTurn:
    """What a notification or a feed says about a turn."""
    title = ziggurat.game(turn.game).title if turn.game in ziggurat.game_names() else turn.game
    deadline = None if turn.deadline is None else int(turn.deadline) + database.downtime(connection)
    return texts.OpenTurn(title, turns.others(connection, turn.id, turn.player), f"{site}/table/{turn.id}", deadline)


def _push_content(turn: texts.OpenTurn, table_id: str, language: str) -> dict[str, str]:
    """A push notification as the page's service worker reads it."""
    message = texts.turn_notification(turn, language)
    return {"title": message.subject, "body": message.text, "path": f"/table/{table_id}", "language": language}
