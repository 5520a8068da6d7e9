"""HTTP: puzzles."""

from __future__ import annotations

from typing import Any

from ziggurat.reviewing.report import LineMove, Reason
from ziggurat.server.protocol.kinds import Answer, Body, MoveText, Number, PlaceName, Problem
from ziggurat.server.protocol.shared import GameEvent


class RatingPoint(Answer, frozen=True):
    """A puzzle rating at a time."""

    at: int
    rating: int


class PuzzleGame(Answer, frozen=True):
    """The puzzles of a game, and your results with them."""

    game: str
    puzzles: int
    themes: dict[str, int]  # the number of puzzles by theme
    rating: int
    sure: bool  # false: the rating is still provisional
    tried: int
    solved: int
    history: list[RatingPoint]  # the latest ratings, oldest first
    hidden: int = 0  # the rating is shown after this many puzzles


class DailyPuzzle(Answer, frozen=True):
    """The puzzle of the day."""

    date: str  # in UTC
    game: str
    id: str
    right: bool | None  # whether you solved it; None: not tried


class Puzzles(Answer, frozen=True):
    """All puzzles, and your results with them."""

    games: list[PuzzleGame]
    daily: DailyPuzzle | None
    streak: int  # solved in a row
    best: int  # the longest streak
    days: int  # daily puzzles solved in a row
    consent: bool  # whether your finished matches may become puzzles


class PuzzleName(Answer, frozen=True):
    """A puzzle to try."""

    game: str
    id: str


class PuzzleMove(Body, frozen=True):
    """An answer. Without a move, `why` asks why nothing can be done with a piece or place."""

    move: Number | MoveText | None = None
    why: PlaceName = ""


class PuzzleConsent(Body, frozen=True):
    """Whether your finished matches may become puzzles."""

    consent: bool


class PuzzleAnswer(Answer, frozen=True):
    """An action of a puzzle."""

    action: int
    text: str
    clicks: list[str]


class PuzzleShown(Answer, frozen=True):
    """The position after an action, as the seat sees it."""

    view: Any
    scores: list[int]
    events: list[GameEvent]


class PuzzleVerdict(Answer, frozen=True):
    """Whether your answer was right, and the solution; sent after your first answer."""

    right: bool
    rated: bool  # whether it counted: only the first answer does
    action: int
    text: str
    clicks: list[str]
    expected: int  # your winning chance with your answer, in percent
    best: int  # your winning chance with the solution, in percent
    answers: list[PuzzleAnswer]  # the solutions, best first
    instead: PuzzleAnswer  # what the reasons compare the solution with: your answer or, if right, the tempting one
    reasons: list[Reason]
    line: list[LineMove]  # a likely continuation after the solution
    themes: list[str]
    before: int  # your rating before
    after: int  # and after
    puzzle: int  # the puzzle's rating after
    tried: int  # by how many players
    solved: int
    streak: int
    days: int
    answer: PuzzleShown  # the position after the solution
    provisional: int = 0  # how many more puzzles there are until your rating is shown


class PuzzlePlayed(Answer, frozen=True):
    """A puzzle. The solution is only in `verdict`, which is sent after your answer."""

    id: str
    game: str
    daily: bool  # today's
    known: bool  # whether you tried it before: then it does not count
    seat: int
    seats: int
    decisions: int
    scores: list[int]
    events: list[GameEvent]
    view: Any  # with choices until an answer is given
    gains: dict[str, list[int]]  # as in `Previewed`
    why: Problem | None = None  # as in `LessonPlayed`
    verdict: PuzzleVerdict | None = None
    before: list[GameEvent] = []  # what has been done this turn, if the puzzle begins in the middle of one
