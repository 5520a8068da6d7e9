"""One socket's outgoing side: messages queue up for a reader, and a reader who is too slow is cut."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from enum import StrEnum

from ziggurat.server import metrics
from ziggurat.server.protocol import Scope

TOO_SLOW = 4008
CLOSING = 1001
AT_ONCE = 65_536  # bytes
GRACE = 1.0  # seconds in which whoever is too slow may still read why the socket is closed


class Views(StrEnum):
    """When a socket wants the whole view: with every change, when it is its decision, or only when it asks."""

    ALWAYS = "always"
    TURN = "turn"
    NEVER = "never"


class Line:
    """Where messages to one socket wait."""

    __slots__ = (
        "_backlog", "_bytes", "_closing", "_cut", "_due", "_loop", "_most", "_queue", "_ready", "_send", "_wake",
        "by_token", "credential", "here", "player", "reachable", "scope", "seat", "unheard", "views",
    )  # fmt: skip

    def __init__(
        self, player: str | None, views: Views, backlog: int, most: int, cut: Callable[[], None] = lambda: None
    ) -> None:
        self.player = player
        self.credential = ""  # the cookie or token it was opened with
        self.scope = Scope.PLAY
        self.unheard: frozenset[str] = frozenset()  # whose chat this reader does not want to read
        self.seat = -1
        self.by_token = False  # whether a program opened it
        self.here = False  # whether the page says that somebody looks at it
        self.reachable = False  # whether the player would be told of turns they do not see
        self.views = views
        self._backlog = backlog  # messages
        self._most = most  # bytes, unless one message alone has more
        self._cut = cut  # ends the socket whether its reader reads or not
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._closing: int | None = None
        self._wake: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._due = False  # whether what is pushed in this turn of the loop is about to be sent
        self._ready: asyncio.Event | None = None
        self._send: Callable[[list[bytes]], None] = lambda _: None

    @property
    def closed(self) -> bool:
        """Whether the socket is to end, which its reader may take a while to hear of."""
        return self._closing is not None

    def push(self, message: bytes) -> None:
        """Send a message when the reader is ready for it; never waits."""
        if self._closing is not None:
            return
        self._bytes += len(message)
        if len(self._queue) >= self._backlog or (self._queue and self._bytes > self._most):
            metrics.CUT.labels("slow").inc()
            self._queue.clear()
            self.close(TOO_SLOW)
            self._loop.call_later(GRACE, self._cut)
            return
        self._queue.append(message)
        if not self._due:
            self._due = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Send what was pushed in this turn of the loop in one write; what the reader is not ready for is left."""
        self._due = False
        if self._ready is not None and self._ready.is_set() and self._queue:
            try:
                self._send(self._take())
            except Exception:  # noqa: BLE001 - the socket is gone: the receiving side notices and cleans up
                self.close()
        if self._queue:
            self._rouse()

    def close(self, code: int = CLOSING) -> None:
        """Close the socket after what is queued."""
        if self._closing is None:
            self._closing = code
            self._rouse()

    def _rouse(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def send_all(self, ready: asyncio.Event, send: Callable[[list[bytes]], None]) -> int:
        """Send what is pushed until the line is closed, whenever the reader is ready; says with which code."""
        self._ready, self._send = ready, send
        while True:
            while self._queue:
                await ready.wait()
                if self._queue:  # a flush may have come first
                    send(self._take())
            if self._closing is not None:
                return self._closing
            self._wake = self._loop.create_future()
            await self._wake

    def _take(self) -> list[bytes]:
        """What goes out in one write: all that waits, but not much more than a reader can be expected to take."""
        taken, size = [], 0
        while self._queue and size < AT_ONCE:
            message = self._queue.popleft()
            taken.append(message)
            size += len(message)
        self._bytes -= size
        return taken
