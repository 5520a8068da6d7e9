"""HTTP: statistics of players and bots."""

from __future__ import annotations

import msgspec

from ziggurat.server.protocol.kinds import Answer
from ziggurat.server.protocol.shared import SeatKind


class Record(msgspec.Struct, frozen=True):
    """The number of matches played, won, and won jointly with others."""

    played: int
    won: int
    shared: int


class SeatsRecord(msgspec.Struct, frozen=True):
    """The record in matches with this number of seats."""

    seats: int
    record: Record


class OpponentRecord(msgspec.Struct, frozen=True):
    """The record against one person or bot. In a bot's statistics all people are one opponent, without a name."""

    kind: SeatKind
    name: str
    played: int
    ahead: int
    even: int


class OpeningRecord(msgspec.Struct, frozen=True):
    """The record with one opening."""

    opening: str
    record: Record


class MatchAccuracy(msgspec.Struct, frozen=True):
    """The accuracy in a reviewed match: 100 means no mistakes."""

    table: str
    at: int
    seats: int
    quality: float
    hinted: bool = False  # played with hints


class GameStatistics(msgspec.Struct, frozen=True):
    """The statistics of one game."""

    game: str
    record: Record
    seats: list[SeatsRecord]
    opponents: list[OpponentRecord]
    openings: list[OpeningRecord]  # of the latest 60 matches
    decided: list[MatchAccuracy]  # oldest first
    hinted: int = 0  # matches played with hints


class Statistics(Answer, frozen=True):
    """The statistics of a player's or bot's latest matches, at most `most` of them."""

    matches: int
    most: int
    games: list[GameStatistics]
