"""Random games on a cluster: the same, bit for bit, as `ziggurat.sim.simulate` plays."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

import ziggurat
from ziggurat.cluster.session import Cluster
from ziggurat.core.game import Game
from ziggurat.sim.batch import CHUNK, Keep, Outcome, Progress, batch_player, check_batch, summed_up
from ziggurat.sim.playout import RESULT

LONGEST = 20_000  # games of a batch where there are not very many: beside them, handing out is little
MOST_BATCHES = 16_384  # enough for a thousand workers, and few enough for one program to hand out


def cut(total: int, least: int = 1) -> Iterator[tuple[int, int]]:
    """The first number and the length of each batch; they depend on the total alone, not on the workers."""
    size = max(least, -(-total // MOST_BATCHES))
    for first in range(0, total, size):
        yield first, min(size, total - first)


def player(game: str, options: Any, seats: int, seed: int) -> Callable[[tuple[int, int]], Any]:
    """The function that plays a batch on a worker."""
    play = batch_player(ziggurat.game(game), options, seats, seed)
    return lambda batch: play(*batch)


def simulate(
    cluster: Cluster,
    game: Game,
    *,
    seats: int,
    games: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    progress: Progress = lambda _: None,
    keep: Keep = lambda _first, _results: None,
) -> Outcome:
    """Play uniformly random games, as `ziggurat.sim.simulate` does.

    `threads` of the outcome is the number of workers there was room for.
    """
    check_batch(game, seats, games, seed)
    values = game.load_options(options or {})  # files are read here: workers need not have them
    least = min(LONGEST, max(CHUNK, games // 64))
    settings = {"game": game.name, "options": game.encode_options(values), "seats": seats, "seed": seed}
    with cluster.job("simulate", game, ("batches",), settings) as job:
        results = np.zeros(games, dtype=RESULT)
        began = time.perf_counter()
        at = 0
        for part in job.map(cut(games, least), done=lambda part: progress(len(part))):
            results[at : at + len(part)] = part
            keep(at, part)
            at += len(part)
        seconds = time.perf_counter() - began
    return summed_up(game, seats, values, seed, results, seconds, "cpu", cluster.slots)
