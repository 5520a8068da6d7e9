"""HTTP: puzzles."""

from __future__ import annotations

from typing import Any

from ziggurat.reviewing.report import LineMove, Reason
from ziggurat.server.protocol.kinds import Answer, Body, MoveText, Number, PlaceName, Problem
from ziggurat.server.protocol.shared import GameEvent


class RatingPoint(Answer, frozen=True):
    """What a rating was at a moment."""

    at: int
    rating: int


class PuzzleGame(Answer, frozen=True):
    """The puzzles of a game, and how somebody does with them."""

    game: str
    puzzles: int
    themes: dict[str, int]  # by theme: how many there are
    rating: int
    sure: bool  # false: the rating rests on few puzzles and will still move much
    tried: int
    solved: int
    history: list[RatingPoint]  # the last of them, oldest first


class DailyPuzzle(Answer, frozen=True):
    """The puzzle that is everybody's on a day."""

    date: str  # of the server, in UTC
    game: str
    id: str
    right: bool | None  # how it went for the one who asks; none: not tried


class Puzzles(Answer, frozen=True):
    """All puzzles there are, and how somebody does with them."""

    games: list[PuzzleGame]
    daily: DailyPuzzle | None
    streak: int  # solved in a row, the last one included
    best: int  # the longest such row
    days: int  # daily puzzles solved in a row
    consent: bool  # whether their finished matches may become puzzles


class PuzzleName(Answer, frozen=True):
    """A puzzle to try."""

    game: str
    id: str


class PuzzleMove(Body, frozen=True):
    """An answer; without one, only why nothing can be done with a thing is told."""

    move: Number | MoveText | None = None
    why: PlaceName = ""


class PuzzleConsent(Body, frozen=True):
    """Whether one's finished matches may become puzzles."""

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
    """What an answer is worth, and what the puzzle's is; told to whoever has tried."""

    right: bool
    rated: bool  # the first time; later ones are practice
    action: int
    text: str
    clicks: list[str]
    expected: int  # of 100: the result its seat can expect with it
    best: int  # and with the answer
    answers: list[PuzzleAnswer]  # the best first; more than one if they come to the same
    instead: (
        PuzzleAnswer  # what the reasons compare the answer with: what was chosen or, if that was right, what tempts
    )
    reasons: list[Reason]
    line: list[LineMove]  # how it may go on behind the answer
    themes: list[str]
    before: int  # the rating
    after: int
    puzzle: int  # the puzzle's own rating, after it
    tried: int  # by so many
    solved: int
    streak: int
    days: int
    answer: PuzzleShown  # what the better one looks like


class PuzzlePlayed(Answer, frozen=True):
    """A puzzle on the table. Nothing of its answer is told before somebody has given theirs."""

    id: str
    game: str
    daily: bool  # today's
    known: bool  # whether it was tried before: then it does not count
    seat: int
    seats: int
    decisions: int
    scores: list[int]
    events: list[GameEvent]
    view: Any  # with choices until an answer is given
    gains: dict[str, list[int]]  # as in `Previewed`
    why: Problem | None = None  # as in `LessonPlayed`
    verdict: PuzzleVerdict | None = None
