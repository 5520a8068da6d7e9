"""Seat order at a table: balanced, so that nobody always begins."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from ziggurat.tournaments.outcomes import Player, Seats, TableOutcome, seats_taken


def seated(groups: Sequence[Seats], outcomes: Sequence[TableOutcome], draw: random.Random) -> tuple[Seats, ...]:
    """The players of each table, ordered so that everybody gets seats they had least."""
    taken = seats_taken(outcomes)
    last = {who: seat for outcome in outcomes for seat, who in enumerate(outcome.seats)}
    return tuple(best_order(group, taken, last, draw) for group in groups)


def best_order(
    group: Seats, taken: Counter[tuple[Player, int]], last: dict[Player | None, int], draw: random.Random
) -> Seats:
    """One table's: seats that were had before count as often as they were, the last one a little more."""
    orders = list(permutations(group))
    draw.shuffle(orders)

    def worn(order: Seats) -> tuple[int, int]:
        people = [(who, seat) for seat, who in enumerate(order) if who is not None]
        return (
            sum((taken[who, seat] + 1) ** 2 - taken[who, seat] ** 2 for who, seat in people),
            sum(last.get(who) == seat for who, seat in people),
        )

    return min(orders, key=worn)
