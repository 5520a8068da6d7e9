"""A process in which bots think: it reads positions on its standard input and writes actions on its standard output.

Whatever a bot does in here (crash, loop, eat memory), the server only has to end this process and start another.
"""

from __future__ import annotations

from random import SystemRandom

import msgspec
import numpy as np

import ziggurat
from ziggurat import bots
from ziggurat.server import pipes
from ziggurat.server.protocol import Candidate, Likely

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


def main() -> None:
    """Answer questions until the server closes the pipe."""
    pipes.answer_all(msgspec.msgpack.Decoder(Question), answer)


def new_seed() -> int:
    """A seed for a bot's own random stream, which no match can be told from."""
    return SystemRandom().getrandbits(63)


if __name__ == "__main__":
    main()
