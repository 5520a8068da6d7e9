"""What a rated match does to the ratings of those who played it: no database, no clock (docs/ratings.md says why so).

Everybody is on one scale for each game: people, who begin in its middle, and the bots' levels, which begin where the
arena has found them (docs/bots.md).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ziggurat.bots import LEVELS
from ziggurat.core.errors import UnknownGame
from ziggurat.core.game import DEFAULT_LEVEL_RATINGS
from ziggurat.core.registry import game as find_game
from ziggurat.server.protocol import Result
from ziggurat.server.ratings import glicko
from ziggurat.server.ratings.glicko import Rating

NEWCOMER = Rating(1500.0, 350.0)
LEAST, HIGHEST = 30.0, 4000.0
DRIFT = 4.0  # how much less sure a rating is with every match: people learn, and bots get other networks
SURE = glicko.SURE  # above this deviation a rating is provisional
A_BOT = "bot:"  # how a level is told from a player's id, where both are stored

APPRENTICE = 1000.0
BOTS_DEVIATION, UNMEASURED = 120.0, 200.0


class Side(NamedTuple):
    """Whoever sat on a seat, and how many were ahead of them in the end."""

    seat: int
    subject: str  # a player's id, or a level
    rank: int


class Change(NamedTuple):
    """A rating before and after a match."""

    side: Side
    before: Rating
    after: Rating


def first(game: str, subject: str) -> Rating:
    """The rating of somebody who has played no rated match yet."""
    if not subject.startswith(A_BOT):
        return NEWCOMER
    level = subject.removeprefix(A_BOT)
    above = dict(zip(LEVELS, _level_ratings(game), strict=True)).get(level, 0)
    return Rating(APPRENTICE + above, UNMEASURED if level == "gilgamesh" else BOTS_DEVIATION)


def _level_ratings(game: str) -> tuple[int, ...]:
    """By level: how far above the apprentice it begins. A game that is no longer installed has the usual ones."""
    try:
        return find_game(game).level_ratings
    except UnknownGame:
        return DEFAULT_LEVEL_RATINGS


def is_provisional(rating: Rating) -> bool:
    """Whether a rating may yet be far off."""
    return rating.deviation > SURE


def ranks(result: Result, left: Sequence[int], absent: Sequence[int] = ()) -> list[int | None]:
    """By seat, how many finished ahead; None for those who never came.

    Whoever left is behind all who stayed, and even with others who left. Where that ended the match, those who stayed
    are even as well: they have not played it out.
    """

    def standing(seat: int) -> tuple[bool, bool, int]:
        if seat in left:
            return (False, False, 0)
        return (True, False, 0) if result.seat >= 0 else (True, seat in result.winners, result.scores[seat])

    there = [seat for seat in range(len(result.scores)) if seat not in absent]
    standings = {seat: standing(seat) for seat in there}
    return [
        sum(other > standings[seat] for other in standings.values()) if seat in standings else None
        for seat in range(len(result.scores))
    ]


def rate(sides: Sequence[Side], ratings: Sequence[Rating]) -> list[Change]:
    """What a match changes: everybody has met everybody else once, all with the ratings they came with.

    A level that sat on several seats has not met itself, and has one rating afterwards: the middle of theirs.
    """
    drifted = [Rating(one.rating, math.hypot(one.deviation, DRIFT)) for one in ratings]
    found: dict[str, list[Rating]] = {}
    for side, own in zip(sides, drifted, strict=True):
        met = [
            (theirs, 1.0 if side.rank < other.rank else 0.5 if side.rank == other.rank else 0.0)
            for other, theirs in zip(sides, drifted, strict=True)
            if other.subject != side.subject
        ]
        found.setdefault(side.subject, []).append(glicko.after(own, met, LEAST, HIGHEST))
    middle = {
        subject: Rating(sum(one.rating for one in made) / len(made), max(one.deviation for one in made))
        for subject, made in found.items()
    }
    return [Change(side, before, middle[side.subject]) for side, before in zip(sides, ratings, strict=True)]
