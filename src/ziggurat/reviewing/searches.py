"""What searches are asked, and what they answer."""

from __future__ import annotations

from typing import Any

import msgspec

from ziggurat.reviewing.report import Reason


class Fact(msgspec.Struct, frozen=True):
    """Something that happens in a part of the truths."""

    kind: str
    seat: int
    arguments: dict[str, Any]
    text: str
    share: float  # of the truths, from 0 to 1
    points: float  # what its seat scores by it, on average


class Forecast(msgspec.Struct, frozen=True):
    """What happens in the next turns, over several truths."""

    facts: list[Fact]
    scored: list[float]  # points of each seat by then
    wins: list[float]  # the part of the truths in which each seat has won by then; shared victories are split


class EvaluationRequest(msgspec.Struct, frozen=True, tag="look"):
    """Evaluate an action, or (`FREE`) a decision, from what its seat knew."""

    game: str
    record: bytes  # redacted for the seat, or complete if `open`
    seat: int
    open: bool  # with everything visible
    action: int
    seed: int
    iterations: int
    follow: list[tuple[int, int]] = []  # instead of a search: play this line on a few turns, and count what happens


class Evaluation(msgspec.Struct, frozen=True):
    """The result of an evaluation."""

    expected: list[float]  # the winning chance of each seat; all add up to 1
    line: list[tuple[int, int]]  # seats and actions: a likely continuation, beginning with the action
    seconds: float  # of a processor
    ahead: Forecast | None = None  # what happens in the next turns, if asked


class LineRequest(msgspec.Struct, frozen=True, tag="lines"):
    """Search for engine lines from a position, as its actor knows it or with everything visible."""

    game: str
    record: bytes  # redacted for the actor, or complete if `open`
    seat: int  # the actor
    open: bool
    seed: int
    iterations: int
    most: int  # lines
    reasons: bool = False  # also say why the first line is better than the second


class SearchLine(msgspec.Struct, frozen=True):
    """One continuation."""

    visits: float  # the share of the search that went into it, from 0 to 1
    expected: list[float]  # the winning chance of each seat; all add up to 1
    moves: list[tuple[int, int]]  # seats and actions, without forced decisions


class SearchLines(msgspec.Struct, frozen=True):
    """The result of a search, the best line for the actor first."""

    expected: list[float]  # with the best line
    lines: list[SearchLine]
    iterations: int
    depth: int  # decisions to the furthest position visited
    seconds: float  # of a processor
    reasons: list[Reason] = []  # why the first line is better than the second, if asked
