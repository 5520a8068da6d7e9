"""Arena: for a fixed time, free players get tables with rivals near them in the standings.

A first place alone is worth two points, the last none, what lies between its share; after two first places in a row
every further table counts double, until it is not a first place (as on chess sites).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ziggurat.tournaments.outcomes import Player, Seats, TableOutcome, points
from ziggurat.tournaments.standings import StandingsRow, lot, share

STREAK = 2  # first places in a row after which tables count double


def arena_points(player: Player, outcomes: Sequence[TableOutcome]) -> Fraction:
    """A player's points, from all tables in the order in which they ended."""
    total, row = Fraction(0), 0
    for outcome in outcomes:
        if player in outcome.seats:
            won = points(outcome, outcome.seats.index(player))
            total += 2 * won * (2 if row >= STREAK else 1)
            row = row + 1 if won == 1 else 0
    return total


def arena_standings(players: Sequence[Player], outcomes: Sequence[TableOutcome], seed: int) -> list[StandingsRow]:
    """Everybody in order: by points, then by their share of the scores, then by lot."""
    total = {player: arena_points(player, outcomes) for player in players}
    shares = {player: share(player, outcomes) for player in players}
    order = sorted(players, key=lambda player: (-total[player], -shares[player], lot(player, seed)))
    rows = []
    for rank, player in enumerate(order, 1):
        own = [(outcome, outcome.seats.index(player)) for outcome in outcomes if player in outcome.seats]
        first = sum(outcome.places[seat] == 1 and seat not in outcome.absent for outcome, seat in own)
        rows.append(StandingsRow(rank, player, total[player], len(own), first, (("share", shares[player]),)))
    return rows


def pair_arena(
    free: Sequence[Player], last: Mapping[Player, frozenset[Player]], seats: int, *, patient: bool
) -> list[Seats]:
    """Tables for those who are free, listed as they stand: with the nearest below them whom they have not just met.

    `last` says whom each met at their last table. Whoever finds no table stays free; where nobody is `patient` any
    more, those who have just met meet again.
    """
    waiting = list(free)
    tables: list[Seats] = []
    place = 0
    while place < len(waiting):
        table = [waiting[place]]
        for who in waiting[place + 1 :]:
            met = any(who in last.get(other, ()) or other in last.get(who, ()) for other in table)
            if len(table) < seats and not (met and patient):
                table.append(who)
        if len(table) < seats:
            place += 1
            continue
        waiting = [who for who in waiting if who not in table]
        tables.append(tuple(table))
        place = 0
    return tables
