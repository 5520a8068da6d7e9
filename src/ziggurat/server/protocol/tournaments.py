"""HTTP: tournaments."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body
from ziggurat.server.protocol.shared import Pace, Status


class System(StrEnum):
    """The pairing system."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    ARENA = "arena"


class TournamentStatus(StrEnum):
    """The status of a tournament."""

    OPEN = "open"  # people join
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class NewTournament(Body, frozen=True):
    """A tournament to create. It starts at `starts`, or when its organizer starts it."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=4)] = 2  # at a table
    options: dict[str, bool | str] = {}
    pace: Pace = Pace()
    system: System = System.SWISS
    rounds: Annotated[int, Meta(ge=0, le=40)] = 0  # 0: automatic
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 0  # duration of an arena
    starts: Annotated[int, Meta(ge=0, le=2**52)] | None = None  # None: the organizer starts it
    public: bool = True  # whether it is listed for everybody, instead of only for people with the link
    guests: bool = True  # whether people without an account may join
    late: bool = True  # whether people may join after the start
    rated: bool = False  # whether its matches are rated; then only registered players may join
    fill: Annotated[str, Meta(max_length=40)] | None = None  # the bot that fills empty seats
    bots: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=16)] = []  # bots that take part
    join: bool = False  # whether the organizer plays too
    automatic: bool = True  # whether the next round starts when all matches of a round have ended
    arrive: Annotated[int, Meta(ge=1, le=120)] = 5  # minutes that players have to come to their table


class TournamentListed(Answer, frozen=True):
    """A tournament, in a list."""

    id: str
    title: str
    game: str
    seats: int
    pace: Pace
    system: System
    status: TournamentStatus
    players: int
    round: int  # the number of rounds that have started
    rounds: int  # 0: not known yet, or an arena
    minutes: int
    starts: int | None
    ends: int | None
    public: bool
    changed: int
    yours: bool  # whether you organize it
    joined: bool  # whether you play in it


class Tournaments(Answer, frozen=True):
    """Running, upcoming and finished tournaments."""

    running: list[TournamentListed]
    coming: list[TournamentListed]
    over: list[TournamentListed]


class TieBreak(Answer, frozen=True):
    """A tie-break among players with the same points: `buchholz`, `berger`, `direct` or `share`."""

    name: str
    value: float


class TournamentPlayer(Answer, frozen=True):
    """A player in the standings of a tournament."""

    number: int
    name: str
    bot: bool
    registered: bool
    you: bool
    withdrawn: bool
    rank: int
    points: float
    played: int
    first: int  # the number of first places
    ties: list[TieBreak]


class TournamentSeat(Answer, frozen=True):
    """A seat at a tournament table, and its result."""

    player: int  # their number; -1: a bot that fills the seat
    place: int = 0  # 0: not decided
    points: float = 0
    absent: bool = False  # did not come


class TournamentTable(Answer, frozen=True):
    """A table of a tournament."""

    number: int
    table: str | None  # None: a bye
    status: Status
    seats: list[TournamentSeat]
    corrected: bool  # by the organizer
    until: int | None  # when players who have not come lose


class TournamentRound(Answer, frozen=True):
    """A round. An arena has one for each pairing."""

    number: int  # from 1
    tables: list[TournamentTable]


class Tournament(Answer, frozen=True):
    """A tournament: its settings, standings and tables."""

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
    at: int  # the server's time, to compare with `until`
    players: list[TournamentPlayer]  # in the order of the standings
    past: list[TournamentRound]  # the latest first
    table: str | None  # your current table
    joined: bool
    withdrawn: bool


class PairRound(Body, frozen=True):
    """The round to start, counted from 1. Nothing happens if it has started."""

    round: Annotated[int, Meta(ge=1, le=1000)]


class DropPlayer(Body, frozen=True):
    """The number of the player to remove."""

    player: Annotated[int, Meta(ge=0, le=10_000)]


class CorrectResult(Body, frozen=True):
    """A corrected result of a table: the place of each seat, from 1; shared places have the same number."""

    round: Annotated[int, Meta(ge=1, le=1000)]
    number: Annotated[int, Meta(ge=0, le=1000)]
    places: Annotated[list[Annotated[int, Meta(ge=1, le=4)]], Meta(min_length=1, max_length=4)]
