"""Types used by both WebSocket and HTTP messages: tables, seats, clocks, events."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer


class Status(StrEnum):
    """The status of a table."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class PaceKind(StrEnum):
    """How time is limited: not at all, by a clock for the match, or per turn (correspondence)."""

    UNTIMED = "untimed"
    CLOCK = "clock"
    TURN = "turn"


class Leave(StrEnum):
    """What happens when somebody resigns or runs out of time: a bot takes the seat, or the match is lost."""

    BOT = "bot"
    LOSS = "loss"


class SeatKind(StrEnum):
    """Who sits on a seat: nobody yet, a person (or their API client), or a bot."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`clock`: `base` for the match plus `increment` per turn. `turn`: `base` per turn."""

    kind: PaceKind = PaceKind.UNTIMED
    base: Annotated[int, Meta(ge=0, le=30 * 86_400_000)] = 0
    increment: Annotated[int, Meta(ge=0, le=3_600_000)] = 0


class Seat(Answer, frozen=True):
    """One seat, as everybody may see it; `you` says whether it is your own.

    When a bot has taken over, `kind` and `name` are the bot's, `left` is the name of the player who left, and `left_at`
    the first decision that was not theirs. An `awaited` seat is reserved for a player who is offered a rematch.
    `registered` says whether the player (`left`, if a bot has taken over) has a profile page. `rating` is the player's
    or bot's rating in this game, now or after a rated match; `before` is the rating before a rated match.
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
    provisional: bool = False  # whether the rating is provisional
    before: int | None = None


class Result(Answer, frozen=True):
    """How a match ended: `ending` as a sentence, and `why` as a code.

    `why` is `resigned` or `timeout` (`seat` is who left), `unfinished` for an imported log that breaks off, `aborted`
    if an admin has ended the match (nobody wins, and `ending` is their reason), or one of the game's own codes.
    """

    winners: list[int]
    scores: list[int]
    ending: str
    why: str = ""
    seat: int = -1


class Table(Answer, frozen=True):
    """A table, as everybody may see it."""

    id: str
    game: str
    rules: int
    options: dict[str, bool | str]
    seats: list[Seat]
    pace: Pace
    leave: Leave
    hints: bool  # whether players may ask for hints
    public: bool
    status: Status
    turn: int  # the seat that decides; -1: nobody
    created: int
    changed: int
    yours: bool  # whether you opened it
    result: Result | None = None
    next: str | None = None  # the rematch
    prospects: bool = True  # whether score previews are on
    deadline: int | None = None  # when the time of whoever decides runs out
    vacation: list[int] = []  # the seats whose clocks are stopped by a vacation
    tournament: str | None = None  # the tournament it belongs to
    rated: bool = False  # whether the match counts for ratings
    uncounted: str = ""  # why a match does not count: `absent`, `again`, `aborted` (docs/ratings.md), `device`
    begins: list[int] | None = None  # of a fork, by seat: the scores it begins with (empty: see the table)


class GameEvent(msgspec.Struct, frozen=True):
    """One thing that happened, as this seat may know it."""

    kind: str
    seat: int
    arguments: dict[str, Any]
    text: str
    decision: int  # the decision that caused it, counted from 0; -1: the set-up


class UndoRequest(msgspec.Struct, frozen=True):
    """A request to take back decisions that is not yet accepted by everybody."""

    seat: int
    decisions: int
    missing: list[int]  # the seats that have not accepted yet


class ChatLine(msgspec.Struct, frozen=True):
    """A chat line."""

    who: str
    seat: int  # -1: a spectator
    text: str
    at: int
    id: int = 0  # to mute, block or report its author
