"""Enumerable chance: draws that are read from a script instead of a generator.

The word of a stream has two halves. The lower one is the script, read digit by digit, each draw taking as many
possibilities as it has; the upper one multiplies these up, and so tells in the end how many scripts there are. Every
number below that is another way for the draws to fall, and all are equally likely.
"""

from __future__ import annotations

import numpy as np

from ziggurat.core.kernel import kernel

HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
FRESH = np.uint64(1 << 32)  # nothing drawn yet: one way


@kernel
def start(stream, seed):
    """Begin with a script."""
    stream[0] = FRESH | np.uint64(seed)


@kernel
def below(stream, bound):
    """The script's next digit."""
    limit = np.uint64(bound)
    script = stream[0] & LOW
    ways = (stream[0] >> HALF) * limit
    stream[0] = (ways << HALF) | (script // limit)
    return np.int64(script % limit)


SCRIPTED = {"start": start, "below": below}
