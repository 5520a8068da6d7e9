"""Which inputs and actions of a network lie where on a game's board.

A network shares its weights over the places of a board, which the game's card names (`Game.network_board`). Without
one, all inputs and actions are loose.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ziggurat.core.game import Game, NetworkBoard, OptionValue

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
        rows = row[(place != NOWHERE) == on_board]
        return int(rows.max()) + 1 if len(rows) else 0


def board_of(game: Game) -> Board:
    """The board of a game, as a network sees it.

    Planes whose last dimension is the places lie on the board, everything else is loose.
    """
    places, relations, slots = NetworkBoard(0, (), {}) if game.network_board is None else game.network_board()
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


def other_options(game: Game) -> list[dict[str, OptionValue]]:
    """The options besides the usual ones that a network also learns, each as a full set of them."""
    usual = game.read_options({})
    return [
        {**usual, option.name: value} for option in game.options for value in option.values if value != option.default
    ]
