"""Selects puzzles worth shipping from many: explainable ones, and of many kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ziggurat.puzzles.format import Puzzle
from ziggurat.reviewing.report import Why

BAND = 100  # rating points that count as similar
OBSCURE = 4.0  # penalty for a puzzle whose only reason is that it pays off later


def choose(puzzles: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """Choose `count` puzzles, each as different as possible from those before; sorted by rating."""
    left = list({one.id: one for one in puzzles}.values())
    chosen: list[Puzzle] = []
    themes: Counter[str] = Counter()
    bands: Counter[int] = Counter()
    games: Counter[str] = Counter()
    seats: Counter[int] = Counter()

    def crowd(one: Puzzle) -> float:
        """How similar a puzzle is to the chosen ones, plus the penalty for an obscure reason."""
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
