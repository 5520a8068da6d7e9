"""Puzzles as the page shows them: first the position, and after an attempt everything about the answer."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

import ziggurat
from ziggurat.core.choices.preview import preview
from ziggurat.core.match import Match
from ziggurat.core.sentence import quoted, sentence
from ziggurat.puzzles import Because, Puzzle, begin, puzzles
from ziggurat.puzzles.format import UNIT
from ziggurat.puzzles.shipped import find, happening_of, line_of, no_puzzle
from ziggurat.puzzles.themes import of_game
from ziggurat.reviewing.lines import reason
from ziggurat.reviewing.report import Reason, Why
from ziggurat.server.protocol.puzzles import PuzzleAnswer, PuzzlePlayed, PuzzleShown, PuzzleVerdict
from ziggurat.server.protocol.shared import GameEvent
from ziggurat.server.refusals import NotFound, as_problem
from ziggurat.server.tables.frames import without_choices

if TYPE_CHECKING:
    from datetime import date


class Attempt(NamedTuple):
    """An answer to a puzzle."""

    action: int
    right: bool


class AttemptResult(NamedTuple):
    """What an attempt changed in ratings and streaks."""

    rated: bool
    before: int
    after: int
    puzzle: int
    tried: int
    solved: int
    streak: int
    days: int
    provisional: int = 0  # puzzles until the rating is shown


def all_puzzles(game: str = "", theme: str = "") -> list[Puzzle]:
    """All puzzles, or those of one game or theme."""
    if game and game not in ziggurat.game_names():
        raise NotFound(sentence("There is no game called {name}.", name=quoted(game)))
    games = [game] if game else ziggurat.game_names()
    if theme and not any(theme in of_game(ziggurat.game(name)) for name in games):
        raise NotFound(sentence("There is no theme called {name}.", name=quoted(theme)))
    return [puzzle for name in games for puzzle in puzzles(ziggurat.game(name)) if not theme or theme in puzzle.themes]


def puzzle_of(game: str, name: str) -> Puzzle:
    """A puzzle by its game and id."""
    if game not in ziggurat.game_names():
        raise NotFound(sentence("There is no game called {name}.", name=quoted(game)))
    card = ziggurat.game(game)
    if all(puzzle.id != name for puzzle in puzzles(card)):
        raise NotFound(no_puzzle(card, name))
    return find(card, name)


def daily(day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everybody. Games take turns, each going through all its puzzles."""
    games = [name for name in sorted(ziggurat.game_names()) if puzzles(ziggurat.game(name))]
    if not games:
        return None
    number = day.toordinal()
    order = sorted(
        puzzles(ziggurat.game(games[number % len(games)])),
        key=lambda puzzle: hashlib.blake2b(puzzle.id.encode()).digest(),
    )
    return order[number // len(games) % len(order)]


def show_puzzle(puzzle: Puzzle, today: bool, known: bool, why: str = "") -> PuzzlePlayed:
    """A puzzle before an attempt; with `why`, the reason why something cannot be chosen."""
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
        before=_before(puzzle),
    )


def read_answer(puzzle: Puzzle, move: int | str) -> Attempt:
    """The attempt that a move is; an illegal one is refused and does not count."""
    match = begin(puzzle)
    action = match.play(move).actions[0]
    return Attempt(action, action in puzzle.answers)


def show_verdict(puzzle: Puzzle, answer: Attempt, today: bool, counted: AttemptResult) -> PuzzlePlayed:
    """A puzzle after an attempt, with the solution."""
    match = begin(puzzle)
    notation, seat = match.game.notation, puzzle.seat
    own = _position_after(match, answer.action, seat)
    option, best = puzzle.option(answer.action), puzzle.option(puzzle.answers[0])
    instead = puzzle.tempting if answer.right else answer.action
    verdict = PuzzleVerdict(
        right=answer.right,
        rated=counted.rated,
        action=answer.action,
        text=notation.write(answer.action),
        clicks=list(notation.clicks(answer.action)),
        expected=_percent(option.value),
        best=_percent(best.value),
        answers=[_answer(match, action) for action in puzzle.answers],
        instead=_answer(match, instead),
        reasons=_reasons(puzzle.reasons if answer.right else option.reasons, seat),
        line=line_of(puzzle),
        themes=puzzle.themes,
        before=counted.before,
        after=counted.after,
        puzzle=counted.puzzle,
        tried=counted.tried,
        solved=counted.solved,
        streak=counted.streak,
        days=counted.days,
        answer=_position_after(match, puzzle.answers[0], seat),
        provisional=counted.provisional,
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
        before=_before(puzzle),
    )


def _before(puzzle: Puzzle) -> list[GameEvent]:
    """What has been done this turn before the puzzle begins."""
    return [GameEvent(event.kind, event.seat, event.arguments, event.text, -1) for event in puzzle.before]


def _answer(match: Match, action: int) -> PuzzleAnswer:
    """An action in notation, and the clicks it takes."""
    notation = match.game.notation
    return PuzzleAnswer(action, notation.write(action), list(notation.clicks(action)))


def _position_after(match: Match, action: int, seat: int) -> PuzzleShown:
    """The position after an action, as its seat sees it."""
    after = match.copy().play(action)
    events = [GameEvent(event.kind, event.seat, dict(event.arguments), event.text, 0) for event in after.events(seat)]
    return PuzzleShown(without_choices(after.view(seat)), after.scores, events)


def _reasons(stored: list[Because], seat: int) -> list[Reason]:
    """Reasons with their sentences; never empty."""
    written = [
        reason(because.kind, because.seat, because.points, because.instead, happening_of(because.event))
        for because in stored
    ]
    return written or [reason(Why.LATER, seat, 0.0, 0.0)]


def _percent(value: int) -> int:
    return round(100 * value / UNIT)
