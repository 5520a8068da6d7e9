"""Who is at a table now: on which seats somebody has it open, and how many watch.

Each process counts its own sockets, tells the others when that changes, and again every ten seconds; what a process
has not repeated for half a minute is forgotten, because a process that was killed says no goodbye.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec

from ziggurat.server.protocol import Present
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.messages import Report
from ziggurat.server.tables import frames

if TYPE_CHECKING:
    from ziggurat.server.tables.live import LiveTable

GATHER = 0.2  # seconds: who reloads the page is gone and back within them
PAUSE = 1.0  # seconds between two messages
REPEAT = 10.0  # seconds between two reports to the other processes
FORGET = 30.0  # seconds without a report


class Presence:
    """Who is at one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._elsewhere: dict[str, tuple[Report, float]] = {}  # by process: its report, and when it came
        self._timer: asyncio.TimerHandle | None = None
        self._sent: Present | None = None
        self._sent_at = 0.0
        self._reported: Report | None = None
        self._reported_at = 0.0

    def now(self) -> Present:
        """Who is here, all processes together."""
        oldest = time.monotonic() - FORGET
        self._elsewhere = {process: heard for process, heard in self._elsewhere.items() if heard[1] > oldest}
        reports = [self._here(), *(report for report, _ in self._elsewhere.values())]
        taken = {seat for report in reports for seat in report.seats}
        seats = [bot is not None or seat in taken for seat, bot in enumerate(self._table.bots)]
        return Present(seats, sum(report.spectators for report in reports))

    @property
    def somebody(self) -> bool:
        """Whether anybody has the table open, in whichever process."""
        oldest = time.monotonic() - FORGET
        return bool(self._table.lines) or any(
            report.somebody and at > oldest for report, at in self._elsewhere.values()
        )

    def changed(self) -> None:
        """Somebody came or went: tell of it soon, together with whoever comes or goes meanwhile."""
        if self._timer is None:
            wait = max(GATHER, self._sent_at + PAUSE - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(wait, self._tell)

    def hear(self, report: Report) -> None:
        """Another process says who is there."""
        self._elsewhere[report.process] = report, time.monotonic()
        if report.asking:
            self._report(self._here())
        self.changed()

    def repeat(self) -> None:
        """Tell the other processes again before they forget, and forget those that have not."""
        if self._table.lines and time.monotonic() - self._reported_at > REPEAT:
            self._report(self._here())
        if self._elsewhere:
            self.changed()

    def close(self) -> None:
        """The table leaves this process' memory."""
        if self._timer is not None:
            self._timer.cancel()
        if self._reported is not None:
            self._report(Report(self._table.server.process, [], 0))

    def _here(self) -> Report:
        lines = self._table.lines
        seats = sorted({line.seat for line in lines if line.seat >= 0})
        return Report(self._table.server.process, seats, sum(line.seat < 0 for line in lines))

    def _tell(self) -> None:
        self._timer = None
        self._sent_at = time.monotonic()
        here = self._here()
        if here != self._reported:
            self._report(msgspec.structs.replace(here, asking=self._reported is None))
        present = self.now()
        if present != self._sent:
            self._sent = present
            message = frames.encode(present)
            for line in self._table.lines:
                line.push(message)

    def _report(self, report: Report) -> None:
        self._reported = msgspec.structs.replace(report, asking=False)
        self._reported_at = time.monotonic()
        self._table.server.notify(messages.Present(self._table.id, report))
