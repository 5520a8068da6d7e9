"""HTTP: ratings, leaderboards and profiles."""

from __future__ import annotations

import msgspec

from ziggurat.server.protocol.kinds import Answer
from ziggurat.server.protocol.shared import SeatKind, Table
from ziggurat.server.protocol.statistics import GameStatistics, Record


class LeaderboardEntry(msgspec.Struct, frozen=True):
    """An entry of a leaderboard. `deviation` is the standard deviation of the rating.

    `place` counts only ratings that are not `provisional`, and is 0 for provisional ones. Bots start with a measured
    rating.
    """

    place: int
    kind: SeatKind
    name: str
    you: bool
    rating: int
    deviation: int
    provisional: bool
    matches: int


class Leaderboard(Answer, frozen=True):
    """The highest ratings of one game, people and bots; `you` is set even if you are not among them."""

    game: str
    entries: list[LeaderboardEntry]
    you: LeaderboardEntry | None = None


class RatedPoint(msgspec.Struct, frozen=True):
    """A rating after a match."""

    at: int
    rating: int
    deviation: int


class GameRating(msgspec.Struct, frozen=True):
    """A player's rating in one game, and its history over the latest matches, oldest first."""

    game: str
    rating: int
    deviation: int
    provisional: bool
    matches: int
    best: int  # the highest non-provisional rating, or else the current one
    history: list[RatedPoint]


class Streak(msgspec.Struct, frozen=True):
    """Wins in a row in public matches: the current and the longest streak."""

    now: int
    best: int


class Profile(Answer, frozen=True):
    """A registered player's public profile. Everything but the ratings is from public matches only."""

    name: str
    you: bool
    since: int  # when the player first did something here
    record: Record
    streak: Streak
    favourite: str  # the game played most, or empty
    ratings: list[GameRating]
    games: list[GameStatistics]
    latest: list[Table]
