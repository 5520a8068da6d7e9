"""What a cluster costs beside threads in one process, on this machine; and how large what is sent is.

    python benchmarks/scaling.py                       1, 2 and 4 workers, and as many threads
    python benchmarks/scaling.py --sizes               bytes of what travels

Starting Ray and the workers is told apart: it is paid once, whatever is computed. Machines are shared, and so the
ratios within one run are what counts.
"""

from __future__ import annotations

import argparse
import pickle
import random
import time

import ziggurat
import ziggurat.envs
from ziggurat import bots
from ziggurat.bots.arena import Arena
from ziggurat.cluster import Cluster, simulate
from ziggurat.core.match import Match
from ziggurat.sim import simulate as simulate_here


def speeds(name: str, games: int, counts: list[int]) -> None:
    """Print the games a second of threads and of workers, in turns."""
    game = ziggurat.game(name)
    seats = game.seat_counts[-1]
    print(f"{game.title}, {seats} seats, {games:,} random games a run")
    print("| at once | threads: games/s | workers: games/s | workers beside threads | until the first result |")
    print("|---:|---:|---:|---:|---:|")
    for count in counts:
        began = time.perf_counter()
        with Cluster("local", workers=count) as cluster:
            simulate(cluster, game, seats=seats, games=1000 * count)  # workers start and load what is compiled
            ready = time.perf_counter() - began
            far = simulate(cluster, game, seats=seats, games=games, seed=1)
        here = simulate_here(game, seats=seats, games=games, seed=1, threads=count)
        if far.digest != here.digest:
            raise SystemExit("The digests differ.")
        ratio = far.games_per_second / here.games_per_second
        print(f"| {count} | {here.games_per_second:,.0f} | {far.games_per_second:,.0f} | {ratio:.2f} | {ready:.1f} s |")


def played(name: str) -> Match:
    """A random match."""
    match, chance = ziggurat.new(name, seed=1), random.Random(1)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match


def sizes() -> None:
    """Print how many bytes things have as pickles, which is how Ray sends them."""
    print("| game | a whole match | a position | a search bot | 64 lanes | an arena's report |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in ziggurat.game_names():
        game, match = ziggurat.game(name), played(name)
        bot = bots.find("search:100i")(game, 1)
        contest = Arena(game, ["random", "greedy"], game.seat_counts[0], 2)
        contest.run()
        lanes = ziggurat.envs.vector(name, games=64, seed=1).snapshot()
        row = (match, match.position(), bot, lanes, contest.report())
        print(f"| {game.title} | {' | '.join(f'{len(pickle.dumps(one, protocol=5)):,}' for one in row)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="babel")
    parser.add_argument("--games", type=int, default=500_000, help="a run")
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4])
    parser.add_argument("--sizes", action="store_true")
    given = parser.parse_args()
    if given.sizes:
        sizes()
    else:
        speeds(given.game, given.games, given.workers)


if __name__ == "__main__":
    main()
