"""The spaces that PettingZoo and Gymnasium share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from ziggurat.core.game import Game

Mask = np.ndarray[Any, np.dtype[np.int8]]


def spaces_of(
    game: Game,
    history: int = 0,
    *,
    flat: bool = False,
    top: int = 255,
    dtype: Any = np.uint8,
    mask_dtype: Any = np.int8,
) -> Any:
    """An observation, and which actions are legal: 1 for each that is; and so many earlier observations.

    Flat, it is one row of numbers without the mask, the earlier observations after this one.
    """
    size = game.observation_size
    if flat:
        return Box(0, top, (size * (1 + history),), dtype)
    parts = {"observation": Box(0, top, (size,), dtype), "action_mask": Box(0, 1, (game.actions,), mask_dtype)}
    return Dict(parts | ({"history": Box(0, top, (history, size), dtype)} if history else {}))


class LegalActions(Discrete):  # type: ignore[misc]
    """All actions of a game. Sampled without a mask, it gives only actions that are legal now.

    Gymnasium's checker seeds the space in the middle of a match, samples, resets with the same seed and plays what it
    sampled. So what is sampled after seeding, until the match goes on, is legal in the first position of that seed: if
    something is legal both there and now, it is of that.
    """

    def __init__(self, count: int, first: Callable[[int], Mask] | None = None) -> None:
        super().__init__(count)
        self._first = first  # what is legal in the first position of a seed
        self._also: Mask | None = None
        self._fresh = True
        self.legal: Mask | None = None

    def allow(self, legal: Mask, *, fresh: bool = False) -> None:
        """Note that the match has changed, or a new one has begun."""
        self.legal, self._fresh, self._also = legal.view(np.int8), fresh, None

    def seed(self, seed: int | None = None) -> Any:
        """Seed what `sample` draws."""
        if seed is not None and self._first is not None:
            self._also = self._first(seed).view(np.int8)
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """One action at random: of the mask if one is given, otherwise of the legal ones."""
        if mask is None and probability is None:
            mask = self._also if self.legal is None else self.legal
            if self._also is not None:
                both = self._also & mask
                mask = both if both.any() else mask if self._fresh else self._also
        return super().sample(mask, probability)
