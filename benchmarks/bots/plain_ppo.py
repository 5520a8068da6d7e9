"""`ziggurat train` against plain PPO after equal time on a processor: `python benchmarks/bots/plain_ppo.py babel`.

Both learn one after the other with their defaults, `examples/train_ppo.py` for the same seat count. Time is counted in
processor seconds, two for each second on two cores, so that a busy machine slows neither. Then they play whole games,
each action drawn by the odds of its network; ours has one seat and plain PPO all others.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import torch

import ziggurat
from ziggurat.bots.arena import Share
from ziggurat.learn.league import Gate
from ziggurat.learn.settings import Run
from ziggurat.learn.training import Training

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

import train_ppo

CORES = 2


class Plain(torch.nn.Module):  # type: ignore[misc]
    """Plain PPO's network, asked as ours is."""

    def __init__(self, network: train_ppo.Network) -> None:
        super().__init__()
        self._network = network

    def forward(self, observations: Any, seats: Any, masks: Any) -> Any:
        """Log odds of all actions, and what to expect."""
        return self._network(observations, masks)


def trained(name: str, seats: int, minutes: float, seed: int) -> torch.nn.Module:
    """The network of `ziggurat train`."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run(ziggurat.game(name), (seats,), "cpu", Path(folder) / "run", minutes=minutes, seed=seed)
        training = Training(run, tell=lambda line: print(f"  ours: {line}", flush=True))
        training.train()
        return training.league.champion


def main() -> None:
    """Train both, and print how often ours is ahead."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=ziggurat.game_names())
    parser.add_argument("--seats", type=int, help="the game's smallest number if left out")
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--games", type=int, default=1024, help="that they play")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = ziggurat.game(asked.game)
    seats = asked.seats or game.seat_counts[0]
    time.perf_counter = lambda: time.process_time() / CORES
    settings = train_ppo.Settings(asked.game, seats, minutes=asked.minutes, seed=asked.seed, goal=1.1)
    _, plain = train_ppo.train(settings)
    ours = trained(asked.game, seats, asked.minutes, asked.seed)
    [ahead] = Gate(game, (seats,), asked.games, "cpu", longest=4000).ahead(ours, Plain(plain), seed=1)
    share = Share.count(ahead * asked.games, asked.games)
    print(f"{game.title}, {seats} seats, {asked.minutes:g} minutes: ours is ahead in {share} of {share.of} games")


if __name__ == "__main__":
    main()
