"""Arithmetic on seats around the table."""

from __future__ import annotations

import pytest

from ziggurat.core.kernel import Backend
from ziggurat.core.seating import ABSENT, places_after, seat_after

each_backend = pytest.mark.parametrize("backend", ["cpu", "interpreted"])


@each_backend
def test_seats_are_counted_around_the_table(backend: Backend) -> None:
    after, places = seat_after.on(backend), places_after.on(backend)
    for seats in (2, 3, 4):
        for seat in range(seats):
            around = [after(seats, seat, number) for number in range(4)]
            assert around[:seats] == [(seat + number) % seats for number in range(seats)]
            assert set(around[seats:]) <= {ABSENT}
            assert [places(seats, seat, other) for other in around[:seats]] == list(range(seats))
