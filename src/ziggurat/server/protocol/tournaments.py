"""HTTP: tournaments."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body
from ziggurat.server.protocol.shared import Pace, Status


class System(StrEnum):
    """How it is decided who meets whom."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    ARENA = "arena"


class TournamentStatus(StrEnum):
    """Where a tournament is in its life."""

    OPEN = "open"  # people join
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class NewTournament(Body, frozen=True):
    """A tournament to announce. It starts when its time has come, or when its organizer says so."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=4)] = 2  # at a table
    options: dict[str, bool | str] = {}
    pace: Pace = Pace()
    system: System = System.SWISS
    rounds: Annotated[int, Meta(ge=0, le=40)] = 0  # 0: as many as the players need
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 0  # of an arena
    starts: Annotated[int, Meta(ge=0, le=2**52)] | None = None  # none: when the organizer says so
    public: bool = True  # whether everybody sees it in the list; otherwise whoever has the link
    guests: bool = True  # whether people without an account may join
    late: bool = True  # whether people may join after the start
    rated: bool = False  # whether its matches count for ratings; then only registered players join
    fill: Annotated[str, Meta(max_length=40)] | None = None  # the bot that completes tables
    bots: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=16)] = []  # that take part
    join: bool = False  # whether the organizer plays too
    automatic: bool = True  # whether the next round begins when the last match of one has ended
    arrive: Annotated[int, Meta(ge=1, le=120)] = 5  # minutes in which people have to come to their table


class TournamentListed(Answer, frozen=True):
    """A tournament, in the list."""

    id: str
    title: str
    game: str
    seats: int
    pace: Pace
    system: System
    status: TournamentStatus
    players: int
    round: int  # how many have begun
    rounds: int  # 0: not known yet, or an arena
    minutes: int
    starts: int | None
    ends: int | None
    public: bool
    changed: int
    yours: bool  # whether this reader organizes it
    joined: bool  # whether this reader plays in it


class Tournaments(Answer, frozen=True):
    """Tournaments: those that are running, those to come and those that are over."""

    running: list[TournamentListed]
    coming: list[TournamentListed]
    over: list[TournamentListed]


class TieBreak(Answer, frozen=True):
    """What decides among those with the same points: `buchholz`, `berger`, `direct` or `share`."""

    name: str
    value: float


class TournamentPlayer(Answer, frozen=True):
    """Somebody who plays in a tournament, as they stand."""

    number: int
    name: str
    bot: bool
    registered: bool
    you: bool
    withdrawn: bool
    rank: int
    points: float
    played: int
    first: int  # places
    ties: list[TieBreak]


class TournamentSeat(Answer, frozen=True):
    """A seat at one of its tables: the player's number (-1: a bot that completes the table), and how it ended."""

    player: int
    place: int = 0  # 0: not decided
    points: float = 0
    absent: bool = False  # did not come


class TournamentTable(Answer, frozen=True):
    """A table of a tournament; without an id, somebody sits out."""

    number: int
    table: str | None
    status: Status
    seats: list[TournamentSeat]
    corrected: bool  # by the organizer
    until: int | None  # when those who have not come lose


class TournamentRound(Answer, frozen=True):
    """A round; an arena has one for each time tables were opened."""

    number: int  # from 1
    tables: list[TournamentTable]


class Tournament(Answer, frozen=True):
    """A tournament: how it is played, who stands where, and all its tables."""

    id: str
    title: str
    game: str
    seats: int
    options: dict[str, bool | str]
    pace: Pace
    system: System
    status: TournamentStatus
    round: int
    rounds: int
    minutes: int
    starts: int | None
    ends: int | None
    public: bool
    guests: bool
    late: bool
    rated: bool
    fill: str | None
    automatic: bool
    arrive: int
    organizer: str
    yours: bool
    revision: int
    at: int  # the server's time, by which `until` is read
    players: list[TournamentPlayer]  # as they stand
    past: list[TournamentRound]  # the latest first
    table: str | None  # the one that waits for this reader
    joined: bool
    withdrawn: bool


class PairRound(Body, frozen=True):
    """Begin a round: its number, from 1. One that has begun is left as it is."""

    round: Annotated[int, Meta(ge=1, le=1000)]


class DropPlayer(Body, frozen=True):
    """Take a player out, by number."""

    player: Annotated[int, Meta(ge=0, le=10_000)]


class CorrectResult(Body, frozen=True):
    """Another result for a table: the places by seat, 1 for the first; whoever shares one has the same number."""

    round: Annotated[int, Meta(ge=1, le=1000)]
    number: Annotated[int, Meta(ge=0, le=1000)]
    places: Annotated[list[Annotated[int, Meta(ge=1, le=4)]], Meta(min_length=1, max_length=4)]
