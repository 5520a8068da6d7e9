"""Which cases of a test run in `make test`, and which in `make long`.

@pytest.mark.parametrize("game", every_game())             # every registered game, in `make test`
@pytest.mark.parametrize("game", every_game(now="babel"))  # Babel in `make test`, the others in `make long`
@pytest.mark.parametrize("game", every_game(claim=Claim.LESSONS))  # without those that promise no lessons
@pytest.mark.parametrize("width", first(320, 390, 768))    # 320 in `make test`, the others in `make long`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import ziggurat
from ziggurat.core.game import Claim


def first(*values: Any) -> list[Any]:
    """The first case runs in `make test`, the others in `make long`."""
    return [values[0], *(pytest.param(value, marks=pytest.mark.long) for value in values[1:])]


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
