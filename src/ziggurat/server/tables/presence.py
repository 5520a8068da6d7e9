"""Who has a table open: which seats, how many spectators, and who is looking at it right now.

Each process counts its own sockets and reports changes to the other processes. The first report of a table asks the
others for theirs. So a process knows whether anybody else waits for what is decided at a table (`awaited_elsewhere`). A
report says which journal entry its process knows last: who was not told of an entry meanwhile then reads it. Reports of
a process that has been silent are dropped, because a process that was killed does not report its end (`peers`).
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ziggurat.server.notifications import settings
from ziggurat.server.protocol import Present, Status
from ziggurat.server.runtime import clock, messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.messages import PresenceReport
from ziggurat.server.tables import frames, table_store, turns
from ziggurat.server.transport.send_queue import Subscriber

if TYPE_CHECKING:
    from ziggurat.server.tables.live import LiveTable

GATHER = 0.2  # seconds: a page that is reloaded is gone and back within them
PAUSE = 1.0  # seconds between two messages
REPLY = 2.0  # seconds in which other processes answer; one that takes longer finds new entries by itself
TOUCH = 3_600_000  # milliseconds after which a visit to an open table is stored again


class Presence:
    """Who has one table open."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self.last_visit = 0  # when somebody last opened or closed the table, in milliseconds
        self._others: dict[str, PresenceReport] = {}  # by process; without those that nobody has the table open in
        self._asked_at: float | None = None  # when this process last asked the others for their reports
        self._timer: asyncio.TimerHandle | None = None
        self._sent: Present | None = None
        self._sent_at = 0.0
        self._reported: PresenceReport | None = None

    def current(self) -> Present:
        """Who has the table open, in all processes together."""
        reports = [self._here(), *self._others.values()]
        taken = {seat for report in reports for seat in report.seats}
        seats = [bot is not None or seat in taken for seat, bot in enumerate(self._table.bots)]
        return Present(seats, sum(report.spectators for report in reports))

    @property
    def anyone_here(self) -> bool:
        """Whether anybody has the table open, in any process."""
        return bool(self._table.subscribers or self._others)

    @property
    def awaited_elsewhere(self) -> bool:
        """Whether anybody may have the table open in another process; asked by the writer's thread too."""
        if self._others or self._asked_at is None:
            return True
        return clock.monotonic() - self._asked_at < REPLY

    def visit(self) -> None:
        """Note that somebody opened or closed the table; this brings an open table up in the lobby again."""
        self.last_visit = at = now()
        row = self._table.stored.row
        if row.status == Status.OPEN and at - row.changed > TOUCH:
            row.changed = at
            written = self._table.server.writer.write(partial(table_store.touch, table_id=self._table.id, now=at))
            written.add_done_callback(lambda done: done.cancelled() or done.exception())
        if self._table.subscribers and (self._reported is None or not self._reported.anyone_here):
            self.ask()  # at once: nobody tells this process of new entries before
        self.changed()

    def changed(self) -> None:
        """Broadcast presence soon, together with the changes until then."""
        if self._timer is None:
            wait = max(GATHER, self._sent_at + PAUSE - clock.monotonic())
            self._timer = asyncio.get_running_loop().call_later(wait, self._broadcast)

    def receive(self, report: PresenceReport) -> None:
        """Take the report of another process."""
        if report.anyone_here:
            self._others[report.process] = report
        else:
            self._others.pop(report.process, None)
        here = self._here()
        if report.asking and (here.anyone_here or here.number > report.number):
            self._report(here)
        if report.number > here.number:
            self._table.spawn(self._table.refresh())
        self.changed()

    def ask(self) -> None:
        """Report, and ask the other processes for their reports."""
        self._asked_at = clock.monotonic()
        self._report(msgspec.structs.replace(self._here(), asking=True))

    def forget_silent(self) -> None:
        """Drop the reports of processes that are silent."""
        silent = [process for process in self._others if not self._table.server.peers.alive(process)]
        for process in silent:
            del self._others[process]
        if silent:
            self.changed()

    def close(self) -> None:
        """Report that nobody has the table open in this process."""
        if self._timer is not None:
            self._timer.cancel()
        if self._reported is not None and self._reported.anyone_here:
            self._report(PresenceReport(self._table.server.process, [], 0))

    def _here(self) -> PresenceReport:
        subscribers = self._table.subscribers
        seats = sorted({subscriber.seat for subscriber in subscribers if subscriber.seat >= 0})
        sitting = self._table.sitting
        return PresenceReport(
            self._table.server.process,
            seats,
            spectators=sum(subscriber.seat < 0 for subscriber in subscribers),
            number=-1 if sitting is None else sitting.number,
            bot_turn=sitting is not None and not sitting.over and sitting.actor_is_bot,
        )

    def _broadcast(self) -> None:
        self._timer = None
        self._sent_at = clock.monotonic()
        here = self._here()
        if here.people != (self._reported or PresenceReport(here.process, [], 0)).people:
            self._report(here)
        present = self.current()
        if present != self._sent:
            self._sent = present
            message = frames.encode(present)
            for subscriber in self._table.listeners():
                subscriber.push(message)

    def _report(self, report: PresenceReport) -> None:
        self._reported = report
        self._table.server.notify(messages.PresenceReported(self._table.id, report))

    # ------------------------------------------------------------------------------------- who looks at the table

    async def attend(self, subscriber: Subscriber, *, here: bool) -> None:
        """Note whether somebody looks at the page. API clients never count as watching."""
        subscriber.watching = here and not subscriber.is_api_client
        if subscriber.watching and subscriber.player is not None and subscriber.seat >= 0:
            subscriber.reachable = await self._table.server.read(settings.can_be_reached, subscriber.player)
            if self._table.sitting is not None:
                self.mark_turn_seen(self._table.sitting.actor)

    def mark_turn_seen(self, actor: int) -> None:
        """Send no turn notification to a player who is looking at the table."""
        for subscriber in self._table.subscribers:
            if (
                subscriber.watching
                and subscriber.reachable
                and subscriber.seat == actor
                and subscriber.player is not None
            ):
                mark_seen = partial(turns.mark_seen, table_id=self._table.id, player=subscriber.player, at=now())
                written = self._table.server.writer.write(mark_seen)
                written.add_done_callback(lambda done: done.cancelled() or done.exception())
                return
