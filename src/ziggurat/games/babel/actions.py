"""The action space of Babel: 99 numbers, each one small decision.

An ability is used through a run of equal cards; a row can hold several runs of one nation, and they are counted from
its oldest card.
"""

from __future__ import annotations

from ziggurat.core.bits import words_for
from ziggurat.games.babel.cards import NATIONS, RUNS, SEATS, SITES

OWN, THEIR, FIRST = 0, 1, 2  # where a temple card is taken from: one's own stack, the other's, or one's first card
STACKS = SEATS

MOVE = 0  # + site: move the pawn there
DEPLOY = MOVE + SITES  # + nation: add such a card to the row at the pawn's site
BUILD = DEPLOY + NATIONS  # + OWN, THEIR or FIRST: build that temple card
END = BUILD + FIRST + 1  # end the turn
DISCARD = END + 1  # + nation: discard such a card, when half the hand must go
MIGRATE = DISCARD + NATIONS  # + (SITES - 1) * from + the number of the other site
HALF = MIGRATE + SITES * (SITES - 1)  # + RUNS * nation + run: the other player discards half the hand
DESTROY = HALF + NATIONS * RUNS  # + run: Assyrians
STEAL = DESTROY + RUNS  # + run: Hittites
DESERTION = STEAL + RUNS  # + NATIONS * run + the nation named: Medes
SKIP = DESERTION + RUNS * NATIONS  # + STACKS * run + OWN or THEIR: Persians
CHANGE_CAMPS = SKIP + RUNS * STACKS  # + run: Sumerians
ACTIONS = CHANGE_CAMPS + RUNS
WORDS = words_for(ACTIONS)


def migration(source: int, target: int) -> int:
    """The number of a migration (not a kernel)."""
    return MIGRATE + (SITES - 1) * source + target - (target > source)
