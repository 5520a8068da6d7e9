"""The queue of e-mails and push notifications, and the job that sends them.

Every process sends. Batches are fair between players and addresses, so that nobody's messages wait for all of
another's. On PostgreSQL each process takes what no other has taken (SKIP LOCKED). Messages are leased for a while: if
the process dies, another sends them. After a temporary failure a message is tried again, after a pause that doubles.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from ziggurat.server.notifications.delivery import DeliveryOutcome
from ziggurat.server.notifications.mail import Mailer
from ziggurat.server.notifications.push import Pusher
from ziggurat.server.refusals import Refused
from ziggurat.server.runtime import machine
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.fair_queue import interleaved
from ziggurat.server.runtime.periodic import cancel_and_wait
from ziggurat.server.runtime.services import HasQuotas, HasSettings, Reads, Writes
from ziggurat.server.storage import schema
from ziggurat.server.tables import turns

log = logging.getLogger("ziggurat.outbox")
outbox = schema.outbox
MAIL, PUSH = "mail", "push"
BATCH = 20  # messages taken at once
LOOK_AHEAD = 1000  # messages from which a batch is chosen
MAX_PUSHES = 500  # notifications being sent at the same time
BUSY_PAUSE = 1000  # milliseconds before a message that was not tried is taken again
POLL = 5.0  # seconds after which messages queued by other processes are noticed
LEASE = 120_000  # milliseconds, or ten times the pause before a second attempt
GIVE_UP = 3 * 86_400_000  # milliseconds
LONGEST_PAUSE = 4 * 3_600_000  # milliseconds between two attempts


class Due(NamedTuple):
    """A message that is due, and whose it is."""

    id: str
    player: str


class Queued(NamedTuple):
    """A message to send."""

    id: str
    target: str  # an e-mail address, or the id of a push subscription
    content: str
    attempts: int


Send = Callable[[list[Queued]], Awaitable[None]]


def put(
    connection: Connection,
    channel: str,
    player: str,
    target: str,
    content: dict[str, Any],
    turn: tuple[str, int] | None = None,
) -> None:
    """Queue a message.

    With a turn (a table, and after which decision) it is only sent while that turn lasts; with `until` in its content,
    only before that moment.
    """
    at = now()
    row = {
        "id": machine.token_hex(16),
        "channel": channel,
        "player": player,
        "target": target,
        "created": at,
        "due": at,
    }
    row |= {"content": json.dumps({**content, "at": at})}
    if turn is not None:
        row |= {"table_id": turn[0], "after": turn[1]}
    connection.execute(insert(outbox).values(row))


class OutboxServer(HasQuotas, HasSettings, Reads, Writes, Protocol):
    """What sending uses of the server process."""


class Outbox:
    """Sends queued e-mails and push notifications, in this process."""

    def __init__(self, server: OutboxServer) -> None:
        self._server = server
        self._lease = min(LEASE, int(server.settings.outbox_seconds * 10_000))
        self._mailer = Mailer(server.settings, self._lease / 2000)
        self._pusher = Pusher(server)
        self._wakes: list[asyncio.Event] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._pushes: dict[str, asyncio.Task[None]] = {}  # being sent, by the message's id
        self._push_slots = asyncio.Semaphore(MAX_PUSHES)

    def open(self) -> None:
        """Start sending. Each channel has its own task, so that a slow one does not hold up the other."""
        if self._server.settings.smtp_host:
            self._start(MAIL, self._send_emails)
        if self._server.settings.push:
            self._start(PUSH, self._send_pushes)

    async def close(self) -> None:
        """Stop sending. What is left waits for the next process."""
        await cancel_and_wait(*self._tasks)
        await cancel_and_wait(*self._pushes.values())
        await self._pusher.close()

    def wake(self) -> None:
        """Send newly queued messages without waiting for the next poll."""
        for wake in self._wakes:
            wake.set()

    def _start(self, channel: str, send: Send) -> None:
        wake = asyncio.Event()
        self._wakes.append(wake)
        self._tasks.append(asyncio.create_task(self._run(channel, send, wake)))

    async def _run(self, channel: str, send: Send, wake: asyncio.Event) -> None:
        while True:
            wake.clear()
            try:
                while await self._send_batch(channel, send):
                    pass
            except Refused as problem:
                log.warning("the outbox cannot be read: %s", problem)
            except Exception:
                log.exception("sending failed and will be tried again")
            with suppress(TimeoutError):
                await asyncio.wait_for(wake.wait(), min(POLL, self._server.settings.outbox_seconds))

    async def _send_batch(self, channel: str, send: Send) -> bool:
        """Send due messages. Returns whether there may be more."""
        due = await self._server.read(_find_due, channel)
        chosen = [message.id for message in interleaved(due, lambda message: message.player, self._address)[:BATCH]]
        if not chosen:
            return False
        taken, batch = await self._server.writer.write(lambda connection: _take(connection, chosen, self._lease))
        if batch:
            await send(batch)
        return bool(taken) and len(due) > len(chosen)

    def _address(self, message: Due) -> str:
        return self._server.quotas.asker(message.player).address

    async def _send_emails(self, batch: list[Queued]) -> None:
        emails = [(email.id, email.target, json.loads(email.content)) for email in batch]
        await self._store(list(zip(batch, await self._mailer.send(emails), strict=True)))

    async def _send_pushes(self, batch: list[Queued]) -> None:
        """Start sending, each on its own: a push service that does not answer must not hold up the others."""
        for push in batch:
            if push.id in self._pushes:  # its lease has ended meanwhile
                continue
            await self._push_slots.acquire()
            self._pushes[push.id] = asyncio.create_task(self._send_push(push))

    async def _send_push(self, push: Queued) -> None:
        try:
            await self._store([(push, await self._pusher.send(push.target, push.content))])
        except Refused as problem:
            log.warning("the outbox cannot be written: %s", problem)
        except Exception:
            log.exception("sending failed and will be tried again")
        finally:
            self._push_slots.release()
            del self._pushes[push.id]

    async def _store(self, outcomes: list[tuple[Queued, DeliveryOutcome]]) -> None:
        pause = int(self._server.settings.outbox_seconds * 1000)
        await self._server.writer.write(lambda connection: _store_outcomes(connection, outcomes, pause))


def _find_due(connection: Connection, channel: str) -> list[Due]:
    """The messages that are due, each with its player: everybody's first, then everybody's second, and so on."""
    number = func.row_number().over(partition_by=outbox.c.player, order_by=(outbox.c.due, outbox.c.id))
    query = select(outbox.c.id, outbox.c.player).where(outbox.c.due <= now(), outbox.c.channel == channel)
    rows = connection.execute(query.order_by(number, outbox.c.due).limit(LOOK_AHEAD))
    return [Due(row.id, row.player) for row in rows]


def _take(connection: Connection, chosen: list[str], lease: int) -> tuple[int, list[Queued]]:
    """Lease these messages, as far as they are still due and no other process takes them; delete what is too late.

    Returns how many were leased or deleted, and the leased ones, in the order of `chosen`.
    """
    at = now()
    query = select(outbox).where(outbox.c.id.in_(chosen), outbox.c.due <= at).with_for_update(skip_locked=True)
    rows = sorted(connection.execute(query).all(), key=lambda row: chosen.index(row.id))
    batch = []
    for row in rows:
        if _is_too_late(connection, row, at):
            connection.execute(delete(outbox).where(outbox.c.id == row.id))
            continue
        attempts = row.attempts + 1
        connection.execute(update(outbox).where(outbox.c.id == row.id).values(due=at + lease, attempts=attempts))
        batch.append(Queued(row.id, row.target, row.content, attempts))
    return len(rows), batch


def _is_too_late(connection: Connection, row: Row[Any], at: int) -> bool:
    """Whether a message is not worth sending any more: it is days old, its turn is over, or its link has expired."""
    if at - row.created > GIVE_UP:
        return True
    if row.table_id is not None and not turns.is_open(connection, row.table_id, row.player, row.after):
        return True
    return bool(json.loads(row.content).get("until", at) < at)


def _store_outcomes(connection: Connection, outcomes: list[tuple[Queued, DeliveryOutcome]], pause: int) -> None:
    """Delete sent and failed messages, and postpone the others."""
    for message, outcome in outcomes:
        this_row = outbox.c.id == message.id
        if outcome is DeliveryOutcome.BUSY:
            again = {"due": now() + BUSY_PAUSE, "attempts": message.attempts - 1}
            connection.execute(update(outbox).where(this_row).values(again))
            continue
        if outcome is DeliveryOutcome.LATER:
            longer_pause = min(LONGEST_PAUSE, pause * 2 ** min(message.attempts - 1, 20))
            connection.execute(update(outbox).where(this_row).values(due=now() + longer_pause))
            continue
        connection.execute(delete(outbox).where(this_row))
        if outcome is DeliveryOutcome.ENDED:
            connection.execute(delete(schema.subscriptions).where(schema.subscriptions.c.id == message.target))
