"""A process in which logs are read and finished matches are replayed: questions on standard input, answers on output.

What a stranger's log takes, in time or memory, it takes in here; the server waits for so long and no longer, ends this
process and starts another.
"""

from __future__ import annotations

import random
import secrets
import traceback
from typing import Any

import msgspec
import numpy as np

import ziggurat
from ziggurat.core.errors import ZigguratError
from ziggurat.core.match import SEEDS, Match
from ziggurat.server.protocol import LinesWanted, PutPiece, Result, StudyPath, StudyStart, StudyText, StudyTree, Wording
from ziggurat.server.refusals import Refused, packed
from ziggurat.server.runtime import pipes
from ziggurat.server.study import analysis, replays
from ziggurat.server.tables import log_names
from ziggurat.server.tables.results import played_out
from ziggurat.server.tables.sitting import MOVE, START, Entry, Plan, Sitting, begin


class LoadGame(msgspec.Struct, frozen=True, tag="load"):
    """Load a game's kernels, or none, and say when it is done: it takes a while and is not the log's fault."""

    game: str


class IdentifyGame(msgspec.Struct, frozen=True, tag="which"):
    """Which game is a log of?"""

    log: str


class ReadLog(msgspec.Struct, frozen=True, tag="read"):
    """Read a log, and replay it: what is stored of it?"""

    log: str
    at: int  # served time


class ImportedLog(msgspec.Struct, frozen=True):
    """A log as it is stored."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: str
    start: dict[str, Any] | None
    result: Result
    entries: list[Entry]
    names: list[str]  # by seat, as the log tells them; none: nothing


class ReplayMatch(msgspec.Struct, frozen=True, tag="again"):
    """Replay a finished match, or the beginning of one; `want` names what is to come of it, see `_ANSWERS`."""

    want: str
    plan: Plan
    journal: list[Entry]
    decision: int = 0  # in a picture, -1: as the match stands
    seen_by: int | None = None  # what this seat (-1: a spectator) cannot know is dealt anew in a fork, and not drawn


class ForkedPosition(msgspec.Struct, frozen=True):
    """A position to play on from; what comes is drawn anew, since the log tells the old draws."""

    over: bool
    start: dict[str, Any]


class OpenStudy(msgspec.Struct, frozen=True, tag="open"):
    """Open a study: of a text, from a start, or as the page has it; one of them is given."""

    text: StudyText | None = None
    start: StudyStart | None = None
    tree: StudyTree | None = None


class ShowPosition(msgspec.Struct, frozen=True, tag="at"):
    """What does a position of a study look like?"""

    where: StudyPath


class PrepareSearch(msgspec.Struct, frozen=True, tag="lines"):
    """From what is searched?"""

    where: LinesWanted


class PlacePiece(msgspec.Struct, frozen=True, tag="put"):
    """What becomes of a position in which a piece is put somewhere?"""

    what: PutPiece


class ReplayAnswer(msgspec.Struct, frozen=True):
    """What came of it: an encoded answer, or a refusal with its status, or where it failed."""

    data: msgspec.Raw = msgspec.Raw(msgspec.msgpack.encode(None))
    refusal: Wording | None = None
    status: int = 200
    failed: str = ""


EXAMPLE = 60  # decisions: then there is something to see on every board
ReplayRequest = LoadGame | IdentifyGame | ReadLog | ReplayMatch | OpenStudy | ShowPosition | PrepareSearch | PlacePiece
_json, _pack = msgspec.json.Encoder(), msgspec.msgpack.Encoder()


def _load(question: LoadGame) -> str:
    if not question.game:
        return ""
    match = ziggurat.new(question.game)
    match.replay(match.legal()[:1])
    match.view(-1)
    return match.to_text()


def _read(question: ReadLog) -> ImportedLog:
    """A log's match and its journal."""
    match = ziggurat.read(question.log)
    return ImportedLog(
        game=match.game.name,
        rules=match.rules,
        seats=match.seats,
        options=dict(match.options),
        seed=str(match.seed),
        start=match.start(),
        result=played_out(match),
        entries=_journal(match, question.at),
        names=log_names.read(question.log, match.seats),
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


def _fork(again: ReplayMatch) -> ForkedPosition:
    match = replays.at_decision(again.plan, again.journal, again.decision)
    record = match.record(again.seen_by)
    if again.seen_by is not None:
        match.game.engine().resample(record, again.seen_by, np.uint64(secrets.randbelow(SEEDS)))
    record["rng"][0] = secrets.randbelow(SEEDS)
    return ForkedPosition(match.over, match.game.write_position(record[0]))


def _open(question: OpenStudy) -> analysis.OpenedStudy:
    if question.text is not None:
        return analysis.open_text(question.text.text)
    if question.tree is not None:
        return analysis.open_tree(question.tree)
    return analysis.open_start(question.start or StudyStart(""))


def _openings(again: ReplayMatch) -> list[str]:
    """How each seat began, as its game calls it."""
    match = replays.finished(again.plan, again.journal)
    opening = match.game.opening
    return [opening(match, seat) if opening else "" for seat in range(match.seats)]


def _match(again: ReplayMatch) -> Match:
    """A match as it stood before a decision, or as it stands."""
    if again.decision < 0:
        return replays.finished(again.plan, again.journal)
    return replays.at_decision(again.plan, again.journal, again.decision)


def _card(match: Match, seat: int | None, line: str) -> bytes:
    from ziggurat.pictures import card, png

    return png(card(match.picture(seat), match.game.title, line))


def _table_card(again: ReplayMatch) -> bytes:
    match = _match(again)
    count = len(match) if again.seen_by is not None else len(replays.finished(again.plan, again.journal))
    line = f"decision {len(match) + 1} of {count}" if len(match) < count else f"{match.seats} players"
    return _card(match, again.seen_by, line)


def _example(again: ReplayMatch) -> bytes:
    """A match that somebody might be playing."""
    match = begin(again.plan)
    chance = random.Random(1)
    while len(match) < EXAMPLE and not match.over:
        match.decide(chance.choice(match.legal()))
    return _card(match, again.seen_by, "between the Tigris and the Euphrates")


def _picture(again: ReplayMatch) -> bytes:
    from ziggurat.pictures import png

    return png(_match(again).picture(again.seen_by))


def _film(again: ReplayMatch) -> bytes:
    from ziggurat.pictures import film

    return film(_match(again), seat=again.seen_by)


_ANSWERS = {
    "picture": _picture,
    "card": _table_card,
    "example": _example,
    "film": _film,
    "openings": _openings,
    "steps": lambda again: _json.encode(replays.steps(again.plan, again.journal)),
    "moment": lambda again: _json.encode(replays.moment(again.plan, again.journal, again.decision)),
    "text": lambda again: replays.finished(again.plan, again.journal).to_text(),
    "json": lambda again: _json.encode(replays.as_json(replays.finished(again.plan, again.journal))),
    "fork": _fork,
}


def answer(question: ReplayRequest) -> ReplayAnswer:
    """What is asked for, or why not."""
    try:
        match question:
            case LoadGame():
                made: Any = _load(question)
            case IdentifyGame():
                made = analysis.game_of(question.log)
            case ReadLog():
                made = _read(question)
            case ReplayMatch():
                made = _ANSWERS[question.want](question)
            case OpenStudy():
                made = _open(question)
            case ShowPosition():
                made = analysis.position_at(question.where)
            case PlacePiece(what):
                made = analysis.set_up(what)
            case PrepareSearch(where):
                made = analysis.search_start(where.start, where.path, openly=where.open)
    except ZigguratError as problem:
        status = problem.status if isinstance(problem, Refused) else 400
        return ReplayAnswer(refusal=packed(problem.sentence), status=status)
    except Exception as problem:  # noqa: BLE001 - the server is told, and the next question may be a better one
        return ReplayAnswer(failed=f"{type(problem).__name__}\n{''.join(traceback.format_tb(problem.__traceback__))}")
    return ReplayAnswer(msgspec.Raw(_pack.encode(made)))


def main() -> None:
    """Answer questions until the server closes the pipe."""
    decoder: msgspec.msgpack.Decoder[ReplayRequest] = msgspec.msgpack.Decoder(ReplayRequest)
    pipes.answer_all(decoder, answer)


if __name__ == "__main__":
    main()
