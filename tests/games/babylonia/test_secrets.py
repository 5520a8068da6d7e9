"""Public and secret information (clauses 5 and 17)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import ziggurat
from tests.games.babylonia.builder import around, happened, lay, player, position
from ziggurat.games.babylonia import GAME

SPECTATOR = -1


def imagined(match: ziggurat.Match, seat: int, seed: int) -> ziggurat.Match:
    """A match as a seat could imagine it: what it knows, with the rest filled in."""
    records = match.record(seat)
    GAME.engine().resample(records, seat, np.uint64(seed))
    return ziggurat.load("babylonia", GAME.write_position(records[0]))


def two_truths() -> tuple[ziggurat.Match, ziggurat.Match]:
    """Two situations that differ only in what seat 1 knows: its stand, its reserve, its token in the river."""
    one = position(put={"c4": "p1", "h5": "m1", "a9": "s0"}, stands=["fmsp", "ffmsp"], generator="1")
    two = position(put={"c4": "f1", "h5": "m1", "a9": "s0"}, stands=["fmsp", "mmssp"], generator="2")
    return one, two


@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_others_stands_reserves_and_face_down_tokens_are_secret(seat: int) -> None:  # babylonia 17
    one, two = two_truths()
    assert one.view(seat) == two.view(seat)
    assert one.record(seat).tobytes() == two.record(seat).tobytes()
    assert one.view(1) != two.view(1)


def test_a_seat_sees_its_own_tokens_everywhere() -> None:  # babylonia 17
    view = two_truths()[0].view(1)
    assert view.players[1].stand == "ffmsp"
    assert Counter(view.players[1].reserve) == {"f": 10, "m": 4, "s": 5, "p": 4}
    assert {token.place: token.kind for token in view.tokens} == {"c4": "p", "h5": "m", "a9": None}


def test_public_information() -> None:  # babylonia 17
    match = position(
        put={"h5": "m1", "c4": "p1", "e12": "PS", "i7": "*"} | around("i7", "f0 f1 f0 f1 f0 f1"),
        stands=["fmsp", "ffm"],
        cards={0: [3], 1: [6]},
        cities={1: ["P", "SM"]},
        score=[4, 9],
    )
    view = match.view()
    assert [other.score for other in view.players] == [4, 9]
    assert [other.cards for other in view.players] == [[3], [6]]
    assert [other.cities for other in view.players] == [[], ["SM", "P"]]
    assert [other.stand_size for other in view.players] == [4, 3]
    assert [other.reserve_size for other in view.players] == [30 - 4 - 3, 30 - 3 - 5]
    assert [other.stand for other in view.players] == [None, None]
    assert [other.reserve for other in view.players] == [None, None]
    assert {"h5": "m", "c4": None, "i6": "f"}.items() <= {token.place: token.kind for token in view.tokens}.items()
    assert ("e12", "PS") in [(tile.place, tile.tile) for tile in view.tiles]
    assert {one.place: one.scored for one in view.ziggurats} == {"b2": False, "i7": True, "c10": False}
    assert view.cards_on_offer == [1, 2, 4, 5, 7]


def test_coming_draws_are_hidden_from_everybody() -> None:  # babylonia 17
    one = position(stands=["fmsp"], generator="1")
    two = position(stands=["fmsp"], generator="2")
    assert one.record(0).tobytes() == two.record(0).tobytes()


def test_others_are_told_of_a_river_token_without_its_kind() -> None:  # babylonia 5, 17
    match = position(stands=["ffmsp"]).play("m c4", "f h5")
    by_seat = [happened(match, "placed in river", seat)[0] for seat in (0, 1, SPECTATOR, None)]
    assert [event.arguments["token"] for event in by_seat] == ["merchant", None, None, "merchant"]
    assert str(by_seat[0]) == "Seat 0 places a merchant face down in the river at c4"
    assert str(by_seat[1]) == "Seat 0 places a token face down in the river at c4"
    assert happened(match, "placed", 1)[0].arguments == {"place": "h5", "token": "farmer"}


def test_others_are_told_how_many_tokens_were_drawn_but_not_which() -> None:  # babylonia 17
    match = position(stands=["ffmsp"])
    lay(match, "m f").play("end")
    own, others = happened(match, "drew", 0), happened(match, "drew", 1)
    assert [event.arguments["token"] for event in others] == [None, None]
    assert [str(event) for event in others] == ["Seat 0 draws a token"] * 2
    letters = {"farmer": "f", "merchant": "m", "civil servant": "s", "priest": "p"}
    drawn = [letters[event.arguments["token"]] for event in own]
    assert sorted(player(match, 0).stand) == sorted(["f", "s", "p", *drawn])


def test_a_seat_is_offered_choices_only_in_its_own_decisions() -> None:  # babylonia 17
    match = position()
    assert match.view(1).choices == []
    assert [choice.action for choice in match.view(0).choices] == match.legal()


@pytest.mark.parametrize("seed", range(5))
def test_an_imagined_truth_agrees_with_all_that_is_known(seed: int) -> None:  # babylonia 17
    match = two_truths()[0]
    for seat in (0, 1, SPECTATOR):
        truth = imagined(match, seat, seed)
        assert truth.view(seat) == match.view(seat)
        for other in truth.position()["players"]:
            assert len(other["stand"]) + len(other["reserve"]) in (30 - 1, 30 - 2)


def test_imagined_stands_differ() -> None:  # babylonia 17
    match = two_truths()[0]
    assert len({imagined(match, 0, seed).position()["players"][1]["stand"] for seed in range(12)}) > 3


@pytest.mark.parametrize("seed", range(8))
def test_a_noble_and_two_farmers_tell_that_a_third_farmer_is_on_the_stand(seed: int) -> None:  # babylonia 3, 17
    match = lay(position(stands=["fffms"], cards={0: [5]}), "m f f")
    assert "f" in imagined(match, 1, seed).position()["players"][0]["stand"]
