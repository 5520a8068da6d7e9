"""Random games as tables. For a row per decision, the games of `simulate` are played once more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ziggurat.core.chance import GOLDEN, mix, seed_for
from ziggurat.core.game import Game
from ziggurat.data.rows import outcome_values, packed
from ziggurat.data.tables import TableWriter
from ziggurat.envs.batch import CpuEnv
from ziggurat.envs.lanes import STAY

LANES = 16  # games at a time: what was decided is kept until each ends

Array = np.ndarray[Any, Any]


def seeds_of(seed: int, numbers: Any) -> Array:
    """The seeds of games by their numbers in a batch."""
    with np.errstate(over="ignore"):
        return np.asarray(seed_for.on("interpreted")(np.uint64(seed), np.asarray(numbers)), dtype=np.uint64)


def add_games(table: TableWriter, game: Game, seats: int, seed: int, first: int, results: Array) -> None:
    """Add a row for each game of a part of a batch."""
    numbers = np.arange(first, first + len(results))
    seeds = seeds_of(seed, numbers).tolist()
    rows = []
    for number, result, begun in zip(numbers.tolist(), results, seeds, strict=True):
        won = [bool(int(result["winners"]) >> seat & 1) for seat in range(seats)]
        outcome = outcome_values(result["score"][:seats].tolist(), won)
        ending = game.ending_codes[int(result["over"])]
        rows.append([number, begun, seats, int(result["actions"]), ending, *outcome])
    table.add(rows)


def add_decisions(
    table: TableWriter, game: Game, seats: int, options: Mapping[str, Any], seed: int, first: int, results: Array
) -> None:
    """Add a row for each decision of a part of a batch; games that end first come first."""
    lanes = min(LANES, len(results))
    settings: dict[str, Any] = {"reward": "win", "masks": "bytes", "observe": True, "options": options, "seed": 0}
    env = CpuEnv(game, games=lanes, seats=seats, **settings)
    playing: list[int] = [-1] * lanes
    rows: list[list[list[Any]]] = [[] for _ in range(lanes)]
    waiting = iter(range(first, first + len(results)))

    def begin(lane: int) -> None:
        playing[lane] = next(waiting, -1)
        rows[lane] = []
        if playing[lane] >= 0:
            env.reset_lanes([lane], seeds=seeds_of(seed, [playing[lane]]))
            with np.errstate(over="ignore"):  # as `play_game` begins the stream of the choices
                stream = mix.on("interpreted")(seeds_of(~seed % 2**64, [playing[lane]]) + GOLDEN)
            env._lanes["stream"][lane] = stream

    for lane in range(lanes):
        begin(lane)
    while any(number >= 0 for number in playing):
        actions = env.sample().copy()
        for lane, number in enumerate(playing):
            if number < 0:
                actions[lane] = STAY
                continue
            decided = [int(env.actors[lane]), int(actions[lane]), int(env.counts[lane])]
            decision = [number, seats, len(rows[lane]), *decided]
            rows[lane].append([decision, env.observations[lane].tobytes(), packed(env.masks[lane])])
        env.step(actions)
        for lane in np.flatnonzero(env.over).tolist():
            won = [bool(int(results["winners"][playing[lane] - first]) >> seat & 1) for seat in range(seats)]
            outcome = outcome_values(env.scores[lane].tolist(), won)
            table.add([[*decision, *outcome, seen, mask] for decision, seen, mask in rows[lane]])
            begin(lane)
