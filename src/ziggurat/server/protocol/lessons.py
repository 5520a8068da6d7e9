"""HTTP: worked examples and lessons."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ziggurat.core.lesson import LessonState
from ziggurat.server.protocol.kinds import Answer, Body, MoveText, Number, PlaceName, Problem
from ziggurat.server.protocol.shared import GameEvent


class WorkedExample(Answer, frozen=True):
    """Something to learn from: what is played from a position, and what every step looks like."""

    name: str
    clause: int  # the rule it is mostly about
    rulebook: bool  # whether the rulebook itself has it
    text: dict[str, str]  # by language
    moves: list[str]
    scores: list[list[int]]  # before the first move, and after each
    views: list[Any]  # likewise: what the player to act first sees, without choices


class LessonCard(Answer, frozen=True):
    """A lesson, in the reader's language: what is asked, and what is said of each way it can go."""

    name: str
    clause: int  # the rule it shows
    about: list[str]  # the places the task speaks of
    title: str
    task: str
    shows: str  # when it is done
    missed: str  # when it is not, and nothing more is known
    wrong: dict[str, str]  # by the name that `LessonPlayed.wrong` has: why that does not do it


class LessonMoves(Body, frozen=True):
    """What somebody has decided in a lesson so far, from its beginning; fewer than before take something back."""

    moves: Annotated[list[Number | MoveText], Meta(max_length=40)]
    why: PlaceName = ""  # a thing that is in none of the choices after them


class LessonPlayed(Answer, frozen=True):
    """Where a lesson stands after those moves. Nothing is kept: the page sends all of them every time."""

    state: LessonState
    wrong: str  # the name of what is known to be wrong; empty otherwise
    seat: int  # the learner's
    seats: int
    decisions: int
    scores: list[int]
    events: list[GameEvent]  # all, as the learner is told them
    view: Any  # with choices while it is open
    gains: dict[str, list[int]]  # as in `Previewed`; nothing is final here
    why: Problem | None = None  # why nothing can be done with the thing that was asked about, where it is known
