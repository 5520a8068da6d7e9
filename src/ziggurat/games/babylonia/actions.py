"""The action space of Babylonia: 749 numbers, each one small decision."""

from __future__ import annotations

from ziggurat.core.bits import words_for
from ziggurat.games.babylonia.board import CARDS, HEXES, KINDS, SITES

PLACE = 0  # + HEXES * kind + hexagon: put a token down
END = PLACE + KINDS * HEXES  # end the placing part of the turn
SITE = END + 1  # + site: score this one next
CARD = SITE + SITES  # + card: take it
EXTRA = CARD + CARDS  # use card 2 now
NO_EXTRA = EXTRA + 1  # or not
ACTIONS = NO_EXTRA + 1
WORDS = words_for(ACTIONS)
