"""Events: rows that kernels write, and the events that each seat gets from them."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest

from ziggurat.core import events
from ziggurat.core.bits import to_words
from ziggurat.core.events import EVERYBODY, Argument, Event, EventForm, emit, emit_set
from ziggurat.core.kernel import kernel

FORMS = {
    1: EventForm("drew", (Argument("card", secret=True),), "{seat} draws {card}", "{seat} draws a card"),
    2: EventForm(
        "scored", (Argument("points"),), "{seat} scores {points}", sets=(Argument("near"), Argument("far", str))
    ),
}


@kernel
def happen(rows, words):  # type: ignore[no-untyped-def]
    """A secret, an event with both its sets, and one with only the second."""
    emit(rows, 1, 0, 1 << 0, 7, 0, 0)
    emit(rows, 2, 1, EVERYBODY, 3, 0, 0)
    emit_set(rows, 0, words[0], words[1], words[2])
    emit_set(rows, 1, words[2], words[1], words[0])
    emit(rows, 2, 0, EVERYBODY, 1, 0, 0)
    emit_set(rows, 1, words[1], words[1], words[1])


MEMBERS = [0, 31, 32, 63, 64, 127, 128, 174, 191]


def written(backend: Literal["cpu", "interpreted"]) -> np.ndarray[Any, Any]:
    rows = events.buffer()
    happen.on(backend)(rows, to_words(MEMBERS, 3))
    return rows


def test_set_rows_join_the_event_above_them() -> None:
    told_events = events.for_seat(written("interpreted"), FORMS, 0)
    assert [event.text for event in told_events] == ["Seat 0 draws 7", "Seat 1 scores 3", "Seat 0 scores 1"]
    assert told_events[1].arguments == {
        "points": 3,
        "near": MEMBERS,
        "far": [str(64 * (2 - member // 64) + member % 64) for member in (128, 174, 191, 64, 127, 0, 31, 32, 63)],
    }
    assert told_events[2] == Event(
        "scored", 0, {"points": 1, "far": ["0", "63", "64", "127", "128", "191"]}, "Seat 0 scores 1"
    )


def test_other_seats_get_the_public_form_and_the_same_sets() -> None:
    own_events, others = (events.for_seat(written("interpreted"), FORMS, seat) for seat in (0, 1))
    assert others[0] == Event("drew", 0, {"card": None}, "Seat 0 draws a card")
    assert own_events[1:] == others[1:]


def test_compiled_rows_are_the_interpreted_ones() -> None:
    assert np.array_equal(written("cpu"), written("interpreted"))


@pytest.mark.parametrize(("secret", "public"), [(1 << 0, False), (EVERYBODY, True)])
def test_a_buffer_with_a_secret_event_is_not_public(secret: int, public: bool) -> None:
    rows = written("interpreted")
    rows[1, events.AUDIENCE] = secret
    assert events.is_public(rows) is public
