"""A process in which bots think: it reads positions on its standard input and writes actions on its standard output.

Whatever a bot does in here (crash, loop, eat memory), the server only has to end this process and start another.
"""

from __future__ import annotations

import os
import signal
import sys
from random import SystemRandom
from typing import BinaryIO

import msgspec
import numpy as np

import ziggurat
from ziggurat import bots
from ziggurat.core.compile import cache
from ziggurat.server.protocol import Candidate, Likely

HEADER = 4  # bytes of a message's length
CANDIDATES = 8  # of those considered, how many are told


class Question(msgspec.Struct, frozen=True):
    """A position as one seat sees it, and what it may do."""

    game: str
    bot: str
    record: bytes
    legal: list[int]
    seed: int


class Decision(msgspec.Struct, frozen=True):
    """What the bot chose, and why, as far as it can tell; see `protocol.Hinted`."""

    action: int
    candidates: list[Candidate]
    expected: list[float]
    line: list[str]
    sequel: list[Likely]


def answer(question: Question) -> Decision:
    """Let a bot choose."""
    game = ziggurat.game(question.game)
    record = np.frombuffer(bytearray(question.record), dtype=game.state)
    thought = bots.find(question.bot)(game, question.seed).think(record)
    total = sum(one.visits for one in thought.candidates) or 1
    candidates = [
        Candidate(one.action, one.text, one.visits / total, one.value) for one in thought.candidates[:CANDIDATES]
    ]
    sequel = [Likely(one.seat, list(game.notation.clicks(one.action))) for one in thought.sequel]
    return Decision(int(thought.action), candidates, list(thought.expected), list(thought.line), sequel)


def _read(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:  # the server is gone
        os._exit(0)
    return data


def main() -> None:
    """Answer questions until the server closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    cache.choose_quietly()
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a bot that prints must not speak into the pipe
    decoder, encoder = msgspec.msgpack.Decoder(Question), msgspec.msgpack.Encoder()
    while True:
        length = int.from_bytes(_read(questions, HEADER))
        data = encoder.encode(answer(decoder.decode(_read(questions, length))))
        try:
            answers.write(len(data).to_bytes(HEADER) + data)
            answers.flush()
        except BrokenPipeError:  # the server is gone
            os._exit(0)


def new_seed() -> int:
    """A seed for a bot's own random stream, which no match can be told from."""
    return SystemRandom().getrandbits(63)


if __name__ == "__main__":
    main()
