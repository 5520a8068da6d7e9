"""HTTP: how somebody has played."""

from __future__ import annotations

import msgspec

from ziggurat.server.protocol.kinds import Answer
from ziggurat.server.protocol.shared import SeatKind


class Record(msgspec.Struct, frozen=True):
    """How matches ended: won alone, won together with others, or neither."""

    played: int
    won: int
    shared: int


class SeatsRecord(msgspec.Struct, frozen=True):
    """The matches with so many seats."""

    seats: int
    record: Record


class OpponentRecord(msgspec.Struct, frozen=True):
    """The matches against one person or bot, pair by pair; people are not told apart for a bot, and have no name."""

    kind: SeatKind
    name: str
    played: int
    ahead: int
    even: int


class OpeningRecord(msgspec.Struct, frozen=True):
    """The matches that were begun in one way, as its game calls it."""

    opening: str
    record: Record


class Decided(msgspec.Struct, frozen=True):
    """How well somebody decided in a match that was reviewed: 100 gives nothing away."""

    table: str
    at: int
    seats: int
    quality: float


class GameStatistics(msgspec.Struct, frozen=True):
    """What came of the matches of one game."""

    game: str
    record: Record
    seats: list[SeatsRecord]
    opponents: list[OpponentRecord]
    openings: list[OpeningRecord]  # of the last 60 matches
    decided: list[Decided]  # the first one first


class Statistics(Answer, frozen=True):
    """What came of somebody's last matches, at most `most` of them."""

    matches: int
    most: int
    games: list[GameStatistics]
