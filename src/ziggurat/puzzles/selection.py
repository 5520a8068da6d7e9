"""Choosing from many puzzles those that are worth shipping: with reasons that can be counted, and of many kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ziggurat.puzzles.format import Puzzle
from ziggurat.reviewing.report import Why

BAND = 100  # of ratings that count as alike
OBSCURE = 4.0  # what a puzzle weighs less whose reason is only that it shows later


def choose(puzzles: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """So many, one after the other: always the one that is least like those chosen before. Sorted by rating."""
    left = list({one.id: one for one in puzzles}.values())
    chosen: list[Puzzle] = []
    themes: Counter[str] = Counter()
    bands: Counter[int] = Counter()
    games: Counter[str] = Counter()
    seats: Counter[int] = Counter()

    def crowd(one: Puzzle) -> float:
        """How much of its kind there is already, and how little there is to say about it."""
        obscure = OBSCURE if one.reasons[0].kind is Why.LATER else 0.0
        alike = sum(themes[theme] for theme in one.themes) / max(1, len(one.themes))
        crowded = (alike + bands[one.rating // BAND] + seats[one.seats]) / (1 + len(chosen))
        return obscure + 2 * crowded + games[_game(one)] / 2

    while left and len(chosen) < count:
        best = min(left, key=lambda one: (crowd(one), one.id))
        left.remove(best)
        chosen.append(best)
        themes.update(best.themes)
        bands[best.rating // BAND] += 1
        games[_game(best)] += 1
        seats[best.seats] += 1
    return sorted(chosen, key=lambda one: (one.rating, one.id))


def _game(puzzle: Puzzle) -> str:
    return puzzle.source.partition(", decision")[0]
