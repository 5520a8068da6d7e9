"""What an analysis board asks of the rules, in the process where strangers' logs are read (`replay_worker.py`).

Nothing is kept: where a study begins and all steps to a position come with every question.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

import ziggurat
from ziggurat.core import log as match_log
from ziggurat.core import setup
from ziggurat.core.errors import BadPosition, IllegalMove
from ziggurat.core.log import Mark, Truth
from ziggurat.core.match import Match
from ziggurat.core.preview import preview
from ziggurat.core.record import digest
from ziggurat.core.sentence import sentence
from ziggurat.core.study import Step, Study, StudyRow, stepped
from ziggurat.server.protocol import (
    DrawnTruth,
    PutPiece,
    SetUp,
    Studied,
    StudyEntry,
    StudyMoment,
    StudyMove,
    StudyPath,
    StudyStart,
    StudyTree,
)
from ziggurat.server.refusals import as_problem
from ziggurat.server.tables import frames

TITLE = 80  # characters


class Seen(msgspec.Struct, frozen=True):
    """A position, as each seat knows it by a short name: so the server tells whether it is of a running match."""

    seats: int
    known: list[str]


class Opened(msgspec.Struct, frozen=True):
    """A study that was opened, encoded, and the end of its main line."""

    game: str
    title: str
    text: str
    told: bytes
    seen: Seen


class Stood(msgspec.Struct, frozen=True):
    """A position of a study, encoded."""

    told: bytes
    seen: Seen


class Ground(msgspec.Struct, frozen=True):
    """A position to search from, as its actor knows it or openly."""

    record: bytes
    actor: int  # -1: it is over
    choices: list[int]
    seen: Seen


def game_of(text: str) -> str:
    """Which game a text is of, before it is read: a log's, or a position's."""
    if not text.lstrip().startswith("{"):
        return match_log.parse(text).game
    named = _position(text).get("game")
    if not isinstance(named, str):
        raise BadPosition("The position does not say of which game it is: its entry 'game' is missing.")
    return ziggurat.game(named).name


def opened(text: str) -> Opened:
    """A study of a log, or of a position as JSON."""
    if text.lstrip().startswith("{"):
        position = _position(text)
        return _told(Study(ziggurat.load(position["game"], position)))
    return _told(Study.read(text))


def started(start: StudyStart) -> Opened:
    """A study that nobody has gone on from yet."""
    return _told(Study(_begin(start)))


def grown(tree: StudyTree) -> Opened:
    """A study as the page has it."""
    lines = [StudyRow(entry.parent, _step(entry.step), entry.comment, _marks(entry.marks)) for entry in tree.entries]
    return _told(Study.grown(_begin(tree.start), lines))


def at(asked: StudyPath) -> Stood:
    """A position of a study, through somebody's eyes."""
    match, told, move = _follow(asked.start, asked.path)
    actor = match.actor
    openly = asked.eyes == "open"
    seat = actor if asked.eyes in ("open", "actor") else int(asked.eyes)
    if seat >= match.seats:
        raise IllegalMove(sentence("There is no seat {seat} in this study.", seat=seat))
    if match.over and asked.eyes == "actor":
        openly = True  # nothing is secret any more
    record = match.record(None if openly else seat)
    found = preview(match.game, match.record(seat), seat) if seat == actor and not match.over else None
    reason = match.why_not(asked.why) if asked.why and seat == actor else None
    moment = StudyMoment(
        seat=seat,
        actor=actor,
        scores=match.scores,
        view=match.game.view(record, seat),
        gains={} if found is None else {str(action): by_seat for action, by_seat in found.gains.items()},
        final=[] if found is None else found.final,
        events=[] if told is None else frames.told(match.game, told, None if openly else seat, 0),
        move=move,
        position=match.position(),
        why=as_problem(reason) if reason else None,
    )
    return Stood(msgspec.json.encode(moment), _seen(match))


def ground(start: StudyStart, path: Sequence[int | DrawnTruth], *, openly: bool) -> Ground:
    """What a search for lines needs."""
    match = _follow(start, path)[0]
    record = match.record(None if openly or match.over else match.actor)
    return Ground(record.tobytes(), match.actor, match.legal(), _seen(match))


def set_up(asked: PutPiece) -> Stood:
    """A position after a piece was put somewhere."""
    game = ziggurat.game(asked.game)
    position: Any = asked.position
    if asked.place:
        position = setup.put(game, position, asked.seat, asked.place, asked.piece)
    match = ziggurat.load(game.name, position)
    possible = setup.setup_of(game)
    told = SetUp(
        position=match.position(),
        view=frames.bare(game.view(match.record(), min(asked.seat, match.seats - 1))),
        scores=match.scores,
        pieces=list(possible.pieces) if possible else [],
        places=list(possible.places) if possible else [],
    )
    return Stood(msgspec.json.encode(told), _seen(match))


# ------------------------------------------------------------------------------------------------------- on the way


def _position(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as problem:
        raise BadPosition(sentence("The position is not valid JSON: {problem}.", problem=str(problem))) from problem
    except (ValueError, RecursionError) as problem:
        raise BadPosition("The position has a number or a nesting that is far too long.") from problem
    if not isinstance(found, dict):
        raise BadPosition("The position is not a JSON object.")
    return found


def _begin(start: StudyStart) -> Match:
    if start.position is not None:
        return ziggurat.load(start.game, start.position)
    seed = None if start.seed is None else int(start.seed)
    return ziggurat.new(start.game, seats=start.seats, seed=seed, rules=start.rules, **start.options)


def _follow(start: StudyStart, path: Sequence[int | DrawnTruth]) -> tuple[Match, Any, StudyMove | None]:
    """The match after all steps, what the last of them did, and what it is called."""
    match = _begin(start)
    told, move = None, None
    for number, one in enumerate(path, 1):
        step, seat = _step(one), match.actor
        try:
            if number < len(path) or isinstance(step, Truth):
                match, told = stepped(match, step), None
            elif isinstance(step, int):
                told, _ = match.decide(step)
        except IllegalMove as problem:
            raise IllegalMove(
                sentence("Decision {number} cannot be played: {problem}", number=number, problem=problem.sentence)
            ) from problem
        if number == len(path):
            move = _move(match, step, seat)
    return match, told, move


def _told(study: Study) -> Opened:
    lines = study.lines()
    main = study.main_line()
    start = study.start
    position = start.start()
    told = Studied(
        start=StudyStart(
            game=start.game.name,
            rules=start.rules,
            seats=start.seats,
            options=dict(start.options),
            seed=str(start.seed) if position is None else None,
            position=position,
        ),
        entries=[StudyEntry(one.parent, _drawn(one.step), one.comment, list(map(str, one.marks))) for one in lines],
        moves=[_move(start, node.step, node.seat) for node in study],
        seats=start.seats,
        options=dict(start.options),
    )
    title = study.root.comment.partition("\n")[0][:TITLE]
    return Opened(start.game.name, title, study.to_text(), msgspec.json.encode(told), _seen(main))


def _move(match: Match, step: Step | None, seat: int) -> StudyMove:
    if not isinstance(step, int):
        return StudyMove(step.seat if step else -1, "", [])
    return StudyMove(seat, match.game.notation.write(step), list(match.game.notation.clicks(step)))


def move_of(game: str, seat: int, action: int) -> StudyMove:
    """A decision that a search expects."""
    notation = ziggurat.game(game).notation
    return StudyMove(seat, notation.write(action), list(notation.clicks(action)))


def _seen(match: Match) -> Seen:
    return Seen(match.seats, [digest(match.record(seat)) for seat in range(match.seats)])


def _step(step: int | DrawnTruth | None) -> Step | None:
    return Truth(step.seat, int(step.seed)) if isinstance(step, DrawnTruth) else step


def _drawn(step: Step | None) -> int | DrawnTruth | None:
    return DrawnTruth(step.seat, str(step.seed)) if isinstance(step, Truth) else step


def _marks(marks: Sequence[str]) -> tuple[Mark, ...]:
    return tuple(map(match_log.as_mark, marks))
