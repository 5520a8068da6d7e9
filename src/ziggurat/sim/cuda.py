"""Batches of random games on a GPU: one thread, one game, from set-up to the end.

Each thread plays in its own local memory, which CUDA interleaves between threads: when a warp reads the same field of
32 games, that is one access. The finished records are written out once.
"""

from __future__ import annotations

import numpy as np

from ziggurat.core.chance import seed_for, start
from ziggurat.core.contract import STATE, WORDS, setup
from ziggurat.core.engine import play_out
from ziggurat.core.gpu import cuda
from ziggurat.core.kernel import kernel


@kernel
def play_batch(states, actions, seats, options, seed, first):
    """Play game number `first` + i in thread i."""
    index = cuda.grid(1)
    if index >= len(states):
        return
    games = cuda.local.array(1, STATE)
    mask = cuda.local.array(WORDS, np.uint64)
    stream = cuda.local.array(1, np.uint64)
    games[0] = states[index]
    setup(games[0], seats, options, seed_for(seed, first + index))
    start(stream, seed_for(~seed, first + index))
    actions[index] = play_out(games[0], mask, stream)
    states[index] = games[0]
