"""Plays random games in batches: their speed, their results, and a digest over all of them."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game
from ziggurat.core.kernel import Backend
from ziggurat.core.match import check_seed
from ziggurat.core.registry import game as find_game
from ziggurat.sim.playout import RESULT, play_games

CHUNK = 1000  # games a thread plays before it reports
Progress = Callable[[int], None]  # told how many games more are done
Keep = Callable[[int, "np.ndarray[Any, Any]"], None]  # given the number of the first game of a part, and its results


@dataclass(frozen=True)
class Outcome:
    """The outcome of a batch. The digest depends on game, seats, options, games and seed alone.

    >>> from ziggurat.sim import simulate
    >>> outcome = simulate("babel", games=100, seed=1)
    >>> outcome.game, outcome.seats, outcome.games, outcome.shortest
    ('babel', 2, 100, 101)
    """

    game: str
    seats: int
    options: Mapping[str, Any]
    seed: int
    games: int
    actions: int
    seconds: float
    device: str
    threads: int
    digest: str
    mean_scores: list[float]
    win_rates: list[float]  # a shared victory counts for every winner
    shortest: int
    mean_length: float
    longest: int
    endings: Mapping[str, int]

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def actions_per_second(self) -> float:
        return self.actions / self.seconds


def simulate(
    game: str | Game,
    *,
    seats: int | None = None,
    games: int = 10_000,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    device: str = "cpu",
    threads: int | None = None,
    progress: Progress = lambda _: None,
    keep: Keep = lambda _first, _results: None,
) -> Outcome:
    """Play uniformly random games. Compiling, if it is needed, is not part of the measured time.

    Without a seat count the game's largest is taken. `keep` is given the results (`ziggurat.sim.playout.RESULT`) part
    by part, in order.

    >>> from ziggurat.sim import simulate
    >>> outcome = simulate("babel", games=100, seed=1)
    >>> outcome.games, outcome.longest > outcome.shortest
    (100, True)
    """
    game = find_game(game)
    seats = game.default_seats if seats is None else seats
    check_batch(game, seats, games, seed)
    values = game.load_options(options or {})
    encoded = game.encode_options(values)
    if device == "cpu":
        threads, chunk = threads or os.cpu_count() or 1, CHUNK
        player = batch_player(game, encoded, seats, seed)
        player(0, 1)  # compile, or load what was compiled, before the clock starts
    elif device == "cuda":
        from ziggurat.sim.cuda import Device

        gpu = Device(game, encoded, seats, seed, games)
        threads, chunk, player = 1, gpu.chunk, gpu.play
    else:
        raise BadOption(f"A device is cpu or cuda, not {device!r}.")
    results = np.zeros(games, dtype=RESULT)
    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        starts = range(0, games, chunk)
        try:
            for first, part in zip(
                starts, pool.map(lambda at: player(at, min(chunk, games - at)), starts), strict=True
            ):
                results[first : first + len(part)] = part
                keep(first, part)
                progress(len(part))
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    seconds = time.perf_counter() - began
    return summed_up(game, seats, values, seed, results, seconds, device, threads)


def check_batch(game: Game, seats: int, games: int, seed: int) -> None:
    """Raise `BadOption` for numbers that cannot be played."""
    game.check_seats(seats)
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise BadOption(f"The number of games is 1 or more, not {games!r}.")
    check_seed(seed)


def summed_up(
    game: Game,
    seats: int,
    values: Mapping[str, Any],
    seed: int,
    results: np.ndarray[Any, Any],
    seconds: float,
    device: str,
    threads: int,
) -> Outcome:
    """The outcome of a batch, from the results of its games in order."""
    return Outcome(
        game=game.name,
        seats=seats,
        options=values,
        seed=seed,
        games=len(results),
        actions=int(results["actions"].sum()),
        seconds=seconds,
        device=device,
        threads=threads,
        digest=hashlib.blake2b(results["fingerprint"].tobytes(), digest_size=8).hexdigest(),
        mean_scores=[float(mean) for mean in results["score"].mean(axis=0)[:seats]],
        win_rates=[float((results["winners"] >> seat & 1).mean()) for seat in range(seats)],
        shortest=int(results["actions"].min()),
        mean_length=float(results["actions"].mean()),
        longest=int(results["actions"].max()),
        endings={
            text: int((results["over"] == number).sum()) for number, text in enumerate(game.endings) if number > 0
        },
    )


def batch_player(
    game: Game, options: Any, seats: int, seed: int, backend: Backend = "cpu"
) -> Callable[[int, int], np.ndarray[Any, Any]]:
    """A function that plays `count` games from number `first` on, in the calling thread."""
    play = game.bind(play_games, backend)

    def player(first: int, count: int) -> np.ndarray[Any, Any]:
        states = game.new_records()
        words = states.view(np.uint64).reshape(1, -1)
        results = np.zeros(count, dtype=RESULT)
        stream = np.zeros(1, dtype=np.uint64)
        play(states, words, results, game.new_mask(), stream, seats, options, np.uint64(seed), first)
        return results

    return player
