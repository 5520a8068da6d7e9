"""How much of its time a search uses before the rest could change nothing: `python benchmarks/bots/early_stop.py`.

Both searches think about positions that networks have played to, with the same seconds a decision. Told is the mean
part of them that was used.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import ziggurat
from ziggurat.bots import NetworkBot, find
from ziggurat.core.game import Game, Records

POSITIONS = 16  # a game
LATEST = 70  # decisions before a position


def positions(game: Game, seats: int) -> list[Records]:
    """What the seat to decide knows, at any time of as many games, where there is a choice."""
    draws, bot = np.random.default_rng(1), NetworkBot(game, 1)
    positions: list[Records] = []
    seed = 0
    while len(positions) < POSITIONS:
        match = ziggurat.new(game.name, seats=seats, seed=seed)
        seed += 1
        for _ in range(int(draws.integers(5, LATEST))):
            if not match.over:
                match.play(bot.choose(match.record(match.actor)))
        if not match.over and len(match.legal()) > 1:
            positions.append(match.record(match.actor))
    return positions


def main() -> None:
    """Print a line for each game and search."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.4, help="a decision")
    seconds = float(parser.parse_args().seconds)
    for name in ziggurat.game_names():
        game = ziggurat.game(name)
        seen = positions(game, 3 if name == "ur" else 2)
        for kind in ("learned", "classic"):
            bot = find(f"{kind}:{seconds}")(game, 1)
            bot.choose(seen[0])  # to load what it needs
            began = time.perf_counter()
            for records in seen:
                bot.choose(records)
            used = (time.perf_counter() - began) / len(seen)
            print(f"{name:10} {kind}:{seconds} {used / seconds:.2f}", flush=True)


if __name__ == "__main__":
    main()
