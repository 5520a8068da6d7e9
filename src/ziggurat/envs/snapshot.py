"""Snapshots of lanes: to continue from later, in the same lanes, in others, or on another device."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game
from ziggurat.core.match import SEEDS, Match, from_record, load
from ziggurat.core.sentence import quoted

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Lanes as they were: their records, and what else is known of them. It can be pickled, and cut like a list.

    >>> import ziggurat.envs
    >>> env = ziggurat.envs.vector("babel", games=8, seed=1)
    >>> kept = env.snapshot()
    >>> kept, kept[[0, 0, 5]]
    (<8 lanes of Babel, 2 seats>, <3 lanes of Babel, 2 seats>)
    """

    game: Game
    seats: int
    options: Mapping[str, Any]
    seed: int  # of the environment
    records: Array
    lanes: Array

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, which: Any) -> Snapshot:
        """Some of the lanes, by a slice, a list of numbers, or one number; a lane may be named several times."""
        which = [which] if isinstance(which, int | np.integer) else which
        records, lanes = self.records[which].copy(), self.lanes[which].copy()
        return Snapshot(self.game, self.seats, self.options, self.seed, records, lanes)

    def __repr__(self) -> str:
        return f"<{len(self)} lanes of {self.game.title}, {self.seats} seats>"

    def match(self, lane: int) -> Match:
        """The game of a lane as a match of its own."""
        return from_record(self.game, self.records[lane])

    def check(self, game: Game, seats: int, options: Mapping[str, Any], record: Any, lane: Any) -> None:
        """Refuse a snapshot of another kind of environment."""
        if (self.game, self.seats, dict(self.options)) != (game, seats, dict(options)):
            raise BadOption(
                f"These are lanes of {self.game.title} with {self.seats} seats and the options {dict(self.options)}, "
                f"and the environment is for {game.title} with {seats} and {dict(options)}."
            )
        if (self.records.dtype, self.lanes.dtype) != (record, lane):
            raise BadOption("This snapshot was made by another version of Ziggurat, whose records differ.")


def lane_numbers(lanes: Any, games: int) -> Array:
    """Lanes as numbers, from numbers or from an array that says yes or no for each lane; each at most once."""
    given = np.asarray(lanes)
    if given.dtype == np.bool_ and given.shape == (games,):
        return np.flatnonzero(given)
    if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
        raise BadOption(f"Lanes are whole numbers, or yes or no for each of {games}, not {quoted(lanes)}.")
    if given.size and not (given.min() >= 0 and given.max() < games):
        raise BadOption(f"There are lanes 0 to {games - 1}, not {given.min() if given.min() < 0 else given.max()}.")
    if len(np.unique(given)) != given.size:
        raise BadOption("A lane is named twice.")
    return given.astype(np.int64)


def seed_numbers(seeds: Any, count: int) -> Array:
    """Seeds of games, one for each of so many lanes."""
    try:
        given = [operator.index(seed) for seed in seeds]
    except TypeError:
        given = []
    if len(given) != count or any(not 0 <= seed < SEEDS for seed in given):
        raise BadOption(f"Seeds are {count} whole numbers from 0 to 2**64 - 1, not {quoted(seeds)}.")
    return np.array(given, dtype=np.uint64)


def records_of(game: Game, seats: int, positions: Sequence[Match | Mapping[str, Any]]) -> Array:
    """Positions as records: matches, or what `match.position()` writes. None of them may be over."""
    records = game.new_records(len(positions))
    for at, given in enumerate(positions):
        match = given if isinstance(given, Match) else load(game.name, given)
        if match.game is not game or match.seats != seats:
            raise BadOption(
                f"Position {at} is of {match.game.title} with {match.seats} seats, "
                f"and the environment is for {game.title} with {seats}."
            )
        if match.over:
            raise BadOption(f"Position {at} is the end of a game and cannot be continued.")
        records[at] = match.record()[0]
    return records
