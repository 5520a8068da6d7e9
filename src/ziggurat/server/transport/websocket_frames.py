"""Frames of sockets (RFC 6455), as far as the common case needs: a short text that arrives, or leaves, in one piece.

The library reads everything else: fragments, pings, closings, what is wrong. It is several times slower. A text that
was read without it must not be missed by it: so it is left out only between two messages, where nothing is begun.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it has no compiled part
    from websockets.utils import apply_mask

WHOLE_TEXT, MASKED, LONG, LONGER = 0x81, 0x80, 126, 127  # a frame's first byte; flags and values of its second
LONGEST_HEAD = 14
DATA = 3  # opcodes below this are parts of messages; the others are controls, which may come in between


def head(size: int) -> bytes:
    """The head of a frame that holds a whole text and is not masked, as those from a server are not."""
    if size < LONG:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, LONG)) + size.to_bytes(2)
    return bytes((WHOLE_TEXT, LONGER)) + size.to_bytes(8)


def whole_text(data: bytes, most: int) -> bytes | None:
    """The text, if this is exactly one masked frame that holds a whole one, of `most` bytes at most."""
    if len(data) < 6 or data[0] != WHOLE_TEXT or data[1] < MASKED:
        return None
    size, start = data[1] & ~MASKED, 6
    if size == LONG:
        size, start = int.from_bytes(data[2:4]), 8
    elif size == LONGER:
        return None
    if len(data) != start + size or size > most:
        return None
    return apply_mask(data[start:], data[start - 4 : start])


class Boundary:
    """Where in the stream of frames the bytes given to the library have ended."""

    __slots__ = ("_fragmented", "_head", "_left", "clear")

    def __init__(self) -> None:
        self.clear = True  # between two messages
        self._fragmented = False  # a message has begun whose last frame has not come
        self._head = b""  # of a frame, as far as it has come
        self._left = 0  # bytes of its content that have not

    def go_past(self, data: bytes, most: int | None = None) -> int:
        """Follow what the library is given; says how many frames begin in it, and stops at more than so many."""
        at = begun = 0
        while at < len(data):
            if self._left:
                skipped = min(self._left, len(data) - at)
                self._left -= skipped
                at += skipped
                continue
            known = len(self._head)
            self._head += data[at : at + LONGEST_HEAD - known]
            size = _head_size(self._head)
            if len(self._head) < size:
                break
            self._begin(self._head[:size])
            self._head = b""
            at += size - known
            begun += 1
            if most is not None and begun > most:
                break
        self.clear = not (self._fragmented or self._head or self._left)
        return begun

    def _begin(self, whole: bytes) -> None:
        self._left = whole[1] & ~MASKED
        if self._left >= LONG:
            self._left = int.from_bytes(whole[2 : 4 if self._left == LONG else 10])
        if whole[0] & 0x0F < DATA:
            self._fragmented = not whole[0] & MASKED  # the last frame of a message has the same flag in its first byte


def _head_size(known: bytes) -> int:
    if len(known) < 2:
        return 2
    short = known[1] & ~MASKED
    return 2 + (8 if short == LONGER else 2 if short == LONG else 0) + (4 if known[1] & MASKED else 0)


class Inbox:
    """What has come on a socket and waits for its one reader: of `asyncio.Queue`, what that needs."""

    __slots__ = ("_events", "_waiting")

    def __init__(self) -> None:
        self._events: deque[Any] = deque()
        self._waiting: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._events)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._events

    def put_nowait(self, event: Any) -> None:
        """Something has come."""
        self._events.append(event)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def get(self) -> Any:
        """What came first, as soon as something has."""
        while not self._events:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self._events.popleft()
