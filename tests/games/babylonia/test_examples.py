"""The rulebook's own worked examples. Adam is seat 0, Valentina seat 1, Nora seat 2."""

from __future__ import annotations

import ziggurat
from tests.games.babylonia.builder import around, cell, each, gains, player, position

#                 h8 p0
#        g9 m0             i9
#                 h9 m0
#        g10 ..            i10 p0         k9 p0
#                 h10 PM           j9 ~0
#        g11 f2            i11 m1
#                 h11 p1
#        g12 p1            i12
#
# Adam will place a merchant on g10. His priest on k9 is across the river, connected by a token face down on j9.
ADAMS_CITY = {
    "h10": "PM",
    **around("h10", "m0 p0 m1 p1 f2 -"),
    **each("m0", "g9"),
    **each("p0", "h8", "k9", "j9"),
    **each("s0", "g8"),
    **each("p1", "g12"),
}
CITIES_WON = {0: ["P", "S", "M"], 1: ["PS", "SM"], 2: ["P", "S", "M"]}


def test_adams_nobles_score_12_and_valentinas_6() -> None:  # babylonia 8, 10
    match = position(seats=3, put=ADAMS_CITY, cities=CITIES_WON, stands=["fm"])
    match.play("m g10", "f e2", "end")
    assert gains(match, "nobles") == {0: 12, 1: 6}


def test_adam_takes_the_city_and_everybody_scores_4_3_2() -> None:  # babylonia 11
    match = position(seats=3, put=ADAMS_CITY, cities=CITIES_WON, stands=["fm"])
    match.play("m g10", "f e2", "end")
    assert gains(match, "cities") == {0: 4, 1: 2, 2: 3}
    assert player(match, 0).cities == ["M", "S", "P", "PM"]
    assert match.scores == [12 + 4, 6 + 2, 3]
    assert cell(match, "h10") == "-"


def test_the_same_nobles_score_again_for_the_next_city() -> None:  # babylonia 10
    second = {"f10": "PM", "f11": "f2", "e11": "f2"}  # g10 is beside both cities
    match = position(seats=3, put=ADAMS_CITY | second, cities=CITIES_WON, stands=["fm"])
    match.play("m g10", "f e2", "end", "score h10")
    assert gains(match, "nobles") == {0: 12 + 12, 1: 6}


def test_placing_beside_a_ziggurat_scores_3_when_adam_is_at_three() -> None:  # babylonia 6
    match = position(seats=3, put={"l2": "f0", "i6": "p0", "j6": "m0", "p9": "f1"}, stands=["fs"])
    match.play("s o9")
    assert match.scores == [3, 0, 0]


def test_two_farmers_harvest_6_and_5() -> None:  # babylonia 7
    won = {0: ["P", "SM"], 1: ["S", "M"], 2: ["PS"]}
    match = position(seats=3, put={"g3": "6", "g2": "m0", "e12": "C", "e11": "f0"}, cities=won, stands=["ff"])
    match.play("f g3")
    assert match.scores == [6, 0, 0]
    match.play("f e12")
    assert match.scores == [6 + 5, 0, 0]
    assert (cell(match, "g3"), cell(match, "e12")) == ("f0", "f0")


def surrounded_ziggurat() -> ziggurat.Match:
    """Adam has 3 tokens beside the ziggurat on i7, Nora 2 and Valentina 1."""
    match = position(seats=3, put=around("i7", "f0 f2 - p2 f1 m0"), stands=["fm"])
    return match.play("m j7", "f e2", "end")


def test_ziggurat_goes_to_adam_by_3_2_1_who_chooses_a_card() -> None:  # babylonia 13
    match = surrounded_ziggurat()
    assert match.actor == 0
    assert match.moves() == [f"card {number}" for number in range(1, 8)]
    match.play("card 7")
    assert player(match, 0).cards == [7]
    assert match.view().cards_on_offer == [1, 2, 3, 4, 5, 6]
    assert match.actor == 1


def test_ziggurat_stays_where_it_is() -> None:  # babylonia 13
    match = surrounded_ziggurat()
    assert cell(match, "i7") == "*"
    assert match.view().waiting == []
