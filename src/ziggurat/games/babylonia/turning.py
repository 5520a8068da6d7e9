"""Babylonia's hexagons as places. The map looks the same from no other side, so there is no way to turn it."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

import numpy as np

from ziggurat.core.game import NetworkBoard
from ziggurat.core.places import Places, places
from ziggurat.games.babylonia import actions
from ziggurat.games.babylonia.board import BESIDE, COLUMN, HEX_NAMES, HEXES, KINDS, ROW, SITE_HEXES


def boards() -> Mapping[str, Places]:
    """The 175 hexagons: flat-topped, so that columns lie closer than lines are high; middles 1 apart."""
    coordinates = [(column * sqrt(3) / 2, row / 2) for row, column in zip(ROW, COLUMN, strict=True)]
    pairs = [(one, other) for one, beside in enumerate(BESIDE) for other in beside]
    return {"hexagons": places(HEX_NAMES, coordinates, pairs)}


def network_board() -> NetworkBoard:
    """The board for networks, without directions, because no rule uses them.

    At each hexagon lie the placements of every kind of token, and the choice of a site.
    """
    beside = np.zeros((HEXES, HEXES))
    for place, others in enumerate(BESIDE):
        beside[place, others] = 1
    slots = {actions.PLACE + HEXES * kind + place: (place, kind) for kind in range(KINDS) for place in range(HEXES)}
    slots |= {actions.SITE + site: (place, KINDS) for site, place in enumerate(SITE_HEXES)}
    return NetworkBoard(HEXES, (np.eye(HEXES), beside), slots)
