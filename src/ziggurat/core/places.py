"""The geometry and symmetries of boards: for networks that share weights, and for data augmentation.

Both are derived from what a game says of itself: the names of its places, which lie side by side, and which words of
its notation change when the board is turned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ziggurat.core.game import Game

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Places:
    """Places of one kind. Planes whose last dimension is as long have a number for each, in the same order."""

    names: tuple[str, ...]
    coordinates: Array  # float32, places x 2: to the right, and down; neighbours on a square board are 1 apart
    beside: Array  # bool, places x places: which share a side, or meet

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"<{len(self)} places, {self.names[0]} to {self.names[-1]}>"

    @property
    def edges(self) -> Array:
        """Pairs of places side by side, each both ways, as graph networks take them: int64, 2 x pairs."""
        return np.stack(np.nonzero(self.beside))


def places(names: Sequence[str], coordinates: Iterable[Sequence[float]], pairs: Iterable[tuple[int, int]]) -> Places:
    """Places whose neighbours are these pairs."""
    beside = np.zeros((len(names), len(names)), dtype=np.bool_)
    for place, other in pairs:
        beside[place, other] = beside[other, place] = True
    where = np.array(list(coordinates), dtype=np.float32)
    for table in (beside, where):
        table.setflags(write=False)
    return Places(tuple(names), where, beside)


class Turning(NamedTuple):
    """What a game says of a way to turn its board: the words of its notation that change, and where it holds."""

    words: Mapping[str, str]
    seats: tuple[int, ...] = ()  # with these seat counts; if there are none here, with all


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A way to turn the board that no rule notices: turned positions allow turned actions and come to equal results.

    `observation[symmetry.inputs]` is the turned observation, `mask[symmetry.outputs]` the turned mask (or preferences),
    and `symmetry.action[a]` what action `a` is on the turned board. All of these take a batch too, in the last
    dimension: `observations[..., symmetry.inputs]`.
    """

    name: str
    seats: tuple[int, ...]  # the seat counts it holds for
    words: Mapping[str, str]  # of the notation that change
    inputs: Array
    outputs: Array
    action: Array

    def __repr__(self) -> str:
        return f"<{self.name}>"


def symmetries_of(game: Game) -> tuple[Symmetry, ...]:
    """Those a game names, after the one that changes nothing."""
    every = {"as it is": Turning({}), **game.turnings()}
    return tuple(_symmetry(game, name, *turning) for name, turning in every.items())


def _symmetry(game: Game, name: str, words: Mapping[str, str], seats: tuple[int, ...]) -> Symmetry:
    inputs, boards = np.arange(game.observation_size), game.boards()
    for plane in game.observation:
        for board in boards.values():
            if plane.shape[-1] == len(board):
                number = {place: at for at, place in enumerate(board.names)}
                new = np.array([number[words.get(place, place)] for place in board.names])
                part = inputs[plane.offset : plane.end].reshape(plane.shape)
                turned = part.copy()
                turned[..., new] = part
                inputs[plane.offset : plane.end] = turned.reshape(-1)
    write, read = game.notation.write, game.notation.read
    action = np.array([read(_renamed(write(number), words)) for number in range(game.actions)])
    outputs = np.empty_like(action)
    outputs[action] = np.arange(game.actions)
    for table in (inputs, outputs, action):
        table.setflags(write=False)
    return Symmetry(name, seats or game.seat_counts, words, inputs, outputs, action)


def _renamed(text: str, words: Mapping[str, str]) -> str:
    return " ".join(words.get(word, word) for word in text.split(" "))
