"""Seats counted around the table. A processor divides slowly, so nothing here does."""

from __future__ import annotations

from ziggurat.core.kernel import kernel

ABSENT = -2  # a place where nobody sits; not -1, which stands for nobody's things


@kernel
def seat_after(seats, seat, places):
    """The seat so many places after another in turn order; ABSENT once that is all the way round."""
    if places >= seats:
        return ABSENT
    after = seat + places
    return after - seats if after >= seats else after


@kernel
def places_after(seats, seat, other):
    """How many places after a seat another one sits."""
    places = other - seat
    return places + seats if places < 0 else places
