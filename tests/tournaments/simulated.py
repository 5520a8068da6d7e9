"""Simulated tournaments of players with known strengths."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

from ziggurat.tournaments import Round, TableOutcome, pair_swiss, standings
from ziggurat.tournaments.outcomes import Seats


def play(number: int, table: Seats, strength: dict[str, float], draw: random.Random) -> TableOutcome:
    """A table whose places are drawn: who is stronger is ahead more often (400 points: ten times as often)."""
    luck = {}
    for who in table:
        gumbel = -math.log(-math.log(draw.random() or 0.5))
        luck[who or ""] = strength.get(who or "", 1000.0) + gumbel * 400 / math.log(10)
    order = sorted(luck.values(), reverse=True)
    places = [order.index(luck[who or ""]) + 1 for who in table]
    if draw.random() < 0.1:  # the first two share the first place
        places = [1 if place == 2 else place for place in places]
    return TableOutcome(number, table, tuple(places), tuple(max(0, round(luck[who or ""])) for who in table))


def outcomes_of(number: int, paired: Round, strength: dict[str, float], draw: random.Random) -> list[TableOutcome]:
    """A whole round, byes included."""
    byes = [TableOutcome(number, (who,), (1,)) for who in paired.byes]
    return [*byes, *(play(number, table, strength, draw) for table in paired.tables)]


def swiss(
    strength: dict[str, float],
    seats: int,
    rounds: int,
    seed: int,
    *,
    fill: bool = False,
    leaving: Callable[[int, random.Random], Sequence[str]] = lambda number, draw: (),
) -> tuple[list[Round], list[TableOutcome]]:
    """A Swiss tournament from the first round to the last; `leaving` says who stays away from a round on."""
    draw = random.Random(seed)
    players, paired = list(strength), []
    outcomes: list[TableOutcome] = []
    for number in range(rounds):
        gone = leaving(number, draw)
        players = [player for player in players if player not in gone]
        order = [line.player for line in standings(players, outcomes, "swiss", seed)]
        tables = pair_swiss(order, outcomes, seats, seed, fill=fill)
        paired.append(tables)
        outcomes += outcomes_of(number, tables, strength, draw)
    return paired, outcomes


def field(players: int) -> dict[str, float]:
    """Players whose names tell their strength: p0 is the best."""
    return {f"p{number}": 2000 - 20.0 * number for number in range(players)}


def found_order(players: int, apart: float, rounds: int, seed: int, seats: int = 2) -> list[int]:
    """How players of known strength stand at the end: 0 is the best of them."""
    strength = {f"p{number}": -apart * number for number in range(players)}
    _, outcomes = swiss(strength, seats, rounds, seed)
    return [int(line.player[1:]) for line in standings(list(strength), outcomes, "swiss", seed)]


def agreement(order: list[int]) -> float:
    """Spearman's rank correlation with the true order: 1 is the same, 0 is chance."""
    size = len(order)
    return 1 - 6 * sum((place - who) ** 2 for place, who in enumerate(order)) / (size * (size * size - 1))


def main() -> None:
    """Print how often the best player is found: `python -m tests.tournaments.simulated`."""
    for seats, rounds in ((2, 6), (2, 10), (4, 4), (4, 6)):
        orders = [found_order(64, 50, rounds, seed, seats) for seed in range(100)]
        first = sum(order[0] == 0 for order in orders)
        among = sum(order.index(0) < 4 for order in orders)
        mean = sum(map(agreement, orders)) / len(orders)
        print(f"{seats} seats, {rounds} rounds: best first {first} %, among four {among} %, agreement {mean:.2f}")


if __name__ == "__main__":
    main()
