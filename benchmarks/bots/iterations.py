"""How many iterations a second the search manages, and what a second thread adds.

    python benchmarks/bots/iterations.py

Full iterations (a possible truth, a walk, a playout) with each game's own settings, on positions of random games, two
seats (Ur: three); the same positions with one thread and with two, in one run.
"""

from __future__ import annotations

import time

from playouts import probes

import ziggurat
from ziggurat.bots import Budget, SearchBot

SECONDS = 0.1  # a position


def main() -> None:
    print(f"{'game':10} {'one thread':>12} {'two threads':>12} {'ratio':>6}")
    for name in ziggurat.game_names():
        game = ziggurat.game(name)
        positions = probes(game, 3 if name == "ur" else 2)
        speeds = []
        for threads in (1, 2):
            bot = SearchBot(game, 1, Budget(seconds=SECONDS), threads=threads)
            bot.think(positions[0], Budget(iterations=64))
            began, done = time.perf_counter(), 0
            for position in positions:
                done += bot.think(position).iterations
            speeds.append(done / (time.perf_counter() - began))
        print(f"{name:10} {speeds[0]:12,.0f} {speeds[1]:12,.0f} {speeds[1] / speeds[0]:6.2f}", flush=True)


if __name__ == "__main__":
    main()
