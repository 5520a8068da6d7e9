"""What a review says, as typed structs: the same for the library, the terminal, the server and the page."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec


class Grade(StrEnum):
    """How much a decision cost: a little, much, or very much."""

    SLIP = "slip"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Why(StrEnum):
    """Kinds of reasons for which an action is better than the one that was chosen."""

    SCORES = "scores"  # its seat scores more at once
    KEEPS = "keeps"  # its seat does not lose so many points at once
    BUILDS = "builds"  # it leaves its seat with more to come
    BLOCKS = "blocks"  # it leaves another seat with less
    HOLDS = "holds"  # of several rivals it holds this one back: here points are hundredths of a result
    COMES = "comes"  # in the line that follows, its seat comes to more points
    LATER = "later"  # none of these: what it brings shows only after that


class Happening(msgspec.Struct, frozen=True):
    """Something that would happen, as the seat that decides would be told it."""

    kind: str
    seat: int
    arguments: dict[str, Any]
    text: str
    decision: int  # the decision that was reviewed


class LineMove(msgspec.Struct, frozen=True):
    """A decision of a line: whose it would be, the things to click, and what is certain to happen by it."""

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
    """A decision between several actions. `before` less `cost` is `after`; the next `before` is that and its `luck`."""

    decision: int
    seat: int
    action: int
    text: str
    before: float  # the result its seat can expect if it decides as well as the review knows how
    after: float  # and as it decided
    cost: float
    luck: float  # what draws and others' decisions have changed since its own decision before this one
    lot: float  # what an action drawn by lot would have cost, on average
    grade: Grade | None = None
    better: Better | None = None


class SeatReview(msgspec.Struct, frozen=True):
    """How one seat decided: `start` less `cost`, and with `luck`, is `result`."""

    seat: int
    quality: float | None  # 100: nothing given away; 0: as much as by lot; none: it had nothing to decide
    decisions: int  # between several actions
    start: float | None  # the result it could expect at its first decision
    cost: float  # what its decisions cost, together
    luck: float  # what everything else brought it, the end included
    result: float | None  # what the match was worth to it in the end, from 0 to 1; none: it was not played out
    worst: list[int]  # the decisions that cost most, the worst first


class Review(msgspec.Struct, frozen=True):
    """A match, judged decision by decision."""

    game: str
    rules: int
    decisions: int  # all of them, also those without a choice
    open: bool  # judged with everything visible, not by what each seat knew
    budget: float  # seconds of a processor
    whole: bool  # false: the processor was so slow that the last decisions got a glance each
    seats: list[SeatReview]
    judged: list[Judged]
