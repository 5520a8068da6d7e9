"""HTTP: opening, listing and joining tables; the games."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body, Number
from ziggurat.server.protocol.shared import Leave, Pace, Table


class SeatPlan(Body, frozen=True):
    """Who gets a seat: `me`, `open` (for whoever comes first) or the name of a bot."""

    who: Annotated[str, Meta(min_length=1, max_length=40)]


class NewTable(Body, frozen=True):
    """A table to open. The match starts when the last open seat is taken."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=8)]
    drawn: bool = False  # whether seats are assigned at random; otherwise as listed, in turn order
    options: dict[str, bool | str] = {}
    pace: Pace = Pace()
    leave: Leave | None = None  # None: `loss` with two seats, `bot` with more
    hints: bool | None = None  # None: on if only one person plays, otherwise off
    prospects: bool = True  # whether score previews are on
    public: bool = True
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None  # only for tables without other people
    rated: bool = False  # needs a clock, registered players or bots of the levels, and no hints


class Sit(Body, frozen=True):
    """The seat to take; None: any open one."""

    seat: Annotated[int, Meta(ge=0, le=7)] | None = None


class Fork(Body, frozen=True):
    """A new table that starts from a finished match, before this decision (counted from 0)."""

    decision: Number
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=8)]
    public: bool = False


class DeviceMatch(Body, frozen=True):
    """How a log was played on a device: who sat where, and who resigned.

    `me` is you; `open` is another person at the same device. The server keeps one copy for each `id` and length.
    """

    id: Annotated[str, Meta(pattern="^d-[a-z0-9]{12}$")]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=8)]
    resigned: Annotated[int, Meta(ge=0, le=7)] | None = None
    hints: bool = True
    prospects: bool = True


class Import(Body, frozen=True):
    """A log to import, as text. With `device`, an unfinished match against bots goes on here."""

    log: Annotated[str, Meta(max_length=200_000)]
    device: DeviceMatch | None = None


class DeviceCopy(Answer, frozen=True):
    """A running match against bots, to go on with on your device."""

    log: str
    table: Table


class Tables(Answer, frozen=True):
    """A page of tables. To get the next page, send `next` as `before`."""

    tables: list[Table]
    next: str | None


class OptionCard(Answer, frozen=True):
    """An option of a game; the first value is the default."""

    name: str
    values: list[bool | str]
    text: str


class LevelCard(Answer, frozen=True):
    """A bot level."""

    name: str
    text: str


class GameCard(Answer, frozen=True):
    """A game."""

    name: str
    title: str
    summary: str
    rules: int
    seats: list[int]
    seat_notes: dict[str, str]  # notes by number of seats
    options: list[OptionCard]
    levels: list[LevelCard]  # bots to play against, weakest first
    bots: list[str]  # all bots: the levels, then others
    secrets: bool  # whether seats know different things
    ready: bool  # whether its rules are compiled; until then no table of it can be opened
    ahead: int  # the number of games that are compiled before it
