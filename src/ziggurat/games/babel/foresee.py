"""The kernel behind Babel's prospects: what could be built, and what each ability could do."""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import popcount
from ziggurat.core.kernel import kernel
from ziggurat.games.babel.actions import BUILD, CHANGE_CAMPS, DESERTION, DESTROY, FIRST, HALF, OWN, SKIP, STEAL, THEIR
from ziggurat.games.babel.cards import (
    FIRST_LEVEL,
    LEVELS,
    NATIONS,
    NOBODY,
    QUARRY,
    RUN,
    RUNS,
    SEATS,
    SITES,
    VALUE,
    Nation,
)
from ziggurat.games.babel.hidden import unseen
from ziggurat.games.babel.rules import keeps_first_card, nation_at, run_starts, stack_top

# Rows by seat and site: the level to build next, whose top cards are of it (as bits), and whether it can be built now.
LEVEL, SOURCES, BUILDABLE = 0, 1, 2
# Rows by seat and nation, all at the pawn's site: runs, whether the ability has an effect, whether it can be used now,
# what it would do to the points of both, a level, the stacks it lies on (as bits), a nation, and how many cards; and
# for Medes the cards of each nation.
RUNS_THERE, EFFECT, USABLE, MINE, YOURS, TAKEN_LEVEL, STACKS_OF, NAMED, CARDS, BY_NATION = range(10)
# A row for each seat: cards the other would discard for half a hand, and whether some run can be used for that now.
HALVED, HALVES = 0, 1

ABILITY_ROWS = SEATS * SITES
SEAT_ROWS = ABILITY_ROWS + SEATS * NATIONS
UNSEEN_ROW = SEAT_ROWS + SEATS
SHAPE = (UNSEEN_ROW + 1, BY_NATION + NATIONS)


@kernel
def foresee(state, seat, out):
    """Count everything, whoever looks: what a seat may not know is not in its record."""
    for other in range(SEATS):
        for site in range(SITES):
            foresee_building(state, other, site, out)
        out[SEAT_ROWS + other, HALVED] = state.hand_size[1 - other] // 2
        site = np.int64(state.pawn[other])
        if site != QUARRY:
            for nation in range(NATIONS):
                foresee_ability(state, other, site, nation, out, ABILITY_ROWS + NATIONS * other + nation)
    for nation in range(NATIONS):
        out[UNSEEN_ROW, nation] = unseen(state, nation)


@kernel
def foresee_building(state, seat, site, out):
    """(2, 4, 6) The next level at a site, where it lies, and whether the pawn and the nation cards are there for it."""
    row = SITES * seat + site
    level = VALUE[state.temple[seat, site]] + 1
    sources = 0
    if level <= LEVELS:
        here = state.pawn[seat] == site
        if stack_top(state, seat) == level and not (here and not may_use(state, seat, BUILD + OWN)):
            sources |= 1 << OWN
        if stack_top(state, 1 - seat) == level and not (here and not may_use(state, seat, BUILD + THEIR)):
            sources |= 1 << THEIR
        if state.first_card[seat] and level == FIRST_LEVEL:
            sources |= 1 << FIRST
    out[row, LEVEL] = level
    out[row, SOURCES] = sources
    out[row, BUILDABLE] = 1 if sources and state.pawn[seat] == site and state.length[seat, site] >= level else 0


@kernel
def foresee_ability(state, seat, site, nation, out, row):
    """(10-16) What a nation's ability could do at the pawn's site, and whether a run there lets it be used."""
    runs = popcount(run_starts(state.row[seat, site, nation])) if state.length[seat, site] >= RUN else 0
    out[row, RUNS_THERE] = runs
    first = HALF
    if nation == Nation.ASSYRIANS:
        foresee_destruction(state, seat, site, out, row)
        first = DESTROY
    elif nation == Nation.HITTITES:
        foresee_theft(state, seat, site, out, row)
        first = STEAL
    elif nation == Nation.MEDES:
        foresee_desertion(state, seat, site, out, row)
        first = DESERTION
    elif nation == Nation.PERSIANS:
        foresee_skipping(state, seat, site, out, row)
        first = SKIP
    else:
        foresee_change(state, seat, site, out, row)
        first = CHANGE_CAMPS
    if runs > 0 and out[row, EFFECT] and may_use(state, seat, first):
        out[row, USABLE] = 1
    if runs > 0 and out[SEAT_ROWS + seat, HALVED] > 0 and may_use(state, seat, HALF + RUNS * nation):
        out[SEAT_ROWS + seat, HALVES] = 1


@kernel
def may_use(state, seat, action):
    """(2) Whether the first card could still be built after this."""
    return not state.first_card[seat] or keeps_first_card(state, seat, action)


@kernel
def foresee_destruction(state, seat, site, out, row):
    """(11) The other's temple here goes."""
    temple = np.int64(state.temple[1 - seat, site])
    out[row, EFFECT] = 1 if temple != 0 else 0
    out[row, YOURS] = -VALUE[temple]
    out[row, CARDS] = popcount(np.uint64(temple))


@kernel
def foresee_theft(state, seat, site, out, row):
    """(12) The other's top card here, if it is higher than the own temple and enough nation cards lie here."""
    temple = np.int64(state.temple[1 - seat, site])
    level, own = VALUE[temple], VALUE[state.temple[seat, site]]
    out[row, TAKEN_LEVEL] = level
    if level > own:
        out[row, EFFECT] = 1 if level <= state.length[seat, site] else 0
        out[row, MINE] = level - own
        out[row, YOURS] = VALUE[temple & ~(1 << level)] - level


@kernel
def foresee_desertion(state, seat, site, out, row):
    """(13) All the other's cards of one nation here."""
    most = 0
    for nation in range(NATIONS):
        cards = popcount(state.row[1 - seat, site, nation])
        out[row, BY_NATION + nation] = cards
        most = max(most, cards)
    out[row, CARDS] = most
    out[row, EFFECT] = 1 if most > 0 else 0


@kernel
def foresee_skipping(state, seat, site, out, row):
    """(14) A card two levels higher, from the top of a stack, if enough nation cards lie here."""
    level = VALUE[state.temple[seat, site]] + 2
    stacks = 0
    if level <= LEVELS:
        if stack_top(state, seat) == level:
            stacks |= 1 << OWN
        if stack_top(state, 1 - seat) == level:
            stacks |= 1 << THEIR
    out[row, TAKEN_LEVEL] = level
    out[row, STACKS_OF] = stacks
    if stacks:
        out[row, EFFECT] = 1 if level <= state.length[seat, site] else 0
        out[row, MINE] = 2


@kernel
def foresee_change(state, seat, site, out, row):
    """(15) The other's cards of the nation that lies last in the row here."""
    length = state.length[1 - seat, site]
    out[row, NAMED] = NOBODY
    if length > 0:
        nation = nation_at(state, 1 - seat, site, length - 1)
        out[row, NAMED] = nation
        out[row, CARDS] = popcount(state.row[1 - seat, site, nation])
        out[row, EFFECT] = 1
