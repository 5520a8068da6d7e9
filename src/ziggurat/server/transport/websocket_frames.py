"""A fast path for WebSocket frames (RFC 6455): short texts that arrive, or leave, in one piece.

The library reads everything else: fragments, pings, closing, errors. Its parser is several times slower: receiving took
9% of the server's time with it and takes 4% without (docs/performance.md). The fast path is used only between two
messages, so that the library never misses a part of one.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

try:
    from websockets.speedups import apply_mask
except ImportError:  # the library was installed without its compiled part
    from websockets.utils import apply_mask

TEXT_FRAME, MASKED, LENGTH_16, LENGTH_64 = 0x81, 0x80, 126, 127  # a frame's first byte; flag and values of its second
LONGEST_HEADER = 14
FIRST_CONTROL = 3  # opcodes below this are parts of messages; the others may come in between


def text_frame_header(size: int) -> bytes:
    """The header of an unmasked frame with a whole text, as servers send it."""
    if size < LENGTH_16:
        return bytes((TEXT_FRAME, size))
    if size < 1 << 16:
        return bytes((TEXT_FRAME, LENGTH_16)) + size.to_bytes(2)
    return bytes((TEXT_FRAME, LENGTH_64)) + size.to_bytes(8)


def parse_text_frame(data: bytes, max_size: int) -> bytes | None:
    """The text, if `data` is exactly one masked frame with a whole text of at most `max_size` bytes."""
    if len(data) < 6 or data[0] != TEXT_FRAME or data[1] < MASKED:
        return None
    size, start = data[1] & ~MASKED, 6
    if size == LENGTH_16:
        size, start = int.from_bytes(data[2:4]), 8
    elif size == LENGTH_64:
        return None
    if len(data) != start + size or size > max_size:
        return None
    return apply_mask(data[start:], data[start - 4 : start])


class FrameBoundary:
    """Follows the frames given to the library, to know when it is between two messages."""

    __slots__ = ("_fragmented", "_header", "_left", "between_messages")

    def __init__(self) -> None:
        self.between_messages = True
        self._fragmented = False  # a message has begun whose last frame has not come
        self._header = b""  # the part of a frame's header that has come
        self._left = 0  # bytes of the frame's payload that have not come

    def advance(self, data: bytes, limit: int | None = None) -> int:
        """How many frames begin in `data`; stops counting above `limit`."""
        at = begun = 0
        while at < len(data):
            if self._left:
                skipped = min(self._left, len(data) - at)
                self._left -= skipped
                at += skipped
                continue
            before = len(self._header)
            self._header += data[at : at + LONGEST_HEADER - before]
            size = _header_size(self._header)
            if len(self._header) < size:
                break
            self._begin_frame(self._header[:size])
            self._header = b""
            at += size - before
            begun += 1
            if limit is not None and begun > limit:
                break
        self.between_messages = not (self._fragmented or self._header or self._left)
        return begun

    def _begin_frame(self, header: bytes) -> None:
        self._left = header[1] & ~MASKED
        if self._left >= LENGTH_16:
            self._left = int.from_bytes(header[2 : 4 if self._left == LENGTH_16 else 10])
        if header[0] & 0x0F < FIRST_CONTROL:
            self._fragmented = not header[0] & MASKED  # the FIN flag of the first byte has the same bit


def _header_size(header: bytes) -> int:
    if len(header) < 2:
        return 2
    length = header[1] & ~MASKED
    extended = 8 if length == LENGTH_64 else 2 if length == LENGTH_16 else 0
    return 2 + extended + (4 if header[1] & MASKED else 0)


class EventQueue:
    """The part of `asyncio.Queue` that uvicorn's socket needs, for one reader."""

    __slots__ = ("_events", "_waiting")

    def __init__(self) -> None:
        self._events: deque[Any] = deque()
        self._waiting: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._events)

    def empty(self) -> bool:
        """Whether the queue is empty."""
        return not self._events

    def put_nowait(self, event: Any) -> None:
        """Add an event and wake the reader."""
        self._events.append(event)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def get(self) -> Any:
        """The first event, once there is one."""
        while not self._events:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self._events.popleft()
