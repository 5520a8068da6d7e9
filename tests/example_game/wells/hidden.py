"""Who knows what in Nine Wells (1): erasing secrets from a record, and drawing possible ones back."""

from __future__ import annotations

from ziggurat.core.bits import NONE
from ziggurat.core.chance import below, start
from ziggurat.core.kernel import kernel

from .state import UNKNOWN, WELLS


@kernel
def redact(state, seat):
    """Erase the others' springs until the end, and what chance will bring."""
    state.rng[0] = NONE
    for other in range(state.seats):
        if other != seat and not state.over:
            state.spring[other] = UNKNOWN


@kernel
def resample(state, seat, seed):
    """Any well may be another's spring: nothing that is played tells."""
    start(state.rng, seed)
    for other in range(state.seats):
        if state.spring[other] == UNKNOWN:
            state.spring[other] = below(state.rng, WELLS)
