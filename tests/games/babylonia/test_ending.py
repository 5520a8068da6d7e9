"""Refilling, the extra turn, the end and the winner (clauses 14 to 16)."""

from __future__ import annotations

import pytest

import ziggurat
from tests.games.babylonia.builder import (
    around,
    each,
    happened,
    offered,
    player,
    position,
    quiet_turn,
    reserve_in_rivers,
)
from ziggurat import IllegalMove

# ------------------------------------------------------------------------------------------------ refilling


@pytest.mark.parametrize("moves", [("f h1", "m h5"), ("f h1", "f h5", "f g9"), ("f h1", "f h5", "f g9", "f g12")])
def test_the_stand_is_refilled_to_five(moves: tuple[str, ...]) -> None:  # babylonia 14
    match = position(stands=["ffffm"])
    match.play(*moves, "end")
    assert player(match, 0).stand_size == 5
    assert player(match, 0).reserve_size == 30 - 5 - len(moves)
    assert len(happened(match, "drew")) == len(moves)


def test_the_refill_comes_after_scoring() -> None:  # babylonia 14
    match = position(put={"e12": "P", "d11": "f0", "e11": "f0"})
    match.play("f f11", "m h1", "end")
    kinds = [event.kind for event in match.events()]
    assert kinds.index("city taken") < kinds.index("drew")


def test_the_reserve_may_run_out_during_a_refill() -> None:  # babylonia 14
    match = position(put=reserve_in_rivers(0, "fffms", keep=1), stands=["fffms"])
    match.play("m h1", "s h5", "end")
    assert player(match, 0).stand_size == 4
    assert player(match, 0).reserve_size == 0
    assert not match.over


@pytest.mark.parametrize("letter", "fmsp")
def test_the_last_token_of_the_reserve_is_the_one_that_is_left(letter: str) -> None:  # babylonia 14
    match = position(put=reserve_in_rivers(0, f"fff{letter}"), stands=["fff"])
    match.play("f h1", "f h5", "end")
    assert player(match, 0).stand == "".join(sorted(f"f{letter}", key="fmsp".index))


def test_with_an_empty_reserve_one_plays_on_with_what_is_left() -> None:  # babylonia 14
    match = position(put=reserve_in_rivers(0, "fffms"), stands=["fffms"])
    match.play("m h1", "s h5", "end")
    assert player(match, 0).stand == "fff"
    assert happened(match, "drew") == []
    quiet_turn(match)
    match.play("f h2", "f g9", "end")
    assert player(match, 0).stand == "f"
    assert not match.over


def test_only_the_active_players_stand_is_refilled() -> None:  # babylonia 14
    match = position(stands=["ffmsp", "fms"])
    match.play("f h1", "m h5", "end")
    assert player(match, 1).stand == "fms"


# ------------------------------------------------------------------------------------------------ the extra turn


def test_the_owner_of_card_2_is_asked_after_every_refill_until_using_it() -> None:  # babylonia 15
    match = position(cards={0: [2]})
    quiet_turn(match)
    assert match.question() == "Seat 0 may use card 2 and play another turn now."
    assert player(match, 0).stand_size == 5
    match.play("extra no")
    assert match.actor == 1
    quiet_turn(match)
    assert match.actor == 0
    assert not match.view().extra_turn_used
    quiet_turn(match).play("extra yes")
    assert match.actor == 0
    quiet_turn(match)
    assert match.actor == 1
    quiet_turn(match)
    quiet_turn(match)
    assert match.actor == 1  # not asked again


def test_the_answer_can_be_taken_back() -> None:  # babylonia 15
    match = quiet_turn(position(cards={0: [2]})).play("extra yes").undo()
    assert match.moves() == ["extra yes", "extra no"]
    assert not match.view().extra_turn_used


def test_nobody_is_asked_after_another_clans_turn() -> None:  # babylonia 15
    match = position(cards={1: [2]})
    quiet_turn(match)
    assert match.question() == "Seat 1 places the first token of the turn."


def test_the_extra_turn_is_a_whole_turn() -> None:  # babylonia 15, 23
    match = position(stands=["fffff"], put=reserve_in_rivers(0, "fffff"), cards={0: [2]})
    match.play("f h1", "f h5", "end", "extra yes")
    assert offered(match.play("f g9", "f g10")) == "f end"
    match.play("f g11", "end")
    assert match.over  # the last token has gone, and the end is tested as after any turn


def test_card_2_won_in_ones_own_turn_can_be_used_in_it() -> None:  # babylonia 15
    match = position(put=around("i7", "f0 f0 f0 f0 f0 -"))
    match.play("f h6", "f h1", "end", "card 2")
    assert match.actor == 0
    assert match.moves() == ["extra yes", "extra no"]


def test_card_2_won_in_anothers_turn_waits_for_ones_own() -> None:  # babylonia 15
    match = position(seats=3, put=around("i7", "f2 f2 f2 f2 f2 -"))
    match.play("f h6", "f h1", "end", "card 2")
    assert match.actor == 1
    quiet_turn(match)
    assert match.question() == "Seat 2 places the first token of the turn."
    quiet_turn(match)
    assert match.question() == "Seat 2 may use card 2 and play another turn now."
    assert match.play("extra no").actor == 0


def test_card_2_is_not_asked_for_when_the_game_has_ended() -> None:  # babylonia 15, 16
    match = position(put={"e12": "P", "d11": "f0", "e11": "f0", "i12": "S"}, spare_cities=False, cards={0: [2]})
    match.play("f f11", "f h1", "end")
    assert match.over
    assert match.legal() == []


# ------------------------------------------------------------------------------------------------ the end


def test_the_game_ends_when_the_active_stand_stays_empty() -> None:  # babylonia 16
    match = position(put=reserve_in_rivers(0, "fm"), stands=["fm"])
    match.play("f h1", "m h5")
    assert not match.over
    match.play("end")
    assert match.over
    assert match.ending == "a stand is empty"
    assert match.actor == -1


def test_a_last_single_token_ends_the_game() -> None:  # babylonia 3, 16
    match = position(put=reserve_in_rivers(0, "p"), stands=["p"])
    assert match.play("p h1", "end").ending == "a stand is empty"


def test_playing_all_tokens_does_not_end_the_game_while_the_reserve_refills_the_stand() -> None:  # babylonia 16
    match = position(stands=["fff"])
    match.play("f h1", "f h5", "f g9", "end")
    assert not match.over


@pytest.mark.parametrize(("left", "over"), [(0, True), (1, True), (2, False)])
def test_the_game_ends_with_at_most_one_city_on_the_board(left: int, over: bool) -> None:  # babylonia 16
    others = dict(list({"f4": "S", "i4": "M"}.items())[:left])
    put = {"e12": "P", "d11": "f0", "e11": "f0", "g3": "6"} | others  # a crop field is no city
    match = position(put=put, spare_cities=False)
    match.play("f f11", "f h1", "end")
    assert match.over == over
    assert match.ending == ("at most one city is left" if over else "")


def test_a_tied_city_brings_the_end_nearer_too() -> None:  # babylonia 11, 16
    put = {"d2": "P", "e2": "f1", "e3": "f0", "c2": "f1", "e12": "S"}
    match = position(put=put, spare_cities=False)
    assert match.play("f d3", "f h1", "end").over


def test_all_surrounded_sites_are_scored_before_the_end() -> None:  # babylonia 9, 16
    put = {"e12": "P", "d11": "f0", "e11": "f0", "i12": "S", "i11": "f0", "j11": "f0"}
    match = position(put=put, spare_cities=False)
    match.play("f f11", "f h11", "end", "score e12")
    assert match.scores == [1 + 2, 0]
    assert match.over


def test_the_stand_is_refilled_before_the_end_is_tested() -> None:  # babylonia 14, 16
    match = position(put={"e12": "P", "d11": "f0", "e11": "f0"} | {"i12": "S"}, spare_cities=False)
    match.play("f f11", "f h1", "end")
    kinds = [event.kind for event in match.events()]
    assert kinds[-3:] == ["drew", "drew", "game ended"]


def test_an_ended_game_is_over() -> None:  # babylonia 16
    match = position(put=reserve_in_rivers(0, "p"), stands=["p"]).play("p h1", "end")
    assert match.legal() == []
    assert match.question() == "The game is over."
    with pytest.raises(IllegalMove, match=r"^The game is over: a stand is empty\.$"):
        match.play("f h5")


# ------------------------------------------------------------------------------------------------ the winner


def ended(score: list[int], cities: dict[int, list[str]]) -> ziggurat.Match:
    """A game of four seats that seat 0 ends with the last token."""
    put = reserve_in_rivers(0, "p")
    return position(seats=4, put=put, stands=["p"], score=score, cities=cities).play("p h5", "end")


def test_nobody_has_won_before_the_end() -> None:  # babylonia 16
    assert position(score=[10, 0]).winners == []


def test_most_points_win() -> None:  # babylonia 16
    assert ended([3, 9, 4, 8], {0: ["P", "S"]}).winners == [1]


def test_tied_points_are_decided_by_cities() -> None:  # babylonia 16
    assert ended([9, 9, 4, 9], {0: ["P"], 2: ["S", "M", "PS"], 3: ["P", "M"]}).winners == [3]


def test_tied_points_and_cities_share_the_victory() -> None:  # babylonia 16
    assert ended([9, 9, 4, 9], {0: ["P"], 1: ["S", "M"], 3: ["P", "M"]}).winners == [1, 3]
    assert ended([0, 0, 0, 0], {}).winners == [0, 1, 2, 3]


def test_cities_do_not_outweigh_a_point() -> None:  # babylonia 16
    cities = {1: ["P", "P", "S", "S", "M", "M", "PS", "PS", "PS", "SM", "SM", "SM", "PM"]}
    assert ended([21, 20, 0, 0], cities).winners == [0]


def test_points_of_the_last_turn_count() -> None:  # babylonia 16
    put = {"e12": "PS", "d11": "f0", "e11": "f0"} | each("f1", "h1", "h5")
    match = position(put=put, spare_cities=False, score=[4, 4])
    match.play("p f11", "f h11", "end")
    assert match.scores == [4 + 2 + 1, 4]
    assert match.winners == [0]
