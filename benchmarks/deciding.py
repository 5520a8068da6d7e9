"""Whether a review's figure tells the levels apart: `python benchmarks/deciding.py GAME --games 30 --seconds 10`.

Each level plays itself, the same deals for all of them, and every match is reviewed. Printed for each level: the mean
of the seats' figures (docs/review.md), by how much it is above the level below in the same deals, both with the
interval that holds the true mean in 95 of 100 cases, what a seat's decisions cost in a match, and how many of them
were marked. The last line says whether the figures rise with the levels; `random`, which is none, is there to compare
with. With `--rows FILE` matches of earlier runs are not played again.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import ziggurat
from ziggurat import bots
from ziggurat.reviewing import review

LEVELS = "random,apprentice,scribe,steward,mayor,governor,king"
SURE = 1.96  # standard errors to each side of a mean


class DecidedMatch(NamedTuple):
    """What the review of one match says of a level."""

    game: str
    seats: int
    level: str
    seed: int
    seconds: float
    figure: float  # the mean of its seats
    cost: float  # of a seat
    marked: float  # decisions of a seat


def played(name: str, level: str, seats: int, seed: int) -> ziggurat.Match:
    """A match of a level against itself."""
    match = ziggurat.new(name, seats=seats, seed=seed)
    players = [bots.find(level)(match.game, 100 * seed + seat) for seat in range(seats)]
    while not match.over:
        match.play(int(players[match.actor].choose(match.record(match.actor))))
    return match


def judged(name: str, seats: int, level: str, seed: int, seconds: float) -> DecidedMatch:
    """Let a level play itself, and review the match."""
    found = review(played(name, level, seats, seed), seconds)
    some = [seat for seat in found.seats if seat.quality is not None]
    return DecidedMatch(
        *(name, seats, level, seed, seconds),
        figure=round(statistics.mean(seat.quality or 0.0 for seat in some), 3),
        cost=round(statistics.mean(seat.cost for seat in some), 4),
        marked=round(sum(one.grade is not None for one in found.judged) / len(some), 3),
    )


def interval(numbers: Sequence[float]) -> tuple[float, float]:
    """A mean, and how far the true one may lie from it."""
    if len(numbers) < 2:
        return statistics.mean(numbers), float("inf")
    return statistics.mean(numbers), SURE * statistics.stdev(numbers) / len(numbers) ** 0.5


def report(rows: Sequence[DecidedMatch], levels: Sequence[str]) -> list[str]:
    """The table, and whether the figures rise."""
    by_level = {level: {row.seed: row for row in rows if row.level == level} for level in levels}
    lines = ["| level | matches | figure | above the level below | cost | marked |", "|---|---:|---:|---:|---:|---:|"]
    means: dict[str, float] = {}
    for below, level in pairwise(("", *levels)):
        own = by_level[level]
        if not own:
            continue
        means[level], error = interval([row.figure for row in own.values()])
        both = sorted(set(own) & set(by_level.get(below, {})))
        above = interval([own[seed].figure - by_level[below][seed].figure for seed in both]) if both else None
        cost, marked = (
            statistics.mean(some) for some in zip(*((row.cost, row.marked) for row in own.values()), strict=True)
        )
        lines.append(
            f"| {level} | {len(own)} | {means[level]:.1f} ± {error:.1f} | "
            f"{'' if above is None else f'{above[0]:+.1f} ± {above[1]:.1f}'} | {cost:.2f} | {marked:.1f} |"
        )
    rising = [means[level] for level in levels if level in means and level in bots.LEVELS]
    return [*lines, "rising" if all(lower < higher for lower, higher in pairwise(rising)) else "NOT rising"]


def main() -> None:
    """Let the levels play, and judge them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=4, help="matches of each level")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seconds", type=float, default=20.0, help="of a processor, for each review")
    parser.add_argument("--levels", default=LEVELS)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--rows", type=Path, help="a file that keeps what each match came to")
    given = parser.parse_args()
    seats, levels = given.seats or ziggurat.game(given.game).seat_counts[0], given.levels.split(",")
    kept = given.rows.read_text("utf-8").splitlines() if given.rows and given.rows.exists() else []
    rows = [DecidedMatch(*json.loads(line)) for line in kept]
    rows = [row for row in rows if (row.game, row.seats, row.seconds) == (given.game, seats, given.seconds)]
    done = {(row.level, row.seed) for row in rows}
    with ProcessPoolExecutor(given.workers) as pool:
        waiting = [
            pool.submit(judged, given.game, seats, level, seed, given.seconds)
            for seed in range(given.games)
            for level in levels
            if (level, seed) not in done
        ]
        for one in waiting:
            rows.append(one.result())
            if given.rows:
                with given.rows.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(rows[-1]) + "\n")
    print(f"{given.game}, {seats} seats")
    print("\n".join(report(rows, levels)))


if __name__ == "__main__":
    main()
