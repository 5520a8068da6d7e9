"""Reading a whole record gives the same values as NumPy field by field."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ziggurat
from ziggurat.core.record import values_of


def listed(value: Any) -> Any:
    return [listed(part) for part in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_a_plain_record_has_every_field_as_pythons_own_numbers(name: str) -> None:
    stream, match = random.Random(4), ziggurat.new(name, seed=4)
    while not match.over:
        records = match.record()
        state = values_of(records)
        assert {field: listed(value) for field, value in state.items()} == {
            field: records[field][0].tolist() for field in records.dtype.names
        }
        for _ in range(min(7, 1 + len(match.legal()))):
            if not match.over:
                match.play(stream.choice(match.legal()))
    assert state.actor == state["actor"]
    assert not hasattr(state, "nobody")


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_shared_parts_of_views_do_not_change(name: str) -> None:
    """The pieces of views are kept: a match looked at again must look as it did."""
    stream, match = random.Random(5), ziggurat.new(name, seed=5)
    seen = []
    while not match.over and len(match) < 80:
        seen.append([match.view(seat) for seat in range(-1, match.seats)])
        match.play(stream.choice(match.legal()))
    for decision, views in enumerate(seen):
        again = match.at(decision)
        assert [again.view(seat) for seat in range(-1, match.seats)] == views
