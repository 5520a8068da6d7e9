"""What a seat may choose, as every game's view shows it.

`preview` says what each choice would score, `premoves` what may be possible at the seat's next decision, `reasons` why
a place cannot be clicked.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from ziggurat.core.bits import members
from ziggurat.core.game import Game, Records


class Choice(msgspec.Struct, frozen=True):
    """One legal action."""

    action: int
    text: str
    clicks: tuple[str, ...]  # the things to click, in order


def one_of(names: Sequence[str]) -> msgspec.Meta:
    """Annotates a string field of a view with its possible values: `Annotated[str, one_of(NAMES)]`."""
    return msgspec.Meta(extra_json_schema={"enum": list(names)})


def choices(game: Game, records: Records, seat: int) -> list[Choice]:
    """What a seat may choose now, judged by its redacted record alone; nothing if it is not this seat's decision."""
    made = _made(game)
    return [made[action] or _make(game, action) for action in members(choosable(game, records, seat))]


def choosable(game: Game, records: Records, seat: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """The same as a mask."""
    mask = game.new_mask()
    if not records["over"][0] and records["actor"][0] == seat:
        game.engine().legal(records, mask)
    return mask


@functools.cache
def all_choices(game: Game) -> tuple[Choice, ...]:
    """Every action as a choice; a game has a few hundred, and a view shows most of them again and again."""
    return tuple([made or _make(game, action) for action, made in enumerate(_made(game))])


@functools.cache
def _made(game: Game) -> list[Choice | None]:
    """The choices made so far, by action: a browser has no time for all of them before its first view."""
    return [None] * game.actions


def _make(game: Game, action: int) -> Choice:
    notation = game.notation
    choice = _made(game)[action] = Choice(action, notation.write(action), notation.clicks(action))
    return choice
