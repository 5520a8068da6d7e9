"""Scoring surrounded cities and ziggurats (clauses 8 to 13).

Two stages recur. The city on e12 has only three hexagons beside it, all land; so has the one on i12:

              e11        g11        i11
        d11        f11        h11        j11
              e12        g12        i12

The city on e6 has three rivers to the north and east (e5, f5, f6), and land on d5, d6 and e7:

              e5~
        d5         f5~
              e6
        d6         f6~
              e7
"""

from __future__ import annotations

import pytest

import ziggurat
from tests.games.babylonia.builder import (
    around,
    beside,
    cell,
    each,
    gains,
    happened,
    places_for,
    player,
    position,
    quiet_turn,
)
from ziggurat import IllegalMove
from ziggurat.games.babylonia.board import HEX_NAMES, HEXES_IN_PLAY, RIVER_HEXES, SITE_HEXES, SITES_IN_PLAY

# ------------------------------------------------------------------------------------------------ surrounded


def test_a_city_is_scored_when_all_land_beside_it_holds_tokens_of_anybody() -> None:  # babylonia 8
    match = position(seats=4, put={"b5": "P"} | around("b5", "f0 f1 f2 f3 f0 -"), stands=["ff"])
    match.play("f a5", "f h1", "end")
    assert [event.arguments["place"] for event in happened(match, "city taken")] == ["b5"]


def test_one_free_land_hexagon_keeps_a_city_open() -> None:  # babylonia 8
    match = position(put={"b5": "P"} | around("b5", "f0 f1 f0 f1 - -"), stands=["ff"])
    match.play("f a5", "f h1", "end")
    assert cell(match, "b5") == "P"
    assert match.scores == [0, 0]


def test_rivers_need_not_be_occupied() -> None:  # babylonia 8
    match = position(put={"e6": "P", "d5": "f0", "d6": "f1"}, stands=["fff"])
    match.play("f e7", "f h1", "end")
    assert cell(match, "e6") == "-"


def test_at_the_edge_of_the_board_there_is_less_to_occupy() -> None:  # babylonia 8
    match = position(put={"a4": "P", "a3": "f0", "b3": "f0", "b4": "f1"}, stands=["fff"])
    match.play("f a5", "f h1", "end")
    assert player(match, 0).cities == ["P"]


def test_all_land_beside_a_site_in_play_is_in_play() -> None:  # babylonia 8, 18
    for seats, sites in SITES_IN_PLAY.items():
        in_play = {HEX_NAMES[hexagon] for hexagon in HEXES_IN_PLAY[seats]}
        assert all(in_play.issuperset(beside(HEX_NAMES[SITE_HEXES[site]])) for site in sites)


def test_a_surrounded_crop_field_is_not_scored() -> None:  # babylonia 8
    match = position(put={"e12": "7", "d11": "f1", "e11": "f1"}, stands=["fff"])
    match.play("f f11", "f h1", "end")
    assert cell(match, "e12") == "7"
    assert match.scores == [0, 0]


def test_a_ziggurat_beside_a_river_is_surrounded_by_land_alone() -> None:  # babylonia 8, 13
    match = position(put={"c11": "f0", "b10": "f1", "b9": "f0"}, stands=["fff"])
    match.play("f d10", "f h1", "end")
    assert match.question() == "Seat 0 has won a ziggurat and takes a card."


# ------------------------------------------------------------------------------------------------ order of scoring

TWO_CITIES = {"e12": "P", "d11": "f0", "e11": "f0", "i12": "S", "i11": "f0", "j11": "f0"}


def test_scoring_waits_for_the_end_of_the_turn() -> None:  # babylonia 9
    match = position(put={"e12": "P", "d11": "f0", "e11": "f1"}, stands=["fff"])
    match.play("f f11", "f h1")
    assert match.scores == [0, 0]
    assert cell(match, "e12") == "P"
    assert match.play("end").scores == [1, 0]


def test_a_single_site_is_scored_without_asking() -> None:  # babylonia 9
    match = position(put={"e12": "P", "d11": "f0", "e11": "f0"}, stands=["fff"])
    assert match.play("f f11", "f h1", "end").actor == 1


def test_the_active_player_picks_the_first_of_two_sites() -> None:  # babylonia 9
    match = position(put=TWO_CITIES, stands=["ff"])
    match.play("f f11", "f h11", "end")
    assert match.actor == 0
    assert match.moves() == ["score e12", "score i12"]
    match.play("score i12")
    assert [event.arguments["place"] for event in happened(match, "city taken")] == ["i12", "e12"]
    assert match.scores == [1 + 2, 0]
    assert match.actor == 1


def test_of_three_sites_the_last_is_scored_by_itself() -> None:  # babylonia 9
    put = TWO_CITIES | {"d2": "M", "e2": "f1", "e3": "f1"}
    match = position(put=put, stands=["fff"])
    match.play("f f11", "f h11", "f d3", "end")
    assert match.moves() == ["score d2", "score e12", "score i12"]
    match.play("score e12")
    assert match.moves() == ["score d2", "score i12"]
    match.play("score i12")
    assert gains(match, "cities") == {0: 1 + 2 + 2, 1: 1}
    assert match.actor == 1


def test_one_token_may_surround_two_sites() -> None:  # babylonia 9
    match = position(put={"i12": "P", "h10": "S", "j11": "f0", "i11": "f1"} | each("f1", "h9", "i10", "g11", "g10"))
    match.play("f h11", "f h1", "end")
    assert set(match.moves()) == {"score h10", "score i12"}


def test_each_site_is_resolved_completely_before_the_next() -> None:  # babylonia 9, 28
    """A card 7 won first pays for the city scored after it; won afterwards it comes too late."""
    put = {"e12": "P", "d11": "f0", "e11": "f0"} | around("i7", "f0 f0 f0 f0 f0 -")
    scores = []
    for order in (["score i7", "card 7"], ["score e12", "card 7"]):
        match = position(put=put, stands=["ff"], cities={0: ["S", "M", "PM"]})
        match.play("f f11", "f h6", "end", *order)
        scores.append(gains(match, "cities")[0])
    assert scores == [4 + 2, 4]


def test_an_end_that_leads_to_a_choice_can_be_taken_back() -> None:  # babylonia 9
    """Nothing is drawn before the choice is made, so nothing has come to light."""
    match = position(put=TWO_CITIES, stands=["ff"]).play("f f11", "f h11", "end").undo()
    assert "end" in match.moves()
    match = position(put=around("i7", "f0 f0 f0 f0 f0 -")).play("f h6", "f h1", "end").undo()
    assert "end" in match.moves()


def test_sites_are_scored_by_the_active_player_only() -> None:  # babylonia 9
    match = position(put=TWO_CITIES, stands=["ff"])
    match.play("f f11", "f h11", "end")
    assert match.view(1).choices == []
    assert match.view(1).waiting == ["e12", "i12"]
    with pytest.raises(IllegalMove):
        match.play("score d2")


# ------------------------------------------------------------------------------------------------ nobles


@pytest.mark.parametrize(
    ("city", "points"), [("P", 2), ("S", 2), ("M", 2), ("PS", 4), ("SM", 4), ("PM", 4), ("PSM", 6)]
)
def test_a_noble_scores_if_its_symbol_is_on_the_city(city: str, points: int) -> None:  # babylonia 10
    match = position(seats=3, put={"e12": city, "d11": "p0", "e11": "s0"}, stands=["fmm"])
    match.play("m f11", "f h1", "end")
    assert gains(match, "nobles") == {0: points}


def test_farmers_never_score_at_cities() -> None:  # babylonia 10
    match = position(seats=3, put={"e12": "PSM", "d11": "f0", "e11": "f1"}, stands=["fff"])
    match.play("f f11", "f h1", "end")
    assert gains(match, "nobles") == {}


def test_nobles_are_connected_through_own_tokens_of_any_kind() -> None:  # babylonia 10
    #        e11 f0    g11 m1          g11 is seat 1's: g10 is cut off, although h9 and h10 hang on to it
    #   d11 f1    f11 f0    h11
    #        e12 M     g12 m0
    put = {"e12": "M", "e11": "f0", "d11": "f1", "g12": "m0", "g11": "m1", "g10": "m0", "h10": "m0"}
    match = position(put=put, stands=["fff"])
    match.play("f f11", "f h1", "end")
    assert gains(match, "nobles") == {0: 2}


def test_a_noble_scores_once_however_many_ways_lead_to_it() -> None:  # babylonia 10
    put = {"e12": "M", "d11": "f0", "e11": "f0", "f10": "f0", "g11": "m0", "g12": "f0"}
    match = position(put=put, stands=["fff"])  # g11 is reached over f10, f11 and g12
    match.play("f f11", "f h1", "end")
    assert gains(match, "nobles") == {0: 2}


def test_all_branches_of_a_network_are_followed() -> None:  # babylonia 10
    #        g6 f0     i6 m0
    #   f6~       h6 f0
    #        g7 M      i7^         h5, north of h6, and g9, south of g8, hold merchants too
    #   f7~       h7
    #        g8 f0     i8
    #             h8 m0
    put = {"g7": "M"} | each("f0", "g6", "h6", "g8") | each("m0", "h5", "i6", "h8", "g9")
    match = position(put=put, stands=["fff"])
    match.play("f h7", "f h1", "end")
    assert gains(match, "nobles") == {0: 8}


def test_a_river_token_connects_but_does_not_score_as_a_noble() -> None:  # babylonia 5, 10
    #        e5 p0
    #   d5 f0     f5 f0     e5 and f5 are rivers: the priest on e5 lies face down
    #        e6 P      g6 p0
    #   d6 f1     f6~
    #        e7
    put = {"e6": "P", "d5": "f0", "d6": "f1", "e5": "p0", "f5": "f0", "g6": "p0"}
    match = position(put=put, stands=["fff", "fff"], actor=1)
    match.play("f e7", "f h1", "end")
    assert gains(match, "nobles") == {0: 2}


def test_nobles_beside_nothing_of_their_own_do_not_count() -> None:  # babylonia 10
    put = {"e12": "M", "d11": "f0", "e11": "f0", "g12": "m1", "h11": "m1"}
    match = position(put=put, stands=["fff"])
    match.play("f f11", "f h1", "end")
    assert gains(match, "nobles") == {}


def test_connection_does_not_run_over_free_hexagons() -> None:  # babylonia 10
    put = {"e12": "M", "d11": "f0", "e11": "f0", "h11": "m0"}
    match = position(put=put, stands=["fff"])  # g12 and g11 are free
    match.play("f f11", "f h1", "end")
    assert gains(match, "nobles") == {}


def test_every_clan_scores_its_nobles() -> None:  # babylonia 10
    put = {"b5": "SM"} | around("b5", "m0 s1 s2 m3 p0 -")
    match = position(seats=4, put=put, stands=["fs"])
    match.play("s a5", "f h1", "end")
    assert gains(match, "nobles") == {0: 4, 1: 2, 2: 2, 3: 2}


def test_one_network_scores_for_each_city_it_reaches() -> None:  # babylonia 10
    put = (
        {"e12": "M", "i12": "M"} | each("f0", "d11", "e11", "g12", "j11", "i11") | {"f11": "-", "h11": "-", "g11": "m0"}
    )
    match = position(put=put, stands=["ff"])
    match.play("f f11", "f h11", "end", "score e12")
    assert gains(match, "nobles") == {0: 2 + 2}


# ------------------------------------------------------------------------------------------------ the tile


def test_most_tokens_beside_the_city_take_it() -> None:  # babylonia 11
    match = position(put={"e12": "P", "d11": "f1", "e11": "f1"}, stands=["fff"])
    match.play("f f11", "f h1", "end")
    assert (player(match, 0).cities, player(match, 1).cities) == ([], ["P"])
    assert match.scores == [0, 1]


def test_tokens_further_away_do_not_count_for_the_majority() -> None:  # babylonia 11
    put = {"e12": "P", "d11": "f1", "e11": "f1"} | each("f0", "g12", "g11", "h11")
    match = position(put=put, stands=["fff"])
    match.play("f f11", "f h1", "end")
    assert player(match, 1).cities == ["P"]


def test_river_tokens_count_for_the_majority() -> None:  # babylonia 5, 11
    match = position(put={"e6": "P", "d5": "f1", "d6": "f1", "f5": "p0", "f6": "f0"}, stands=["fff"])
    match.play("f e7", "f h1", "end")
    assert player(match, 0).cities == ["P"]


def test_every_clan_scores_its_cities_when_one_is_taken() -> None:  # babylonia 11
    won = {0: ["S"], 1: ["S", "M", "PS"], 2: []}
    match = position(seats=3, put={"e12": "P", "d11": "f0", "e11": "f2"}, cities=won, stands=["fff"])
    match.play("f f11", "f h1", "end")
    assert gains(match, "cities") == {0: 2, 1: 3}
    assert match.scores == [2, 3, 0]


TIED = {"b5": "PM"} | around("b5", "m0 f0 p1 m1 f2 -")


def tied_city() -> ziggurat.Match:
    """Seat 2 makes it two tokens each around b5."""
    match = position(seats=4, put=TIED, cities={0: ["P"], 3: ["S", "M"]}, stands=["f", "f", "ff"], actor=2)
    return match.play("f a5", "f h1", "end")


def test_tied_city_leaves_the_game_and_nobody_scores_cities() -> None:  # babylonia 11
    match = tied_city()
    assert cell(match, "b5") == "-"
    assert [player(match, seat).cities for seat in range(4)] == [["P"], [], [], ["M", "S"]]
    assert gains(match, "cities") == {}
    assert [event.arguments["tile"] for event in happened(match, "city discarded")] == ["PM"]


def test_nobles_score_at_a_tied_city() -> None:  # babylonia 11
    match = tied_city()
    assert gains(match, "nobles") == {0: 2, 1: 4}
    assert match.scores == [2, 4, 0, 0]


def test_a_tie_for_second_place_does_not_matter() -> None:  # babylonia 11
    match = position(seats=4, put={"b5": "P"} | around("b5", "f0 f0 f1 f2 f3 -"), stands=["ff"])
    match.play("f a5", "f h1", "end")
    assert player(match, 0).cities == ["P"]


def test_a_river_token_can_make_the_tie() -> None:  # babylonia 5, 11
    match = position(put={"e6": "P", "d5": "f1", "d6": "f0", "f6": "f1"}, stands=["fff"])
    match.play("f e7", "f h1", "end")
    assert [player(match, seat).cities for seat in (0, 1)] == [[], []]


# ------------------------------------------------------------------------------------------------ the emptied hexagon


def test_anybody_may_place_on_an_emptied_city_hexagon() -> None:  # babylonia 12
    match = position(put={"e12": "P", "d11": "f0", "e11": "f0"}, stands=["fff", "fff"])
    match.play("f f11", "f h1", "end")
    assert match.actor == 1
    assert "e12" in places_for(match, "f")
    match.play("f e12", "f h5", "end")
    assert cell(match, "e12") == "f1"


def test_a_token_on_an_emptied_hexagon_connects() -> None:  # babylonia 10, 12
    """The city on f10 is gone: a farmer there links the merchant on g10 with the city on e12."""
    put = {"e12": "M", "e11": "f0", "f11": "f1", "g10": "m0"}
    match = position(put=put, stands=["fff"])
    match.play("f f10", "f d11", "end")
    assert gains(match, "nobles") == {0: 2}


# ------------------------------------------------------------------------------------------------ ziggurats

#                  i6
#             h6        j6
#                  i7^            the six hexagons beside the ziggurat on i7 are all land
#             h7        j7
#                  i8


def test_the_card_is_chosen_out_of_turn_and_play_goes_on() -> None:  # babylonia 13
    """Seat 0 closes a ziggurat that seat 2 dominates."""
    match = position(seats=3, put=around("i7", "f2 f2 f2 f1 f1 -"), stands=["fff"])
    match.play("f h6", "f h1", "end")
    assert match.actor == 2
    assert match.question() == "Seat 2 has won a ziggurat and takes a card."
    assert match.view(0).choices == []
    assert match.view().active == 0
    assert player(match, 0).stand_size == 1  # the refill is still to come
    match.play("card 5")
    assert player(match, 2).cards == [5]
    assert player(match, 0).stand_size == 5
    assert match.actor == 1
    assert match.view().active == 1


def test_scoring_goes_on_with_the_other_sites_after_a_card_out_of_turn() -> None:  # babylonia 9, 13
    put = {"e12": "P", "d11": "f0", "e11": "f0"} | around("i7", "f1 f1 f1 f1 - f0")
    match = position(put=put, stands=["fff"])
    match.play("f f11", "f h7", "end")
    assert match.moves() == ["score e12", "score i7"]
    match.play("score i7")
    assert match.actor == 1
    match.play("card 3")
    assert player(match, 0).cities == ["P"]
    assert match.actor == 1
    assert match.question() == "Seat 1 places the first token of the turn."


def test_after_a_card_out_of_turn_the_active_player_picks_again() -> None:  # babylonia 9, 13
    put = TWO_CITIES | around("i7", "f1 f1 f1 f1 - f0")
    match = position(put=put, stands=["fff"])
    match.play("f f11", "f h11", "f h7", "end", "score i7", "card 1")
    assert match.actor == 0
    assert match.moves() == ["score e12", "score i12"]


@pytest.mark.parametrize("place", ["b2", "l3", "i7", "c10", "o10"])
def test_every_ziggurat_can_be_won(place: str) -> None:  # babylonia 13, 21
    rivers = {HEX_NAMES[hexagon] for hexagon in RIVER_HEXES}
    last, *land = [name for name in beside(place) if name not in rivers]
    match = position(seats=4, put=each("f0", *land), stands=["fff"])
    match.play(f"f {last}", "f h1", "end")
    assert match.moves()[0] == "card 1"
    assert cell(match, place) == "*"


def test_tied_ziggurat_gives_no_card() -> None:  # babylonia 13
    match = position(put=around("i7", "f0 f0 f1 f1 f1 -"), stands=["fff"])
    match.play("f h6", "f h1", "end")
    assert match.actor == 1
    assert match.view().cards_on_offer == [1, 2, 3, 4, 5, 6, 7]
    assert cell(match, "i7") == "*"
    assert len(happened(match, "ziggurat tied")) == 1


def test_a_ziggurat_is_scored_only_once() -> None:  # babylonia 13
    """After a tie at c10, a token in the river beside it would break it; but the ziggurat has been scored."""
    match = position(put={"d10": "f0", "c11": "f0", "b10": "f1"}, stands=["fff", "fff"], actor=1)
    match.play("f b9", "f h1", "end")
    assert len(happened(match, "ziggurat tied")) == 1
    match.play("f c9", "f d9", "end")
    assert match.actor == 1
    assert match.view().cards_on_offer == [1, 2, 3, 4, 5, 6, 7]


def test_scored_ziggurats_stay_scored_when_another_one_is() -> None:  # babylonia 13
    match = position(put={"c10": "*", "b2": "*"} | around("i7", "f0 f0 f0 f0 f0 -"))
    match.play("f h6", "f h1", "end", "card 4")
    assert [cell(match, place) for place in ("b2", "c10", "i7")] == ["*", "*", "*"]


def test_river_tokens_count_for_the_ziggurat() -> None:  # babylonia 5, 13
    match = position(put={"d10": "f0", "c11": "f0", "b10": "f1", "c9": "p1", "d9": "m1"}, stands=["fff"])
    match.play("f b9", "f h1", "end")  # three each
    assert len(happened(match, "ziggurat tied")) == 1


def test_the_last_card_is_taken_without_asking() -> None:  # babylonia 13
    match = position(put=around("i7", "f0 f0 f0 f0 f0 -"), cards={0: [2, 4, 7], 1: [1, 3, 6]}, extra_used=True)
    match.play("f h6", "f h1", "end")
    assert player(match, 0).cards == [2, 4, 5, 7]
    assert match.actor == 1


def test_with_no_card_left_nothing_happens() -> None:  # babylonia 13
    cards = {0: [2, 4, 7], 1: [1, 3, 5, 6]}
    match = position(put=around("i7", "f0 f0 f0 f0 f0 -"), cards=cards, extra_used=True)
    match.play("f h6", "f h1", "end")
    assert match.actor == 1
    assert cell(match, "i7") == "*"


def test_a_card_taken_is_not_on_offer_again() -> None:  # babylonia 13
    match = position(put=around("i7", "f0 f0 f0 f0 f0 -"), cards={1: [3]})
    match.play("f h6", "f h1", "end")
    assert match.moves() == ["card 1", "card 2", "card 4", "card 5", "card 6", "card 7"]


def test_a_ziggurat_not_surrounded_is_not_scored() -> None:  # babylonia 13
    match = position(put=around("i7", "f0 f0 f0 f0 - -"))
    match.play("f h6", "f h1", "end")
    assert cell(match, "i7") == "^"
    quiet_turn(match)
    assert happened(match, "ziggurat won") == []
