"""What a seat sees of Nine Wells as numbers for learning. Seats are counted from the observer."""

from __future__ import annotations

from ziggurat.core.game import Plane, plane_starts
from ziggurat.core.kernel import kernel

from .state import MOST_SEATS, NO_WELL, WELLS

PLANES = (
    Plane("owners", (MOST_SEATS, WELLS), "by seat: 1 for each well it has claimed"),
    Plane("water", (WELLS,), "what each well gives"),
    Plane("claimed", (WELLS,), "1 for the well that is rolled for next"),
    Plane("spring", (WELLS,), "1 for the observer's own spring"),
    Plane("scores", (MOST_SEATS,), "by seat: water"),
    Plane("actor", (MOST_SEATS,), "1 for the seat that decides"),
)
_START = plane_starts(PLANES)
WATER, CLAIMED, SPRING = _START["water"], _START["claimed"], _START["spring"]
SCORES, ACTOR, SIZE = _START["scores"], _START["actor"], _START["end"]


@kernel
def observe(state, seat, out):
    """Write everything a record redacted for this seat shows."""
    for index in range(SIZE):
        out[index] = 0
    viewer = max(seat, 0)
    for well in range(WELLS):
        if state.owner[well] >= 0:
            out[(state.owner[well] - viewer) % state.seats * WELLS + well] = 1
        out[WATER + well] = state.water[well]
    if state.claimed != NO_WELL:
        out[CLAIMED + state.claimed] = 1
    if seat >= 0:
        out[SPRING + state.spring[seat]] = 1
    for offset in range(state.seats):
        out[SCORES + offset] = state.score[(viewer + offset) % state.seats]
    if not state.over:
        out[ACTOR + (state.actor - viewer) % state.seats] = 1
