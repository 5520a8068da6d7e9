"""HTTP: finished matches, and what is said about them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from ziggurat.reviewing.report import Review
from ziggurat.server.protocol.kinds import Answer, Problem
from ziggurat.server.protocol.shared import GameEvent, Table


class Step(Answer, frozen=True):
    """One decision of a finished match, with all secrets."""

    seat: int
    action: int
    text: str
    clicks: list[str]  # the things that were clicked for it, in order; empty without the rules
    events: list[GameEvent]
    scores: list[int]  # after it; empty without the rules


class Replay(Answer, frozen=True):
    """A finished match, every decision."""

    table: Table
    steps: list[Step]
    readable: bool  # whether the rules it was played under are still here: without them there are only the moves


class Moment(Answer, frozen=True):
    """One position of a finished match: what every seat saw, without its choices, and the whole truth.

    `open` is the table as nobody saw it: a spectator's view, with every hand open.
    """

    decision: int
    scores: list[int]
    views: list[Any]
    position: dict[str, Any]
    open: Any


class ReviewStatus(StrEnum):
    """How far a review is: not asked for, in the queue, being made, there, or not possible."""

    NONE = "none"
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Reviewed(Answer, frozen=True):
    """The review of a finished match, the same for everybody, or how far it is."""

    status: ReviewStatus
    ahead: int = 0  # how many are made before it
    progress: float = 0.0  # the part that is done
    known: Review | None = None  # judged by what each seat knew
    open: Review | None = None  # with everything visible; none where nothing is secret in the game
    problem: Problem | None = None  # why there is none
