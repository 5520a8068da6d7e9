"""Clicking a place that cannot be chosen gives the refusal of the most likely action."""

from __future__ import annotations

import random

import pytest

import ziggurat
from tests.playing import finish
from ziggurat.core.choices import all_choices
from ziggurat.core.lessons.lesson import begin, find


@pytest.mark.parametrize(
    ("game", "lesson", "moves", "place", "reason"),
    [  # only lessons in which something was clicked that cannot be chosen
        ("babel", "the-first-turn", [], "hand:A", "Your pawn is still at the quarry"),
        ("babel", "the-first-turn", [], "site:M", "Seat 0 has no Medes in hand"),
        ("babel", "the-next-level", [], "stack:their", "Level 2 needs 2 of your nation cards"),
        ("babel", "migrate", [], "row:H", None),  # cards could go there
        ("babel", "migrate", [], "temple:1:A", None),  # no move is made with it
        ("amyitis", "a-peasant", [], "field:top", "A peasant works in a field: recruit one first"),
        ("amyitis", "a-peasant", [], "city:eshnunna", "Seat 0 cannot pay: Eshnunna asks for salt"),
        ("amyitis", "water-up-a-terrace", ["engineer 2"], "square:c3", "Water goes to an edge: choose one of c3"),
        ("babylonia", "three-farmers", [], "hex:e3", "Hexagon e3 already holds a token of seat 1"),
        ("ur", "farm", [], "action:culture", "The hand tile of seat 0 is agriculture/trade, not culture"),
    ],
)
def test_the_reason_is_that_of_the_move_which_was_meant(
    game: str, lesson: str, moves: list[str], place: str, reason: str | None
) -> None:
    card = ziggurat.game(game)
    match = begin(card, find(card, lesson))
    match.play(*moves)
    refusal = match.why_not(place)
    assert refusal is None if reason is None else str(refusal).startswith(reason)


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_every_click_is_a_choice_or_has_a_reason(name: str) -> None:
    game = ziggurat.game(name)
    places = sorted({click for choice in all_choices(game) for click in choice.clicks})
    chance = random.Random(3)

    def look(match: ziggurat.Match) -> None:
        if match.over:
            return
        alive = {click for choice in match.view(match.actor).choices for click in choice.clicks}
        for place in chance.sample(places, min(5, len(places))):
            assert (match.why_not(place) is None) == (place in alive)

    match = ziggurat.new(name, seed=3)
    finish(match, chance, look)
    assert match.why_not(places[0]) is None
