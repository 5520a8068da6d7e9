"""The rules of Nine Wells as kernels, in the order of the clauses of rules.md."""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import NONE, ONE
from ziggurat.core.chance import below, start
from ziggurat.core.events import EVERYBODY, emit
from ziggurat.core.kernel import kernel

from .actions import ROLL
from .events import EventKind
from .state import NO_WELL, NOBODY, WELLS, Ending

DIE, FOUND, FOUND_IN_RULES_1 = 6, 6, 3


@kernel
def setup(state, seats, options, seed):
    """Nobody has a well, everybody knows a spring (1)."""
    start(state.rng, seed)
    state.seats = seats
    state.rules = options[0]  # the version comes after the options, of which there are none
    state.claimed = NO_WELL
    for well in range(WELLS):
        state.owner[well] = NOBODY
    for seat in range(seats):
        state.spring[seat] = below(state.rng, WELLS)


@kernel
def legal(state, mask):
    """Any well that nobody has claimed; after that, the die (2)."""
    if state.claimed != NO_WELL:
        mask[0] = ONE << np.uint64(ROLL)
        return 1
    free, count = NONE, 0
    for well in range(WELLS):
        if state.owner[well] == NOBODY:
            free |= ONE << np.uint64(well)
            count += 1
    mask[0] = free
    return count


@kernel
def apply(state, action, events):
    """Claim a well or roll for it (2). Only the die brings something to light: a claim can be taken back."""
    if action != ROLL:
        state.owner[action] = state.actor
        state.claimed = action
        emit(events, EventKind.CLAIMED, state.actor, EVERYBODY, action, 0, 0)
        return False
    seat, well, water = state.actor, state.claimed, 1 + below(state.rng, DIE)
    state.water[well] = water
    state.score[seat] += water
    state.claimed = NO_WELL
    state.actor = (seat + 1) % state.seats
    emit(events, EventKind.ROLLED, seat, EVERYBODY, well, water, 0)
    finish(state, events)
    return True


@kernel
def finish(state, events):
    """After the last well the springs are shown (3)."""
    for well in range(WELLS):
        if state.owner[well] == NOBODY:
            return
    for seat in range(state.seats):
        spring = state.spring[seat]
        if state.owner[spring] == seat:
            state.score[seat] += found_water(state.rules)
            emit(events, EventKind.SPRING, seat, EVERYBODY, spring, 0, 0)
    state.over = Ending.ALL_CLAIMED
    emit(events, EventKind.GAME_ENDED, NOBODY, EVERYBODY, 0, 0, 0)


@kernel
def found_water(rules):
    """What an own spring is worth (3)."""
    return FOUND if rules > 1 else FOUND_IN_RULES_1


@kernel
def standing(state, seat):
    """The most water wins (4)."""
    return np.int64(state.score[seat])
