"""HTTP: opening, finding and joining tables; the games there are."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body, Number
from ziggurat.server.protocol.shared import Leave, Pace, Table


class SeatPlan(Body, frozen=True):
    """Who is to sit on a seat: `me`, `open` (whoever comes first) or the name of a bot."""

    who: Annotated[str, Meta(min_length=1, max_length=40)]


class NewTable(Body, frozen=True):
    """A table to open. It starts when the last open seat is taken."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=8)]
    drawn: bool = False  # whether who sits where is drawn; otherwise the seats are as listed, in turn order
    options: dict[str, bool | str] = {}
    pace: Pace = Pace()
    leave: Leave | None = None  # none: `loss` with two seats, `bot` with more
    hints: bool | None = None  # none: on where only one person plays, off where people play each other
    prospects: bool = True  # whether the page may count for people what things would score
    public: bool = True
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None  # for tables without other people
    rated: bool = False  # whether it counts for ratings: with a clock, registered people and levels, without hints


class Sit(Body, frozen=True):
    """Take an open seat; any, if none is named."""

    seat: Annotated[int, Meta(ge=0, le=7)] | None = None


class Fork(Body, frozen=True):
    """A new table that begins in a finished match, before this decision (counted from 0)."""

    decision: Number
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=8)]
    public: bool = False


class Import(Body, frozen=True):
    """A log, as text."""

    log: Annotated[str, Meta(max_length=200_000)]


class Tables(Answer, frozen=True):
    """A page of tables; `next` asks for the page after it."""

    tables: list[Table]
    next: str | None


class OptionCard(Answer, frozen=True):
    """An option of a game; the first value is the default."""

    name: str
    values: list[bool | str]
    text: str


class LevelCard(Answer, frozen=True):
    """A level of play that bots have."""

    name: str
    text: str


class GameCard(Answer, frozen=True):
    """A game, for choosing it."""

    name: str
    title: str
    summary: str
    rules: int
    seats: list[int]
    seat_notes: dict[str, str]  # by seat count: what there is to know about it
    options: list[OptionCard]
    levels: list[LevelCard]  # the bots meant for people, weakest first
    bots: list[str]  # all bots: the levels, then the others
    ready: bool  # whether its rules are compiled; until then no table of it can be opened
    ahead: int  # how many games are made ready before this one; 0: it is being made ready now, or is
