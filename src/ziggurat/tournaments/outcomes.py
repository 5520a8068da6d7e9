"""Results of tables, and the points for a place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

Player = str
HOUSE = None  # on a seat: a house bot, which fills the table and is not in the standings
Seats = tuple[Player | None, ...]


@dataclass(frozen=True)
class TableOutcome:
    """How a table ended. A table with one seat is a bye.

    `places` are by seat, 1 for the first; whoever shares a place has the same number. `scores` are the match's own
    points, if there are any. Whoever is `absent` (by seat) did not come, and has no points whatever the place says.
    """

    round: int
    seats: Seats
    places: tuple[int, ...]
    scores: tuple[int, ...] = ()
    absent: frozenset[int] = frozenset()

    @property
    def is_bye(self) -> bool:
        """Whether this is a bye."""
        return len(self.seats) == 1

    @property
    def was_played(self) -> bool:
        """Whether at least two came: only then those who came have met."""
        return len(self.seats) - len(self.absent) > 1

    def present(self) -> list[Player]:
        """The players who came."""
        return [who for seat, who in enumerate(self.seats) if who is not None and seat not in self.absent]


@dataclass(frozen=True)
class Round:
    """The tables of a round, each with its players in the order of the seats, and who sits out."""

    tables: tuple[Seats, ...]
    byes: tuple[Player, ...] = ()


def share_of(place_of: Sequence[int], seat: int) -> Fraction:
    """What a seat's place is worth: the share of its rivals it is ahead of, and half of those it is level with.

    >>> [str(share_of([1, 2, 3, 4], seat)) for seat in range(4)]
    ['1', '2/3', '1/3', '0']
    >>> str(share_of([1, 1], 0))
    '1/2'
    """
    rivals = len(place_of) - 1
    if not rivals:
        return Fraction(1)
    others = [place for other, place in enumerate(place_of) if other != seat]
    halves = sum(2 * (place > place_of[seat]) + (place == place_of[seat]) for place in others)
    return Fraction(halves, 2 * rivals)


def points(outcome: TableOutcome, seat: int) -> Fraction:
    """What a table brings the player of a seat."""
    return Fraction(0) if seat in outcome.absent else share_of(outcome.places, seat)


def points_of(outcomes: Iterable[TableOutcome]) -> dict[Player, Fraction]:
    """Everybody's points so far."""
    total: dict[Player, Fraction] = {}
    for outcome in outcomes:
        for seat, who in enumerate(outcome.seats):
            if who is not None:
                total[who] = total.get(who, Fraction(0)) + points(outcome, seat)
    return total


def meetings(outcomes: Iterable[TableOutcome]) -> Counter[frozenset[Player]]:
    """How often each two have played each other; a table to which one of them did not come does not count."""
    counts: Counter[frozenset[Player]] = Counter()
    for outcome in outcomes:
        counts.update(frozenset(pair) for pair in combinations(outcome.present(), 2) if pair[0] != pair[1])
    return counts


def spared(outcomes: Iterable[TableOutcome]) -> Counter[Player]:
    """How often each player had a round without a full table of rivals: a bye, or a house bot instead."""
    counts: Counter[Player] = Counter()
    for outcome in outcomes:
        if outcome.is_bye or HOUSE in outcome.seats:
            counts.update(who for who in outcome.seats if who is not None)
    return counts


def seats_taken(outcomes: Iterable[TableOutcome]) -> Counter[tuple[Player, int]]:
    """How often each player had each seat."""
    counts: Counter[tuple[Player, int]] = Counter()
    for outcome in outcomes:
        if not outcome.is_bye:
            counts.update((who, seat) for seat, who in enumerate(outcome.seats) if who is not None)
    return counts


def table_sizes(players: int, seats: int) -> tuple[list[int], int]:
    """How many sit at each table, and how many sit out: as few as can be, and then as few smaller tables as can be.

    A table is at most one seat smaller than it should be; instead of tables for three, there is one for two at most.

    >>> table_sizes(10, 4), table_sizes(5, 4), table_sizes(8, 3), table_sizes(7, 3), table_sizes(7, 2)
    (([4, 3, 3], 0), ([4], 1), ([3, 3, 2], 0), ([3, 3], 1), ([2, 2, 2], 1))
    """
    least = max(2, seats - 1)
    for byes in range(players + 1):
        for small in range({2: 0, 3: 1}.get(seats, seats) + 1):
            left = players - byes - small * least
            if left >= 0 and left % seats == 0:
                return [seats] * (left // seats) + [least] * small, byes
    raise AssertionError("everybody can sit out")
