"""A review as typed structs, shared by library, terminal, server and page."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

EDITION = 2  # of the format; reviews of edition 1 counted in results, not in winning chances


class Grade(StrEnum):
    """How much a decision cost: a little, much, or very much; or much at first sight that a deeper search denied."""

    UNCLEAR = "unclear"
    SLIP = "slip"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Why(StrEnum):
    """Kinds of reasons for which an action is better than the one that was chosen."""

    WINS = "wins"  # its seat wins within a few turns
    LOSES = "loses"  # otherwise this seat wins within a few turns
    SOON = "soon"  # the event happens in the next turns; with the chosen action it does not
    AVOIDS = "avoids"  # otherwise the event happens in the next turns
    SCORES = "scores"  # its seat scores more this turn
    KEEPS = "keeps"  # its seat does not lose so many points this turn
    BUILDS = "builds"  # it leaves its seat with more to come
    BLOCKS = "blocks"  # it leaves another seat with less
    HOLDS = "holds"  # of several rivals it hurts this one most; here points are percent of a win
    COMES = "comes"  # its seat gains more points in the next turns
    COSTS = "costs"  # another seat gains fewer points in the next turns
    LATER = "later"  # none of these: it pays off later


class Happening(msgspec.Struct, frozen=True):
    """Something that would happen, as the seat that decides would be told it."""

    kind: str
    seat: int
    arguments: dict[str, Any]
    text: str
    decision: int  # the decision that was reviewed


class LineMove(msgspec.Struct, frozen=True):
    """A decision of a line: its seat, its clicks, and the events that are certain to follow."""

    seat: int
    action: int
    text: str
    clicks: list[str]
    events: list[Happening]


class Reason(msgspec.Struct, frozen=True):
    """A reason, in points: `points` with the better action, `instead` with the one that was chosen."""

    kind: Why
    seat: int
    points: float
    instead: float
    text: str
    event: Happening | None = None  # of `SOON` and `AVOIDS`: what happens; `points` is what its seat scores by it


class Better(msgspec.Struct, frozen=True):
    """What would have been better, how it may go on, and why."""

    action: int
    text: str
    clicks: list[str]
    expected: list[float]  # by seat: the result to expect with it
    instead: list[float]  # and with what was chosen
    line: list[LineMove]
    reasons: list[Reason]


class Judged(msgspec.Struct, frozen=True):
    """A decision between several actions: the winning chances of its seat, and of all seats before and after it."""

    decision: int
    seat: int
    action: int
    text: str
    before: float  # the winning chance of its seat with the better action
    after: float  # and with the one it chose
    cost: float  # the difference, never below 0
    luck: float  # what draws and hidden cards have changed for its seat since its previous decision
    lot: float  # what a random action would have cost, on average
    grade: Grade | None = None
    better: Better | None = None
    others: float = 0.0  # what others' decisions have changed for its seat since its previous decision
    chances: list[float] = []  # by seat, before the decision; they add up to 1
    then: list[float] = []  # by seat, after it


class SeatReview(msgspec.Struct, frozen=True):
    """How one seat decided: `start`, `own`, `others` and `luck` add up to `result`, or to its last chance."""

    seat: int
    quality: float | None  # 100: no mistakes; 0: no better than random; none: nothing to lose
    decisions: int  # between several actions
    start: float | None  # its winning chance at the first decision of the match
    cost: float  # what its decisions cost, together
    luck: float  # what draws and hidden cards changed
    result: float | None  # 1 for a win, a part of it for a shared one, 0 for a loss; none: it was not played out
    worst: list[int]  # the decisions that cost most, the worst first
    own: float = 0.0  # what changed at its own decisions
    others: float = 0.0  # what changed at the decisions of others
    turning: list[int] = []  # its turning points: the most costly decisions, at most one a turn


class Review(msgspec.Struct, frozen=True):
    """A match, judged decision by decision."""

    game: str
    rules: int
    decisions: int  # all of them, also those without a choice
    open: bool  # judged with everything visible, not by what each seat knew
    budget: float  # seconds of a processor
    whole: bool  # false: the processor was too slow, and the last decisions were barely searched
    seats: list[SeatReview]
    judged: list[Judged]
    edition: int = EDITION
