"""The nine ziggurat cards, one by one (clauses 22 to 30); 4, 5 and 6 are also in test_placing.py."""

from __future__ import annotations

import pytest

import ziggurat
from tests.games.babylonia.builder import around, each, gains, happened, lay, offered, player, position, quiet_turn

WON_BY_SEAT_0 = around("i7", "f0 f0 f0 f0 f0 -")
WON_BY_SEAT_1 = around("i7", "f1 f1 f1 f1 f1 -")


def close_ziggurat(match: ziggurat.Match) -> ziggurat.Match:
    """Seat 0 puts the last token beside the ziggurat on i7 and ends the turn."""
    return match.play("f h6", "f h1", "end")


# ------------------------------------------------------------------------------------------------ card 1


def test_card_1_gives_ten_points_at_once() -> None:  # babylonia 22
    match = close_ziggurat(position(put=WON_BY_SEAT_0))
    before = match.scores[0]
    assert match.play("card 1").scores == [before + 10, 0]


def test_the_ten_points_are_told_like_all_others() -> None:  # babylonia 22
    match = close_ziggurat(position(put=WON_BY_SEAT_0)).play("card 1")
    assert gains(match, "ziggurat card") == {0: 10}


def test_card_1_gives_its_points_out_of_turn_too() -> None:  # babylonia 13, 22
    match = close_ziggurat(position(put=WON_BY_SEAT_1))
    assert match.actor == 1
    assert match.play("card 1").scores[1] == 10


def test_card_1_is_spent_but_stays_with_its_owner() -> None:  # babylonia 22
    match = close_ziggurat(position(put=WON_BY_SEAT_0)).play("card 1")
    score = match.scores[0]
    quiet_turn(quiet_turn(match))
    assert match.scores[0] == score
    assert player(match, 0).cards == [1]


# ------------------------------------------------------------------------------------------------ card 2


def test_card_2_gives_one_extra_turn() -> None:  # babylonia 15, 23
    match = position(cards={0: [2]})
    quiet_turn(match)
    assert match.actor == 0
    assert match.moves() == ["extra yes", "extra no"]
    match.play("extra yes")
    assert match.actor == 0
    assert match.view().extra_turn_used
    assert [event.seat for event in happened(match, "extra turn")] == [0]
    quiet_turn(match)
    assert match.actor == 1


def test_card_2_is_spent_after_one_use() -> None:  # babylonia 15, 23
    match = position(cards={0: [2]}, extra_used=True)
    assert quiet_turn(match).actor == 1
    assert player(match, 0).cards == [2]


# ------------------------------------------------------------------------------------------------ card 3


def test_card_3_refills_to_seven() -> None:  # babylonia 14, 24
    match = position(stands=["ffmsp"], cards={0: [3]})
    match.play("f h1", "m h5", "end")
    assert player(match, 0).stand_size == 7
    assert player(match, 0).reserve_size == 30 - 2 - 7


def test_card_3_keeps_refilling_to_seven() -> None:  # babylonia 24
    match = position(stands=["fffmmsp"], cards={0: [3]})
    match.play("f h1", "f h5", "f g9", "end")
    assert player(match, 0).stand_size == 7


def test_card_3_won_in_ones_own_turn_counts_for_its_refill() -> None:  # babylonia 14, 24
    match = close_ziggurat(position(put=WON_BY_SEAT_0))
    match.play("card 3")
    assert player(match, 0).stand_size == 7
    quiet_turn(match)
    assert player(match, 1).stand_size == 5


def test_card_3_won_in_anothers_turn_waits_for_the_owners_refill() -> None:  # babylonia 14, 24
    match = close_ziggurat(position(put=WON_BY_SEAT_1))
    match.play("card 3")
    assert (player(match, 0).stand_size, player(match, 1).stand_size) == (5, 5)
    quiet_turn(match)
    assert (player(match, 0).stand_size, player(match, 1).stand_size) == (5, 7)


# ------------------------------------------------------------------------------------------------ cards 4, 5 and 6


def test_card_4_allows_three_different_nobles_instead_of_two_tokens() -> None:  # babylonia 25
    match = position(stands=["ffmsp"], cards={0: [4]})
    lay(match, "s p m").play("end")
    assert [token.kind for token in match.view().tokens] == ["s", "p", "m"]
    assert match.actor == 1


def test_card_4_also_allows_the_usual_turns() -> None:  # babylonia 25
    for tokens in ("m s", "f m", "f~ m~", "f f"):
        assert "end" in offered(lay(position(stands=["ffmsp"], cards={0: [4]}), tokens))


def test_card_4_works_from_the_turn_after_it_is_won() -> None:  # babylonia 13, 25
    """Won in seat 0's turn by seat 1, who plays three nobles next."""
    match = close_ziggurat(position(put=WON_BY_SEAT_1, stands=["ffmsp", "ffmsp"]))
    match.play("card 4", "m g9", "s g10", "p g11", "end")
    assert match.actor == 0


def test_card_5_adds_one_noble_to_three_or_more_farmers() -> None:  # babylonia 26
    match = position(stands=["ffffmsp"], cards={0: [5]})
    assert offered(lay(match, "f m f f f")) == "end"
    assert match.play("end").actor == 1


def test_card_6_opens_the_city_field_to_nobles() -> None:  # babylonia 27
    match = position(put={"g3": "C"}, cities={0: ["P"], 1: ["S", "M"]}, cards={0: [6]})
    assert match.play("p g3").scores == [3, 0]


def test_a_noble_in_a_former_field_scores_at_cities() -> None:  # babylonia 10, 27
    """g3 was a field; the priest on it is connected over f3 with the city on f4."""
    put = {"g3": "5", "f4": "P", "f3": "f0", "g4": "f1", "g5": "f1"}
    match = position(put=put, stands=["fp"], cards={0: [6]})
    match.play("p g3", "f e4", "end")
    assert gains(match, "nobles") == {0: 2}


# ------------------------------------------------------------------------------------------------ card 7

CITIES = ["P", "P", "S", "S", "M"]


@pytest.mark.parametrize(("cities", "points"), [(1, 1), (2, 3), (3, 4), (4, 6), (5, 7), (6, 9)])
def test_card_7_gives_one_more_for_every_two_cities_rounded_down(cities: int, points: int) -> None:  # babylonia 28
    won = {0: CITIES[: cities - 1]}
    match = position(put={"e12": "PM", "d11": "f0", "e11": "f0"}, cities=won, cards={0: [7]})
    match.play("f f11", "f h1", "end")
    assert gains(match, "cities") == {0: points}


def test_card_7_pays_when_another_clan_takes_the_city() -> None:  # babylonia 11, 28
    won = {0: CITIES[:4], 1: ["M"]}
    match = position(put={"e12": "PM", "d11": "f1", "e11": "f1"}, cities=won, cards={0: [7]})
    match.play("f f11", "f h1", "end")
    assert gains(match, "cities") == {0: 4 + 2, 1: 2}


def test_card_7_pays_nothing_for_a_tied_city() -> None:  # babylonia 11, 28
    put = {"d2": "PM", "e2": "f1", "e3": "f0", "c2": "f1"}
    match = position(put=put, cities={0: CITIES[:4]}, cards={0: [7]})
    match.play("f d3", "f h1", "end")
    assert match.scores == [0, 0]


def test_card_7_does_not_change_the_city_field() -> None:  # babylonia 7, 28
    match = position(put={"g3": "C", "g2": "m0"}, cities={0: CITIES[:4]}, cards={0: [7]})
    assert match.play("f g3").scores == [4, 0]


# ------------------------------------------------------------------------------------------------ card 8

#         e11        g11        i11
#   d11        f11        h11        j11       the city on e12, and a merchant on h11
#         e12 M      g12        i12
APART = {"e12": "M", "d11": "f0", "e11": "f0", "h11": "m0"}
WALL = each("f1", "g11", "g12", "i11", "i12")  # beside h11; the fifth is h10


def surround_e12(put: dict[str, str], cards: list[int]) -> ziggurat.Match:
    """Seat 0 surrounds the city on e12 and owns these cards."""
    return position(put=put, stands=["fff"], cards={0: cards}).play("f f11", "f h1", "end")


def test_card_8_connects_over_free_central_land() -> None:  # babylonia 29
    assert gains(surround_e12(APART, [8]), "nobles") == {0: 2}


def test_without_card_8_free_land_does_not_connect() -> None:  # babylonia 29
    assert gains(surround_e12(APART, [9]), "nobles") == {}


def test_card_8_connects_far_through_the_whole_region() -> None:  # babylonia 29
    assert gains(surround_e12({"e12": "M", "d11": "f0", "e11": "f0", "g2": "m0", "d3": "m0"}, [8]), "nobles") == {0: 4}


def test_card_8_does_not_run_through_tokens_of_others() -> None:  # babylonia 29
    assert gains(surround_e12(APART | WALL | {"h10": "f1"}, [8]), "nobles") == {}


def test_card_8_does_not_run_through_tiles() -> None:  # babylonia 29
    assert gains(surround_e12(APART | WALL | {"h10": "6"}, [8]), "nobles") == {}
    assert gains(surround_e12(APART | WALL | {"h10": "S"}, [8]), "nobles") == {}


def test_card_8_runs_over_an_emptied_green_hexagon() -> None:  # babylonia 12, 29
    assert gains(surround_e12(APART | WALL, [8]), "nobles") == {0: 2}


def test_card_8_does_not_run_through_ziggurats_or_rivers() -> None:  # babylonia 29
    #        i7^
    #   h7 f1    j7 f1          the merchant on i8 touches only the ziggurat and the river, and tokens of seat 1
    #        i8 m0
    #   h8 f1    j8~
    #        i9 f1
    put = {"e12": "M", "d11": "f0", "e11": "f0", "i8": "m0"} | each("f1", "h7", "j7", "h8", "i9")
    assert gains(surround_e12(put, [8]), "nobles") == {}
    assert gains(surround_e12(put, [8, 9]), "nobles") == {0: 2}


def test_card_8_is_for_its_owner_only() -> None:  # babylonia 29
    put = APART | {"e11": "f1", "i10": "m1"}
    match = position(put=put, stands=["fff"], cards={1: [8]}).play("f f11", "f h1", "end")
    assert gains(match, "nobles") == {1: 2}


def test_card_8_does_not_connect_over_land_of_the_north() -> None:  # babylonia 29
    put = {"b5": "M"} | around("b5", "f0 f0 f0 f0 f0 -") | {"c8": "m0", "a8": "m0"}  # free between: a7, b7, c7
    match = position(put=put, stands=["fff"], cards={0: [8]})
    match.play("f a5", "f h1", "end")
    assert gains(match, "nobles") == {}


def test_a_city_emptied_first_connects_for_the_next_one() -> None:  # babylonia 9, 12, 29
    """The merchant on h11 reaches f10 only over h10, once the city there is gone: the order of scoring matters."""
    put = {"h10": "S", "e12": "M", "h11": "m0", "f10": "f0"} | each("f1", "d11", "f11", "h9", "i10") | WALL
    points = []
    for first in ("score h10", "score e12"):
        match = position(put=put, stands=["fff"], cards={0: [8]})
        match.play("f g10", "f e11", "end", first)
        points.append(gains(match, "nobles").get(0, 0))
    assert points == [2, 0]


# ------------------------------------------------------------------------------------------------ card 9

#        e5~
#   d5 f1     f5~
#        e6 P      g6 p0        the priest on g6 is beside the rivers f5 and f6
#   d6 f1     f6~
#        e7
ACROSS = {"e6": "P", "d5": "f1", "d6": "f1", "g6": "p0"}


def surround_e6(put: dict[str, str], cards: list[int]) -> ziggurat.Match:
    """Seat 1 surrounds the city on e6; seat 0, with these cards, has no token on the land beside it."""
    match = position(put=put, stands=["fff", "fff"], cards={0: cards}, actor=1)
    return match.play("f e7", "f h1", "end")


def test_card_9_connects_over_free_rivers_beginning_beside_the_city() -> None:  # babylonia 30
    assert gains(surround_e6(ACROSS, [9]), "nobles") == {0: 2}


def test_without_card_9_free_rivers_do_not_connect() -> None:  # babylonia 30
    assert gains(surround_e6(ACROSS, [8]), "nobles") == {}


def test_card_9_does_not_run_through_face_down_tokens_of_others() -> None:  # babylonia 30
    assert gains(surround_e6(ACROSS | each("f1", "e5", "f5", "f6"), [9]), "nobles") == {}


def test_card_9_follows_the_river_from_any_own_token() -> None:  # babylonia 30
    """No river touches the city on e12; but e11 is beside e10, and the river runs on over f9, f8 and f7 to f6."""
    put = {"e12": "P", "e11": "f0", "d11": "f0", "g6": "p0"}
    assert gains(surround_e12(put, [9]), "nobles") == {0: 2}
    assert gains(surround_e12(put | {"f8": "f1"}, [9]), "nobles") == {}


def test_card_9_does_not_connect_over_free_land() -> None:  # babylonia 30
    put = {"e6": "P", "d5": "f1", "d6": "f1", "h6": "p0"}
    assert gains(surround_e6(put, [9]), "nobles") == {}


@pytest.mark.parametrize("card", [8, 9])
@pytest.mark.parametrize("places", ["d2 e2 e3 d3 f2", "e6 d5 d6 e7 c6", "e12 d11 e11 f11 c11"])
def test_cards_8_and_9_add_to_the_usual_connection(card: int, places: str) -> None:  # babylonia 29, 30
    city, one, two, last, noble = places.split()  # the noble is beside one of the tokens beside the city
    match = position(put={city: "M", noble: "m0", one: "f0", two: "f0"}, stands=["fff"], cards={0: [card]})
    match.play(f"f {last}", "f h1", "end")
    assert gains(match, "nobles") == {0: 2}


def test_cards_8_and_9_combine() -> None:  # babylonia 3, 29, 30
    put = {"e6": "P", "d5": "f1", "d6": "f1", "h6": "p0"}
    assert gains(surround_e6(put, [8, 9]), "nobles") == {0: 2}
    assert gains(surround_e6(put, [8]), "nobles") == {}


def test_card_9_gives_no_majority() -> None:  # babylonia 11, 30
    match = surround_e6(ACROSS, [9])
    assert player(match, 1).cities == ["P"]
