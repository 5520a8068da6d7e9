"""The fast path for WebSocket frames reads whole texts, and only those, as the library does."""

from __future__ import annotations

import random

import pytest
from websockets.frames import Frame, Opcode

from ziggurat.server.transport.websocket_frames import FrameBoundary, parse_text_frame, text_frame_header

MAX_SIZE = 16_384
SIZES = [0, 1, 125, 126, 127, 300, MAX_SIZE]


def from_client(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("size", SIZES)
def test_whole_text_is_parsed(size: int) -> None:
    text = bytes(random.Random(size).choices(b"abcdef", k=size))
    assert parse_text_frame(from_client(Opcode.TEXT, text), MAX_SIZE) == text


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_headers_match_the_library(size: int) -> None:
    assert text_frame_header(size) + bytes(size) == Frame(Opcode.TEXT, bytes(size)).serialize(mask=False)


OTHERS = {
    "cut short": from_client(Opcode.TEXT, b"one")[:-1],
    "begun anew": from_client(Opcode.TEXT, b"one") + b"\x81",
    "two": from_client(Opcode.TEXT, b"one") * 2,
    "the first part": from_client(Opcode.TEXT, b"one", fin=False),
    "the last part": from_client(Opcode.CONT, b"one"),
    "bytes": from_client(Opcode.BINARY, b"one"),
    "a ping": from_client(Opcode.PING, b"one"),
    "a closing": from_client(Opcode.CLOSE, b"\x03\xe8"),
    "too long": from_client(Opcode.TEXT, bytes(MAX_SIZE + 1)),
    "not masked": Frame(Opcode.TEXT, b"one").serialize(mask=False),
    "compressed": b"\xc1" + from_client(Opcode.TEXT, b"one")[1:],
    "a size of 64 bits": b"\x81\xff" + (3).to_bytes(8) + b"mask" + b"one",
    "half a header": b"\x81\xfe\x00",
    "a request": b"GET / HTTP/1.1\r\n\r\n",
    "nothing": b"",
}


@pytest.mark.parametrize("what", OTHERS)
def test_other_frames_are_left_to_the_library(what: str) -> None:
    assert parse_text_frame(OTHERS[what], MAX_SIZE) is None


def test_boundary_is_between_messages_only_where_a_message_ends() -> None:
    """A stream of frames is cut anywhere; the cut is between messages where a frame ends and none is unfinished."""
    stream = random.Random(14)
    for _ in range(200):
        data, ends = b"", {0}
        unfinished = False
        for _ in range(stream.randrange(1, 8)):
            kind = stream.choice(["data", "data", "control"])
            size = stream.choice(SIZES[:-1])
            if kind == "control":
                data += from_client(Opcode.PING, bytes(min(size, 125)))
            else:
                opcode = Opcode.CONT if unfinished else stream.choice([Opcode.TEXT, Opcode.BINARY])
                unfinished = stream.random() < 0.4
                data += from_client(opcode, bytes(size), fin=not unfinished)
            if not unfinished:
                ends.add(len(data))
        cuts = sorted({stream.randrange(len(data) + 1) for _ in range(6)} | set(stream.sample(sorted(ends), 1)))
        boundary, before = FrameBoundary(), 0
        for cut in [*cuts, len(data)]:
            boundary.advance(data[before:cut])
            before = cut
            assert boundary.between_messages == (cut in ends)
