"""The process that reads logs and replays matches: requests on standard input, answers on standard output.

Logs of strangers may take much time or memory. The server stops this process after a time limit and starts another.
"""

from __future__ import annotations

import dataclasses
import random
import traceback
from typing import Any

import msgspec
import numpy as np

import ziggurat
from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.core.match import SEEDS, Match
from ziggurat.core.sentence import sentence
from ziggurat.server.protocol import (
    EngineRequest,
    PutPiece,
    Result,
    StudyPath,
    StudyStart,
    StudyText,
    StudyTree,
    Wording,
)
from ziggurat.server.refusals import Refused, packed
from ziggurat.server.runtime import machine, pipes
from ziggurat.server.study import analysis, live_matches, replays
from ziggurat.server.study.live_matches import LiveMatch
from ziggurat.server.tables import log_names
from ziggurat.server.tables.results import played_out
from ziggurat.server.tables.sitting import MATCH_ENDS, MOVE, RESIGN, START, Entry, Plan, Sitting, begin

THUMBNAIL = 240  # pixels


class LoadGame(msgspec.Struct, frozen=True, tag="load"):
    """Load a game's kernels, which takes a while and does not count as time of the next request."""

    game: str


class IdentifyGame(msgspec.Struct, frozen=True, tag="which"):
    """Find out which game a log is of."""

    log: str


class ReadLog(msgspec.Struct, frozen=True, tag="read"):
    """Read and replay a log, to import it."""

    log: str
    at: int  # served time
    bots: list[str | None] | None = None  # by seat, if the match was played on a device
    resigned: int | None = None  # the seat that ended it so
    live: list[LiveMatch] = []


class ImportedLog(msgspec.Struct, frozen=True):
    """A log, ready to be stored as a table."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: str
    start: dict[str, Any] | None
    result: Result
    entries: list[Entry]
    names: list[str]  # by seat, as in the log; empty if it has none
    turn: int = -1  # the seat that decides; -1: the match is over


class ReplayMatch(msgspec.Struct, frozen=True, tag="again"):
    """Replay a match, or the beginning of one; `want` names the answer, see `_ANSWERS`."""

    want: str
    plan: Plan
    journal: list[Entry]
    decision: int = 0  # -1 in a picture: the current position
    seen_by: int | None = None  # hide from pictures, and redraw in a fork, what this seat (-1: a spectator) cannot know


class ForkedPosition(msgspec.Struct, frozen=True):
    """A position to play on from; future draws are redrawn, since the log reveals the old ones."""

    over: bool
    start: dict[str, Any]


class OpenStudy(msgspec.Struct, frozen=True, tag="open"):
    """Open a study from a text, a start, or the page's tree; exactly one is given."""

    text: StudyText | None = None
    start: StudyStart | None = None
    tree: StudyTree | None = None
    live: list[LiveMatch] = []


class ShowPosition(msgspec.Struct, frozen=True, tag="at"):
    """Show a position of a study."""

    where: StudyPath
    live: list[LiveMatch] = []


class PrepareSearch(msgspec.Struct, frozen=True, tag="lines"):
    """Give the position that the engine searches from."""

    where: EngineRequest
    live: list[LiveMatch] = []


class CheckReview(msgspec.Struct, frozen=True, tag="check"):
    """Refuse the review of a match that comes through positions of running ones."""

    plan: Plan
    journal: list[Entry]
    live: list[LiveMatch]


class PlacePiece(msgspec.Struct, frozen=True, tag="put"):
    """Put a piece into a position."""

    what: PutPiece
    live: list[LiveMatch] = []


class ReplayAnswer(msgspec.Struct, frozen=True):
    """An encoded answer, or a refusal with its status, or a traceback."""

    data: msgspec.Raw = msgspec.Raw(msgspec.msgpack.encode(None))
    refusal: Wording | None = None
    status: int = 200
    failed: str = ""


EXAMPLE = 60  # decisions after which every board has something to show
AnalysisRequest = OpenStudy | ShowPosition | PrepareSearch | PlacePiece
ReplayRequest = LoadGame | IdentifyGame | ReadLog | ReplayMatch | CheckReview | AnalysisRequest
_json, _pack = msgspec.json.Encoder(), msgspec.msgpack.Encoder()


def _load(request: LoadGame) -> str:
    if not request.game:
        return ""
    match = ziggurat.new(request.game)
    match.replay(match.legal()[:1])
    match.view(-1)
    return match.to_text()


def _read(request: ReadLog) -> ImportedLog:
    """Read a log into a match and its journal."""
    match = ziggurat.read(request.log)
    live_matches.check_match(match, request.live)
    plan = replays.plan_of(match)
    if request.bots is not None:
        if len(request.bots) != match.seats:
            raise BadOption(
                sentence("This match has {seats} seats, not {given}.", seats=match.seats, given=len(request.bots))
            )
        plan = dataclasses.replace(plan, bots=tuple(request.bots))
    entries, sitting = _journal(match, plan, request.at, request.resigned)
    return ImportedLog(
        game=match.game.name,
        rules=match.rules,
        seats=match.seats,
        options=dict(match.options),
        seed=str(match.seed),
        start=match.start(),
        result=sitting.result or played_out(match),
        entries=entries,
        names=log_names.read(request.log, match.seats),
        turn=sitting.actor,
    )


def _journal(match: Match, plan: Plan, at: int, resigned: int | None) -> tuple[list[Entry], Sitting]:
    sitting = Sitting(plan)
    entries = [Entry(0, START, -1, 0, None, None, at, sitting.match.digest())]
    sitting.apply(entries[0])
    for action in match.actions:
        entry = sitting.entry(MOVE, sitting.actor, action, at)
        sitting.apply(entry)
        digest = sitting.match.digest() if sitting.digest_due() else None
        entries.append(entry._replace(digest=digest))
    if resigned is not None:
        if resigned >= match.seats or plan.bots[resigned] is not None:
            raise BadOption(sentence("Seat {seat} is not a person's, so nobody can resign there.", seat=resigned))
        sitting.check_leaving(resigned)
        entry = sitting.entry(RESIGN, resigned, MATCH_ENDS, at)
        sitting.apply(entry)
        entries.append(entry._replace(digest=sitting.match.digest()))
    return entries, sitting


def _fork(request: ReplayMatch) -> ForkedPosition:
    match = replays.at_decision(request.plan, request.journal, request.decision)
    record = match.record(request.seen_by)
    if request.seen_by is not None:
        match.game.engine().resample(record, request.seen_by, np.uint64(machine.randbelow(SEEDS)))
    record["rng"][0] = machine.randbelow(SEEDS)
    return ForkedPosition(match.over, match.game.write_position(record[0]))


def _open(request: OpenStudy) -> analysis.OpenedStudy:
    if request.text is not None:
        return analysis.open_text(request.text.text, request.live)
    if request.tree is not None:
        return analysis.open_tree(request.tree, request.live)
    return analysis.open_start(request.start or StudyStart(""), request.live)


def _openings(request: ReplayMatch) -> list[str]:
    """The game's name for each seat's opening."""
    match = replays.finished(request.plan, request.journal)
    opening = match.game.opening
    return [opening(match, seat) if opening else "" for seat in range(match.seats)]


def _match(request: ReplayMatch) -> Match:
    """A match before a decision, or now."""
    if request.decision < 0:
        return replays.finished(request.plan, request.journal)
    return replays.at_decision(request.plan, request.journal, request.decision)


def _card(match: Match, seat: int | None, line: str) -> bytes:
    from ziggurat.pictures import card, png

    return png(card(match.picture(seat), match.game.title, line))


def _table_card(request: ReplayMatch) -> bytes:
    match = _match(request)
    count = len(match) if request.seen_by is not None else len(replays.finished(request.plan, request.journal))
    line = f"decision {len(match) + 1} of {count}" if len(match) < count else f"{match.seats} players"
    return _card(match, request.seen_by, line)


def _example(request: ReplayMatch) -> bytes:
    """A picture of a random match."""
    match = begin(request.plan)
    chance = random.Random(1)
    while len(match) < EXAMPLE and not match.over:
        match.decide(chance.choice(match.legal()))
    return _card(match, request.seen_by, "between the Tigris and the Euphrates")


def _picture(request: ReplayMatch) -> bytes:
    from ziggurat.pictures import png

    return png(_match(request).picture(request.seen_by))


def _thumbnail(request: ReplayMatch) -> bytes:
    from ziggurat.pictures import png

    return png(_match(request).picture(request.seen_by), THUMBNAIL)


def _film(request: ReplayMatch) -> bytes:
    from ziggurat.pictures import film

    return film(_match(request), seat=request.seen_by)


_ANSWERS = {
    "picture": _picture,
    "thumbnail": _thumbnail,
    "card": _table_card,
    "example": _example,
    "film": _film,
    "openings": _openings,
    "steps": lambda request: _json.encode(replays.steps(request.plan, request.journal)),
    "moment": lambda request: _json.encode(replays.moment(request.plan, request.journal, request.decision)),
    "text": lambda request: replays.finished(request.plan, request.journal).to_text(),
    "json": lambda request: _json.encode(replays.as_json(replays.finished(request.plan, request.journal))),
    "fork": _fork,
}


def answer(request: ReplayRequest) -> ReplayAnswer:
    """Answer one request."""
    try:
        match request:
            case LoadGame():
                result: Any = _load(request)
            case IdentifyGame():
                result = analysis.game_of(request.log)
            case ReadLog():
                result = _read(request)
            case ReplayMatch():
                result = _ANSWERS[request.want](request)
            case CheckReview(plan, journal, live):
                live_matches.check_match(replays.finished(plan, journal), live)
                result = None
            case OpenStudy():
                result = _open(request)
            case ShowPosition():
                result = analysis.position_at(request.where, request.live)
            case PlacePiece():
                result = analysis.set_up(request.what, request.live)
            case PrepareSearch(where, live):
                result = analysis.search_start(where.start, where.path, live, openly=where.open)
    except ZigguratError as problem:
        status = problem.status if isinstance(problem, Refused) else 400
        return ReplayAnswer(refusal=packed(problem.sentence), status=status)
    except Exception as problem:  # noqa: BLE001 - the server logs it, and this process goes on
        return ReplayAnswer(failed=f"{type(problem).__name__}\n{''.join(traceback.format_tb(problem.__traceback__))}")
    return ReplayAnswer(msgspec.Raw(_pack.encode(result)))


def main() -> None:
    """Answer requests until the server closes the pipe."""
    decoder: msgspec.msgpack.Decoder[ReplayRequest] = msgspec.msgpack.Decoder(ReplayRequest)
    pipes.answer_all(decoder, answer)


if __name__ == "__main__":
    main()
