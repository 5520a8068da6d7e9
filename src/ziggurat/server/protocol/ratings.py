"""HTTP: ratings, the leaderboard, and what everybody may know of a registered player."""

from __future__ import annotations

import msgspec

from ziggurat.server.protocol.kinds import Answer
from ziggurat.server.protocol.shared import SeatKind, Table
from ziggurat.server.protocol.statistics import GameStatistics, Record


class Ranked(msgspec.Struct, frozen=True):
    """Somebody's rating in one game; in two of three times within one `deviation` of the truth.

    `place` is counted among those whose rating is not `provisional`, and 0 for those whose is. A level has a rating
    before its first rated match: the one it was measured with.
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
    """The strongest of one game, people and levels, the first one first; `you` also where you are not among them."""

    game: str
    entries: list[Ranked]
    you: Ranked | None = None


class RatedPoint(msgspec.Struct, frozen=True):
    """A rating after a match."""

    at: int
    rating: int
    deviation: int


class GameRating(msgspec.Struct, frozen=True):
    """Somebody's rating in one game, and how it came about: the last matches, the first one first."""

    game: str
    rating: int
    deviation: int
    provisional: bool
    matches: int
    best: int  # the highest it has been, once it was not provisional any more; else the rating itself
    history: list[RatedPoint]


class Streak(msgspec.Struct, frozen=True):
    """Victories in a row, in the matches that everybody may see: now, and the most there were."""

    now: int
    best: int


class Profile(Answer, frozen=True):
    """What everybody may know of a registered player: of public matches alone, but for ratings."""

    name: str
    you: bool
    since: int  # when the player first did something here
    record: Record
    streak: Streak
    favourite: str  # the game played most; empty: none yet
    ratings: list[GameRating]
    games: list[GameStatistics]
    latest: list[Table]
