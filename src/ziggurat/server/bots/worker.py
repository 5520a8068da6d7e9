"""A process in which bots think: it reads positions on its standard input and writes actions on its standard output.

Whatever a bot does in here (crash, loop, eat memory), the server only has to end this process and start another.
"""

from __future__ import annotations

import os
from random import SystemRandom

import msgspec
import numpy as np

import ziggurat
from ziggurat import bots, warming
from ziggurat.core.compile import cache
from ziggurat.core.game import Records
from ziggurat.reviewing import evaluation
from ziggurat.server.protocol import Candidate, Likely
from ziggurat.server.runtime import pipes

CANDIDATES = 8  # of those considered, how many are told
BEHIND = 5  # of niceness: a process that looks for reviews gives way to bots
_YIELDING: list[str] = []  # not empty: this process does
KEPT = 2  # bots: so many tables can take turns here without losing their trees
_KEPT: list[tuple[tuple[str, str], bots.SearchBot]] = []  # with the game and the bot that were asked for
_READY: set[str] = set()  # games whose learned bots are compiled


class Question(msgspec.Struct, frozen=True, tag="choose"):
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


Asked = Question | evaluation.EvaluationRequest | evaluation.LineRequest


def answer(question: Asked) -> Decision | evaluation.Evaluation | evaluation.SearchLines:
    """Let a bot choose, look at a decision of a finished match, or search for lines of an analysis."""
    if isinstance(question, Question):
        return decide(question)
    if not _YIELDING:
        os.nice(BEHIND)
        _YIELDING.append(question.game)
    return (
        evaluation.search_lines(question)
        if isinstance(question, evaluation.LineRequest)
        else evaluation.evaluate(question)
    )


def decide(question: Question) -> Decision:
    """Let a bot choose."""
    game = ziggurat.game(question.game)
    record = np.frombuffer(bytearray(question.record), dtype=game.state)
    thought = _bot_for(question, game, record).think(record)
    total = sum(one.visits for one in thought.candidates) or 1
    candidates = [
        Candidate(one.action, one.text, one.visits / total, one.value) for one in thought.candidates[:CANDIDATES]
    ]
    sequel = [Likely(one.seat, list(game.notation.clicks(one.action))) for one in thought.sequel]
    return Decision(int(thought.action), candidates, list(thought.expected), list(thought.line), sequel)


def _bot_for(question: Question, game: ziggurat.Game, record: Records) -> bots.Bot:
    """The bot whose tree has grown towards this decision, if one thought about the decision before; else another.

    So a tree is kept between the decisions of a turn. What the bots need that have learned is compiled last on a new
    server; until then the classic search plays in their place.
    """
    for at, (asked, kept) in enumerate(_KEPT):
        if asked == (question.game, question.bot) and kept.expects(record):
            _KEPT.append(_KEPT.pop(at))
            return kept
    bot = bots.find(question.bot)(game, question.seed)
    if isinstance(bot, bots.LearnedBot) and not _is_ready(game):
        return bot.without_network()
    if isinstance(bot, bots.SearchBot):
        _KEPT.append(((question.game, question.bot), bot))
        del _KEPT[:-KEPT]
    return bot


def _is_ready(game: ziggurat.Game) -> bool:
    if game.name not in _READY and (cache.cache_directory() is None or warming.is_compiled(game, "champions")):
        _READY.add(game.name)
    return game.name in _READY


def main() -> None:
    """Answer questions until the server closes the pipe."""
    decoder: msgspec.msgpack.Decoder[Asked] = msgspec.msgpack.Decoder(Asked)
    pipes.answer_all(decoder, answer)


def new_seed() -> int:
    """A seed for a bot's own random stream, which no match can be told from."""
    return SystemRandom().getrandbits(63)


if __name__ == "__main__":
    main()
