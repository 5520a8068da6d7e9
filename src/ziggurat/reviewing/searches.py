"""What searches are asked, and what they answer."""

from __future__ import annotations

import msgspec


class EvaluationRequest(msgspec.Struct, frozen=True, tag="look"):
    """Evaluate an action, or (`FREE`) a decision, from what its seat knew."""

    game: str
    record: bytes  # redacted for the seat, or complete if `open`
    seat: int
    open: bool  # with everything visible
    action: int
    seed: int
    iterations: int


class Evaluation(msgspec.Struct, frozen=True):
    """The result of an evaluation."""

    expected: list[float]  # the result each seat can expect, from 0 to 1
    line: list[tuple[int, int]]  # seats and actions: a likely continuation, beginning with the action
    seconds: float  # of a processor


class LineRequest(msgspec.Struct, frozen=True, tag="lines"):
    """Search for engine lines from a position, as its actor knows it or with everything visible."""

    game: str
    record: bytes  # redacted for the actor, or complete if `open`
    seat: int  # the actor
    open: bool
    seed: int
    iterations: int
    most: int  # lines


class SearchLine(msgspec.Struct, frozen=True):
    """One continuation."""

    visits: float  # the share of the search that went into it, from 0 to 1
    expected: list[float]  # the result each seat can expect, from 0 to 1
    moves: list[tuple[int, int]]  # seats and actions, without forced decisions


class SearchLines(msgspec.Struct, frozen=True):
    """The result of a search, the most visited line first."""

    expected: list[float]
    lines: list[SearchLine]
    iterations: int
    depth: int  # decisions to the furthest position visited
    seconds: float  # of a processor
