"""The action space of Amyitis: 104 numbers, each one small decision.

In every phase but the turn itself the choices are a stretch of neighbouring actions: `BASE` says where it begins.
"""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import words_for
from ziggurat.games.amyitis.board import CITIES, COURTS, CRAFTS, EDGES, GROUPS, RESOURCES, ROWS, SQUARES, TEMPLES
from ziggurat.games.amyitis.state import Phase

PASS = 0
RECRUIT = PASS + 1  # + CRAFTS * group + craft
MOVE = RECRUIT + CRAFTS * GROUPS  # + city: move the caravan there
ROW = MOVE + CITIES  # + row: put a peasant there
TEMPLE = ROW + ROWS  # + temple: put a cube there
WATER = TEMPLE + TEMPLES  # + edge: irrigate it
SELL = WATER + EDGES  # + resource: sell one in Babylon
DONE = SELL + RESOURCES  # sell no second one
PAY = DONE + 1  # + resource: pay a city or its plant card with it
TAKE = PAY + RESOURCES  # + resource: take one
GIVE = TAKE + RESOURCES  # + resource: exchange one
KEEP = GIVE + RESOURCES  # exchange none
DISCARD = KEEP + 1  # + resource: give one up at the end of the round
COURT = DISCARD + RESOURCES  # + kind: take a court card
PLANT = COURT + COURTS  # + square
PRIZE = PLANT + SQUARES  # + prize: Ishtar's camel or talent
PRIZE_NAMES = ("camel", "talent")
CAMEL, TALENT = 0, 1
ACTIONS = PRIZE + len(PRIZE_NAMES)
WORDS = words_for(ACTIONS)

_BASES = {
    Phase.TURN: PASS,
    Phase.PEASANT: ROW,
    Phase.PRIEST: TEMPLE,
    Phase.ENGINEER: WATER,
    Phase.SELL: SELL,
    Phase.SELL_MORE: SELL,
    Phase.IRRIGATE: WATER,
    Phase.PAY_CITY: PAY,
    Phase.PAY_PLANT: PAY,
    Phase.COURT: COURT,
    Phase.TOKEN: TAKE,
    Phase.PLANT: PLANT,
    Phase.GIFT: TAKE,
    Phase.BONUS: COURT,
    Phase.PROCESSION: TEMPLE,
    Phase.ISHTAR: PRIZE,
    Phase.HARVEST: ROW,
    Phase.EXCHANGE: GIVE,
    Phase.EXCHANGE_FOR: TAKE,
    Phase.DISCARD: DISCARD,
}
BASE = np.array([_BASES[phase] for phase in Phase], dtype=np.int64)
BASE.setflags(write=False)
STOP = np.uint64(1 << RESOURCES)  # among a phase's choices: DONE after SELL, KEEP after GIVE
