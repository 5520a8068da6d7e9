"""Whether a review's figure tells the levels apart: `python benchmarks/deciding.py GAME --games 4 --seconds 20`.

Each level plays itself, the same deals for all of them, and every match is reviewed. Printed for each level: the mean
of the seats' figures (docs/review.md), with the standard error of that mean, what a seat's decisions cost in a match,
and how many of them were marked. The last line says whether the figures rise with the levels; `random`, which is none,
is there to compare with.
"""

from __future__ import annotations

import argparse
import statistics
import time
from itertools import pairwise

import ziggurat
from ziggurat import bots
from ziggurat.reviewing import Review, review

LEVELS = "random,apprentice,scribe,steward,mayor,governor,king"


def played(name: str, level: str, seats: int, seed: int) -> ziggurat.Match:
    """A match of a level against itself."""
    match = ziggurat.new(name, seats=seats, seed=seed)
    players = [bots.find(level)(match.game, 100 * seed + seat) for seat in range(seats)]
    while not match.over:
        match.play(int(players[match.actor].choose(match.record(match.actor))))
    return match


def line(level: str, found: list[Review], took: float) -> float:
    """Print what a level's matches came to; its figure comes back."""
    seats = [seat for one in found for seat in one.seats if seat.quality is not None]
    figures = [seat.quality for seat in seats if seat.quality is not None]
    mean = statistics.mean(figures)
    error = statistics.stdev(figures) / len(figures) ** 0.5 if len(figures) > 1 else 0.0
    cost = statistics.mean(seat.cost for seat in seats)
    marked = sum(judged.grade is not None for one in found for judged in one.judged) / len(seats)
    print(
        f"{level:12} {mean:5.1f} ± {error:.1f}   cost {cost:.2f}   marked {marked:.1f}   "
        f"({len(found)} matches, {took:.0f} s)",
        flush=True,
    )
    return mean


def main() -> None:
    """Let the levels play, and judge them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=4, help="matches of each level")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seconds", type=float, default=20.0, help="of a processor, for each review")
    parser.add_argument("--levels", default=LEVELS)
    given = parser.parse_args()
    seats = given.seats or ziggurat.game(given.game).seat_counts[0]
    print(f"{given.game}, {seats} seats")
    means: list[float] = []
    for level in given.levels.split(","):
        began = time.perf_counter()
        reviews = [review(played(given.game, level, seats, seed), given.seconds) for seed in range(given.games)]
        mean = line(level, reviews, time.perf_counter() - began)
        means += [mean] if level in bots.LEVELS else []
    print("rising" if all(lower < higher for lower, higher in pairwise(means)) else "NOT rising")


if __name__ == "__main__":
    main()
