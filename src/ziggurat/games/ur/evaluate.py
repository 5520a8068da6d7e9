"""The evaluation of Ur for bots, in points: its sets, its stones, its next turn, and fields to build on."""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import popcount
from ziggurat.core.kernel import kernel
from ziggurat.games.ur.board import FIRST_KIND, FULL, SECOND_KIND, STONES, Kind
from ziggurat.games.ur.state import Phase

# Points, the best of a few tried with `greedy` against `random`; none of them is part of the rules.
STONE_WORTH = 0.12  # on the board, where it holds a field against the others
SITE_WORTH = 0.5  # a full field, while there are ziggurats to build
HAND_WORTH = 0.1  # each field for which the hand tile has the action
USING_WORTH = 0.3  # an action under way: it can still be ended, but not begun again

_USES = {Kind.AGRICULTURE: 2.0, Kind.TRADE: 1.0, Kind.CULTURE: 1.0, Kind.POLITICS: 0.0, Kind.WAR: 0.0}
USES = np.array([_USES[kind] for kind in Kind])
USES.setflags(write=False)


@kernel
def evaluate(state, seat):
    """A seat's score plus what it can expect to score."""
    worth = float(state.score[seat])
    if state.over:
        return worth
    worth += STONE_WORTH * (STONES - state.supply[seat])
    if state.ziggurats_left > 0:
        worth += SITE_WORTH * popcount(state.own[seat] & state.level[FULL - 1])
    first, second = FIRST_KIND[state.hand[seat]], SECOND_KIND[state.hand[seat]]
    worth += HAND_WORTH * USES[first] * popcount(state.own[seat] & state.shows[first])
    worth += HAND_WORTH * USES[second] * popcount(state.own[seat] & state.shows[second])
    if state.actor == seat and Phase.AGRICULTURE <= state.phase <= Phase.CROSS:
        worth += USING_WORTH
    return worth
