"""The five abilities, and the one that every nation has."""

from __future__ import annotations

import pytest

from tests.games.babel.builder import deck_top, hand, moves, position, row, side, stack, temple
from ziggurat import IllegalMove

# ----------------------------------------------------------------------------------------------------------------- runs


def test_three_equal_cards_in_sequence_at_the_pawns_site() -> None:  # babel 10
    for own, usable in (("AAA", True), ("AAHA", False), ("HAAAH", True), ("AA", False), ("AAHAAH", False)):
        match = position(side(pawn="P", rows={"P": own}), side(temples={"P": "1"}))
        assert ("use A" in match.moves()) is usable
    match = position(side(pawn="P", rows={"M": "AAA"}), side(temples={"P": "1", "M": "1"}))
    assert moves(match, "use") == []
    with pytest.raises(IllegalMove, match=r"no run of three or more Assyrians .*clause 10"):
        match.play("use A")


def test_the_cards_must_be_ones_own() -> None:  # babel 10
    match = position(side(pawn="P"), side(rows={"P": "AAA"}, temples={"P": "1"}))
    assert moves(match, "use") == []


def test_a_run_of_five_gives_three_uses() -> None:  # babel 10
    match = position(side(pawn="P", rows={"P": "SSSSS"}), side(rows={"P": "AHMP"}))
    match.play("use S", "use S", "use S")
    assert row(match, 0, "P") == "SSPMH"
    assert row(match, 1, "P") == "A"
    assert moves(match, "use") == []
    assert match.position()["discard"] == "SSS"


def test_two_runs_of_one_nation_are_two_choices() -> None:  # babel 10
    match = position(side(pawn="P", rows={"P": "SSSASSSS"}), side(rows={"P": "M"}))
    assert moves(match, "use") == ["use S", "use S2"]
    assert row(match.copy().play("use S"), 0, "P") == "SSASSSSM"
    assert row(match.copy().play("use S2"), 0, "P") == "SSSASSSM"
    with pytest.raises(IllegalMove, match="no third run"):
        match.play("use S3")


def test_four_runs_of_one_nation() -> None:  # babel 10
    match = position(side(pawn="P", rows={"P": "SSSASSSASSSASSS"}), side("AH"))
    assert moves(match, "half") == ["half S", "half S2", "half S3", "half S4"]
    match.play("half S4")
    assert row(match, 0, "P") == "SSSASSSASSSASS"


def test_closing_up_can_make_a_new_run() -> None:  # babel 8, 10
    match = position(side(pawn="P", rows={"P": "MMM"}), side(rows={"P": "AASAPPSP"}))
    match.play("use M S", "end")
    assert row(match, 1, "P") == "AAAPPP"


def test_an_ability_without_effect_is_illegal() -> None:  # babel 10
    match = position(side(pawn="P", rows={"P": "AAAHHHMMMPPPSSS"}), side("A"))
    assert moves(match, "use") + moves(match, "half") == []


# ------------------------------------------------------------------------------------------------------------ Assyrians


def test_assyrians_destroy_the_whole_temple() -> None:  # babel 11
    match = position(side(pawn="P", rows={"P": "AAA"}), side(temples={"P": "245", "S": "1"}), deck_top=[3])
    match.play("use A")
    assert temple(match, 1, "P") == ""
    assert temple(match, 1, "S") == "1"
    assert deck_top(match) == "3542"
    assert match.scores == [0, 1]
    match.play("end")
    assert stack(match, 0) == "42"
    match.play("end")
    assert stack(match, 1) == "53"
    (destroyed,) = (event for event in match.events() if event.kind == "destroyed")
    assert destroyed.arguments == {"site": "Persians' site", "level": 5, "count": 3, "levels": [2, 4, 5]}


def test_assyrians_spare_the_own_temple_and_need_one_of_the_other() -> None:  # babel 11
    match = position(side(pawn="P", rows={"P": "AAA"}, temples={"P": "1"}), side(temples={"S": "1"}))
    with pytest.raises(IllegalMove, match=r"has no temple here to destroy .*clause 11"):
        match.play("use A")


def test_a_destroyed_first_card_goes_on_the_deck_as_well() -> None:  # babel 2, 11
    match = position(side("P", pawn="P", rows={"P": "AAA"}), side(temples={"P": "1"}))
    match.play("use A")
    assert deck_top(match) == "1"
    assert len(match.position()["deck"]) == 44


# ------------------------------------------------------------------------------------------------------------- Hittites


def test_hittites_steal_the_top_card_and_may_skip_levels() -> None:  # babel 12
    match = position(side(pawn="P", rows={"P": "HHHAS"}, temples={"P": "12"}), side(temples={"P": "135"}))
    match.play("use H")
    assert temple(match, 0, "P") == "125"
    assert temple(match, 1, "P") == "13"
    assert match.scores == [5, 3]
    assert row(match, 0, "P") == "HHAS"


def test_hittites_need_a_higher_card_and_as_many_nation_cards() -> None:  # babel 12
    for own, theirs, cards, reason in (
        ("", "", "HHH", "no temple"),
        ("3", "3", "HHH", "not higher"),
        ("", "4", "HHH", "needs 4"),
    ):
        match = position(side(pawn="P", rows={"P": cards}, temples={"P": own}), side(temples={"P": theirs}))
        with pytest.raises(IllegalMove, match=reason):
            match.play("use H")


def test_the_hittite_to_be_discarded_counts() -> None:  # babel 12
    match = position(side(pawn="P", rows={"P": "HHH"}), side(temples={"P": "3"})).play("use H")
    assert temple(match, 0, "P") == "3"
    assert row(match, 0, "P") == "HH"


# ---------------------------------------------------------------------------------------------------------------- Medes


def test_medes_make_one_nation_desert() -> None:  # babel 13
    match = position(
        side(pawn="P", rows={"P": "MMMA"}),
        side(rows={"P": "AHAAM", "S": "A"}),
    )
    assert moves(match, "use") == ["use M A", "use M H", "use M M"]
    match.play("use M A")
    assert row(match, 1, "P") == "HM"
    assert row(match, 1, "S") == "A"
    assert row(match, 0, "P") == "MMA"
    assert match.position()["discard"] == "AAAM"
    with pytest.raises(IllegalMove, match="no run"):
        match.play("use M H")


def test_medes_cannot_name_a_nation_that_is_not_there() -> None:  # babel 13
    match = position(side(pawn="P", rows={"P": "MMM"}), side(rows={"P": "AH"}))
    with pytest.raises(IllegalMove, match=r"Seat 1 has no Sumerians in the row here .*clause 13"):
        match.play("use M S")


# ------------------------------------------------------------------------------------------------------------- Persians


def test_persians_build_two_levels_up_from_either_stack() -> None:  # babel 14
    for own, level, top in (("", "2", "2"), ("1", "3", "13"), ("124", "6", "1246")):
        match = position(
            side(pawn="P", rows={"P": "PPPAAA"}, temples={"P": own}, stack=level),
            side(stack=f"1{level}"),
        )
        assert moves(match, "use") == ["use P own", "use P their"]
        used_own, theirs = match.copy().play("use P own"), match.copy().play("use P their")
        assert temple(used_own, 0, "P") == temple(theirs, 0, "P") == top
        assert (stack(used_own, 0), stack(used_own, 1)) == ("", f"1{level}")
        assert (stack(theirs, 0), stack(theirs, 1)) == (level, "1")
        assert row(used_own, 0, "P") == "PPAAA"


def test_the_persian_to_be_discarded_counts() -> None:  # babel 14
    match = position(side(pawn="H", rows={"H": "PPP"}, temples={"H": "1"}, stack="3")).play("use P own")
    assert temple(match, 0, "H") == "13"
    match = position(side(pawn="H", rows={"H": "PPP"}, temples={"H": "2"}, stack="4"))
    with pytest.raises(IllegalMove, match="Level 4 needs 4 of your nation cards"):
        match.play("use P own")


def test_persians_skip_exactly_one_level() -> None:  # babel 14
    for level in "124":
        match = position(side(pawn="H", rows={"H": "PPPAAA"}, temples={"H": "1"}, stack=level))
        with pytest.raises(IllegalMove, match=r"not two levels up: .*clause 14"):
            match.play("use P own")


# ------------------------------------------------------------------------------------------------------------ Sumerians


def test_sumerians_take_all_cards_of_the_last_nation() -> None:  # babel 15
    match = position(
        side(pawn="A", rows={"A": "HSSSM"}),
        side(rows={"A": "PAPSPP", "H": "P"}),
    )
    match.play("use S")
    assert row(match, 0, "A") == "HSSMPPPP"
    assert row(match, 1, "A") == "AS"
    assert row(match, 1, "H") == "P"


def test_sumerians_can_feed_their_own_run() -> None:  # babel 15
    match = position(side(pawn="A", rows={"A": "SSS"}), side(rows={"A": "SAS"})).play("use S")
    assert row(match, 0, "A") == "SSSS"
    match.play("use S")
    assert row(match, 0, "A") == "SSSA"


def test_sumerians_need_a_card_in_the_other_row() -> None:  # babel 15
    match = position(side(pawn="A", rows={"A": "SSS"}), side(rows={"H": "SAS"}))
    with pytest.raises(IllegalMove, match=r"no nation cards here .*clause 15"):
        match.play("use S")


# ------------------------------------------------------------------------------------------------------------ half hand


@pytest.mark.parametrize(("size", "discarded"), [(2, 1), (3, 1), (4, 2), (5, 2), (7, 3)])
def test_any_nation_halves_the_other_hand_rounded_down(size: int, discarded: int) -> None:  # babel 16
    for nation in "AHMPS":
        match = position(side(pawn="A", rows={"A": nation * 3}), side("AHMPSAH"[:size]))
        assert moves(match, "half") == [f"half {nation}"]
        match.play(f"half {nation}")
        for _ in range(discarded):
            assert match.actor == 1
            match.play(match.moves()[0])
        assert match.actor == 0
        assert len(hand(match, 1)) == size - discarded
        assert row(match, 0, "A") == nation * 2


def test_the_other_player_chooses_card_by_card_and_nothing_else_goes_on() -> None:  # babel 16
    match = position(side("A", pawn="A", rows={"A": "SSS"}), side("AAHP", pawn="A")).play("half S")
    assert match.question() == "Seat 1 must discard 2 more cards from the hand."
    assert match.moves() == ["discard A", "discard H", "discard P"]
    with pytest.raises(IllegalMove, match="Seat 1 has no Medes in hand"):
        match.play("discard M")
    with pytest.raises(IllegalMove, match=r"must first discard half .*clause 16"):
        match.play("end")
    match.play("discard H", "discard A")
    assert hand(match, 1) == "AP"
    assert match.position()["discard"] == "AHS"
    assert match.actor == 0
    assert "deploy A" in match.moves()


def test_equal_cards_are_discarded_by_hand_too() -> None:  # babel 16, 19
    """Not to ask would tell that all cards are equal."""
    match = position(side(pawn="A", rows={"A": "SSS"}), side("AAAA")).play("half S")
    assert match.moves() == ["discard A"]


def test_a_hand_of_one_cannot_be_halved() -> None:  # babel 16
    match = position(side(pawn="A", rows={"A": "SSS"}), side("A"))
    with pytest.raises(IllegalMove, match=r"two or more cards .*clause 16"):
        match.play("half S")


def test_nobody_discards_without_being_made_to() -> None:  # babel 16
    with pytest.raises(IllegalMove, match="discard like this only"):
        position(side("A", pawn="A")).play("discard A")
