"""The analysis board's part of the replay worker (`replay_worker.py`).

It keeps no state: every request contains the start of the study and all steps to the position.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

import ziggurat
from ziggurat.core import log as match_log
from ziggurat.core import setup
from ziggurat.core.choices.preview import preview
from ziggurat.core.errors import BadPosition, IllegalMove
from ziggurat.core.log import Mark, Truth
from ziggurat.core.match import Match
from ziggurat.core.sentence import sentence
from ziggurat.core.study import Step, Study, StudyRow, stepped
from ziggurat.reviewing.searches import LineRequest, SearchLines
from ziggurat.server.protocol.studies import (
    DrawnTruth,
    EngineLine,
    EngineLines,
    EngineRequest,
    PutPiece,
    SetUp,
    StudyContents,
    StudyEntry,
    StudyMoment,
    StudyMove,
    StudyPath,
    StudyStart,
    StudyTree,
)
from ziggurat.server.refusals import as_problem
from ziggurat.server.study import live_matches
from ziggurat.server.tables import frames

TITLE = 80  # characters
Live = Sequence[live_matches.LiveMatch]  # the running matches of whoever asks


class OpenedStudy(msgspec.Struct, frozen=True):
    """An opened study, encoded."""

    game: str
    title: str
    text: str
    encoded: bytes


class SearchStart(msgspec.Struct, frozen=True):
    """A position to search from, as its actor knows it or with everything visible."""

    record: bytes
    actor: int  # -1: it is over
    choices: list[int]


def game_of(text: str) -> str:
    """The game of a log or of a position as JSON, without reading all of it."""
    if not text.lstrip().startswith("{"):
        return match_log.parse(text).game
    name = _position(text).get("game")
    if not isinstance(name, str):
        raise BadPosition("The position does not name its game: the entry 'game' is missing.")
    return ziggurat.game(name).name


def open_text(text: str, live: Live) -> OpenedStudy:
    """Open a log, or a position as JSON."""
    if text.lstrip().startswith("{"):
        position = _position(text)
        return _encode(Study(ziggurat.load(position["game"], position)), live)
    return _encode(Study.read(text), live)


def open_start(start: StudyStart, live: Live) -> OpenedStudy:
    """Open a new study."""
    return _encode(Study(_begin(start)), live)


def open_tree(tree: StudyTree, live: Live) -> OpenedStudy:
    """Open a study as the page has it."""
    lines = [StudyRow(entry.parent, _step(entry.step), entry.comment, _marks(entry.marks)) for entry in tree.entries]
    return _encode(Study.grown(_begin(tree.start), lines), live)


def position_at(asked: StudyPath, live: Live) -> bytes:
    """A position of a study, as a seat sees it or with everything visible, encoded."""
    match, rows, move = _follow(asked.start, asked.path, live)
    actor = match.actor
    openly = asked.eyes == "open"
    seat = actor if asked.eyes in ("open", "actor") else int(asked.eyes)
    if seat >= match.seats:
        raise IllegalMove(sentence("There is no seat {seat} in this study.", seat=seat))
    if match.over and asked.eyes == "actor":
        openly = True  # nothing is secret any more
    record = match.record(None if openly else seat)
    previewed = preview(match.game, match.record(seat), seat) if seat == actor and not match.over else None
    reason = match.why_not(asked.why) if asked.why and seat == actor else None
    moment = StudyMoment(
        seat=seat,
        actor=actor,
        scores=match.scores,
        view=match.game.view(record, seat),
        gains={} if previewed is None else {str(action): by_seat for action, by_seat in previewed.gains.items()},
        final=[] if previewed is None else previewed.final,
        events=[] if rows is None else frames.events_for(match.game, rows, None if openly else seat, 0),
        move=move,
        position=match.position(),
        why=as_problem(reason) if reason else None,
    )
    return msgspec.json.encode(moment)


def search_start(start: StudyStart, path: Sequence[int | DrawnTruth], live: Live, *, openly: bool) -> SearchStart:
    """The position for an engine search."""
    match = _follow(start, path, live)[0]
    record = match.record(None if openly or match.over else match.actor)
    return SearchStart(record.tobytes(), match.actor, match.legal())


def set_up(asked: PutPiece, live: Live) -> bytes:
    """A position after a piece was placed, encoded."""
    game = ziggurat.game(asked.game)
    position: Any = asked.position
    if asked.place:
        position = setup.put(game, position, asked.seat, asked.place, asked.piece)
    match = ziggurat.load(game.name, position)
    live_matches.check_position(match, live)
    possible = setup.setup_of(game)
    answer = SetUp(
        position=match.position(),
        view=frames.without_choices(game.view(match.record(), min(asked.seat, match.seats - 1))),
        scores=match.scores,
        pieces=list(possible.pieces) if possible else [],
        places=list(possible.places) if possible else [],
    )
    return msgspec.json.encode(answer)


# --------------------------------------------------------------------------------------------------------- helpers


def _position(text: str) -> dict[str, Any]:
    try:
        position = json.loads(text)
    except json.JSONDecodeError as problem:
        raise BadPosition(sentence("The position is not valid JSON: {problem}.", problem=str(problem))) from problem
    except (ValueError, RecursionError) as problem:
        raise BadPosition("The position contains a number or a nesting that is too long.") from problem
    if not isinstance(position, dict):
        raise BadPosition("The position is not a JSON object.")
    return position


def _begin(start: StudyStart) -> Match:
    if start.position is not None:
        return ziggurat.load(start.game, start.position)
    seed = None if start.seed is None else int(start.seed)
    return ziggurat.new(start.game, seats=start.seats, seed=seed, rules=start.rules, **start.options)


def _follow(start: StudyStart, path: Sequence[int | DrawnTruth], live: Live) -> tuple[Match, Any, StudyMove | None]:
    """The match after all steps, the events of the last one, and its move; refused if it is of a running match."""
    match = _begin(start)
    rows, move = None, None
    for number, given in enumerate(path, 1):
        if len(path) - number < live_matches.BEYOND:
            live_matches.check_line(match, live)
        step, seat = _step(given), match.actor
        try:
            if number < len(path) or isinstance(step, Truth):
                match, rows = stepped(match, step), None
            elif isinstance(step, int):
                rows, _ = match.decide(step)
        except IllegalMove as problem:
            raise IllegalMove(
                sentence("Decision {number} cannot be played: {problem}", number=number, problem=problem.sentence)
            ) from problem
        if number == len(path):
            move = _move(match, step, seat)
    live_matches.check_position(match, live)
    return match, rows, move


def _encode(study: Study, live: Live) -> OpenedStudy:
    _check_main_line(study.main_line(), live)
    lines = study.lines()
    start = study.start
    position = start.start()
    answer = StudyContents(
        start=StudyStart(
            game=start.game.name,
            rules=start.rules,
            seats=start.seats,
            options=dict(start.options),
            seed=str(start.seed) if position is None else None,
            position=position,
        ),
        entries=[
            StudyEntry(line.parent, _drawn(line.step), line.comment, list(map(str, line.marks))) for line in lines
        ],
        moves=[_move(start, node.step, node.seat) for node in study],
        seats=start.seats,
        options=dict(start.options),
    )
    title = study.root.comment.partition("\n")[0][:TITLE]
    return OpenedStudy(start.game.name, title, study.to_text(), msgspec.json.encode(answer))


def _check_main_line(match: Match, live: Live) -> None:
    """Refuse a line whose end is in a running match, or a few decisions beyond."""
    live_matches.check_position(match, live)
    if not live:
        return
    since = max(0, len(match) - live_matches.BEYOND)
    replay = match.at(since)
    for action in match.actions[since:]:
        live_matches.check_line(replay, live)
        replay.decide(action)


def _move(match: Match, step: Step | None, seat: int) -> StudyMove:
    if not isinstance(step, int):
        return StudyMove(step.seat if step else -1, "", [])
    return StudyMove(seat, match.game.notation.write(step), list(match.game.notation.clicks(step)))


def move_of(game: str, seat: int, action: int) -> StudyMove:
    """A move of an engine line."""
    notation = ziggurat.game(game).notation
    return StudyMove(seat, notation.write(action), list(notation.clicks(action)))


def forced_lines(game: str, ground: SearchStart) -> EngineLines:
    """The lines of a position where there is nothing to search for."""
    moves = [move_of(game, ground.actor, action) for action in ground.choices]
    lines = [EngineLine(1.0, [], [action], [move]) for action, move in zip(ground.choices, moves, strict=True)]
    return EngineLines([], lines, 0, 0)


def line_request(game: str, ground: SearchStart, request: EngineRequest, seed: int) -> LineRequest:
    """What a search is asked; it compares two lines at least, to say why one is better."""
    most = max(2, request.most)
    return LineRequest(game, ground.record, ground.actor, request.open, seed, request.iterations, most, reasons=True)


def found_lines(game: str, found: SearchLines, most: int) -> EngineLines:
    """The best lines that a search has found, in readable form, and why the first is best."""
    lines = [
        EngineLine(
            line.visits,
            line.expected,
            [action for _, action in line.moves],
            [move_of(game, seat, action) for seat, action in line.moves],
        )
        for line in found.lines[:most]
    ]
    return EngineLines(found.expected, lines, found.iterations, found.depth, found.reasons)


def _step(step: int | DrawnTruth | None) -> Step | None:
    return Truth(step.seat, int(step.seed)) if isinstance(step, DrawnTruth) else step


def _drawn(step: Step | None) -> int | DrawnTruth | None:
    return DrawnTruth(step.seat, str(step.seed)) if isinstance(step, Truth) else step


def _marks(marks: Sequence[str]) -> tuple[Mark, ...]:
    return tuple(map(match_log.as_mark, marks))
