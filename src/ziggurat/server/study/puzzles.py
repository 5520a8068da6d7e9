"""Puzzles as the page is told them: the position first, and everything about the answer once somebody has tried."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import NamedTuple

import ziggurat
from ziggurat.core.match import Match
from ziggurat.core.preview import preview
from ziggurat.core.sentence import quoted, sentence
from ziggurat.puzzles import Because, Puzzle, begin, puzzles
from ziggurat.puzzles.format import UNIT
from ziggurat.puzzles.shipped import find, line_of, no_puzzle
from ziggurat.puzzles.themes import of_game
from ziggurat.reviewing.lines import reason
from ziggurat.reviewing.report import Reason, Why
from ziggurat.server.protocol import GameEvent, PuzzleAnswer, PuzzlePlayed, PuzzleShown, PuzzleVerdict
from ziggurat.server.refusals import NotFound, as_problem
from ziggurat.server.tables.frames import bare


class Answered(NamedTuple):
    """What somebody answered."""

    action: int
    right: bool


class Counted(NamedTuple):
    """What came of it for their rating."""

    rated: bool
    before: int
    after: int
    puzzle: int
    tried: int
    solved: int
    streak: int
    days: int


def all_puzzles(game: str = "", theme: str = "") -> list[Puzzle]:
    """The puzzles there are: of one game, or about one theme, if these are given."""
    if game and game not in ziggurat.game_names():
        raise NotFound(sentence("There is no game called {name}.", name=quoted(game)))
    games = [game] if game else ziggurat.game_names()
    if theme and not any(theme in of_game(ziggurat.game(name)) for name in games):
        raise NotFound(sentence("There is no theme called {name}.", name=quoted(theme)))
    return [one for name in games for one in puzzles(ziggurat.game(name)) if not theme or theme in one.themes]


def puzzle_of(game: str, name: str) -> Puzzle:
    """A puzzle by its game and its name."""
    if game not in ziggurat.game_names():
        raise NotFound(sentence("There is no game called {name}.", name=quoted(game)))
    found = ziggurat.game(game)
    if all(one.id != name for one in puzzles(found)):
        raise NotFound(no_puzzle(found, name))
    return find(found, name)


def daily(day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everybody: the games take turns, and each goes through all it has."""
    games = [name for name in sorted(ziggurat.game_names()) if puzzles(ziggurat.game(name))]
    if not games:
        return None
    number = day.toordinal()
    found = puzzles(ziggurat.game(games[number % len(games)]))
    order = sorted(found, key=lambda one: hashlib.blake2b(one.id.encode()).digest())
    return order[number // len(games) % len(order)]


def opened(puzzle: Puzzle, today: bool, known: bool, why: str = "") -> PuzzlePlayed:
    """A puzzle before it is tried, and why a thing is in none of the choices."""
    match = begin(puzzle)
    reason_why = match.why_not(why) if why else None
    gains = preview(match.game, match.record(puzzle.seat), puzzle.seat).gains
    return PuzzlePlayed(
        id=puzzle.id,
        game=puzzle.game,
        daily=today,
        known=known,
        seat=puzzle.seat,
        seats=puzzle.seats,
        decisions=0,
        scores=match.scores,
        events=[],
        view=match.view(puzzle.seat),
        gains={str(action): by_seat for action, by_seat in gains.items()},
        why=as_problem(reason_why) if reason_why else None,
    )


def answered(puzzle: Puzzle, move: int | str) -> Answered:
    """What a move answers; an illegal one is refused, and counts for nothing."""
    match = begin(puzzle)
    action = match.play(move).actions[0]
    return Answered(action, action in puzzle.answers)


def judged(puzzle: Puzzle, answer: Answered, today: bool, counted: Counted) -> PuzzlePlayed:
    """A puzzle after it was tried, with everything there is to say about it."""
    match = begin(puzzle)
    notation, seat = match.game.notation, puzzle.seat
    own = shown(match, answer.action, seat)
    option, best = puzzle.option(answer.action), puzzle.option(puzzle.answers[0])
    instead = puzzle.tempting if answer.right else answer.action
    verdict = PuzzleVerdict(
        right=answer.right,
        rated=counted.rated,
        action=answer.action,
        text=notation.write(answer.action),
        clicks=list(notation.clicks(answer.action)),
        expected=hundredths(option.value),
        best=hundredths(best.value),
        answers=[named(match, action) for action in puzzle.answers],
        instead=named(match, instead),
        reasons=reasons(puzzle.reasons if answer.right else option.reasons, seat),
        line=line_of(puzzle),
        themes=puzzle.themes,
        before=counted.before,
        after=counted.after,
        puzzle=counted.puzzle,
        tried=counted.tried,
        solved=counted.solved,
        streak=counted.streak,
        days=counted.days,
        answer=shown(match, puzzle.answers[0], seat),
    )
    return PuzzlePlayed(
        id=puzzle.id,
        game=puzzle.game,
        daily=today,
        known=True,
        seat=seat,
        seats=puzzle.seats,
        decisions=1,
        scores=own.scores,
        events=own.events,
        view=own.view,
        gains={},
        verdict=verdict,
    )


def named(match: Match, action: int) -> PuzzleAnswer:
    """An action in words, and what is clicked for it."""
    notation = match.game.notation
    return PuzzleAnswer(action, notation.write(action), list(notation.clicks(action)))


def shown(match: Match, action: int, seat: int) -> PuzzleShown:
    """The position after an action, as its seat sees it."""
    after = match.copy().play(action)
    events = [GameEvent(event.kind, event.seat, dict(event.arguments), event.text, 0) for event in after.events(seat)]
    return PuzzleShown(bare(after.view(seat)), after.scores, events)


def reasons(found: list[Because], seat: int) -> list[Reason]:
    """Reasons with their sentences; where nothing can be counted, that."""
    given = [reason(one.kind, one.seat, one.points, one.instead) for one in found]
    return given or [reason(Why.LATER, seat, 0.0, 0.0)]


def hundredths(value: int) -> int:
    """As people are shown results."""
    return round(100 * value / UNIT)
