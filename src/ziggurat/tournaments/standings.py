"""Standings: points and tie-breaks.

The tie-breaks are those of chess tournaments, generalised to three and four at a table.

buchholz     the points of those one has played: of each table the mean of the rivals there. A round without rivals (a
             bye, nobody came, a house bot) counts as if one had played somebody with one's own points
berger       Sonneborn-Berger: the points of each rival, times what one took off them (1 ahead, 1/2 level, 0 behind),
             divided by the rivals at that table
direct       the results among those who are level, if all of them have met
share        of the matches' own scores: the part that was one's own, on average
lot          drawn, by the tournament's seed
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from ziggurat.tournaments.outcomes import Player, TableOutcome, meetings, points_of, share_of

TIE_BREAKS = {
    "swiss": ("buchholz", "berger", "direct", "share"),
    "round-robin": ("direct", "berger", "share"),
    "arena": ("share",),
}


@dataclass(frozen=True)
class StandingsRow:
    """A player in the standings."""

    rank: int
    player: Player
    points: Fraction
    played: int  # tables, without byes
    first: int  # places alone or shared, without byes
    ties: tuple[tuple[str, Fraction], ...]  # what each tie-break came to, by its name


def standings(
    players: Sequence[Player], outcomes: Sequence[TableOutcome], system: str, seed: int
) -> list[StandingsRow]:
    """Everybody in order; whoever has played and is not among `players` still counts as a rival."""
    total = points_of(outcomes)
    breaks = TIE_BREAKS[system]
    solo = {
        "buchholz": lambda player: buchholz(player, outcomes, total),
        "berger": lambda player: berger(player, outcomes, total),
        "share": lambda player: share(player, outcomes),
    }
    groups = _split([list(players)], lambda group: {player: total.get(player, Fraction(0)) for player in group})
    values: dict[Player, list[tuple[str, Fraction]]] = {player: [] for player in players}
    for name in breaks:
        worth: dict[Player, Fraction] = {}
        for group in groups:
            worth |= direct(group, outcomes) if name == "direct" else {player: solo[name](player) for player in group}
        for player in players:
            values[player].append((name, worth[player]))
        groups = _split(groups, lambda group, worth=worth: {player: worth[player] for player in group})  # type: ignore[misc]
    lots = {player: lot(player, seed) for player in players}
    order = [player for group in groups for player in sorted(group, key=lots.__getitem__)]
    own = {
        player: [(outcome, outcome.seats.index(player)) for outcome in outcomes if player in outcome.seats]
        for player in players
    }
    return [
        StandingsRow(
            rank,
            player,
            total.get(player, Fraction(0)),
            sum(not outcome.is_bye for outcome, _ in own[player]),
            sum(
                not outcome.is_bye and outcome.places[seat] == 1 and seat not in outcome.absent
                for outcome, seat in own[player]
            ),
            tuple(values[player]),
        )
        for rank, player in enumerate(order, 1)
    ]


def lot(player: Player, seed: int) -> float:
    """A player's random number, the last tie-break; it also decides the first round."""
    return random.Random(f"{seed} {player}").random()


def buchholz(player: Player, outcomes: Sequence[TableOutcome], total: dict[Player, Fraction]) -> Fraction:
    """The strength of a player's opponents."""
    own = total.get(player, Fraction(0))
    strength = Fraction(0)
    for outcome in outcomes:
        if player not in outcome.seats:
            continue
        rivals = [who for who in outcome.present() if who != player]
        met = outcome.was_played and outcome.seats.index(player) not in outcome.absent
        strength += sum((total[who] for who in rivals), Fraction(0)) / len(rivals) if met and rivals else own
    return strength


def berger(player: Player, outcomes: Sequence[TableOutcome], total: dict[Player, Fraction]) -> Fraction:
    """The strength of the opponents a player beat or drew with."""
    strength = Fraction(0)
    for outcome in outcomes:
        if player not in outcome.seats or not outcome.was_played:
            continue
        seat = outcome.seats.index(player)
        if seat in outcome.absent:
            continue
        for other, who in enumerate(outcome.seats):
            if who is not None and other != seat and other not in outcome.absent:
                taken = share_of([outcome.places[seat], outcome.places[other]], 0)
                strength += taken * total[who] / (len(outcome.seats) - 1)
    return strength


def share(player: Player, outcomes: Sequence[TableOutcome]) -> Fraction:
    """The part of all scores at a player's tables that was the player's own, on average."""
    parts = []
    for outcome in outcomes:
        if player in outcome.seats and outcome.scores:
            scores = _decisive_scores(outcome)
            seat = outcome.seats.index(player)
            total = sum(scores, Fraction(0))
            parts.append(scores[seat] / total if total else Fraction(1, len(scores)))
    return sum(parts, Fraction(0)) / len(parts) if parts else Fraction(0)


def _decisive_scores(outcome: TableOutcome) -> list[Fraction]:
    """The scores by seat; those of the places, where somebody with more points lost by resigning or by time."""
    scores = [Fraction(max(0, score)) for score in outcome.scores]
    pairs = permutations(range(len(scores)), 2)
    if any(outcome.places[one] < outcome.places[other] and scores[one] < scores[other] for one, other in pairs):
        return [share_of(outcome.places, seat) for seat in range(len(scores))]
    return scores


def direct(group: Sequence[Player], outcomes: Sequence[TableOutcome]) -> dict[Player, Fraction]:
    """The points of each player against the others of a group; all 0 unless everybody has met."""
    nothing = {player: Fraction(0) for player in group}
    met = meetings(outcomes)
    if len(group) < 2 or not all(met[frozenset(pair)] for pair in combinations(group, 2)):
        return nothing
    taken = dict(nothing)
    for outcome in outcomes:
        here = [seat for seat, who in enumerate(outcome.seats) if who in nothing and seat not in outcome.absent]
        for seat in here:
            rivals = [outcome.places[other] for other in here if other != seat]
            who = outcome.seats[seat]
            if rivals and who is not None:
                taken[who] += sum(share_of([outcome.places[seat], place], 0) for place in rivals)
    return taken


def _split(groups: list[list[Player]], worth: Callable[[list[Player]], dict[Player, Fraction]]) -> list[list[Player]]:
    """Each group by what its players are worth, the best first."""
    parts: list[list[Player]] = []
    for group in groups:
        values = worth(group)
        levels = sorted(set(values.values()), reverse=True)
        parts.extend([player for player in group if values[player] == level] for level in levels)
    return parts
