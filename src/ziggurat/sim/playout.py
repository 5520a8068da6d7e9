"""One random game from set-up to result, as a kernel: the same on every device."""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import NONE
from ziggurat.core.chance import mix, seed_for, start
from ziggurat.core.contract import setup, standing
from ziggurat.core.engine import play_out
from ziggurat.core.kernel import kernel

RESULT = np.dtype(
    [
        ("fingerprint", "u8"),  # of the final record's bytes
        ("actions", "i4"),
        ("score", "i2", (4,)),
        ("over", "i1"),  # how it ended
        ("winners", "i1"),  # as bits
        ("spare", "i1", (2,)),
    ],
    align=True,
)


@kernel
def play_game(state, mask, stream, seats, options, seed, index):
    """Play game number `index` of a batch in an all-zero record; say how many actions it took.

    The players' choices come from a stream of their own: what is drawn in the game does not depend on it.
    """
    setup(state, seats, options, seed_for(seed, index))
    start(stream, seed_for(~seed, index))
    return play_out(state, mask, stream)


@kernel
def note_result(state, words, actions, result):
    """Write down what came out; `words` are the record's bytes."""
    fingerprint = NONE
    for word in range(len(words)):
        fingerprint = mix(fingerprint ^ words[word]) + np.uint64(word)
    result.fingerprint = fingerprint
    result.actions = actions
    result.over = state.over
    best = standing(state, 0)
    for seat in range(state.seats):
        result.score[seat] = state.score[seat]
        best = max(best, standing(state, seat))
    winners = 0
    for seat in range(state.seats):
        if standing(state, seat) == best:
            winners |= 1 << seat
    result.winners = winners


@kernel
def play_games(states, words, results, mask, stream, seats, options, seed, first):
    """Play a batch, one game after another, all in the first record."""
    for index in range(len(results)):
        for word in range(words.shape[1]):
            words[0, word] = NONE
        actions = play_game(states[0], mask, stream, seats, options, seed, first + index)
        note_result(states[0], words[0], actions, results[index])
