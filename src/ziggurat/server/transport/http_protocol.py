"""uvicorn's HTTP protocol with limits: a deadline for each request, and on the number of headers and chunks."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Any, ClassVar

import h11
from h11._receivebuffer import ReceiveBuffer
from uvicorn.protocols.http.h11_impl import H11Protocol

from ziggurat.server import metrics
from ziggurat.server.settings import Settings
from ziggurat.server.transport.connections import MAX_HEAD

if TYPE_CHECKING:
    from ziggurat.server.transport.connections import ConnectionCounter
    from ziggurat.server.transport.hand_over import HandOver

UNREAD = 30_000  # milliseconds after which the kernel drops a client that reads nothing
MAX_HEADERS = 100  # lines of a request's head
MAX_CHUNKS = 1000  # of a request's body
_REASONS = {408: "Request Timeout", 429: "Too Many Requests"}


class LimitedReceiveBuffer(ReceiveBuffer):
    """h11's buffer for incoming bytes; refuses too many headers or chunks."""

    _chunks = 0

    def maybe_extract_lines(self) -> list[bytearray] | None:
        """The head of a request, once it is complete."""
        lines = super().maybe_extract_lines()
        if lines is not None:
            self._chunks = 0
            if len(lines) > MAX_HEADERS or sum(map(len, lines)) > MAX_HEAD:
                raise h11.RemoteProtocolError("too many headers", error_status_hint=431)
        return lines

    def maybe_extract_next_line(self) -> bytearray | None:
        """The line before the next chunk of a body."""
        line = super().maybe_extract_next_line()
        if line is not None:
            self._chunks += 1
            if self._chunks > MAX_CHUNKS:
                raise h11.RemoteProtocolError("too many chunks", error_status_hint=413)
        return line


class HttpProtocol(H11Protocol):
    """HTTP, with a deadline for each request's head and body. `connections.protocols` sets the class attributes."""

    settings: ClassVar[Settings]
    counter: ClassVar[ConnectionCounter]
    hand_over: ClassVar[HandOver | None] = None

    _deadline: asyncio.TimerHandle | None = None
    _awaited: Any = None  # h11's state while the rest of a request is to arrive
    _is_socket = False  # whether the connection has become a WebSocket, with another protocol
    _handing_over: asyncio.Task[None] | None = None
    is_handed_over = False  # whether it came from another process: it stays here

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn._receive_buffer = LimitedReceiveBuffer()  # h11 has no public way to limit this

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if connection is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)
        if self.counter.add(transport, self.client[0] if self.client else ""):
            self._await(h11.IDLE)
        else:
            self._turn_away(429, "full")

    def connection_lost(self, exc: Exception | None) -> None:
        self._await(None)
        self.counter.remove(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        state = self.conn.their_state
        self._await(state if state in (h11.IDLE, h11.SEND_BODY) and not self._is_socket else None)

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request, unless an answer has begun, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE:  # uvicorn has its own timeout between two requests
            self._await(None)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_socket = True
        hand_over = None if self.is_handed_over else self.hand_over
        if self.transport.get_write_buffer_size():  # the answer to an earlier request, which would be lost
            hand_over = None
        homes = hand_over.homes(event.target) if hand_over is not None else []
        if hand_over is None or not homes:
            super().handle_websocket_upgrade(event)
            return
        self.transport.pause_reading()
        self._handing_over = self.loop.create_task(self._pass_on(event, hand_over, homes))

    async def _pass_on(self, event: h11.Request, hand_over: HandOver, homes: list[str]) -> None:
        """Pass the connection to the process that serves its table, or serve it here if none takes it."""
        reserved = await hand_over.reserve(event.target, homes)
        if self.transport.is_closing():
            if reserved is not None:
                reserved.close()
            return
        if reserved is not None:
            head = b"%b %b HTTP/1.1\r\n" % (event.method, event.target)
            head += b"".join(b"%b: %b\r\n" % header for header in self.headers) + b"\r\n"
            number: int = self.transport.get_extra_info("socket").fileno()
            if hand_over.send(reserved, number, head):
                self.transport.abort()  # closes this process's copy only
                return
        self.transport.resume_reading()
        super().handle_websocket_upgrade(event)

    def shutdown(self) -> None:
        """End the connection, once a request that has begun is answered."""
        if self._handing_over is not None and not self._handing_over.done():
            self.transport.close()  # h11 would raise an error: it has been asked and has not answered
        else:
            super().shutdown()

    def _await(self, state: Any) -> None:
        """Set the deadline for the rest of a request's head or body; bytes that arrive do not extend it."""
        if state is self._awaited:
            return
        self._awaited = state
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if state is not None and self.settings.request_seconds:
            self._deadline = self.loop.call_later(self.settings.request_seconds, self._turn_away, 408, "late")

    def _turn_away(self, status: int, reason: str) -> None:
        metrics.DISCONNECTED.labels(reason).inc()
        if self.cycle is None or self.cycle.response_complete:
            head = f"HTTP/1.1 {status} {_REASONS[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            self.transport.write(head.encode())
        self.transport.close()
