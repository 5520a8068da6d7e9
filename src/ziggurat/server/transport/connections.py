"""Connections: how many an address may hold, how long a request may take to arrive, and what a reader may leave unread.

uvicorn waits for ever for the rest of a request, and for whoever does not read. These protocols of its do not: what has
not arrived in time is dropped with its connection, the kernel cuts whoever takes nothing, and an address that holds too
many connections gets no more. Proxies are exempt from the last, since everybody comes through them. What comes in very
many very small parts (headers, chunks, frames) is refused before it is taken apart, which costs more than sending it.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from contextlib import suppress
from typing import Any

import h11
from h11._receivebuffer import ReceiveBuffer
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ziggurat.server import metrics
from ziggurat.server.settings import Settings
from ziggurat.server.transport.middleware import Bucket, network
from ziggurat.server.transport.websocket_frames import Boundary, Inbox, head, whole_text

UNREAD = 30_000  # milliseconds in which a reader has to take something
CUT = "ziggurat.cut"  # the ASGI extension by which a socket is ended without waiting for its reader
TELL = "ziggurat.tell"  # the one by which a socket is sent many texts at once
HEAR = "ziggurat.hear"  # the one by which what comes is read without a detour
AHEAD = 8  # messages a socket may send before the first is read
HEAD, HEADERS = 16_384, 100  # bytes, and lines, that the head of a request may have
CHUNKS = 1000  # parts that its body may be sent in
FRAMES = 1000  # frames a socket may send at once, whatever they are: pongs and empty ones too
_REFUSALS = {408: "Request Timeout", 429: "Too Many Requests"}


class Lines(ReceiveBuffer):
    """What has come of a request, for h11 to read: refused if it has too many headers, or parts."""

    _parts = 0

    def maybe_extract_lines(self) -> list[bytearray] | None:
        """The head of a request, once all of it has come."""
        lines = super().maybe_extract_lines()
        if lines is not None:
            self._parts = 0
            if len(lines) > HEADERS or sum(map(len, lines)) > HEAD:
                raise h11.RemoteProtocolError("too many headers", error_status_hint=431)
        return lines

    def maybe_extract_next_line(self) -> bytearray | None:
        """The line before the next part of a body."""
        line = super().maybe_extract_next_line()
        if line is not None:
            self._parts += 1
            if self._parts > CHUNKS:
                raise h11.RemoteProtocolError("too many chunks", error_status_hint=413)
        return line


class Held:
    """The connections there are, by address."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.max_connections_each
        self._proxies = {address.strip() for address in settings.proxies.split(",")}
        self._count: Counter[str] = Counter()
        self._addresses: dict[asyncio.BaseTransport, str] = {}

    def come(self, transport: asyncio.BaseTransport, address: str) -> bool:
        """Count a connection, if there is room for it."""
        if self._most and address not in self._proxies and "*" not in self._proxies:
            address = network(address)
            if self._count[address] >= self._most:
                return False
            self._addresses[transport] = address
            self._count[address] += 1
        return True

    def go(self, transport: asyncio.BaseTransport) -> None:
        """It is gone, whatever it had become."""
        address = self._addresses.pop(transport, None)
        if address is not None:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]


def protocols(settings: Settings) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """uvicorn's protocols for HTTP and for sockets, with these limits."""
    held = Held(settings)

    class Http(H11Protocol):
        """HTTP, with a deadline for each request's head and body."""

        _deadline: asyncio.TimerHandle | None = None
        _awaited: Any = None  # what is still to arrive: h11's state
        _is_socket = False  # whether it has become a socket, and another protocol's

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.conn._receive_buffer = Lines()  # h11 has no other way to limit what it takes apart

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            listening = transport.get_extra_info("socket")
            if listening is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
                listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)
            if held.come(transport, self.client[0] if self.client else ""):
                self._await(h11.IDLE)
            else:
                self._turn_away(429, "full")

        def connection_lost(self, exc: Exception | None) -> None:
            self._await(None)
            held.go(self.transport)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            state = self.conn.their_state
            self._await(state if state in (h11.IDLE, h11.SEND_BODY) and not self._is_socket else None)

        def send_400_response(self, msg: str) -> None:
            """Refuse what is no request. After an answer nothing can be said to it, and no answer follows it."""
            if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
                super().send_400_response(msg)
            if self.cycle is not None:
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            self.transport.close()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if self.conn.their_state is h11.IDLE:  # nothing has come of the next request: uvicorn waits for that itself
                self._await(None)

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._is_socket = True
            super().handle_websocket_upgrade(event)

        def _await(self, state: Any) -> None:
            """Expect the rest of a request's head or body; what comes of it meanwhile wins no time."""
            if state is self._awaited:
                return
            self._awaited = state
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None
            if state is not None and settings.request_seconds:
                self._deadline = self.loop.call_later(settings.request_seconds, self._turn_away, 408, "late")

        def _turn_away(self, status: int, reason: str) -> None:
            metrics.CUT.labels(reason).inc()
            if self.cycle is None or self.cycle.response_complete:
                head = f"HTTP/1.1 {status} {_REFUSALS[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
                self.transport.write(head.encode())
            self.transport.close()

    class Socket(WebSocketsSansIOProtocol):
        """A socket that can be cut, and whose pings and fragments are limited as its messages are."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self._frames = Bucket(settings.messages)  # pings and parts
            self._all = Bucket(settings.messages, burst=FRAMES)  # everything the library takes apart
            self._most = self.config.ws_max_size
            self._boundary = Boundary()
            self._greeted = False
            self.queue: Any = Inbox()

        def data_received(self, data: bytes) -> None:
            if self.handshake_complete and self._boundary.clear and not self.close_sent:
                text = whole_text(data, self._most)
                if text is not None and self._hear(text):
                    return
            if self._greeted:
                begun = self._boundary.go_past(data, FRAMES if settings.messages else None)
                if (settings.messages and begun > FRAMES) or not self._all.take(begun):
                    self._flood()
                    return
            self._greeted = True  # what comes first is the request, from uvicorn's other protocol
            super().data_received(data)
            if self.conn.handshake_exc is not None and not self.transport.is_closing():
                # The library takes no lines as long as h11 does, and uvicorn does not ask it.
                self.transport.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
                self.transport.close()

        def _hear(self, text: bytes) -> bool:
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": text.decode()})
            except UnicodeDecodeError:  # the library knows what to say to that
                return False
            if len(self.queue) >= AHEAD and not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()
            return True

        def connection_lost(self, exc: Exception | None) -> None:
            held.go(self.transport)
            super().connection_lost(exc)

        def handle_connect(self, event: Any) -> None:
            super().handle_connect(event)
            if hasattr(self, "scope"):  # it was a proper handshake
                extensions: Any = self.scope["extensions"]
                extensions[CUT] = {"cut": self._cut}
                extensions[TELL] = {"ready": self.writable, "tell": self.tell}
                extensions[HEAR] = {"hear": self.receive}

        def tell(self, texts: list[bytes]) -> None:
            """Send texts, each as one unmasked frame, in one write: half the cost of sending a text is the write."""
            if self.disconnected or self.close_sent or not self.handshake_complete:
                raise ClientDisconnected
            self.transport.write(b"".join([part for text in texts for part in (head(len(text)), text)]))

        def handle_ping(self) -> None:
            self._limit()
            super().handle_ping()

        def handle_cont(self, event: Any) -> None:
            self._limit()
            super().handle_cont(event)

        def _limit(self) -> None:
            if not self._frames.take() or self.transport.get_write_buffer_size() > settings.backlog_bytes:
                self._flood()

        def _flood(self) -> None:
            metrics.CUT.labels("flood").inc()
            self._cut()

        def _cut(self) -> None:
            with suppress(RuntimeError):  # uvloop's word for a transport that is closed already
                self.transport.abort()

    return Http, Socket
