"""The evaluation of Babel for bots, in temple levels: what stands, and what its nations could still raise."""

from __future__ import annotations

from ziggurat.core.bits import NONE
from ziggurat.core.kernel import kernel
from ziggurat.games.babel.cards import LEVELS, NATIONS, SITES
from ziggurat.games.babel.rules import run_starts

# Levels, the best of a few tried with `greedy` against `random`; none of them is part of the rules. What looks
# worth something and is not, because it tempts a greedy player to hoard: cards in hand, and room to build higher.
ROW_CARD = 0.05  # a card at a site, as far as temples reach
RUN_WORTH = 0.3  # a run of three or more: an ability waits


@kernel
def evaluate(state, seat):
    """The levels a seat has and may hope for."""
    worth = float(state.score[seat])
    if state.over:
        return worth
    for site in range(SITES):
        worth += ROW_CARD * min(state.length[seat, site], LEVELS)
        for nation in range(NATIONS):
            if run_starts(state.row[seat, site, nation]) != NONE:
                worth += RUN_WORTH
    return worth
