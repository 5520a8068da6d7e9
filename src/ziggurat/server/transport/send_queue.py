"""The outgoing queue of one socket. A reader who is too slow is disconnected."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Any

from ziggurat.server import metrics
from ziggurat.server.protocol import ChatLine, Scope

TOO_SLOW = 4008
CLOSING = 1001
WRITE_SIZE = 65_536  # bytes that go out in one write, at least while more are queued
GRACE = 1.0  # seconds in which a reader who is too slow may still read why the socket is closed


class Views(StrEnum):
    """When a socket wants the whole view: with every change, when it is its decision, or only when it asks."""

    ALWAYS = "always"
    TURN = "turn"
    NEVER = "never"


class Subscriber:
    """A socket that receives messages, and the queue in which they wait."""

    __slots__ = (
        "_abort", "_bytes", "_closing", "_flush_due", "_loop", "_max_bytes", "_max_messages", "_queue", "_ready",
        "_send", "_wake", "build", "credential", "early_chat", "is_api_client", "muted", "player", "reachable",
        "receive", "record", "scope", "seat", "views", "watching", "welcomed",
    )  # fmt: skip

    def __init__(
        self,
        player: str | None,
        views: Views,
        max_messages: int,
        max_bytes: int,
        abort: Callable[[], None] = lambda: None,
    ) -> None:
        self.player = player
        self.receive: Callable[[], Awaitable[Any]]  # the next message of the socket; set when it is accepted
        self.credential = ""  # the session or token it was opened with
        self.scope = Scope.PLAY
        self.muted: frozenset[str] = frozenset()  # players whose chat this one does not want to read
        self.seat = -1
        self.is_api_client = False  # whether it was opened with an API token
        self.watching = False  # whether the page says that somebody is looking at it
        self.reachable = False  # whether the player gets turn notifications by mail or push
        self.views = views
        self.build = ""  # of the page, if it can make views itself
        self.record: bytes | None = None  # the redacted record it has, if it does
        self.welcomed = False  # whether `welcome`, which is the first message of a table, has been sent
        self.early_chat: list[ChatLine] = []  # lines said before that
        self._max_messages = max_messages
        self._max_bytes = max_bytes  # a single message may be longer
        self._abort = abort  # ends the socket without waiting for its reader
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._closing: int | None = None
        self._wake: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._flush_due = False  # whether `_flush` runs at the end of this turn of the event loop
        self._ready: asyncio.Event | None = None
        self._send: Callable[[list[bytes]], None] = lambda _: None

    @property
    def closed(self) -> bool:
        """Whether the socket is about to be closed; its reader may not have noticed yet."""
        return self._closing is not None

    def push(self, message: bytes) -> None:
        """Queue a message; never waits."""
        if self._closing is not None:
            return
        self._bytes += len(message)
        if len(self._queue) >= self._max_messages or (self._queue and self._bytes > self._max_bytes):
            metrics.DISCONNECTED.labels("slow").inc()
            self._queue.clear()
            self.close(TOO_SLOW)
            self._loop.call_later(GRACE, self._abort)
            return
        self._queue.append(message)
        if not self._flush_due:
            self._flush_due = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Send everything pushed in this turn of the event loop in one write, if the reader is ready."""
        self._flush_due = False
        if self._ready is not None and self._ready.is_set() and self._queue:
            try:
                self._send(self._take())
            except Exception:  # noqa: BLE001 - the socket is gone: the receiving side notices and cleans up
                self.close()
        if self._queue:
            self._wake_sender()

    def close(self, code: int = CLOSING) -> None:
        """Close the socket after the messages in the queue."""
        if self._closing is None:
            self._closing = code
            self._wake_sender()

    def _wake_sender(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def send_all(self, ready: asyncio.Event, send: Callable[[list[bytes]], None]) -> int:
        """Send messages whenever the reader is ready, until the socket is closed; returns the closing code."""
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
        """The messages for one write."""
        messages, size = [], 0
        while self._queue and size < WRITE_SIZE:
            message = self._queue.popleft()
            messages.append(message)
            size += len(message)
        self._bytes -= size
        return messages
