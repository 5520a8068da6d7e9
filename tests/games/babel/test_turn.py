"""Moving, deploying, building, migrating, ending the turn, and the piles."""

from __future__ import annotations

import pytest

from tests.games.babel.builder import deck_top, hand, happened, moves, position, row, side, stack, temple
from ziggurat import IllegalMove

# ----------------------------------------------------------------------------------------------- the pawn and the rows


def test_a_pawn_move_costs_a_card_of_the_destination() -> None:  # babel 7
    match = position(side("AHH", pawn="S"))
    assert moves(match, "pawn") == ["pawn A", "pawn H"]
    match.play("pawn H")
    assert hand(match, 0) == "AH"
    assert match.position()["discard"] == "H"
    assert match.view().players[0].pawn == "H"


def test_the_pawn_never_stays_and_never_returns_to_the_quarry() -> None:  # babel 7
    match = position(side("HHS", pawn="H"))
    assert moves(match, "pawn") == ["pawn S"]
    with pytest.raises(IllegalMove, match=r"is already at .*clause 7"):
        match.play("pawn H")


def test_at_the_quarry_nothing_can_be_deployed_or_built() -> None:  # babel 7, 8
    match = position(side("HHS", stack="1"))
    assert match.moves() == ["pawn H", "pawn S", "end"]
    for move in ("deploy H", "build own", "use A", "half S"):
        with pytest.raises(IllegalMove, match="still at the quarry"):
            match.play(move)


def test_both_pawns_may_stand_at_one_site() -> None:  # babel 7
    match = position(side("H", pawn="A"), side(pawn="H")).play("pawn H")
    assert [player.pawn for player in match.view().players] == ["H", "H"]


def test_deployed_cards_go_to_the_end_of_the_row() -> None:  # babel 8
    match = position(side("AAPSS", pawn="S", rows={"S": "A"}))
    match.play("deploy A", "deploy P", "pawn A", "deploy S", "deploy S")
    assert row(match, 0, "S") == "AAP"
    assert row(match, 0, "A") == "SS"


def test_a_row_closes_up_after_a_removal() -> None:  # babel 8
    match = position(side(pawn="S", rows={"S": "PAHHHAM"}), side(temples={"S": "3"}))
    match.play("use H")
    assert row(match, 0, "S") == "PAHHAM"


# ------------------------------------------------------------------------------------------------------------ building


def test_building_the_rulebook_way_from_both_stacks() -> None:  # babel 4, 6
    match = position(
        side("AHM", rows={"M": "PSAA"}, temples={"M": "1"}, stack="62"),
        side(stack="543"),
    )
    match.play("pawn M", "build own", "build their", "build their")
    assert temple(match, 0, "M") == "1234"
    with pytest.raises(IllegalMove, match=r"Level 5 needs 5 of your nation cards .*clause 6"):
        match.play("build their")
    match.play("deploy A", "build their", "deploy H", "build own")
    assert temple(match, 0, "M") == "123456"
    assert match.scores == [6, 0]
    assert row(match, 0, "M") == "PSAAAH"
    assert (stack(match, 0), stack(match, 1)) == ("", "")


def test_only_the_next_level_and_only_the_top_of_a_stack() -> None:  # babel 4, 6
    match = position(side(pawn="M", rows={"M": "PSAAP"}, temples={"M": "1"}, stack="24"), side(stack="3"))
    assert moves(match, "build") == []
    with pytest.raises(IllegalMove, match=r"Level 4 is not the next level: .* value 1"):
        match.play("build own")


def test_only_at_the_pawns_site_and_with_own_cards() -> None:  # babel 6
    match = position(side(pawn="H", rows={"M": "PS"}, stack="1"), side(rows={"H": "AAA"}))
    assert moves(match, "build") == []


def test_a_temple_stays_when_its_nation_cards_leave() -> None:  # babel 5, 6
    match = position(side(pawn="H", rows={"M": "ASSH", "P": ""}, temples={"M": "1234"}))
    match.play("migrate M P")
    assert row(match, 0, "M") == "A"
    assert match.scores == [4, 0]


def test_a_temple_is_worth_its_top_card_and_the_total_is_over_five_sites() -> None:  # babel 5
    match = position(side(temples={"A": "136", "H": "2", "S": "12"}), side(temples={"A": "4"}))
    assert match.scores == [10, 4]
    assert [site.value for site in match.view().players[0].sites] == [6, 2, 0, 0, 2]


# ----------------------------------------------------------------------------------------------------------- migration


def test_the_last_three_cards_migrate_in_their_order() -> None:  # babel 9
    match = position(side(pawn="H", rows={"M": "ASSH", "P": "P"}))
    match.play("migrate M P")
    assert row(match, 0, "M") == "A"
    assert row(match, 0, "P") == "PSSH"
    assert str(happened(match, "migrated")[0]) == (
        "Seat 0 moves 2 Sumerians and 1 Hittite from the Medes' site to the Persians' site"
    )


def test_one_migration_a_turn_of_exactly_three_cards() -> None:  # babel 9
    match = position(side(pawn="H", rows={"M": "ASSHAA", "P": "PP"}), side())
    assert moves(match, "migrate") == ["migrate M A", "migrate M H", "migrate M P", "migrate M S"]
    with pytest.raises(IllegalMove, match="fewer than three cards"):
        match.play("migrate P M")
    match.play("migrate M P")
    with pytest.raises(IllegalMove, match=r"only once per turn .*clause 9"):
        match.play("migrate P M")
    match.play("end", "end")
    assert "migrate P M" in match.moves()


def test_migration_works_from_the_quarry_too() -> None:  # babel 9
    match = position(side(rows={"M": "ASS"})).play("migrate M A")
    assert row(match, 0, "A") == "ASS"


# --------------------------------------------------------------------------------------------- the end of a turn, piles


def test_two_temple_cards_go_on_the_own_stack_the_lower_on_top() -> None:  # babel 4, 11
    for top, after in (("25", "352"), ("52", "352"), ("44", "344")):
        match = position(side(stack="3"), deck_top=[6, *map(int, top)])
        match.play("end")
        assert stack(match, 0) == after
        assert deck_top(match) == "6"


def test_there_are_no_discarded_temple_cards() -> None:  # babel 4, 24
    match = position(side(stack="3"), side(stack="44"))
    match.play("end", "end", "end")
    assert [len(stack(match, seat)) for seat in range(2)] == [5, 4]


def test_discarded_cards_become_the_draw_pile_in_mid_draw() -> None:  # babel 3
    match = position(side("A"), side("P"), draw="H", discard=_others("A", "P", "H"))
    match.play("end")
    assert len(hand(match, 1)) == 4
    assert "H" in hand(match, 1)
    assert match.position()["discard"] == ""
    assert len(match.position()["draw"]) == 60 - 1 - 4
    kinds = [event.kind for event in match.events(1)]
    assert kinds[-4:] == ["drew", "reshuffled", "drew", "drew"]


def test_a_pile_that_empties_with_the_last_card_drawn_is_not_yet_made_new() -> None:  # babel 3
    match = position(side("A"), side("P"), draw="HHS", discard=_others("A", "P", "HHS"))
    match.play("end")
    assert hand(match, 1) == "HHPS"
    assert match.position()["draw"] == ""
    match.play("end")
    assert len(hand(match, 0)) == 4
    assert len(match.position()["draw"]) == 60 - 8


def test_with_both_piles_empty_one_draws_what_exists() -> None:  # babel 3
    everything = "".join(letter * 12 for letter in "AHMPS")
    match = position(side(everything[:30]), side(everything[30:58]), draw="S", discard="S")
    match.play("end")
    assert len(hand(match, 1)) == 30
    match.play("end")
    assert len(hand(match, 0)) == 30


def test_there_is_no_limit_of_cards_in_hand() -> None:  # babel 3
    match = position(side("A" * 12 + "H" * 12), side())
    match.play("end", "end")
    assert len(hand(match, 0)) == 27


def _others(*used: str) -> str:
    cards = [letter for letter in "AHMPS" for _ in range(12)]
    for letter in "".join(used):
        cards.remove(letter)
    return "".join(cards)
