"""A process in which logs are read and finished matches are replayed: questions on standard input, answers on output.

What a stranger's log takes, in time or memory, it takes in here; the server waits for so long and no longer, ends this
process and starts another.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
import traceback
from typing import Any, BinaryIO

import msgspec
import numpy as np

import ziggurat
from ziggurat.core import cache
from ziggurat.core import log as match_log
from ziggurat.core.errors import ZigguratError
from ziggurat.core.match import SEEDS, Match
from ziggurat.server import replays
from ziggurat.server.protocol import Result, Wording
from ziggurat.server.refusals import Refused, packed
from ziggurat.server.sitting import MOVE, START, Entry, Plan, Sitting

HEADER = 4  # bytes of a message's length


class Load(msgspec.Struct, frozen=True, tag="load"):
    """Load a game's kernels, or none, and say when it is done: it takes a while and is not the log's fault."""

    game: str


class Which(msgspec.Struct, frozen=True, tag="which"):
    """Which game is a log of?"""

    log: str


class Read(msgspec.Struct, frozen=True, tag="read"):
    """Read a log, and replay it: what is stored of it?"""

    log: str
    at: int  # served time


class Brought(msgspec.Struct, frozen=True):
    """A log as it is stored."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: str
    start: dict[str, Any] | None
    result: Result
    entries: list[Entry]


class Again(msgspec.Struct, frozen=True, tag="again"):
    """Replay a finished match, or the beginning of one; `want` names what is to come of it, see `_ANSWERS`."""

    want: str
    plan: Plan
    journal: list[Entry]
    decision: int = 0
    seen_by: int | None = None  # for a fork: what this seat (-1: a spectator) cannot know is drawn anew


class Fork(msgspec.Struct, frozen=True):
    """A position to play on from; what comes is drawn anew, since the log tells the old draws."""

    over: bool
    start: dict[str, Any]


class Answer(msgspec.Struct, frozen=True):
    """What came of it: an encoded answer, or a refusal with its status, or where it failed."""

    data: msgspec.Raw = msgspec.Raw(msgspec.msgpack.encode(None))
    refusal: Wording | None = None
    status: int = 200
    failed: str = ""


Question = Load | Which | Read | Again
_json, _pack = msgspec.json.Encoder(), msgspec.msgpack.Encoder()


def _load(question: Load) -> str:
    if not question.game:
        return ""
    match = ziggurat.new(question.game)
    match.replay(match.legal()[:1])
    match.view(-1)
    return match.to_text()


def _read(question: Read) -> Brought:
    """A log's match and its journal."""
    match = ziggurat.read(question.log)
    return Brought(
        game=match.game.name,
        rules=match.rules,
        seats=match.seats,
        options=dict(match.options),
        seed=str(match.seed),
        start=match.start(),
        result=Result(match.winners, match.scores, match.ending or replays.BROUGHT_UNFINISHED),
        entries=_journal(match, question.at),
    )


def _journal(match: Match, at: int) -> list[Entry]:
    sitting = Sitting(replays.plan_of(match))
    entries = [Entry(0, START, -1, 0, None, None, at, sitting.match.digest())]
    sitting.apply(entries[0])
    for action in match.actions:
        entry = sitting.entry(MOVE, sitting.actor, action, at)
        sitting.apply(entry)
        digest = sitting.match.digest() if sitting.digest_due() else None
        entries.append(entry._replace(digest=digest))
    return entries


def _fork(again: Again) -> Fork:
    match = replays.at_decision(again.plan, again.journal, again.decision)
    record = match.record(again.seen_by)
    if again.seen_by is not None:
        match.game.engine().imagine(record, again.seen_by, np.uint64(secrets.randbelow(SEEDS)))
    record["rng"][0] = secrets.randbelow(SEEDS)
    return Fork(match.over, match.game.write_position(record[0]))


_ANSWERS = {
    "steps": lambda again: _json.encode(replays.steps(again.plan, again.journal)),
    "moment": lambda again: _json.encode(replays.moment(again.plan, again.journal, again.decision)),
    "text": lambda again: replays.finished(again.plan, again.journal).to_text(),
    "json": lambda again: _json.encode(replays.as_json(replays.finished(again.plan, again.journal))),
    "fork": _fork,
}


def answer(question: Question) -> Answer:
    """What is asked for, or why not."""
    try:
        match question:
            case Load():
                made: Any = _load(question)
            case Which():
                made = match_log.parse(question.log).game
            case Read():
                made = _read(question)
            case Again():
                made = _ANSWERS[question.want](question)
    except ZigguratError as problem:
        status = problem.status if isinstance(problem, Refused) else 400
        return Answer(refusal=packed(problem.sentence), status=status)
    except Exception as problem:  # noqa: BLE001 - the server is told, and the next question may be a better one
        return Answer(failed=f"{type(problem).__name__}\n{''.join(traceback.format_tb(problem.__traceback__))}")
    return Answer(msgspec.Raw(_pack.encode(made)))


def _take(stream: BinaryIO, count: int) -> bytes:
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
    sys.stdout = sys.stderr
    decoder: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)
    while True:
        length = int.from_bytes(_take(questions, HEADER))
        data = _pack.encode(answer(decoder.decode(_take(questions, length))))
        try:
            answers.write(len(data).to_bytes(HEADER) + data)
            answers.flush()
        except BrokenPipeError:  # the server is gone
            os._exit(0)


if __name__ == "__main__":
    main()
