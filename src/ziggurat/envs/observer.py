"""Observation and action mask of one seat of a match."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ziggurat.core.contract import ACTIONS, observe, redact
from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game
from ziggurat.core.kernel import kernel
from ziggurat.core.match import Match
from ziggurat.envs.lanes import write_flags
from ziggurat.envs.rewards import number_of, settle


@kernel
def observe_for(states, work, mask, seat, observation, flags):
    """Write what a seat sees of the first record, and what it may do if the decision is its own."""
    work[0] = states[0]
    redact(work[0], seat)
    observe(work[0], seat, observation)
    if states[0].over == 0 and states[0].actor == seat:
        write_flags(mask, flags)
    else:
        for action in range(ACTIONS):
            flags[action] = 0


MASKS = ("int8", "bool")
DTYPES = ("uint8", "float32", "float16")


class ArrayFormat(NamedTuple):
    """The number types of observations and masks."""

    masks: str = "int8"
    dtype: str = "uint8"
    normalise: bool = False

    @classmethod
    def of(cls, masks: Any, dtype: Any = "uint8", *, normalise: Any = False) -> ArrayFormat:
        """A checked format."""
        if masks not in MASKS:
            raise BadOption(f"Masks are {MASKS[0]} or {MASKS[1]}, not {masks!r}.")
        check_numbers(dtype, normalise=normalise)
        return cls(masks, dtype, bool(normalise))

    def numbers(self) -> np.ndarray[Any, Any]:
        """By byte: the number that an observation has for it."""
        return (np.arange(256) / (255 if self.normalise else 1)).astype(self.dtype)

    @property
    def spaces(self) -> dict[str, Any]:
        """The arguments of `spaces_of` that follow from it."""
        dtype, masks = np.dtype(self.dtype).type, np.dtype(self.masks).type
        return {"top": 1 if self.normalise else 255, "dtype": dtype, "mask_dtype": masks}


def check_numbers(dtype: Any, *, normalise: Any) -> None:
    """Check what observations are to be given in."""
    if dtype not in DTYPES:
        raise BadOption(f"Observations are {', '.join(DTYPES[:-1])} or {DTYPES[-1]}, not {dtype!r}.")
    if normalise and dtype == DTYPES[0]:
        raise BadOption("Normalised observations lie between 0 and 1: take dtype='float32' or 'float16' for them.")


class Observer:
    """Observations, masks and rewards for matches of one game."""

    def __init__(self, game: Game, reward: str, look: ArrayFormat = ArrayFormat()) -> None:  # noqa: B008 - it never changes
        self.look, self._numbers = look, look.numbers()
        self.game = game
        self.reward = reward
        self._kind = number_of(reward)
        self._work = game.new_records()
        self._observe = game.bind(observe_for)
        self._settle = game.bind(settle)

    def __reduce__(self) -> Any:
        return Observer, (self.game, self.reward, self.look)

    def observe(self, match: Match, seat: int) -> dict[str, np.ndarray[Any, Any]]:
        """A new observation, and a new mask of what this seat may do: all zero if another seat decides."""
        observation = np.empty(self.game.observation_size, dtype=np.uint8)
        mask = np.empty(self.game.actions, dtype=np.int8)
        self._observe(match._states, self._work, match._mask, seat, observation, mask)
        seen = observation if self.look.dtype == DTYPES[0] else self._numbers[observation]
        return {"observation": seen, "action_mask": mask.view(self.look.masks)}

    def rewards(self, match: Match) -> list[float]:
        """What the match is worth to each seat: nothing before its end."""
        paid = np.zeros(match.seats, dtype=np.float32)
        if match.over:
            self._settle(match._states, self._kind, paid)
        return [float(reward) for reward in paid]
