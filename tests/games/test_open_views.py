"""A view of a record that is not redacted shows exactly what all seats see together."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.cases import first
from tests.playing import Setup, setups, somewhere

OWN = ("seat", "choices")  # whose view it is


def together(views: list[Any]) -> Any:
    """What several see of the same thing: what one of them is not told (None), another may be."""
    seen = [view for view in views if view is not None]
    if not seen:
        return None
    if isinstance(seen[0], dict):
        return {name: together([view[name] for view in seen]) for name in seen[0] if name not in OWN}
    if isinstance(seen[0], list):
        return [together(list(parts)) for parts in zip(*seen, strict=True)]
    assert all(view == seen[0] for view in seen)
    return seen[0]


@pytest.mark.parametrize("seeds", first(range(1), range(1, 4)), ids=str)
@pytest.mark.parametrize("setup", setups(), ids=str)
def test_an_open_view_is_what_all_seats_see_together(setup: Setup, seeds: range) -> None:
    for seed in seeds:
        match = somewhere(setup, seed)
        seats = [msgspec.to_builtins(match.view(seat)) for seat in range(match.seats)]
        everything = msgspec.to_builtins(match.game.view(match.record(), -1))
        assert (everything["seat"], everything["choices"]) == (-1, [])
        assert together([everything]) == together(seats)
