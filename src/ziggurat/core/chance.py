"""Random numbers that live inside a record.

A stream is an array of one 64-bit word (a record's `rng`, or a bot's own). The generator is SplitMix64: one addition
and one mix per draw, 2**64 long, and good enough for BigCrush. Draws below a bound are unbiased (Lemire's method).
"""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import LOW_HALF
from ziggurat.core.kernel import kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)


@kernel
def mix(word):
    """Spread every bit of a word over all the others."""
    word = (word ^ (word >> np.uint64(30))) * MIX_A
    word = (word ^ (word >> np.uint64(27))) * MIX_B
    return word ^ (word >> np.uint64(31))


@kernel
def seed_for(seed, index):
    """The seed of the index-th of many: neighbours have nothing in common."""
    return mix(mix(np.uint64(seed) + GOLDEN) ^ (np.uint64(index) * GOLDEN + MIX_A))


@kernel
def start(stream, seed):
    """Begin a stream from a seed."""
    stream[0] = mix(np.uint64(seed) + GOLDEN)


@kernel
def draw(stream):
    """The next 64 random bits."""
    stream[0] += GOLDEN
    return mix(stream[0])


@kernel
def below(stream, bound):
    """A whole number from 0 to bound - 1, each equally likely. The bound is at least 1 and below 2**32."""
    limit = np.uint64(bound)
    product = (draw(stream) >> np.uint64(32)) * limit
    if product & LOW_HALF < limit:
        threshold = (LOW_HALF + np.uint64(1) - limit) % limit
        while product & LOW_HALF < threshold:
            product = (draw(stream) >> np.uint64(32)) * limit
    return np.int64(product >> np.uint64(32))
