"""The kernel behind Ur's prospects: sets, what a field would add, what wars leave."""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import NONE, ONE, bit, lowest, popcount
from ziggurat.core.kernel import kernel
from ziggurat.games.ur.board import (
    EAST,
    EAST_EDGE,
    FIELDS,
    FIRST_KIND,
    FULL,
    KINDS,
    MAX_SEATS,
    NOBODY,
    NORTH,
    NORTH_EDGE,
    SECOND_KIND,
    SOUTH,
    SOUTH_EDGE,
    WEST,
    WEST_EDGE,
    Kind,
)
from ziggurat.games.ur.rules import (
    beside,
    best_sets,
    beyond,
    hungry,
    owner_of,
    points_with,
    stones_on,
    targets_from,
    war_losses,
    worth,
)

# Rows of seats: its tiles by action and its ziggurats, what one more of each would add, and the action its hand tile
# is best counted as.
ELEMENTS = KINDS + 1  # a ziggurat is the sixth
COUNTS, ADDS, HAND = 0, ELEMENTS, 2 * ELEMENTS
# Rows of fields: whether it would lose a stone to its owner's agriculture, what its owner's trade would allow it, and
# how many fields its owner's culture would give a stone from here.
HUNGRY, TRADED, SPREADS = 0, 1, 2
# Rows of attacks, as many as the row before them says: whose, from where to where, against whom, how many fall, what
# it costs, what is left, and what it changes in the points of both.
SEAT, SOURCE, TARGET, VICTIM, FALL, LOSSES, LEFT, GAIN, LOSS = range(9)

FIELD_ROWS = MAX_SEATS
ATTACKS = FIELD_ROWS + FIELDS  # the row that says how many
ATTACK_ROWS = ATTACKS + 1
MOST_ATTACKS = FIELDS * (FIELDS - 1)  # every two fields, both ways
SHAPE = (ATTACK_ROWS + MOST_ATTACKS, HAND + 1)


@kernel
def foresee(state, seat, out):
    """Count everything: nothing is hidden, so it is the same for all (16)."""
    attacks = 0
    for other in range(np.int64(state.seats)):
        foresee_sets(state, other, out)
        foresee_fields(state, other, out)
        sources = state.own[other]
        while sources != NONE:
            source = np.int64(lowest(sources))
            sources &= sources - ONE
            targets = targets_from(state, other, source)
            while targets != NONE:
                foresee_attack(state, other, source, np.int64(lowest(targets)), out, ATTACK_ROWS + attacks)
                targets &= targets - ONE
                attacks += 1
    out[ATTACKS, 0] = attacks


@kernel
def foresee_sets(state, seat, out):
    """(15) What a seat's sets are made of, and what one more element of each kind would add to its points."""
    tiles = state.own[seat] if state.uncovered else state.own[seat] | state.ziggurat[seat]
    for kind in range(KINDS):
        out[seat, COUNTS + kind] = popcount(tiles & state.shows[kind])
    out[seat, COUNTS + KINDS] = popcount(state.ziggurat[seat])
    first, second = FIRST_KIND[state.hand[seat]], SECOND_KIND[state.hand[seat]]
    better = worth_in(out, seat, second) > worth_in(out, seat, first)
    out[seat, HAND] = second if better else first
    now = sets_in(out, seat, first, second)
    for element in range(ELEMENTS):
        out[seat, COUNTS + element] += 1
        out[seat, ADDS + element] = sets_in(out, seat, first, second) - now
        out[seat, COUNTS + element] -= 1


@kernel
def worth_in(out, seat, kind):
    """(15) What the hand tile brings, counted as this action."""
    return worth(out[seat, 0], out[seat, 1], out[seat, 2], out[seat, 3], out[seat, 4], out[seat, 5], kind)


@kernel
def sets_in(out, seat, first, second):
    """(15) The points of the elements that a seat's row counts."""
    return best_sets(out[seat, 0], out[seat, 1], out[seat, 2], out[seat, 3], out[seat, 4], out[seat, 5], first, second)


@kernel
def foresee_fields(state, seat, out):
    """(6, 7, 8) What the actions of its owner would do to a field, or from it."""
    own = state.own[seat]
    others = state.level[0] & ~own
    loses = hungry(state, seat)
    roomy = state.level[0] & ~state.level[FULL - 1]
    left = own
    while left != NONE:
        field = lowest(left)
        left &= left - ONE
        here = bit(field)
        row = FIELD_ROWS + field
        out[row, HUNGRY] = 1 if loses & here != NONE else 0
        if state.shows[Kind.TRADE] & here != NONE:
            sides = 1 if here & (beyond(others, NORTH) | NORTH_EDGE) != NONE else 0
            sides += 1 if here & (beyond(others, EAST) | EAST_EDGE) != NONE else 0
            sides += 1 if here & (beyond(others, SOUTH) | SOUTH_EDGE) != NONE else 0
            sides += 1 if here & (beyond(others, WEST) | WEST_EDGE) != NONE else 0
            out[row, TRADED] = min(sides, FULL - stones_on(state, field))
        if state.shows[Kind.CULTURE] & here != NONE:
            out[row, SPREADS] = popcount(beside(here) & roomy)


@kernel
def foresee_attack(state, seat, source, target, out, row):
    """(10) What an attack would take, cost and leave; its points with a stone left behind, if there is one to leave."""
    fall = stones_on(state, target)
    losses = war_losses(state, source, target, fall)
    left = stones_on(state, source) - losses
    victim = owner_of(state, target)
    own = state.own[seat] | bit(target)
    if left == 1:
        own &= ~bit(source)
    out[row, SEAT] = seat
    out[row, SOURCE] = source
    out[row, TARGET] = target
    out[row, VICTIM] = victim
    out[row, FALL] = fall
    out[row, LOSSES] = losses
    out[row, LEFT] = left
    out[row, GAIN] = points_with(state, seat, own) - state.score[seat]
    if victim != NOBODY:
        out[row, LOSS] = points_with(state, victim, state.own[victim] & ~bit(target)) - state.score[victim]
