"""Sentences of events: singular and plural, and secret arguments."""

from __future__ import annotations

import re

import pytest

import ziggurat
from ziggurat.core import events
from ziggurat.core.events import EVERYBODY, Argument, EventForm, named
from ziggurat.games.amyitis.events import EventKind
from ziggurat.games.babel.cards import NATIONS
from ziggurat.games.babel.events import EventKind as Migration

THINGS = "(bonus stone|stone|card|talent|camel|point|gardener)"
FORMS = {
    1: EventForm("gained", (Argument("stones"),), "{seat} gets {stones:# stone|# stones}"),
    2: EventForm("hired", (Argument("price"),), "{seat} hires a priest {price:for free|for # talent|for # talents}"),
    3: EventForm("called", (Argument("craft", str, said="number {}".format),), "{seat} calls {craft}"),
    5: EventForm(
        "swapped",
        (Argument("both", str), Argument("first", lambda both: both // 10, column=0), named("then", ("none", "one"))),
        "{seat} swaps {first} and {then}",
    ),
    4: EventForm("drew", (Argument("card", secret=True),), "{seat} draws {card:an ace|a #}", "{seat} draws a card"),
}


def told(kind: int, number: int, audience: int = EVERYBODY, seat: int | None = None) -> events.Event:
    rows = events.buffer()
    events.emit(rows, kind, 0, audience, number, 0, 0)
    return events.for_seat(rows, FORMS, seat)[0]


@pytest.mark.parametrize(
    ("kind", "number", "text"),
    [
        (1, 0, "Seat 0 gets 0 stones"),
        (1, 1, "Seat 0 gets 1 stone"),
        (1, 2, "Seat 0 gets 2 stones"),
        (2, 0, "Seat 0 hires a priest for free"),
        (2, 1, "Seat 0 hires a priest for 1 talent"),
        (2, 12, "Seat 0 hires a priest for 12 talents"),
    ],
)
def test_words_follow_a_number(kind: int, number: int, text: str) -> None:
    assert told(kind, number).text == text


def test_sentence_may_use_other_words_than_the_arguments() -> None:
    event = told(3, 7)
    assert event.arguments == {"craft": "7"}
    assert event.text == "Seat 0 calls number 7"


def test_argument_may_be_part_of_another_arguments_number() -> None:
    event = told(5, 74)
    assert event.arguments == {"both": "74", "first": 7, "then": "none"}
    assert event.text == "Seat 0 swaps 7 and none"


def test_other_seats_get_the_public_form() -> None:
    assert told(4, 1, audience=0b01, seat=0).text == "Seat 0 draws an ace"
    hidden = told(4, 1, audience=0b01, seat=1)
    assert hidden.text == "Seat 0 draws a card"
    assert hidden.arguments == {"card": None}


@pytest.mark.parametrize("name", ziggurat.game_names())
@pytest.mark.parametrize("number", [0, 1, 2])
def test_every_event_has_forms_for_zero_one_and_two(name: str, number: int) -> None:
    forms = ziggurat.game(name).event_forms
    for kind, form in forms.items():
        rows = events.buffer()
        own = [argument for argument in form.arguments if argument.column is None]
        numbers = [number if argument.write is int else 1 for argument in own]
        events.emit(rows, int(kind), 0, EVERYBODY, *numbers, *[0] * (3 - len(numbers)))
        (event,) = events.for_seat(rows, forms, None)
        assert not re.search(r"[{}|#]|None|  | ,", event.text), event.text
        assert not re.search(rf"\b1 {THINGS}s\b|\b[02] {THINGS}\b", event.text), event.text
        assert not re.search(r": \d+$", event.text), event.text  # "stones: 2" is a table, no sentence


def test_an_engineer_has_the_right_article() -> None:
    forms = ziggurat.game("amyitis").event_forms
    rows = events.buffer()
    for craft in range(4):
        events.emit(rows, int(EventKind.RECRUITED), 0, EVERYBODY, craft, 0, craft)
    assert [event.text for event in events.for_seat(rows, forms, None)] == [
        "Seat 0 recruits a peasant of group 1 for free",
        "Seat 0 recruits a priest of group 1 for 1 talent",
        "Seat 0 recruits an engineer of group 1 for 2 talents",
        "Seat 0 recruits a merchant of group 1 for 3 talents",
    ]


def test_cards_that_move_together_are_counted() -> None:
    forms = ziggurat.game("babel").event_forms
    rows = events.buffer()
    hittites, medes = 1, 2
    for cards in ((hittites, hittites, hittites), (hittites, hittites, medes), (hittites, medes, hittites)):
        first, second, third = cards
        events.emit(rows, int(Migration.MIGRATED), 0, EVERYBODY, 0, 4, (first * NATIONS + second) * NATIONS + third)
    texts = [event.text.split(" from ")[0] for event in events.for_seat(rows, forms, None)]
    assert texts == [
        "Seat 0 moves 3 Hittites",
        "Seat 0 moves 2 Hittites and 1 Mede",
        "Seat 0 moves 1 Hittite, 1 Mede and 1 Hittite",
    ]
