"""HTTP: worked examples and lessons."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ziggurat.core.lessons.lesson import LessonState
from ziggurat.server.protocol.kinds import Answer, Body, MoveText, Number, PlaceName, Problem
from ziggurat.server.protocol.shared import GameEvent


class WorkedExample(Answer, frozen=True):
    """An example: moves from a position, with the view and the scores after every move."""

    name: str
    clause: int  # the main rule it shows
    rulebook: bool  # whether it is from the rulebook
    text: dict[str, str]  # by language
    moves: list[str]
    scores: list[list[int]]  # before the first move, and after each
    views: list[Any]  # likewise: the view of the player who moves first, without choices


class LessonCard(Answer, frozen=True):
    """A lesson in the reader's language."""

    name: str
    clause: int  # the rule it shows
    about: list[str]  # the places that the task mentions
    title: str
    task: str
    shows: str  # shown when it is solved
    missed: str  # shown when it is not solved, for no known reason
    wrong: dict[str, str]  # explanations of known mistakes, by `LessonPlayed.wrong`


class LessonMoves(Body, frozen=True):
    """All moves in a lesson so far, from its beginning."""

    moves: Annotated[list[Number | MoveText], Meta(max_length=40)]
    why: PlaceName = ""  # a piece or place that is in none of the choices after them


class LessonPlayed(Answer, frozen=True):
    """The state of a lesson after these moves. Nothing is stored: the client sends all moves every time."""

    state: LessonState
    wrong: str  # the name of a known mistake, or empty
    seat: int  # the learner's
    seats: int
    decisions: int
    scores: list[int]
    events: list[GameEvent]  # all, as the learner sees them
    view: Any  # with choices while the lesson is open
    gains: dict[str, list[int]]  # as in `Previewed`
    why: Problem | None = None  # why nothing can be done with the piece or place that was asked about
