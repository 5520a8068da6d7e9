"""What a position of Ur promises a seat, in points: its sets, its stones, and fields ready for a ziggurat."""

from __future__ import annotations

from ziggurat.core.bits import popcount
from ziggurat.core.kernel import kernel
from ziggurat.games.ur.board import FULL, STONES

# Points, the best of a few tried with `greedy` against `random`; none of them is part of the rules.
STONE_WORTH = 0.2  # on the board, where it holds a field against the others
SITE_WORTH = 0.5  # a full field, while there are ziggurats to build


@kernel
def evaluate(state, seat):
    """The points a seat has and may hope for."""
    worth = float(state.score[seat])
    if state.over:
        return worth
    worth += STONE_WORTH * (STONES - state.supply[seat])
    if state.ziggurats_left > 0:
        worth += SITE_WORTH * popcount(state.own[seat] & state.level[FULL - 1])
    return worth
