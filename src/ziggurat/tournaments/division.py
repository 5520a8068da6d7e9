"""Divides players among tables of three and four: swaps two at a time until no swap helps."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

BEGINNINGS = 600  # random starts, divided by the number of players; at least FEW
FEW = 6


@dataclass(frozen=True)
class Concerns:
    """What speaks against two players at one table, by their numbers."""

    met: list[list[int]]  # how often they have met: outweighs all the rest
    level: list[int]  # points: the squares of the differences

    def costs(self) -> list[list[int]]:
        """The same as one number per pair."""
        players = range(len(self.level))
        gaps = [[(self.level[one] - self.level[two]) ** 2 for two in players] for one in players]
        most = sum(map(sum, gaps)) + 1
        return [[self.met[one][two] ** 2 * most + gaps[one][two] for two in players] for one in players]


def divide(sizes: Sequence[int], concerns: Concerns, draw: random.Random) -> list[list[int]]:
    """The best division found; players are numbered by standing, and the first start puts neighbours together."""
    cost = concerns.costs()
    players = list(range(len(concerns.level)))
    best: list[list[int]] = []
    best_cost = -1
    for beginning in range(max(FEW, BEGINNINGS // max(1, len(players)))):
        tables = _cut(players, sizes)
        _improve(tables, cost)
        total = sum(_table_cost(table, cost) for table in tables)
        if best_cost < 0 or total < best_cost:
            best, best_cost = [sorted(table) for table in tables], total
        if not _repeats(best, concerns.met) and beginning >= FEW:
            break
        draw.shuffle(players)
    return sorted(best)


def _cut(players: list[int], sizes: Sequence[int]) -> list[list[int]]:
    left = iter(players)
    return [[next(left) for _ in range(size)] for size in sizes]


def _improve(tables: list[list[int]], cost: list[list[int]]) -> None:
    improved = True
    while improved:
        improved = False
        for place, table in enumerate(tables):
            for other in tables[:place]:
                improved |= _swap(table, other, cost)


def _swap(table: list[int], other: list[int], cost: list[list[int]]) -> bool:
    """Swap two players of two tables wherever that is better; returns whether it was."""
    swapped = False
    for place, one in enumerate(table):
        for other_place, two in enumerate(other):
            row_one, row_two = cost[one], cost[two]
            change = sum(row_two[who] - row_one[who] for who in table if who != one)
            change += sum(row_one[who] - row_two[who] for who in other if who != two)
            if change < 0:
                table[place], other[other_place] = two, one
                swapped, one = True, two
    return swapped


def _table_cost(table: Sequence[int], cost: list[list[int]]) -> int:
    return sum(cost[one][two] for place, one in enumerate(table) for two in table[:place])


def _repeats(tables: list[list[int]], met: list[list[int]]) -> int:
    return sum(_table_cost(table, met) for table in tables)
