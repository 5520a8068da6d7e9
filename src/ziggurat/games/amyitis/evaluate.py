"""The evaluation of Amyitis for bots, in prestige: the score, and what its goods and cards may still bring."""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import popcount
from ziggurat.core.kernel import kernel
from ziggurat.games.amyitis.board import RESOURCES, TEMPLES, Court, Resource
from ziggurat.games.amyitis.components import END_TILES, INCOME_PRESTIGE, INCOME_TALENTS, KEEP
from ziggurat.games.amyitis.rules import favour, ranked, resources_of
from ziggurat.games.amyitis.state import Phase

# Prestige, estimated from what things cost and sell for; none of it is part of the rules.
TALENT, CAMEL, GARDENER = 0.4, 1.1, 2.0
MANY_TALENTS = 8  # more than this are not needed
RESOURCE, WINE, SURPLUS = 1.6, 0.5, 0.2  # wine is a little better; what cannot be kept is worth little
CARAVANEER = 1.5  # a level
ROUNDS_TO_COME = 0.4  # for each tile before the end: how often a banker will pay
TILE = 1.0  # towards Amyitis' favour
CUBE = 0.15  # in the garden, beside a square that is not planted
LEAD = (0.7, 1.2, 0.9)  # being first in Ishtar, Marduk and Tammouz

_PENDING = {
    Phase.PEASANT: 1.7,
    Phase.PRIEST: 0.7,
    Phase.ENGINEER: 2.2,
    Phase.SELL: 2.0,
    Phase.SELL_MORE: 0.5,
    Phase.IRRIGATE: 0.3,
    Phase.PAY_CITY: 4.0,
    Phase.PAY_PLANT: 6.5,
    Phase.COURT: 3.0,
    Phase.TOKEN: 1.7,
    Phase.PLANT: 6.0,
    Phase.GIFT: 2.0,
    Phase.BONUS: 3.0,
    Phase.ISHTAR: 0.8,
    Phase.HARVEST: 1.7,
    Phase.EXCHANGE_FOR: 1.6,
}
PENDING = np.array([_PENDING.get(phase, 0.0) for phase in Phase])
PENDING.setflags(write=False)
"""By phase: what the decision that is asked for will bring whoever makes it."""

LEADS = np.array(LEAD)
LEADS.setflags(write=False)


@kernel
def evaluate(state, seat):
    """The prestige a seat has and may hope for."""
    worth = float(state.score[seat])
    if state.over:
        return worth
    rounds = ROUNDS_TO_COME * max(0, state.tiles_left - state.part[END_TILES + state.seats - 2])
    banker = state.level[seat, Court.BANKER]
    worth += rounds * (TALENT * state.part[INCOME_TALENTS + banker] + state.part[INCOME_PRESTIGE + banker])
    worth += TALENT * min(state.talents[seat], MANY_TALENTS) + CAMEL * state.camels[seat]
    worth += GARDENER * state.gardeners[seat] + CARAVANEER * state.level[seat, Court.CARAVANEER]
    worth += resources_worth(state, seat)
    worth += TILE * state.tiles[seat] + 0.5 * favour(state, seat)
    worth += CUBE * popcount(state.cubes[seat])
    for temple in range(TEMPLES):
        if ranked(state, temple, -1) == seat:
            worth += LEADS[temple]
    if state.actor == seat:
        worth += PENDING[state.phase]
    return worth


@kernel
def resources_worth(state, seat):
    """What a seat's resources are worth: as many as can be kept, and a little for the others."""
    count = resources_of(state, seat)
    keep = state.part[KEEP + state.level[seat, Court.CARAVANEER]]
    kinds = 0
    for resource in range(RESOURCES):
        if state.resources[seat, resource] > 0:
            kinds += 1
    worth = RESOURCE * min(count, keep + 1) + SURPLUS * max(0, count - keep - 1)
    return worth + WINE * state.resources[seat, Resource.WINE] + 0.1 * kinds
