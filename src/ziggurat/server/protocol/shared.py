"""Pieces that both sockets and HTTP answers are made of: tables, seats, clocks, events."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer


class Status(StrEnum):
    """Where a table is in its life."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class PaceKind(StrEnum):
    """How time is counted."""

    UNTIMED = "untimed"
    CLOCK = "clock"
    TURN = "turn"


class Leave(StrEnum):
    """What happens to the seat of someone who resigns or runs out of time."""

    BOT = "bot"
    LOSS = "loss"


class SeatKind(StrEnum):
    """Who sits on a seat: nobody yet, a person (or their program), or a bot."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`clock`: so much for the match and so much more for every turn. `turn`: so much for every turn."""

    kind: PaceKind = PaceKind.UNTIMED
    base: Annotated[int, Meta(ge=0, le=30 * 86_400_000)] = 0
    increment: Annotated[int, Meta(ge=0, le=3_600_000)] = 0


class Seat(Answer, frozen=True):
    """One seat, as everybody may know it; `you` is this reader's own.

    When a bot has taken a seat over, `kind` and `name` are the bot's, `left` is the name of whoever left it, and
    `left_at` the first decision of the match that was not theirs.
    A seat is `awaited` that is kept for somebody who has not come yet: a rematch is offered to them.
    `registered` says whether the person (`left`, where a bot has taken over) has a page of their own, by their name.
    `rating` is that person's or level's in this game, now or at the end of a rated match; `before` is as it began.
    """

    seat: int
    kind: SeatKind
    name: str
    you: bool
    left: str = ""
    left_at: int = 0
    awaited: bool = False
    registered: bool = False
    rating: int | None = None
    provisional: bool = False  # whether the rating may yet be far off
    before: int | None = None


class Result(Answer, frozen=True):
    """How a match ended: in a sentence, and as a code that programs can rely on.

    `why` is `resigned` or `timeout`, and then `seat` is who left; `unfinished` of an imported log that breaks off; or
    one of the game's own codes.
    """

    winners: list[int]
    scores: list[int]
    ending: str
    why: str = ""
    seat: int = -1


class Table(Answer, frozen=True):
    """A table, as everybody may know it."""

    id: str
    game: str
    rules: int
    options: dict[str, bool | str]
    seats: list[Seat]
    pace: Pace
    leave: Leave
    hints: bool  # whether people here may ask the strongest bot
    public: bool
    status: Status
    turn: int  # the seat that decides; -1: nobody
    created: int
    changed: int
    yours: bool  # whether this reader opened it
    result: Result | None = None
    next: str | None = None  # the rematch
    prospects: bool = True  # whether people here may ask what can be counted
    deadline: int | None = None  # when the time of whoever decides runs out; none: it does not
    vacation: list[int] = []  # the seats whose clocks stand still, because their players are on vacation
    tournament: str | None = None  # the one it is a table of
    rated: bool = False  # whether the match counts for ratings
    uncounted: str = ""  # why one that is over does not: `absent`, `again` (docs/ratings.md)


class GameEvent(msgspec.Struct, frozen=True):
    """One thing that happened, as this seat is told it."""

    kind: str
    seat: int
    arguments: dict[str, Any]
    text: str
    decision: int  # the decision it came of, counted from 0; -1: the set-up


class Wish(msgspec.Struct, frozen=True):
    """Someone wishes to take decisions back and others have yet to agree."""

    seat: int
    decisions: int
    missing: list[int]


class ChatLine(msgspec.Struct, frozen=True):
    """Something said."""

    who: str
    seat: int  # -1: a spectator
    text: str
    at: int
    id: int = 0  # by which it can be pointed at, to mute or report who said it
