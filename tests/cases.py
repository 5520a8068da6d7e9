"""Which cases of a test run in `make test`, and which in `make long`.

@pytest.mark.parametrize("game", every_game())             # every registered game, in `make test`
@pytest.mark.parametrize("game", every_game(now="babel"))  # Babel in `make test`, the others in `make long`
@pytest.mark.parametrize("game", every_game(claim=Claim.LESSONS))  # without those that promise no lessons
@pytest.mark.parametrize("width", first(320, 390, 768))    # 320 in `make test`, the others in `make long`
@pytest.mark.parametrize("setup", one_setup_a_game())      # one of each game in `make test`; else in `make long`
@pytest.mark.parametrize("setup", among(setups(), lambda setup: setup.game == "babel"))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

import ziggurat
from tests.playing import setups
from ziggurat.core.game import Claim


def first(*values: Any) -> list[Any]:
    """The first case runs in `make test`, the others in `make long`. A case of several parameters is a tuple."""
    others = (value if type(value) is tuple else (value,) for value in values[1:])
    return [values[0], *(pytest.param(*value, marks=pytest.mark.long) for value in others)]


def among(values: Iterable[Any], now: Callable[[Any], bool]) -> list[Any]:
    """Cases for which `now` is true run in `make test`, the others in `make long`."""
    return [value if now(value) else pytest.param(value, marks=pytest.mark.long) for value in values]


def every_game(*, now: str | None = None, names: Sequence[str] | None = None, claim: Claim | None = None) -> list[Any]:
    """All registered games (or `names` of them); with `now`, only that one runs in `make test`.

    With a `claim`, games whose card does not make it are skipped, with a reason.
    """
    cases: list[Any] = []
    for name in ziggurat.game_names() if names is None else names:
        marks = [pytest.mark.long] if now not in (None, name) else []
        if claim is not None and claim not in ziggurat.game(name).claims:
            marks.append(pytest.mark.skip(reason=f"{name} claims no {claim}"))
        cases.append(pytest.param(name, marks=marks) if marks else name)
    return cases


def one_setup_a_game() -> list[Any]:
    """Every setup; in `make test` only the smallest table of each game, with the usual options."""
    cases, games = [], set()
    for setup in setups():
        marks = [pytest.mark.long] if setup.game in games else []
        games.add(setup.game)
        cases.append(pytest.param(setup, id=str(setup), marks=marks))
    return cases
