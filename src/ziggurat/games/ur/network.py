"""What a network knows of the board beforehand: the fields, and what lies on each of their four sides."""

from __future__ import annotations

import numpy as np

from ziggurat.core.game import NetworkBoard
from ziggurat.games.ur import actions
from ziggurat.games.ur.board import DIRECTIONS, FIELDS, KINDS, NOWHERE, neighbour


def network_board() -> NetworkBoard:
    """The 36 fields, with the actions that name one."""
    sides = [np.zeros((FIELDS, FIELDS)) for _ in range(DIRECTIONS)]
    for direction, side in enumerate(sides):
        for place in range(FIELDS):
            if (other := neighbour(place, direction)) != NOWHERE:
                side[place, other] = 1
    starts = [actions.PUT, actions.BONUS, actions.SETTLE, actions.BUILD, actions.LIFT, actions.SET]
    starts += [actions.ATTACK + FIELDS * direction for direction in range(DIRECTIONS)]
    starts += [actions.SWAP + FIELDS * kind for kind in range(KINDS)]
    slots = {start + place: (place, slot) for slot, start in enumerate(starts) for place in range(FIELDS)}
    return NetworkBoard(FIELDS, (np.eye(FIELDS), *sides), slots)
