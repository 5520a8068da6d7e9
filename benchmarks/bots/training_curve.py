"""How well `ziggurat train` plays against `random` while it learns on a processor: a curve like those of examples/.

    export OMP_NUM_THREADS=1 PYTHONPATH=src
    python benchmarks/bots/training_curve.py babel --seed 1 --minutes 4 --curve own-babel-2.csv

It is the learner of `ziggurat train GAME --device cpu`, with fewer games at once and a smaller gate, because one core
has few updates in some minutes. After every gate the network, not the champion, plays whole games against `random`,
judged as examples/train_ppo.py judges its own: by the odds of its network, from every seat.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

import torch

import ziggurat
from ziggurat.learn.settings import Run
from ziggurat.learn.training import Training

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

from train_ppo import Settings, note, win_rate


class Judged(Training):
    """A run that says after every gate how many games the network wins against `random`."""

    def __init__(self, run: Run, settings: Settings) -> None:
        super().__init__(run)
        self._settings = settings

    def _look(self, statistics: dict[str, float], *, last: bool = False) -> None:
        super()._look(statistics, last=last)
        self.judge()

    def judge(self) -> None:
        """Play against `random`, and add what came of it to the curve."""
        rate = win_rate(self._played, self._settings)
        note(self._settings, self.seconds, self.decisions, rate)
        print(f"{self.seconds:5.0f} s, {self.decisions:,} decisions: {rate:.1%} won against random", flush=True)

    def _played(self, observations: Any, masks: Any) -> Any:
        seats = torch.full((len(observations),), self._settings.seats)
        return self.network(observations, seats, masks)


def main() -> None:
    """Read the settings and train."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", help="which game")
    parser.add_argument("--seats", type=int, default=2, help="how many seats")
    parser.add_argument("--games", type=int, default=128, help="how many games at once")
    parser.add_argument("--minutes", type=float, default=4.0, help="how long")
    parser.add_argument("--gate", type=int, default=20, help="updates between two gates")
    parser.add_argument("--gate-games", type=int, default=64, help="games of each gate")
    parser.add_argument("--judged", type=int, default=Settings.judged, help="games against random, after each gate")
    parser.add_argument("--curve", metavar="FILE", help="add every look to this CSV file")
    parser.add_argument("--seed", type=int, default=1, help="what chance begins with")
    given = parser.parse_args()
    settings = Settings(
        game=given.game, seats=given.seats, seed=given.seed, judged=given.judged, curve=given.curve, games=given.games
    )
    with tempfile.TemporaryDirectory() as folder:
        run = Run(
            game=ziggurat.game(given.game),
            seat_counts=(given.seats,),
            device="cpu",
            folder=Path(folder),
            minutes=given.minutes,
            games=given.games,
            seed=given.seed,
            gate_every=given.gate,
            gate_games=given.gate_games,
        )
        training = Judged(run, settings)
        training.judge()
        training.train()


if __name__ == "__main__":
    main()
