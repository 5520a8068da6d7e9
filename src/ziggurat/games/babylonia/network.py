"""The board for networks: which hexagons are adjacent. Directions are left out, because no rule uses them."""

from __future__ import annotations

import numpy as np

from ziggurat.core.game import NetworkBoard
from ziggurat.games.babylonia import actions
from ziggurat.games.babylonia.board import BESIDE, HEXES, KINDS, SITE_HEXES


def network_board() -> NetworkBoard:
    """The 175 hexes; at each lie the placements of every kind of token, and the choice of a site."""
    beside = np.zeros((HEXES, HEXES))
    for place, others in enumerate(BESIDE):
        beside[place, others] = 1
    slots = {actions.PLACE + HEXES * kind + place: (place, kind) for kind in range(KINDS) for place in range(HEXES)}
    slots |= {actions.SITE + site: (place, KINDS) for site, place in enumerate(SITE_HEXES)}
    return NetworkBoard(HEXES, (np.eye(HEXES), beside), slots)
