"""Batches of random games on a GPU: one thread, one game, from set-up to the end.

Each thread plays in its own local memory, which CUDA interleaves between threads: when a warp reads the same field of
32 games, that is one access. The finished record is written out once, for its fingerprint.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ziggurat.core.bits import NONE
from ziggurat.core.compile.gpu import cuda, entry, require
from ziggurat.core.contract import STATE, WORDS
from ziggurat.core.game import Game
from ziggurat.core.kernel import kernel
from ziggurat.sim.playout import RESULT, note_result, play_game

BLOCK = 256  # threads; 64 and 128 are 7 to 10% slower on an H200
CHUNK = 1 << 20  # games per launch: enough to keep every multiprocessor busy to the end


@kernel
def play_batch(states, words, results, count, seats, options, seed, first):
    """Thread i plays game number `first` + i."""
    index = cuda.grid(1)
    if index >= count:
        return
    games = cuda.local.array(1, STATE)
    mask = cuda.local.array(WORDS, np.uint64)
    stream = cuda.local.array(1, np.uint64)
    for word in range(words.shape[1]):
        words[index, word] = NONE
    games[0] = states[index]
    actions = play_game(games[0], mask, stream, seats, options, seed, first + index)
    states[index] = games[0]
    note_result(games[0], words[index], actions, results[index])


@functools.cache
def launcher(game: Game) -> Any:
    """The CUDA entry function for a game."""
    return entry(play_batch.source_for("cuda", game.binding))


class Device:
    """A GPU with buffers for one chunk of games."""

    chunk = CHUNK

    def __init__(self, game: Game, options: np.ndarray[Any, Any], seats: int, seed: int, games: int) -> None:
        require()
        self._launch = launcher(game)
        self._options = cuda.to_device(options)
        self._seats, self._seed = seats, np.uint64(seed)
        chunk = min(games, CHUNK)
        self._states = cuda.device_array(chunk, dtype=game.state)
        self._words = self._states.view(np.uint64).reshape(chunk, game.state.itemsize // 8)
        self._results = cuda.device_array(chunk, dtype=RESULT)
        self.play(0, 1)  # compile before the clock starts

    def play(self, first: int, count: int) -> np.ndarray[Any, Any]:
        """Play `count` games from number `first` on."""
        blocks = (count + BLOCK - 1) // BLOCK
        self._launch[blocks, BLOCK](
            self._states, self._words, self._results, count, self._seats, self._options, self._seed, first
        )
        results: np.ndarray[Any, Any] = self._results[:count].copy_to_host()
        return results
