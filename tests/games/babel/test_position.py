"""Positions of Babel as JSON, and refusals of impossible ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

import ziggurat
from tests.games.babel.builder import side
from tests.games.babel.busy import crowded
from ziggurat import BadPosition


def test_positions_are_json_and_come_back_exactly() -> None:
    for seed in range(60):
        match = crowded(seed)
        text = json.dumps(match.position())
        assert ziggurat.load("babel", json.loads(text)).digest() == match.digest()


def test_unmentioned_cards_are_in_the_draw_piles() -> None:
    position = ziggurat.load("babel", {"players": [{}, {}]}).position()
    assert len(position["draw"]) == 60
    assert len(position["deck"]) == 45
    assert position["discard"] == ""
    assert position["turn"] == 10


def test_draw_and_discard_complete_each_other() -> None:
    drawn = ziggurat.load("babel", {"players": [{}, {}], "draw": "AH"}).position()
    assert (drawn["draw"], len(drawn["discard"])) == ("AH", 58)
    discarded = ziggurat.load("babel", {"players": [{}, {}], "discard": "AH"}).position()
    assert (len(discarded["draw"]), discarded["discard"]) == (58, "AH")


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"players": [side()]}, "players must have 2 entries, not 1"),
    ({"hand": "A"}, "A position has an entry 'hand'"),
    ({"game": "ur"}, "game is babel, not 'ur'"),
    ({"seats": 3}, "seats is 2, not 3"),
    ({"options": {"hands": "4/4"}}, "Option hands is 3/5 or 5/5, not '4/4'"),
    ({"players": [side("X"), side()]}, "Player 0's hand has a card 'X'"),
    ({"players": [side("A" * 13), side()]}, "Player 0's hand has 13 Assyrians; there are 12"),
    ({"players": [side("A" * 7), side("A" * 6)]}, "There are 13 Assyrians in hands and rows; the game has only 12"),
    ({"players": [side("A", remembered="H"), side()]}, "Player 0's remembered cards must be cards of the hand"),
    ({"players": [side(pawn="X"), side()]}, "Player 0's pawn is A, H, M, P, S, quarry, not 'X'"),
    ({"players": [side(rows={"X": "A"}), side()]}, "Player 0's rows has an entry 'X'"),
    ({"players": [side(temples={"A": "21"}), side()]}, "Player 0's temple at A must rise"),
    ({"players": [side(temples={"A": "7"}), side()]}, "must be a whole number from 1 to 6, not 7"),
    ({"players": [side(stack="666666"), side()]}, "There are 6 temple cards of level 6; the game has only 5"),
    ({"draw": "A", "discard": "H"}, "draw and discard must together be"),
    ({"deck": [1, 2]}, "deck must be"),
    ({"turn": 200}, "turn must be a whole number from 0 to 199"),
    ({"to_discard": 1}, "Seat 1 cannot discard 1 of 0 cards"),
    ({"ending": "boredom"}, "ending is"),
    ({"migrated": 1}, "migrated must be true or false"),
    ({"generator": "xyz"}, "generator must be up to 16 hexadecimal digits"),
    ({"players": [side(first_card=True), side()]}, "Seat 0 could not build the own level-1 card any more"),
    ({"players": [side(temples={"A": "6", "H": "6", "M": "3"}), side()]}, "add up to 15 and 0, so the game is over"),
    (
        {"players": [side(temples={"A": "6", "H": "6", "M": "3"}), side(temples={"A": "6", "H": "5"})]},
        "so the game is in the end phase",
    ),
    ({"end_phase": True}, "add up to 0 and 0, so the game is over"),
]


@pytest.mark.parametrize(("entries", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_a_wrong_position_is_refused_with_the_reason(entries: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadPosition) as refused:
        ziggurat.load("babel", {"players": [side(), side()]} | entries)
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")


def test_an_empty_temple_deck_is_refused() -> None:
    rest = "".join(str(level) * count for level, count in enumerate((10, 9, 8, 7, 6, 5), 1))
    with pytest.raises(BadPosition, match="temple deck is empty"):
        ziggurat.load("babel", {"players": [side(stack=rest), side()]})
