"""The process in which a bot thinks: reads positions from standard input and writes actions to standard output.

Whatever a bot does here (crash, loop, use too much memory), the server only has to replace this process.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

import ziggurat
from ziggurat import bots, warmup
from ziggurat.core.compile import cache
from ziggurat.core.game import Records
from ziggurat.reviewing import evaluation
from ziggurat.reviewing.chances import chances_of, rounded
from ziggurat.reviewing.report import Reason
from ziggurat.server.protocol import HintCandidate, Likely
from ziggurat.server.runtime import machine, pipes

CANDIDATES = 8  # moves that an answer contains at most, of those the bot considered
REVIEW_NICENESS = 5  # added to the process priority for reviews, which give way to bots
_LOWERED: list[str] = []  # not empty: the priority of this process was lowered
MAX_CACHED = 2  # bots: this many tables can alternate here without losing their search trees
_CACHED: list[tuple[tuple[str, str], bots.SearchBot]] = []  # with the game and bot name of the question
HINT = "hint:"  # instead of a bot: the seconds to search for a hint
HINTED = 4  # moves of a hint
MIN_HINT = 64  # iterations
SEEDS = 1 << 63
NO_BUDGETS: Mapping[str, bots.Budget] = {}
_READY: set[str] = set()  # games whose learned bots are compiled


class Question(msgspec.Struct, frozen=True, tag="choose"):
    """A position as one seat sees it, and what it may do."""

    game: str
    bot: str
    record: bytes
    legal: list[int]
    seed: int
    threads: int = 1  # that a bot with a time for each decision may use


class Decision(msgspec.Struct, frozen=True):
    """What the bot chose, and why; see `protocol.Hinted`."""

    action: int
    candidates: list[HintCandidate]
    expected: list[float]
    line: list[str]
    sequel: list[Likely]
    reasons: list[Reason] = []  # of a hint: why the action is better than the next best


Asked = Question | evaluation.EvaluationRequest | evaluation.LineRequest


def answer(
    question: Asked, budgets: Mapping[str, bots.Budget] = NO_BUDGETS
) -> Decision | evaluation.Evaluation | evaluation.SearchLines:
    """A bot's decision, the evaluation of a decision of a finished match, or the lines of an analysis.

    Bots named in `budgets` think with these instead of their own.
    """
    if isinstance(question, Question):
        return decide(question, budgets)
    if not _LOWERED:
        pipes.lower_priority(REVIEW_NICENESS)
        _LOWERED.append(question.game)
    return (
        evaluation.search_lines(question)
        if isinstance(question, evaluation.LineRequest)
        else evaluation.evaluate(question)
    )


def decide(question: Question, budgets: Mapping[str, bots.Budget] = NO_BUDGETS) -> Decision:
    """A bot's decision."""
    game = ziggurat.game(question.game)
    record = np.frombuffer(bytearray(question.record), dtype=game.state)
    if question.bot.startswith(HINT) and len(question.legal) > 1 and _is_ready(game):
        return advise(question, game)
    thought = _bot_for(question, game, record, budgets).think(record)
    total = sum(candidate.visits for candidate in thought.candidates) or 1
    candidates = [
        HintCandidate(candidate.action, candidate.text, candidate.visits / total, candidate.value)
        for candidate in thought.candidates[:CANDIDATES]
    ]
    sequel = [Likely(move.seat, list(game.notation.clicks(move.action))) for move in thought.sequel]
    expected = rounded(chances_of(game, thought.expected), 5) if thought.expected else []
    return Decision(int(thought.action), candidates, expected, list(thought.line), sequel)


def advise(question: Question, game: ziggurat.Game) -> Decision:
    """A hint: the best actions with their winning chances, as reviews count them, and why the first is best."""
    seconds = float(question.bot.removeprefix(HINT))
    iterations = max(MIN_HINT, int(seconds * game.review_rate))
    record = np.frombuffer(bytearray(question.record), dtype=game.state)
    seat, write = int(record["actor"][0]), game.notation.write
    request = evaluation.LineRequest(
        question.game, question.record, seat, False, question.seed % SEEDS, iterations, HINTED, reasons=True
    )
    search = evaluation.search_lines(request)
    best = search.lines[0].moves
    return Decision(
        best[0][1],
        [
            HintCandidate(line.moves[0][1], write(line.moves[0][1]), line.visits, line.expected[seat])
            for line in search.lines
        ],
        search.expected,
        [write(action) for _, action in best],
        [Likely(by, list(game.notation.clicks(action))) for by, action in best],
        search.reasons,
    )


def _bot_for(question: Question, game: ziggurat.Game, record: Records, budgets: Mapping[str, bots.Budget]) -> bots.Bot:
    """The bot that made the previous decision, with its search tree, if there is one; else a new bot.

    Learned bots are compiled last on a new server; until then the classic search plays in their place.
    """
    for at, (key, cached) in enumerate(_CACHED):
        if key == (question.game, question.bot) and cached.expects(record):
            _CACHED.append(_CACHED.pop(at))
            return cached
    name = question.bot.replace(HINT, "search:")
    make, chosen = bots.find(name), dict[str, Any]()
    if question.threads > 1 and bots.seconds(name) > 0:  # iterations decide the same on every host
        chosen["threads"] = question.threads
    if (budget := budgets.get(question.bot)) is not None:
        chosen["budget"] = budget
    bot = make(game, question.seed, **chosen)
    if isinstance(bot, bots.LearnedBot) and not _is_ready(game):
        return bot.without_network()
    if isinstance(bot, bots.SearchBot):
        _CACHED.append(((question.game, question.bot), bot))
        del _CACHED[:-MAX_CACHED]
    return bot


def _is_ready(game: ziggurat.Game) -> bool:
    if game.name not in _READY and (cache.cache_directory() is None or warmup.is_compiled(game, "champions")):
        _READY.add(game.name)
    return game.name in _READY


def main() -> None:
    """Answer questions until the server closes the pipe."""
    decoder: msgspec.msgpack.Decoder[Asked] = msgspec.msgpack.Decoder(Asked)
    pipes.answer_all(decoder, answer)


def new_seed() -> int:
    """A seed for a bot's own random stream, which reveals nothing about the match."""
    return machine.source.random.getrandbits(63)


if __name__ == "__main__":
    main()
