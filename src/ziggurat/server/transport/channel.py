"""How a socket's messages go out and come in: by our protocol's fast path, or by ASGI alone.

Our protocol (`socket_protocol`) leans on uvicorn's internals. Where these differ, uvicorn's own protocol serves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from litestar import WebSocket

# ASGI extensions of `socket_protocol`
ABORT = "ziggurat.abort"  # ends a socket without waiting for its reader
SEND = "ziggurat.send"  # sends many texts in one write
RECEIVE = "ziggurat.receive"  # receives without litestar's queue


class SocketChannel:
    """One socket: whether its reader is ready, and what sends, receives and ends."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        self.receive: Callable[[], Awaitable[Any]]
        if SEND in extensions:
            self.abort: Callable[[], None] = extensions[ABORT]["abort"]
            self.ready: asyncio.Event = extensions[SEND]["ready"]
            self.send: Callable[[list[bytes]], None] = extensions[SEND]["send"]
            self.receive = extensions[RECEIVE]["receive"]
            self._sending: asyncio.Task[None] | None = None
            return
        self._socket = socket
        self._sending = None
        self.abort = lambda: None
        self.ready = asyncio.Event()
        self.ready.set()
        self.send = self._send_by_asgi
        self.receive = socket.receive

    def _send_by_asgi(self, texts: list[bytes]) -> None:
        """Send texts one after another; `ready` is set after the last."""
        self.ready.clear()
        self._sending = asyncio.create_task(self._write(texts))

    async def _write(self, texts: list[bytes]) -> None:
        try:
            for text in texts:
                await self._socket.send_text(text.decode())
        finally:
            self.ready.set()

    async def finish(self) -> None:
        """Wait until everything is sent."""
        if self._sending is not None:
            await asyncio.wait([self._sending])
