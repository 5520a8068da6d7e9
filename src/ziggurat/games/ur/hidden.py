"""Who knows what in Ur: everybody knows everything, and nothing is random after set-up (16)."""

from __future__ import annotations

from ziggurat.core.bits import NONE
from ziggurat.core.kernel import kernel


@kernel
def redact(state, seat):
    """Nothing is hidden. The generator is erased already when the first stone is placed; this makes sure of it."""
    state.rng[0] = NONE


@kernel
def resample(state, seat, seed):
    """Nothing is missing from a redacted record: there is one possible truth, and it is this one."""
