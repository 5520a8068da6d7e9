"""What a network knows of a game beforehand: which inputs and actions lie on the board, and which places are beside.

A network shares its weights over the places of a board. Of Babylonia it knows the 175 hexagons and which lie side by
side, in no direction, because no rule has one; of Ur the 36 fields and their four sides. Amyitis and Babel have no
board worth sharing weights over: all their inputs are loose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ziggurat.core.game import Game, OptionValue

Numbers = np.ndarray[Any, np.dtype[np.int32]]

NOWHERE = -1
SEAT_COUNTS = (2, 3, 4)  # each is an input of its own, after the observation's loose ones


@dataclass(frozen=True)
class Board:
    """Where inputs and actions lie."""

    places: int
    relations: tuple[np.ndarray[Any, Any], ...]  # matrices of places by places: row p has the places that p hears from
    slots: int  # actions at each place
    action_place: Numbers  # by action: its place, or NOWHERE
    action_slot: Numbers  # by action: which of its place's actions; of those that are nowhere, their number
    input_place: Numbers  # by byte of the observation: its place, or NOWHERE
    input_row: Numbers  # by byte of the observation: which plane; of those that are nowhere, their number

    @property
    def planes(self) -> int:
        """How many inputs each place has."""
        return self._count(self.input_place, self.input_row, on_board=True)

    @property
    def loose(self) -> int:
        """How many inputs lie at no place, the seat counts included."""
        return self._count(self.input_place, self.input_row, on_board=False) + len(SEAT_COUNTS)

    @property
    def loose_actions(self) -> int:
        """How many actions lie at no place."""
        return self._count(self.action_place, self.action_slot, on_board=False)

    @staticmethod
    def _count(place: Numbers, row: Numbers, *, on_board: bool) -> int:
        found = row[(place != NOWHERE) == on_board]
        return int(found.max()) + 1 if len(found) else 0


def board_of(game: Game) -> Board:
    """The board of a game, as a network sees it."""
    if game.name == "babylonia":
        from ziggurat.games.babylonia import actions
        from ziggurat.games.babylonia.board import BESIDE, HEXES, KINDS, SITE_HEXES

        beside = np.zeros((HEXES, HEXES))
        for place, others in enumerate(BESIDE):
            beside[place, others] = 1
        slots = {actions.PLACE + HEXES * kind + place: (place, kind) for kind in range(KINDS) for place in range(HEXES)}
        slots |= {actions.SITE + site: (place, KINDS) for site, place in enumerate(SITE_HEXES)}
        return _board(game, HEXES, (np.eye(HEXES), beside), slots)
    if game.name == "ur":
        from ziggurat.games.ur import actions as ur
        from ziggurat.games.ur.board import DIRECTIONS, FIELDS, KINDS, neighbour

        sides = [np.zeros((FIELDS, FIELDS)) for _ in range(DIRECTIONS)]
        for direction, side in enumerate(sides):
            for place in range(FIELDS):
                if (other := neighbour(place, direction)) != NOWHERE:
                    side[place, other] = 1
        starts = [ur.PUT, ur.BONUS, ur.SETTLE, ur.BUILD, ur.LIFT, ur.SET]
        starts += [ur.ATTACK + FIELDS * direction for direction in range(DIRECTIONS)]
        starts += [ur.SWAP + FIELDS * kind for kind in range(KINDS)]
        slots = {start + place: (place, slot) for slot, start in enumerate(starts) for place in range(FIELDS)}
        return _board(game, FIELDS, (np.eye(FIELDS), *sides), slots)
    return _board(game, 0, (), {})


def other_options(game: Game) -> list[dict[str, OptionValue]]:
    """The options besides the usual ones that a network also learns, each as a full set of them."""
    usual = game.read_options({})
    return [
        {**usual, option.name: value} for option in game.options for value in option.values if value != option.default
    ]


def _board(
    game: Game, places: int, relations: tuple[np.ndarray[Any, Any], ...], slots: Mapping[int, tuple[int, int]]
) -> Board:
    """Planes whose last dimension is the places lie on the board, everything else is loose."""
    input_place, input_row = [], []
    planes = loose = 0
    for plane in game.observation:
        size = int(np.prod(plane.shape))
        if places and plane.shape[-1] == places:
            input_place += [at % places for at in range(size)]
            input_row += [planes + at // places for at in range(size)]
            planes += size // places
        else:
            input_place += [NOWHERE] * size
            input_row += [loose + at for at in range(size)]
            loose += size
    action_place, action_slot, others = [], [], 0
    for action in range(game.actions):
        place, slot = slots.get(action, (NOWHERE, others))
        others += place == NOWHERE
        action_place.append(place)
        action_slot.append(slot)
    return Board(
        places=places,
        relations=relations,
        slots=1 + max((slot for _, slot in slots.values()), default=-1),
        action_place=np.array(action_place, dtype=np.int32),
        action_slot=np.array(action_slot, dtype=np.int32),
        input_place=np.array(input_place, dtype=np.int32),
        input_row=np.array(input_row, dtype=np.int32),
    )
