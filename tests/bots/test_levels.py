"""Levels keep their order: each is ahead of the one below."""

from __future__ import annotations

from itertools import pairwise

import pytest

import ziggurat
from ziggurat.bots import LEVELS
from ziggurat.bots.arena import Arena

COUNTED = [name for name, level in LEVELS.items() if level.budget.iterations]  # the same on every machine


def test_levels_that_count_iterations_come_first() -> None:
    assert list(LEVELS)[: len(COUNTED)] == COUNTED == ["apprentice", "scribe", "steward", "mayor", "governor"]


@pytest.mark.long
@pytest.mark.parametrize("game", ziggurat.game_names())
@pytest.mark.parametrize(("lower", "higher"), list(pairwise(COUNTED)))
def test_each_level_is_ahead_of_the_one_below(game: str, lower: str, higher: str) -> None:
    """In the first eight games of docs/strength.md."""
    arena = Arena(game, [higher, lower], seats=2, games=8, seed=1)
    arena.run()
    assert arena.report().ahead[higher][lower].value > 0.5
