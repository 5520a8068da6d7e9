"""How long prospects take: `python benchmarks/prospects.py`, in processor time of one thread.

Of positions of random games at the largest table, as the seat that decides knows them: the kernel that counts, the
whole until it can be encoded, and a view of the same position for comparison. The best of some rounds counts.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

import ziggurat
from ziggurat.core.game import Records

ROUNDS = 20
GAMES = 3
EVERY = 5  # decisions


def positions(name: str) -> list[tuple[Records, int]]:
    """What the deciding seats saw, every few decisions."""
    stream = random.Random(1)
    positions = []
    for seed in range(GAMES):
        match = ziggurat.new(name, seed=seed)
        while not match.over:
            if len(match) % EVERY == 0:
                positions.append((match.record(match.actor), match.actor))
            match.play(stream.choice(match.legal()))
    return positions


def microseconds(call: Callable[[Records, int], Any], seen: list[tuple[Records, int]]) -> float:
    """Of one call."""
    times = []
    for _ in range(ROUNDS):
        began = time.thread_time()
        for records, seat in seen:
            call(records, seat)
        times.append((time.thread_time() - began) / len(seen))
    return min(times) * 1e6


def _count(foresee: Callable[..., None], out: np.ndarray[Any, Any], records: Records, seat: int) -> None:
    foresee(records, seat, out)


def main() -> None:
    """Measure every game that has prospects."""
    print(f"{'game':10} {'kernel':>8} {'prospects':>10} {'view':>8}   in microseconds")
    for name in ziggurat.game_names():
        game = ziggurat.game(name)
        if game.prospects is None:
            continue
        seen = positions(name)
        out = np.zeros(import_module(f"{game.package}.foresee").SHAPE, dtype=np.int32)
        kernel = microseconds(partial(_count, game.engine().foresee, out), seen)
        print(
            f"{name:10} {kernel:8.1f} {microseconds(game.prospects, seen):10.1f} {microseconds(game.view, seen):8.1f}"
        )


if __name__ == "__main__":
    main()
