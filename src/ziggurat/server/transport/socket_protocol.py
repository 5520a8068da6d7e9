"""uvicorn's WebSocket protocol with limits on frames, and a fast path for messages that arrive in one frame."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ziggurat.server import metrics
from ziggurat.server.settings import Settings
from ziggurat.server.transport.channel import ABORT, RECEIVE, SEND
from ziggurat.server.transport.rate_limits import TokenBucket
from ziggurat.server.transport.websocket_frames import EventQueue, FrameBoundary, parse_text_frame, text_frame_header

if TYPE_CHECKING:
    from ziggurat.server.transport.connections import ConnectionCounter

READ_AHEAD = 8  # messages that a socket may send before the first is handled
MAX_FRAMES = 1000  # frames that a socket may send at once, including pongs and empty ones
_BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose pings and fragments are rate limited. `connections.protocols` sets the class attributes."""

    settings: ClassVar[Settings]
    counter: ClassVar[ConnectionCounter]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._controls = TokenBucket(self.settings.messages)  # pings and fragments
        self._frames = TokenBucket(self.settings.messages, burst=MAX_FRAMES)  # every frame that the library parses
        self._max_size = self.config.ws_max_size
        self._boundary = FrameBoundary()
        self._has_request = False  # whether uvicorn's HTTP protocol has passed on the upgrade request
        self.queue: Any = EventQueue()

    def data_received(self, data: bytes) -> None:
        if self.handshake_complete and self._boundary.between_messages and not self.close_sent:
            text = parse_text_frame(data, self._max_size)
            if text is not None and self._enqueue(text):
                return
        if self._has_request and not self.handshake_complete:  # before our answer, which the library does not expect
            metrics.DISCONNECTED.labels("bad").inc()
            self._abort()
            return
        if self._has_request:
            limited = bool(self.settings.messages)
            frames = self._boundary.advance(data, MAX_FRAMES if limited else None)
            if (limited and frames > MAX_FRAMES) or not self._frames.take(frames):
                self._disconnect_flood()
                return
        self._has_request = True
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            # The library allows shorter lines than h11 does, and uvicorn does not check for its error.
            self.transport.write(_BAD_REQUEST)
            self.transport.close()

    def _enqueue(self, text: bytes) -> bool:
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": text.decode()})
        except UnicodeDecodeError:  # the library closes the socket with the right code
            return False
        if len(self.queue) >= READ_AHEAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.counter.remove(self.transport)
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # the handshake was valid
            extensions: Any = self.scope["extensions"]
            extensions[ABORT] = {"abort": self._abort}
            extensions[SEND] = {"ready": self.writable, "send": self.send_texts}
            extensions[RECEIVE] = {"receive": self.receive}

    def send_texts(self, texts: list[bytes]) -> None:
        """Send each text as one unmasked frame, all in one write, which is half the cost of sending a text."""
        if self.transport.is_closing() or self.close_sent or not self.handshake_complete:
            raise ClientDisconnected
        self.transport.write(b"".join([part for text in texts for part in (text_frame_header(len(text)), text)]))

    def handle_ping(self) -> None:
        self._limit()
        super().handle_ping()

    def handle_cont(self, event: Any) -> None:
        self._limit()
        super().handle_cont(event)

    def _limit(self) -> None:
        if not self._controls.take() or self.transport.get_write_buffer_size() > self.settings.backlog_bytes:
            self._disconnect_flood()

    def _disconnect_flood(self) -> None:
        metrics.DISCONNECTED.labels("flood").inc()
        self._abort()

    def _abort(self) -> None:
        with suppress(RuntimeError):  # uvloop raises it for a transport that is already closed
            self.transport.abort()
