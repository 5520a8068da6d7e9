"""A review as typed structs, shared by library, terminal, server and page."""

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
    HOLDS = "holds"  # of several rivals it hurts this one most; here points are percent of a win
    COMES = "comes"  # its seat gains more points in the following line
    LATER = "later"  # none of these: it pays off later


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
    luck: float  # change since its previous decision, by draws and others
    lot: float  # what a random action would have cost, on average
    grade: Grade | None = None
    better: Better | None = None


class SeatReview(msgspec.Struct, frozen=True):
    """How one seat decided: `start` less `cost`, and with `luck`, is `result`."""

    seat: int
    quality: float | None  # 100: no mistakes; 0: no better than random; none: no choices
    decisions: int  # between several actions
    start: float | None  # the result it could expect at its first decision
    cost: float  # what its decisions cost, together
    luck: float  # everything else, the end included
    result: float | None  # what the match was worth to it in the end, from 0 to 1; none: it was not played out
    worst: list[int]  # the decisions that cost most, the worst first


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
