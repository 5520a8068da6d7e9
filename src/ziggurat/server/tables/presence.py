"""Who has a table open: which seats, how many spectators, and who is looking at it right now.

Each process counts its own sockets and reports changes to the other processes, and again every ten seconds. A report
that is not repeated for half a minute is dropped, because a process that was killed does not report its end.
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
REPEAT = 10.0  # seconds between two reports to the other processes
FORGET = 30.0  # seconds without a report
TOUCH = 3_600_000  # milliseconds after which a visit to an open table is stored again


class Presence:
    """Who has one table open."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self.last_visit = 0  # when somebody last opened or closed the table, in milliseconds
        self._others: dict[str, tuple[PresenceReport, float]] = {}  # by process: its report, and when it came
        self._timer: asyncio.TimerHandle | None = None
        self._sent: Present | None = None
        self._sent_at = 0.0
        self._reported: PresenceReport | None = None
        self._reported_at = 0.0

    def current(self) -> Present:
        """Who has the table open, in all processes together."""
        oldest = clock.monotonic() - FORGET
        self._others = {process: received for process, received in self._others.items() if received[1] > oldest}
        reports = [self._here(), *(report for report, _ in self._others.values())]
        taken = {seat for report in reports for seat in report.seats}
        seats = [bot is not None or seat in taken for seat, bot in enumerate(self._table.bots)]
        return Present(seats, sum(report.spectators for report in reports))

    @property
    def anyone_here(self) -> bool:
        """Whether anybody has the table open, in any process."""
        oldest = clock.monotonic() - FORGET
        return bool(self._table.subscribers) or any(
            report.anyone_here and at > oldest for report, at in self._others.values()
        )

    def visit(self) -> None:
        """Note that somebody opened or closed the table; this brings an open table up in the lobby again."""
        self.last_visit = at = now()
        row = self._table.stored.row
        if row.status == Status.OPEN and at - row.changed > TOUCH:
            row.changed = at
            written = self._table.server.writer.write(partial(table_store.touch, table_id=self._table.id, now=at))
            written.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.changed()

    def changed(self) -> None:
        """Broadcast presence soon, together with the changes until then."""
        if self._timer is None:
            wait = max(GATHER, self._sent_at + PAUSE - clock.monotonic())
            self._timer = asyncio.get_running_loop().call_later(wait, self._broadcast)

    def receive(self, report: PresenceReport) -> None:
        """Take the report of another process."""
        self._others[report.process] = report, clock.monotonic()
        if report.asking:
            self._report(self._here())
        self.changed()

    def repeat(self) -> None:
        """Report again before the other processes drop our report, and drop theirs that are too old."""
        if self._table.subscribers and clock.monotonic() - self._reported_at > REPEAT:
            self._report(self._here())
        if self._others:
            self.changed()

    def close(self) -> None:
        """Report that nobody has the table open in this process."""
        if self._timer is not None:
            self._timer.cancel()
        if self._reported is not None:
            self._report(PresenceReport(self._table.server.process, [], 0))

    def _here(self) -> PresenceReport:
        subscribers = self._table.subscribers
        seats = sorted({subscriber.seat for subscriber in subscribers if subscriber.seat >= 0})
        return PresenceReport(self._table.server.process, seats, sum(subscriber.seat < 0 for subscriber in subscribers))

    def _broadcast(self) -> None:
        self._timer = None
        self._sent_at = clock.monotonic()
        here = self._here()
        if here != self._reported:
            self._report(msgspec.structs.replace(here, asking=self._reported is None))
        present = self.current()
        if present != self._sent:
            self._sent = present
            message = frames.encode(present)
            for subscriber in self._table.listeners():
                subscriber.push(message)

    def _report(self, report: PresenceReport) -> None:
        self._reported = msgspec.structs.replace(report, asking=False)
        self._reported_at = clock.monotonic()
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
