"""Which cases of a test run in `make test`, and which in `make long`.

@pytest.mark.parametrize("game", every_game())             # every registered game, in `make test`
@pytest.mark.parametrize("game", every_game(now="babel"))  # Babel in `make test`, the others in `make long`
@pytest.mark.parametrize("width", first(320, 390, 768))    # 320 in `make test`, the others in `make long`
@pytest.mark.parametrize("setup", among(setups(), lambda setup: setup.game == "babel"))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

import ziggurat


def first(*values: Any) -> list[Any]:
    """The first case runs in `make test`, the others in `make long`."""
    return [values[0], *(pytest.param(value, marks=pytest.mark.long) for value in values[1:])]


def among(values: Iterable[Any], now: Callable[[Any], bool]) -> list[Any]:
    """Those cases of which `now` says so run in `make test`, the others in `make long`."""
    return [value if now(value) else pytest.param(value, marks=pytest.mark.long) for value in values]


def every_game(*, now: str | None = None, names: Sequence[str] | None = None) -> list[Any]:
    """All registered games (or `names` of them); with `now`, only that one runs in `make test`."""
    every = list(ziggurat.game_names() if names is None else names)
    if now is None:
        return every
    return first(now, *(name for name in every if name != now))
