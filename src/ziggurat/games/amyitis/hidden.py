"""Who knows what in Amyitis (16): everything is public but what the next shuffle brings."""

from __future__ import annotations

from ziggurat.core.bits import NONE
from ziggurat.core.chance import start
from ziggurat.core.kernel import kernel


@kernel
def redact(state, seat):
    """Erase the generator: nobody knows how the craft cards will fall."""
    state.rng[0] = NONE


@kernel
def resample(state, seat, seed):
    """Imagine shuffles to come."""
    start(state.rng, seed)
