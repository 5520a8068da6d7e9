"""Rating changes of one match; no database, no clock. `docs/ratings.md` explains the choices.

People and bot levels share one scale for each game. People begin in its middle, levels at their measured strength
(docs/bots.md).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ziggurat.bots import LEVELS
from ziggurat.core.errors import UnknownGame
from ziggurat.core.game import DEFAULT_LEVEL_RATINGS
from ziggurat.core.registry import game as find_game
from ziggurat.server.protocol import Result
from ziggurat.server.ratings import glicko
from ziggurat.server.ratings.glicko import Rating
from ziggurat.server.tables import results

NEWCOMER = Rating(1500.0, 350.0)
LEAST, HIGHEST = 30.0, 4000.0
DRIFT = 4.0  # added to the deviation with every match: people learn, and bots get new networks
SURE = glicko.SURE  # above this deviation a rating is provisional
A_BOT = "bot:"  # prefix of a level where player ids and levels are stored together

APPRENTICE = 1000.0
BOTS_DEVIATION, UNMEASURED = 120.0, 200.0


class RatedSeat(NamedTuple):
    """The player or level on a seat, and how many finished ahead."""

    seat: int
    subject: str  # a player's id, or a level
    rank: int


class RatingChange(NamedTuple):
    """A rating before and after a match."""

    side: RatedSeat
    before: Rating
    after: Rating


def first(game: str, subject: str) -> Rating:
    """The rating of a player or level without rated matches."""
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
    """Whether a rating is still uncertain."""
    return rating.deviation > SURE


def ranks(result: Result, left: Collection[int], absent: Collection[int] = ()) -> list[int | None]:
    """By seat, how many finished ahead; None for those who never came.

    Where somebody ended the match by leaving, those who stayed are level: they have not played it out.
    """
    played_out = result.seat < 0
    standings = {
        seat: (seat in result.winners, score) if played_out else (False, 0)
        for seat, score in enumerate(result.scores)
        if seat not in absent
    }
    by_seat = results.rank_seats(standings, left)
    return [by_seat.get(seat) for seat in range(len(result.scores))]


def rate(sides: Sequence[RatedSeat], ratings: Sequence[Rating]) -> list[RatingChange]:
    """The rating changes of a match: everybody has played everybody else once, with the ratings from before it.

    A level on several seats does not play itself; its new rating is the mean of its seats'.
    """
    drifted = [Rating(before.rating, math.hypot(before.deviation, DRIFT)) for before in ratings]
    by_subject: dict[str, list[Rating]] = {}
    for side, own in zip(sides, drifted, strict=True):
        met = [
            (theirs, 1.0 if side.rank < other.rank else 0.5 if side.rank == other.rank else 0.0)
            for other, theirs in zip(sides, drifted, strict=True)
            if other.subject != side.subject
        ]
        by_subject.setdefault(side.subject, []).append(glicko.after(own, met, LEAST, HIGHEST))
    mean = {
        subject: Rating(sum(seat.rating for seat in seats) / len(seats), max(seat.deviation for seat in seats))
        for subject, seats in by_subject.items()
    }
    return [RatingChange(side, before, mean[side.subject]) for side, before in zip(sides, ratings, strict=True)]
