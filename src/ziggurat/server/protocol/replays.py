"""HTTP: finished matches and their reviews."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from ziggurat.reviewing.report import Review
from ziggurat.server.protocol.kinds import Answer, Body, MoveText, Number, PlaceName, Problem
from ziggurat.server.protocol.shared import GameEvent, Table


class Step(Answer, frozen=True):
    """One decision of a finished match, with all secrets."""

    seat: int
    action: int
    text: str
    clicks: list[str]  # the things that were clicked, in order; empty if the rules are not installed
    events: list[GameEvent]
    scores: list[int]  # afterwards; empty if the rules are not installed


class Replay(Answer, frozen=True):
    """A finished match with all decisions."""

    table: Table
    steps: list[Step]
    readable: bool  # whether its version of the rules is still installed; otherwise there are only the moves


class Moment(Answer, frozen=True):
    """One position of a finished match: every seat's view, without choices, and the complete position.

    `open` is a spectator's view with everything visible.
    """

    decision: int
    scores: list[int]
    views: list[Any]
    position: dict[str, Any]
    open: Any


class ReviewStatus(StrEnum):
    """The state of a review: not requested, in the queue, being made, finished, or failed."""

    NONE = "none"
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Reviewed(Answer, frozen=True):
    """The review of a finished match, or its progress."""

    status: ReviewStatus
    ahead: int = 0  # the number of reviews before it in the queue
    progress: float = 0.0  # from 0 to 1
    known: Review | None = None  # judged by what each seat knew
    open: Review | None = None  # judged with everything visible; None if the game has no secrets
    problem: Problem | None = None  # why it failed, or why it has to be made again


class ReviewTry(Body, frozen=True):
    """Another move at a decision of a reviewed match. Without a move, `why` asks about a piece or place."""

    move: Number | MoveText | None = None
    why: PlaceName = ""


class TriedMove(Answer, frozen=True):
    """What a move at a decision of a reviewed match would have been worth."""

    right: bool  # as good as the best move the review knows, or better
    played: bool  # it is the move that was played
    action: int
    text: str
    clicks: list[str]
    expected: float  # your winning chance with it
    best: float  # and with the best move


class TryPlayed(Answer, frozen=True):
    """A decision of a reviewed match, to be tried again; `tried` is the verdict on a move."""

    seat: int
    seats: int
    decisions: int  # 0 before a move, 1 after it
    decision: int
    scores: list[int]
    events: list[GameEvent]
    view: Any  # with choices until a move is tried
    gains: dict[str, list[int]]  # as in `Previewed`
    why: Problem | None = None
    tried: TriedMove | None = None
