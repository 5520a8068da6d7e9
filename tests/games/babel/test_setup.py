"""The set-up of Babel, and the first turns."""

from __future__ import annotations

from collections import Counter

import pytest

import ziggurat
from tests.games.babel.builder import hand, moves, position, row, side, stack, temple
from ziggurat import IllegalMove


@pytest.mark.parametrize(("hands", "sizes"), [("3/5", [6, 5]), ("5/5", [8, 5])])
def test_hands_at_the_start_and_three_cards_drawn(hands: str, sizes: list[int]) -> None:  # babel 1, 22
    match = ziggurat.new("babel", seed=1, hands=hands)
    assert match.actor == 0
    assert [len(hand(match, seat)) for seat in range(2)] == sizes


def test_every_turn_begins_with_three_cards() -> None:  # babel 1, 24
    match = ziggurat.new("babel", seed=1)
    before = len(hand(match, 0))
    match.play(moves(match, "pawn")[0])
    match.play(moves(match, "deploy")[0], "build first", "end")
    assert match.actor == 1
    assert len(hand(match, 0)) == before - 2
    assert len(hand(match, 1)) == 5 + 3


def test_sixty_nation_cards_twelve_of_each() -> None:  # babel 21
    start = ziggurat.new("babel", seed=5).position()
    cards = Counter(start["draw"] + start["players"][0]["hand"] + start["players"][1]["hand"])
    assert cards == Counter({"A": 12, "H": 12, "M": 12, "P": 12, "S": 12})


def test_forty_five_temple_cards_two_of_them_with_the_players() -> None:  # babel 20, 22
    start = ziggurat.new("babel", seed=5).position()
    assert Counter(start["deck"]) == Counter({1: 8, 2: 9, 3: 8, 4: 7, 5: 6, 6: 5})
    assert [player["first_card"] for player in start["players"]] == [True, True]
    assert [player["stack"] for player in start["players"]] == [[], []]
    assert [player["pawn"] for player in start["players"]] == ["quarry", "quarry"]


def test_hands_differ_from_seed_to_seed() -> None:  # babel 22
    assert len({hand(ziggurat.new("babel", seed=seed), 1) for seed in range(20)}) > 10


# ------------------------------------------------------------------------------------------- the duty of the first turn


def test_the_first_turn_cannot_end_before_the_own_card_is_built() -> None:  # babel 2
    match = position(side("AHS", first_card=True), side("AAAAA", first_card=True))
    assert "end" not in match.moves()
    with pytest.raises(IllegalMove, match=r"first turn cannot end .*clause 2"):
        match.play("pawn A", "deploy H", "end")
    match.play("pawn A", "deploy H", "build first", "end")
    assert temple(match, 0, "A") == "1"
    assert match.scores == [1, 0]
    assert match.actor == 1


def test_the_own_card_lies_on_no_stack_and_the_other_player_cannot_build_it() -> None:  # babel 2
    match = position(side("AHS", pawn="A", rows={"A": "S"}), side("AAAAA", first_card=True))
    assert moves(match, "build") == []
    with pytest.raises(IllegalMove, match="no temple card on seat 1's stack"):
        match.play("build their")
    with pytest.raises(IllegalMove, match="have already built"):
        match.play("build first")


def test_the_last_card_may_not_be_spent_on_a_pawn_move_to_a_bare_site() -> None:  # babel 2
    match = position(side("AHS", first_card=True), side("AAAAA", first_card=True))
    match.play("pawn A", "pawn H")
    assert moves(match, "pawn") == []
    with pytest.raises(IllegalMove, match=r"could not build your level-1 card this turn .*clause 2"):
        match.play("pawn S")
    match.play("deploy S", "build first", "end")


def test_the_last_card_may_be_spent_on_a_move_to_own_nation_cards() -> None:  # babel 2
    match = position(side("AHSA", first_card=True), side("AAAAA", first_card=True))
    match.play("pawn A", "deploy S", "pawn H", "pawn A", "build first", "end")
    assert temple(match, 0, "A") == "1"


def test_the_duty_is_not_lost_by_building_another_level_1_first() -> None:  # babel 2
    """The own card needs a site without temple: one must stay within reach."""
    match = position(
        side("AH", first_card=True),
        side("AAAAA", stack="1"),
    )
    match.play("pawn A", "deploy H")
    assert moves(match, "build") == ["build first"]
    with pytest.raises(IllegalMove, match="could not build your level-1 card this turn"):
        match.play("build their")


def test_another_level_1_may_come_first_while_a_site_stays_in_reach() -> None:  # babel 2
    match = position(side("AHSP", first_card=True), side("AAAAA", stack="1"))
    match.play("pawn A", "deploy H", "build their")
    with pytest.raises(IllegalMove, match="could not build"):
        match.play("deploy S", "deploy P")
    match.play("pawn P", "deploy S", "build first", "end")
    assert match.scores == [2, 0]


def test_a_migration_still_to_come_keeps_the_way_open() -> None:  # babel 2, 9
    match = ziggurat.new("babel", seed=1)
    assert match.position()["players"][0]["hand"] == "AAHHPS"
    match.play("pawn A", "deploy A", "deploy H", "deploy S", "pawn H", "pawn P")  # the hand is empty now
    assert ziggurat.load("babel", match.position()).moves() == match.moves() == ["migrate A P"]
    match.play("migrate A P", "build first", "end")
    assert temple(match, 0, "P") == "1"


def test_a_migration_to_come_needs_three_cards_and_comes_once() -> None:  # babel 2, 9
    used = position(side("HP", pawn="A", rows={"A": "AHS"}, first_card=True), side("AAAAA"), migrated=True)
    assert moves(used, "pawn") == ["pawn H", "pawn P"]
    with pytest.raises(IllegalMove, match="could not build your level-1 card this turn"):
        used.play("pawn H", "pawn P")
    short = position(side("HP", pawn="A", rows={"A": "AH"}, first_card=True), side("AAAAA"))
    with pytest.raises(IllegalMove, match="could not build your level-1 card this turn"):
        short.play("pawn H", "pawn P")


def test_a_migration_may_not_take_the_last_way_to_build_the_own_card() -> None:  # babel 2, 9
    match = position(side("", pawn="A", rows={"A": "SSP"}, first_card=True), side("AAAAA"))
    assert match.moves() == ["build first"]
    match.play("build first", "migrate A S")
    assert row(match, 0, "S") == "SSP"


def test_after_the_duty_everything_is_free_again() -> None:  # babel 2
    match = position(side("HH", pawn="A", rows={"A": "S"}, first_card=True), side("AAAAA", first_card=True))
    match.play("build first", "pawn H")
    assert "end" in match.moves()
    match.play("end")
    assert len(stack(match, 0)) == 2
