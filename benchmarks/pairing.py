"""How long it takes to pair the next round of a Swiss tournament: `python -m benchmarks.pairing`."""

from __future__ import annotations

import time

from tests.tournaments.simulated import field, swiss

from ziggurat.tournaments import pair_swiss, standings

ROUNDS = 7


def main() -> None:
    """Print a table."""
    print("players  seats  seconds")
    for players in (32, 128):
        strength = field(players)
        for seats in (2, 3, 4):
            _, outcomes = swiss(strength, seats, ROUNDS, seed=1)
            order = [line.player for line in standings(list(strength), outcomes, "swiss", 1)]
            began = time.perf_counter()
            pair_swiss(order, outcomes, seats, 1)
            print(f"{players:7}  {seats:5}  {time.perf_counter() - began:7.2f}")


if __name__ == "__main__":
    main()
