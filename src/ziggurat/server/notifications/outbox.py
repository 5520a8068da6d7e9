"""What waits to be sent, by mail or push, and who sends it.

Every process looks after the outbox; on PostgreSQL each takes what no other has taken (SKIP LOCKED). What is taken is
lent for a while: should the process die meanwhile, another sends it. What was not taken is tried again, after a
pause that doubles, and given up after three days. A notice of a turn that has passed is not sent any more.
"""

from __future__ import annotations

import asyncio
import json
import logging
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from ziggurat.server.notifications.delivery import Outcome
from ziggurat.server.notifications.mail import Post
from ziggurat.server.notifications.push import Pusher
from ziggurat.server.refusals import Refused
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.periodic import cancel_and_wait
from ziggurat.server.storage import schema
from ziggurat.server.tables import turns

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess

log = logging.getLogger("ziggurat.outbox")
box = schema.outbox
MAIL, PUSH = "mail", "push"
AT_ONCE = 20
POLL = 5.0  # seconds between two looks at what other processes have put there
LENT = 120_000  # milliseconds, or ten times the pause before a second attempt
GIVE_UP = 3 * 86_400_000
LONGEST = 4 * 3_600_000  # milliseconds between two attempts


class Due(NamedTuple):
    """One thing to send now."""

    id: str
    channel: str
    player: str
    target: str
    content: str
    attempts: int
    created: int


Send = Callable[[list[Due]], Awaitable[list[Outcome]]]


def put(
    connection: Connection,
    channel: str,
    player: str,
    target: str,
    content: dict[str, Any],
    turn: tuple[str, int] | None = None,
) -> None:
    """Have something sent; with a turn (a table, and after which decision), only as long as that waits."""
    at = now()
    row = {"id": uuid.uuid4().hex, "channel": channel, "player": player, "target": target, "created": at, "due": at}
    row |= {"content": json.dumps({**content, "at": at})}
    if turn is not None:
        row |= {"table_id": turn[0], "after": turn[1]}
    connection.execute(insert(box).values(row))


class Outbox:
    """This process' hand in sending."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._lent = min(LENT, int(server.settings.outbox_seconds * 10_000))
        self._post = Post(server.settings, self._lent / 2000)
        self._pusher = Pusher(server)
        self._wakes: list[asyncio.Event] = []
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Begin to send by every way there is: what is slow on one keeps nothing waiting on the other."""
        if self._server.settings.smtp_host:
            self._begin(MAIL, self._send_letters)
        if self._server.settings.push:
            self._begin(PUSH, self._send_notices)

    async def close(self) -> None:
        """Send no more: what is left waits for the next process."""
        await cancel_and_wait(*self._tasks)
        await self._pusher.close()

    def wake(self) -> None:
        """Something was put there."""
        for wake in self._wakes:
            wake.set()

    def _begin(self, channel: str, send: Send) -> None:
        wake = asyncio.Event()
        self._wakes.append(wake)
        self._tasks.append(asyncio.create_task(self._run(channel, send, wake)))

    async def _run(self, channel: str, send: Send, wake: asyncio.Event) -> None:
        while True:
            wake.clear()
            try:
                while await self._send_some(channel, send):
                    pass
            except Refused as problem:
                log.warning("the outbox cannot be read: %s", problem)
            except Exception:
                log.exception("sending failed, and is tried again")
            with suppress(TimeoutError):
                await asyncio.wait_for(wake.wait(), min(POLL, self._server.settings.outbox_seconds))

    async def _send_some(self, channel: str, send: Send) -> bool:
        """Send what is due; whether there may be more."""
        found: list[Due] = await self._server.writer.write(lambda connection: _take(connection, channel, self._lent))
        if found:
            done = list(zip(found, await send(found), strict=True))
            base = int(self._server.settings.outbox_seconds * 1000)
            await self._server.writer.write(lambda connection: _settle(connection, done, base))
        return len(found) == AT_ONCE

    async def _send_letters(self, letters: list[Due]) -> list[Outcome]:
        return list(await self._post.send([(one.id, one.target, json.loads(one.content)) for one in letters]))

    async def _send_notices(self, notices: list[Due]) -> list[Outcome]:
        return list(await asyncio.gather(*(self._pusher.send(one.target, one.content) for one in notices)))


def _take(connection: Connection, channel: str, lent: int) -> list[Due]:
    """Take what is due, for a while; what need not be sent any more is dropped."""
    at = now()
    query = select(box).where(box.c.due <= at, box.c.channel == channel).order_by(box.c.due).limit(AT_ONCE)
    taken = []
    for row in connection.execute(query.with_for_update(skip_locked=True)).all():
        past = row.table_id is not None and not turns.is_open(connection, row.table_id, row.player, row.after)
        if past or at - row.created > GIVE_UP:
            connection.execute(delete(box).where(box.c.id == row.id))
            continue
        connection.execute(update(box).where(box.c.id == row.id).values(due=at + lent, attempts=row.attempts + 1))
        taken.append(Due(row.id, row.channel, row.player, row.target, row.content, row.attempts + 1, row.created))
    return taken


def _settle(connection: Connection, done: list[tuple[Due, Outcome]], base: int) -> None:
    """Forget what was sent, or never will be, and put off the rest."""
    for one, outcome in done:
        mine = box.c.id == one.id
        if outcome is Outcome.LATER:
            pause = min(LONGEST, base * 2 ** min(one.attempts - 1, 20))
            connection.execute(update(box).where(mine).values(due=now() + pause))
            continue
        connection.execute(delete(box).where(mine))
        if outcome is Outcome.ENDED:
            connection.execute(delete(schema.subscriptions).where(schema.subscriptions.c.id == one.target))
