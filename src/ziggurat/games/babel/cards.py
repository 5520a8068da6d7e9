"""The cards of Babel, as data. Numbers from the rulebook live here and nowhere else."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

SEATS = 2
MAX_SEATS = 4  # places every game's `score` has
NOBODY = -1

# ------------------------------------------------------------------------------------------ nation cards (clause 21)


class Nation(IntEnum):
    """The five nations. A construction site has the number of its nation."""

    ASSYRIANS = 0
    HITTITES = 1
    MEDES = 2
    PERSIANS = 3
    SUMERIANS = 4


NATION_NAMES = ("Assyrians", "Hittites", "Medes", "Persians", "Sumerians")
NATION_LETTERS = "AHMPS"
NATIONS = len(Nation)
SITES = NATIONS
SITE_NAMES = tuple(f"{name}' site" for name in NATION_NAMES)
QUARRY = -1  # where a pawn stands before its first move
CARDS_PER_NATION = 12
NATION_CARDS = NATIONS * CARDS_PER_NATION

RUN = 3  # equal cards in a row that make an ability usable
RUNS = CARDS_PER_NATION // RUN  # as many runs of one nation can lie in a row
MIGRANTS = 3

DRAW = 3  # nation cards at the start of a turn
# by the number of the option `hands`, and by seat
START_HANDS = np.array([[3, 5], [5, 5]], dtype=np.int64)
HANDS_NAMES = ("3/5", "5/5")

# ------------------------------------------------------------------------------------------ temple cards (clause 20)

LEVELS = 6
TEMPLE_SUPPLY = np.array([0, 10, 9, 8, 7, 6, 5], dtype=np.int64)  # by level
TEMPLE_CARDS = 45
STACKED = 2  # temple cards put on the own stack at the end of a turn
FIRST_LEVEL = 1  # of the card every player must build in the first turn

# A temple is a set of levels, because levels only rise: the value of each set is its highest member (5).
VALUE = np.array([max(temple.bit_length() - 1, 0) for temple in range(1 << (LEVELS + 1))], dtype=np.int64)

# ----------------------------------------------------------------------------------------------- the end (clause 17)

AHEAD = 15
BEHIND = 9
FAR_AHEAD = 20  # in the end phase
TURNS = 200  # clause 23
