"""The rules of Amyitis by clause, beyond the rulebook's examples."""

from __future__ import annotations

from typing import Any

import pytest

import ziggurat
from tests.games.amyitis.builder import (
    ANYTHING,
    edge,
    end_of_round,
    field,
    gains,
    moves,
    player,
    position,
    resources,
    square,
    temple,
    told,
)
from ziggurat import IllegalMove
from ziggurat.games.amyitis.rules import ROUND_LIMIT

# ------------------------------------------------------------------------------------------------ rounds and recruiting


def test_seat_0_begins_and_the_first_player_card_moves_on() -> None:  # amyitis 1
    match = ziggurat.new("amyitis", seats=3, seed=1)
    assert (match.actor, player(match, 0).first) == (0, True)
    match.play("pass", "pass", "pass")
    assert match.actor == 2  # to the right of the first player
    match.play("temple ishtar", "prize talent")
    assert (match.view().round, match.actor, player(match, 1).first) == (2, 1, True)


def test_crafts_are_gathered_and_shuffled_every_round() -> None:  # amyitis 1, 23
    layouts = set()
    for seats in (2, 3, 4):
        match = ziggurat.new("amyitis", seats=seats, seed=2)
        for _ in range(30):
            groups = match.view().crafts
            assert len(groups) == seats
            assert all(len(group.cards) == 3 and group.price == 0 for group in groups)
            layouts.add(tuple(tuple(group.cards) for group in groups))
            match.play(*["pass"] * seats, "temple marduk")
    assert len(layouts) > 80


def test_talents_camels_and_resources_never_run_out() -> None:  # amyitis 2
    rich = {seat: {"talents": 50, "camels": 50, "resources": ["salt"] * 20} for seat in range(3)}
    match = position(players=rich, crafts=[["merchant", "peasant", "peasant"], [], []])
    match.play("merchant 1", "peasant 1", "field top")
    assert player(match, 0).camels == 51
    assert player(match, 1).resources["salt"] == 21


def test_cubes_are_enough_for_anything() -> None:  # amyitis 2
    names = ziggurat.new("amyitis", seats=2, seed=1).view().edges
    all_but_one = {edge.place: "0" * edge.areas for edge in names if edge.place != "d1-d2"}
    match = position(seats=2, irrigation=all_but_one, crafts=[["engineer"], []])
    match.play("engineer 1")  # the only area left: not asked
    assert edge(match, "d1-d2").cubes == ["0"]


def test_an_engineer_without_an_area_cannot_be_recruited() -> None:  # amyitis 3, 7
    names = ziggurat.new("amyitis", seats=2, seed=1).view().edges
    match = position(seats=2, irrigation={e.place: "1" * e.areas for e in names}, crafts=[["engineer"], []])
    assert match.moves() == ["pass"]
    with pytest.raises(IllegalMove, match="No irrigation area is available"):
        match.play("engineer 1")


def test_two_cards_of_one_craft_in_a_group() -> None:  # amyitis 3
    match = position(seats=2, crafts=[["merchant", "merchant"], []])
    match.play("merchant 1")
    assert match.view().crafts[0].cards == ["merchant"]
    assert match.view().crafts[0].price == 2


def test_a_tied_row_is_emptied_for_nobody() -> None:  # amyitis 4
    match = position(fields={"top": "0011"}, phase="peasant", actor=2).play("field top")
    assert field(match, "top") == []
    assert [player(match, seat).gardeners for seat in range(3)] == [0, 0, 0]
    assert resources(match, 2) == ["wine"]


def test_two_cubes_win_a_row_of_otherwise_single_ones() -> None:  # amyitis 4
    match = position(seats=4, fields={"top": "0012"}, phase="peasant", actor=3).play("field top")
    assert player(match, 0).gardeners == 1


def test_a_row_is_won_in_vain_when_no_gardener_is_left() -> None:  # amyitis 2, 4
    match = position(fields={"top": "0001"}, players={1: {"gardeners": 4}}, phase="peasant", actor=2)
    match.play("field top")
    assert player(match, 0).gardeners == 0
    assert field(match, "top") == []


@pytest.mark.parametrize(
    ("row", "harvest"),
    [("top", ["salt", "palm", "barley", "dates", "wine"]), ("bottom", ["barley", "dates", "salt", "palm", "wine"])],
)
def test_income_of_fields(row: str, harvest: list[str]) -> None:  # amyitis 4
    for filled, resource in enumerate(harvest):
        match = position(fields={row: "1" * filled}, phase="peasant").play(f"field {row}")
        assert resources(match, 0) == [resource]


# ------------------------------------------------------------------------------------------------ water


def test_only_six_edges_start_at_the_river() -> None:  # amyitis 5, 6
    match = position(phase="engineer")
    assert moves(match, "water") == {"d1-d2", "d2-d3", "d3-d4", "a4-b4", "b4-c4", "c4-d4"}


def test_floors_rise_towards_the_top_corner() -> None:  # amyitis 5
    squares = ziggurat.new("amyitis", seats=4, seed=1).view().squares
    assert [square.floor for square in squares] == [4, 3, 2, 1, 3, 3, 2, 1, 2, 2, 2, 1, 1, 1, 1, 1]


def test_edges_of_the_upper_floors_have_two_areas() -> None:  # amyitis 5
    edges = ziggurat.new("amyitis", seats=4, seed=1).view().edges
    double = {edge.place for edge in edges if edge.areas == 2}
    assert double == {"a1-a2", "b1-b2", "a1-b1", "a2-b2", "a2-a3", "b2-b3", "b1-c1", "b2-c2"}


def test_a_double_edge_passes_water_on_only_when_full() -> None:  # amyitis 6
    path = {"d2-d3": "0", "c2-c3": "0"}
    half = position(irrigation={**path, "b2-b3": "0"}, phase="engineer")
    assert "b2-b3" in moves(half, "water")
    assert "a2-a3" not in moves(half, "water")
    assert not square(half, "b3").irrigated
    half.play("water b2-b3")
    assert edge(half, "b2-b3").cubes == ["0", "0"]
    assert square(half, "b2").irrigated
    assert square(half, "b3").irrigated
    full = position(irrigation={**path, "b2-b3": "0n"}, phase="engineer")
    assert {"a2-a3", "a2-b2", "a3-b3"} <= moves(full, "water")


def test_neutral_cubes_carry_water_that_comes_from_the_river() -> None:  # amyitis 6
    line = {"d1-d2": "1", "c1-c2": "n"}
    match = position(irrigation=line, phase="engineer")
    assert {"b1-b2", "b1-c1", "b2-c2"} <= moves(match, "water")
    assert square(match, "c1").irrigated


def test_water_without_a_line_to_the_river_has_no_effect() -> None:  # amyitis 6
    """Two plants watered from their far sides: the neutral cube between them lies dry until a line reaches it."""
    cut_off = {"c1-c2": "n"}
    match = position(irrigation=cut_off, phase="engineer")
    assert moves(match, "water") == {"d1-d2", "d2-d3", "d3-d4", "a4-b4", "b4-c4", "c4-d4"}
    assert not square(match, "c1").irrigated
    assert not edge(match, "b1-b2").available
    with pytest.raises(IllegalMove, match="Water cannot reach b1-b2 yet: neither the river nor a full edge joined"):
        match.play("water b1-b2")
    match.play("water d1-d2")  # the line reaches it, and goes through
    assert square(match, "c1").irrigated
    assert edge(match, "b1-b2").available


def test_a_chain_of_cut_off_edges_fills_at_once() -> None:  # amyitis 6
    chain = {"c2-c3": "n", "b2-b3": "nn", "a2-b2": "n0"}
    match = position(irrigation=chain, phase="engineer")
    assert not square(match, "a2").irrigated
    match.play("water d2-d3")
    assert square(match, "a2").irrigated
    assert edge(match, "a1-a2").available


def test_the_water_of_a_sale_brings_no_prestige_and_is_mandatory() -> None:  # amyitis 7, 9
    match = position(caravan="ninoua", players={0: {"resources": ["salt"]}})
    match.play("to babylon")  # one resource: sold without asking
    assert match.scores == [3, 0, 0]
    assert match.view().phase == "irrigate"
    assert len(match.moves()) == 6
    match.play("water d3-d4")
    assert match.scores == [3, 0, 0]
    assert match.actor == 1


def test_the_water_of_a_sale_is_skipped_when_no_area_is_left() -> None:  # amyitis 7, 9
    names = ziggurat.new("amyitis", seats=2, seed=1).view().edges
    full = {found.place: "1" * found.areas for found in names}
    match = position(seats=2, irrigation=full, caravan="ninoua", players={0: {"resources": ["salt"]}})
    match.play("to babylon")
    assert match.scores == [3, 0]
    assert match.actor == 1


# ------------------------------------------------------------------------------------------------ the caravan


def test_level_0_moves_exactly_as_far_as_camels_are_paid() -> None:  # amyitis 8
    match = position(players={0: {"camels": 3, "resources": ANYTHING}}, irrigation={"d1-d2": "0"})
    assert moves(match, "to") == {"eshnunna", "susa", "ur"}
    assert player(match.copy().play("to susa"), 0).camels == 1
    assert player(match.copy().play("to ur"), 0).camels == 0
    with pytest.raises(IllegalMove, match="Uruk is 4 spaces away: that takes 4 camels, and seat 0 has 3"):
        match.play("to uruk")


def test_level_2_moves_four_further() -> None:  # amyitis 8
    match = position(players={0: {"camels": 2, "caravaneer": 2, "resources": ANYTHING}}, irrigation={"d1-d2": "0"})
    assert moves(match, "to") == {"eshnunna", "susa", "ur", "uruk", "mari", "palmyra"}
    assert player(match.copy().play("to mari"), 0).camels == 1
    assert player(match.copy().play("to palmyra"), 0).camels == 0


def test_never_a_full_circle_and_never_without_a_camel() -> None:  # amyitis 8
    rich = {"camels": 30, "caravaneer": 2, "resources": ANYTHING}
    match = position(players={0: rich}, irrigation={"d1-d2": "0"}, caravan="mari")
    assert len(moves(match, "to")) == 8
    with pytest.raises(IllegalMove, match="never goes full circle"):
        match.play("to mari")
    none = position(players={0: {**rich, "camels": 0}}, irrigation={"d1-d2": "0"})
    assert moves(none, "to") == set()
    with pytest.raises(IllegalMove, match="has no camel"):
        none.play("to susa")


def test_the_ring_goes_round() -> None:  # amyitis 8, 24
    match = position(players={0: {"camels": 3, "resources": ANYTHING}}, caravan="khorsabad")
    assert moves(match, "to") == {"ninoua", "babylon"}  # Eshnunna: nothing is irrigated
    names = [city.name for city in match.view().ring]
    assert names == ["babylon", "eshnunna", "susa", "ur", "uruk", "mari", "palmyra", "khorsabad", "ninoua"]


def test_the_caravan_goes_only_where_something_can_be_done() -> None:  # amyitis 8
    camels = {"camels": 8}
    assert moves(position(players={0: camels}, caravan="ur"), "to") == set()
    barley = position(players={0: {**camels, "resources": ["barley"]}}, caravan="ur")
    assert moves(barley, "to") == {"babylon", "susa"}  # Mari asks barley too, but no square has water
    for city, reason in {
        "uruk": "cannot pay: Uruk asks for dates, or wine instead",
        "mari": "could not plant any irrigated square with the plant of Mari",
    }.items():
        with pytest.raises(IllegalMove, match=reason):
            barley.play(f"to {city}")
    with pytest.raises(IllegalMove, match="has no resource to sell in Babylon"):
        position(players={0: camels}, caravan="ur").play("to babylon")
    watered = position(players={0: {**camels, "resources": ["barley"]}}, caravan="ur", irrigation={"d1-d2": "0"})
    assert moves(watered, "to") == {"babylon", "susa", "mari"}


def test_selling_two_resources() -> None:  # amyitis 9, 10
    match = position(caravan="ninoua", players={0: {"resources": ["salt", "wine", "wine"]}})
    match.play("to babylon")
    assert moves(match, "sell") == {"salt", "wine"}
    with pytest.raises(IllegalMove, match="Sell at least one resource"):
        match.play("done")
    match.play("sell wine", "sell salt")
    assert match.scores == [6, 0, 0]
    assert resources(match, 0) == ["wine"]
    assert match.view().phase == "irrigate"


def test_selling_one_of_several() -> None:  # amyitis 9
    match = position(caravan="ninoua", players={0: {"resources": ["salt", "palm"]}})
    match.play("to babylon", "sell palm", "done")
    assert match.scores == [3, 0, 0]
    assert resources(match, 0) == ["salt"]


def test_wine_pays_for_anything_and_the_player_chooses() -> None:  # amyitis 10
    both = position(players={0: {"camels": 2, "resources": ["barley", "wine"]}})
    both.play("to susa")
    assert moves(both, "pay") == {"barley", "wine"}
    assert resources(both.copy().play("pay wine"), 0) == ["barley"]
    with pytest.raises(IllegalMove, match="has no salt"):
        both.play("pay salt")
    wine = position(players={0: {"camels": 2, "resources": ["wine"]}}).play("to susa")
    assert resources(wine, 0) == []


def test_wine_is_neither_camel_nor_talent() -> None:  # amyitis 10
    match = position(players={0: {"camels": 0, "talents": 0, "resources": ["wine"] * 5}}, crafts=[["priest"], [], []])
    assert match.moves() == ["pass"]


def test_a_payment_that_leaves_the_rest_unpaid_is_not_offered() -> None:  # amyitis 10, 12
    """Khorsabad asks dates and its plant barley: with dates and one wine, the wine must be kept for the barley."""
    one = {"camels": 7, "resources": ["dates", "wine"]}
    match = position(players={0: one}, irrigation={"d1-d2": "0", "d3-d4": "0"}).play("to khorsabad")
    assert match.view().phase == "plant"  # dates and wine are paid without asking
    assert resources(match, 0) == []
    two = {"camels": 7, "resources": ["dates", "wine", "wine"]}
    match = position(players={0: two}, irrigation={"d1-d2": "0", "d3-d4": "0"}).play("to khorsabad")
    assert moves(match, "pay") == {"dates", "wine"}
    match = position(players={0: {**two, "resources": ["dates", "barley", "wine"]}}, irrigation={"d1-d2": "0"})
    match.play("to khorsabad", "pay wine")  # then barley, and d1 or d2
    assert resources(match, 0) == ["dates"]
    assert moves(match, "plant") == {"d1", "d2"}


def test_a_plant_that_asks_the_same_resource_twice() -> None:  # amyitis 10
    """Eshnunna asks salt, and so does the back of card 2."""
    plants = {"eshnunna": "2 back", "ur": "1 front"}
    for held, possible in {
        "salt": False,
        "salt salt": True,
        "salt wine": True,
        "wine wine": True,
        "wine": False,
    }.items():
        players = {0: {"resources": held.split()}}
        match = position(players=players, plants=plants, irrigation={"d1-d2": "0"})
        assert ("to eshnunna" in match.moves()) is possible, held
    both = position(players={0: {"resources": ["salt", "salt", "wine"]}}, plants=plants, irrigation={"d1-d2": "0"})
    both.play("to eshnunna", "pay salt", "pay wine", "plant d1")
    assert resources(both, 0) == ["salt"]


# ------------------------------------------------------------------------------------------------ court cards


def test_palaces_score_at_once_and_go_up_level_by_level() -> None:  # amyitis 11, 22
    match = position(players={0: {"camels": 8, "resources": ["palm"], "palace": 2, "caravaneer": 2}, 1: {"palace": 2}})
    match.play("to ninoua")  # the caravaneer is at its top: the palace is taken without asking
    assert player(match, 0).palace == 3
    assert gains(match, "the palace") == {0: 4}


def test_a_level_that_has_run_out_closes_the_way_up() -> None:  # amyitis 11
    players = {0: {"camels": 8, "resources": ["palm"], "caravaneer": 2}, 1: {"palace": 1}, 2: {"palace": 1}}
    match = position(players=players)
    with pytest.raises(IllegalMove, match="No court card that Ninoua sells is left for seat 0"):
        match.play("to ninoua")


def test_the_resource_on_a_level_2_caravaneer_is_chosen() -> None:  # amyitis 11
    players = {0: {"camels": 4, "resources": ["dates"], "caravaneer": 1}}
    match = position(seats=4, players=players, caravaneer_resources=["salt", "palm"])
    match.play("to uruk", "court caravaneer")
    assert moves(match, "take") == {"salt", "palm"}
    with pytest.raises(IllegalMove, match="No barley lies on a level-2 caravaneer"):
        match.play("take barley")
    match.play("take salt")
    assert resources(match, 0) == ["salt"]
    assert match.view().caravaneer_resources == ["palm"]


def test_a_city_sells_only_its_own_kinds() -> None:  # amyitis 11, 24
    match = position(players={0: {"camels": 6, "resources": ["salt"]}}).play("to palmyra")
    assert moves(match, "court") == {"banker", "palace"}
    with pytest.raises(IllegalMove, match="Palmyra does not sell the caravaneer"):
        match.play("court caravaneer")


@pytest.mark.parametrize(("banker", "talents", "prestige"), [(0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 2, 2)])
def test_bankers_income(banker: int, talents: int, prestige: int) -> None:  # amyitis 11, 22
    match = end_of_round(players={1: {"banker": banker, "talents": 0}})
    match.play("temple ishtar", "prize camel")
    assert (player(match, 1).talents, player(match, 1).score) == (talents, prestige)


# ------------------------------------------------------------------------------------------------ planting


def planter(**more: object) -> dict[str, object]:
    return {"camels": 1, "resources": ["salt"], **more}


def test_the_river_itself_irrigates_nothing() -> None:  # amyitis 12
    match = position(players={0: planter()})
    assert "to eshnunna" not in match.moves()


def test_two_gardeners_bring_a_plant_of_quality_1_to_the_top() -> None:  # amyitis 12
    water = {"d1-d2": "1", "c1-c2": "1", "b1-b2": "11", "a1-a2": "00"}
    planted = dict.fromkeys(("b1", "b2", "c1", "c2", "d1", "d2"), 1)
    for gardeners, within in {0: set(), 1: set(), 2: {"a1", "a2"}}.items():
        match = position(players={0: planter(gardeners=gardeners)}, irrigation=water, planted=planted)
        if not within:
            assert "to eshnunna" not in match.moves()
            continue
        match.play("to eshnunna")
        assert moves(match, "plant") == within
        left = match.view().court["gardener"][0]
        match.play("plant a1")
        assert player(match, 0).gardeners == 0
        assert match.view().court["gardener"][0] == left + 2  # back in the supply
        assert gains(match, "the garden tile") == {0: 10}
        assert gains(match, "irrigation") == {0: 1}  # the plant's own quality


def test_no_more_gardeners_are_spent_than_needed() -> None:  # amyitis 12
    match = position(players={0: planter(gardeners=3)}, irrigation={"d2-d3": "1", "c3-d3": "0"})
    match.play("to eshnunna")
    assert player(match.copy().play("plant d3"), 0).gardeners == 3
    assert player(match.copy().play("plant c3"), 0).gardeners == 2


def test_a_tile_with_tokens() -> None:  # amyitis 12, 20
    match = position(players={0: planter()}, garden={"d1": 2}, irrigation={"d1-d2": "1"})
    match.play("to eshnunna", "plant d1")
    assert player(match, 0).camels == 1
    assert moves(match, "take") == {"barley", "dates", "salt", "palm", "wine"}
    assert gains(match, "irrigation") == {}  # the tile comes first
    match.play("take wine")
    assert resources(match, 0) == ["wine"]
    assert gains(match, "irrigation") == {1: 1}
    assert match.actor == 1


def test_a_tile_with_a_court_card() -> None:  # amyitis 12
    match = position(players={0: planter()}, garden={"d1": 1}, irrigation={"d1-d2": "1"})
    match.play("to eshnunna", "plant d1")
    assert moves(match, "court") == {"caravaneer", "banker", "palace", "gardener"}
    assert player(match.copy().play("court gardener"), 0).gardeners == 1
    match.play("court palace")
    assert match.scores == [1 + 2, 1, 0]
    assert match.actor == 1


def test_a_tile_can_bring_the_caravaneer_with_its_resource() -> None:  # amyitis 11, 12
    match = position(
        seats=4,
        players={0: planter(caravaneer=1)},
        garden={"d1": 1},
        irrigation={"d1-d2": "1"},
        caravaneer_resources=["dates", "palm"],
    )
    match.play("to eshnunna", "plant d1", "court caravaneer", "take palm")
    assert resources(match, 0) == ["palm"]
    assert gains(match, "irrigation") == {1: 1}
    assert match.actor == 1


def test_a_court_bonus_is_lost_when_nothing_is_left() -> None:  # amyitis 12
    match = position(
        seats=2,
        players={0: planter(caravaneer=2), 1: {"banker": 1, "palace": 1, "gardeners": 4}},
        garden={"d1": 1},
        irrigation={"d1-d2": "1"},
    )
    match.play("to eshnunna", "plant d1")
    assert told(match, "bonus lost") == [(0, {})]
    assert match.actor == 1


def test_a_tie_for_water_brings_nothing_and_neutral_cubes_never_count() -> None:  # amyitis 12
    garden: dict[str, Any] = {"garden": {"c2": 10}, "plants": {"eshnunna": "1 back", "ur": "2 front"}}
    white = {0: planter(resources=["salt", "palm"])}
    tied = position(players=white, irrigation={"d1-d2": "0", "c1-c2": "1", "c2-c3": "2"}, **garden)
    tied.play("to eshnunna", "plant c2")
    assert gains(tied, "irrigation") == {}
    assert told(tied, "irrigation tied") == [(-1, {"square": "c2"})]
    neutral = position(players=white, irrigation={"d1-d2": "0", "c1-c2": "n", "c2-c3": "n", "b2-c2": "2n"}, **garden)
    assert gains(neutral.play("to eshnunna", "plant c2"), "irrigation") == {2: 2}
    assert [facts for _, facts in told(neutral, "gained") if facts["source"] == "irrigation"] == [
        {"count": 2, "source": "irrigation", "square": "c2", "counted": ["b2-c2"]}
    ]
    nobody = position(players=white, irrigation={"d1-d2": "0", "c1-c2": "n"}, **garden).play("to eshnunna", "plant c2")
    assert gains(nobody, "irrigation") == {}


def test_neutral_water_completes_double_edges_between_plants_only() -> None:  # amyitis 12
    match = position(
        players={0: planter(resources=["salt", "palm"])},
        garden={"c2": 10},
        planted={"b2": 1, "c1": 2},
        irrigation={"d1-d2": "0", "c2-d2": "0", "b2-c2": "1"},
        plants={"eshnunna": "1 back", "ur": "2 front"},
    )
    match.play("to eshnunna", "plant c2")
    assert edge(match, "b2-c2").cubes == ["1", "n"]
    assert edge(match, "c1-c2").cubes == ["n"]
    assert edge(match, "c2-c3").cubes == []
    assert square(match, "b2").irrigated


def test_the_squares_without_tiles_with_two_players() -> None:  # amyitis 5
    match = ziggurat.new("amyitis", seats=2, seed=4)
    bare = {found.place for found in match.view().squares if found.tile is None}
    assert bare == {"a3", "a4", "b4"}
    assert match.view().tiles_left == 13
    watered = position(seats=2, players={0: planter(gardeners=3)}, irrigation={"a4-b4": "0", "a3-a4": "0"})
    assert "to eshnunna" not in watered.moves()
    dug = position(seats=2, phase="engineer", irrigation={"a4-b4": "0"})
    assert {"a3-a4", "a3-b3", "b3-b4"} <= moves(dug, "water")  # their edges stay usable


def test_the_plant_card_turns_over_and_back() -> None:  # amyitis 12, 21
    match = position(players={0: planter()}, irrigation={"d1-d2": "0"}, garden={"d1": 8})
    match.play("to eshnunna", "plant d1")
    eshnunna = match.view().ring[1].plant
    assert eshnunna is not None
    assert (eshnunna.side, eshnunna.quality, eshnunna.extra) == ("back", 2, "palm")


# ------------------------------------------------------------------------------------------------ the end of the round


def test_passing_first_pays_talents_turn_by_turn() -> None:  # amyitis 13
    match = position(seats=2, crafts=[["merchant", "merchant"], ["priest"]])
    match.play("pass", "merchant 1", "merchant 1")
    assert player(match, 0).talents == 4 + 2
    match.play("pass")
    assert player(match, 0).talents == 4 + 2


def test_passed_players_stay_out_of_the_round() -> None:  # amyitis 13
    match = position(crafts=[["merchant", "merchant", "peasant"], [], []])
    match.play("pass", "merchant 1", "pass")
    assert match.actor == 1
    match.play("merchant 1")
    assert match.actor == 1


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_seat_before_the_first_player_leads_the_procession(first: int) -> None:  # amyitis 14
    match = end_of_round(first=first)
    assert match.actor == (first - 1) % 3
    match.play("temple tammouz")
    assert temple(match, "tammouz") == str((first - 1) % 3)
    assert temple(match, "ishtar") == temple(match, "marduk") == "n"


def test_more_cubes_beat_a_cube_further_right() -> None:  # amyitis 14
    match = end_of_round(temples={"ishtar": "001", "marduk": "nnnn"})
    match.play("temple marduk")
    assert match.actor == 0
    match.play("prize talent")
    assert player(match, 0).talents == 5
    assert player(match, 1).camels == 2


def test_alone_in_a_temple_there_is_no_second_prize() -> None:  # amyitis 14
    match = end_of_round(temples={"ishtar": "00", "marduk": "1nn1"})
    match.play("temple tammouz", "prize camel")
    assert gains(match, "Marduk") == {1: 2}
    assert [player(match, seat).camels for seat in range(3)] == [2, 1, 1]
    assert [player(match, seat).talents for seat in range(3)] == [4, 4, 4]


def test_two_players_have_no_second_prizes() -> None:  # amyitis 14
    temples = {"ishtar": "01", "marduk": "01", "tammouz": "01"}
    match = end_of_round(seats=2, temples=temples, players={0: {"resources": ["salt"]}})
    match.play("temple ishtar")
    assert match.actor == 1
    match.play("prize camel", "field top")
    assert player(match, 0).talents == 4
    assert gains(match, "Marduk") == {1: 2}
    assert match.view().round == 2


def test_an_empty_temple_gives_nothing() -> None:  # amyitis 14
    match = end_of_round(temples={"ishtar": "nnn", "tammouz": ""}).play("temple marduk")
    assert gains(match, "Marduk") == {2: 2}
    assert match.view().round == 2


def test_tammouz_can_fill_a_row() -> None:  # amyitis 14
    match = end_of_round(temples={"tammouz": "0"}, fields={"top": "0010"}).play("temple marduk", "field top")
    assert player(match, 0).gardeners == 1
    assert resources(match, 0) == ["wine"]


def test_the_second_of_tammouz_may_keep_everything() -> None:  # amyitis 14
    match = end_of_round(temples={"tammouz": "01"}, players={0: {"resources": ["salt"]}})
    match.play("temple marduk", "field top")
    assert match.actor == 0
    match.play("keep")
    assert resources(match, 0) == ["salt"]
    assert match.view().round == 2


def test_the_second_of_tammouz_never_takes_wine_but_may_give_it() -> None:  # amyitis 14
    match = end_of_round(temples={"tammouz": "01"}, players={0: {"resources": ["wine"]}})
    match.play("temple marduk", "field top", "give wine")
    assert moves(match, "take") == {"barley", "dates", "salt", "palm"}
    with pytest.raises(IllegalMove, match="never wine"):
        match.play("take wine")


def test_without_resources_nothing_is_exchanged() -> None:  # amyitis 14
    match = end_of_round(temples={"tammouz": "01"}).play("temple marduk", "field top")
    assert match.view().round == 2


def test_the_supply_limit_in_turn_order() -> None:  # amyitis 14
    players = {
        0: {"resources": ["salt", "salt", "palm", "wine"]},
        1: {"resources": ["salt", "palm", "wine"], "caravaneer": 1},
        2: {"resources": ["barley", "dates", "salt", "palm", "wine"], "caravaneer": 2},
    }
    match = end_of_round(first=1, players=players).play("temple ishtar", "prize camel")
    assert match.actor == 1
    match.play("discard salt")
    assert match.actor == 2
    match.play("discard wine")
    assert match.actor == 0
    match.play("discard salt", "discard palm")
    assert [resources(match, seat) for seat in range(3)] == [
        ["salt", "wine"],
        ["palm", "wine"],
        ["barley", "dates", "salt", "palm"],
    ]
    assert match.view().round == 2


# ------------------------------------------------------------------------------------------------ the end

TWELVE = ["d1", "d2", "d3", "d4", "c4", "b4", "a4", "c1", "c2", "c3", "b3", "a3"]


def test_the_game_ends_after_a_round_with_four_tiles_left() -> None:  # amyitis 15
    eleven = end_of_round(planted=dict.fromkeys(TWELVE[:11], 0)).play("temple ishtar", "prize camel")
    assert not eleven.over
    match = end_of_round(planted=dict.fromkeys(TWELVE, 0)).play("temple ishtar", "prize camel")
    assert match.over
    assert match.ending == "the garden is planted"
    assert player(match, 1).first  # the card moves on before the end is tested


def test_two_players_end_with_three_tiles_left() -> None:  # amyitis 15
    used = [name for name in TWELVE if name not in ("a3", "a4", "b4")]
    assert not end_of_round(seats=2, planted=dict.fromkeys(used, 0)).play("temple marduk").over
    assert end_of_round(seats=2, planted=dict.fromkeys([*used, "b1"], 0)).play("temple marduk").over


@pytest.mark.parametrize(
    ("seats", "favour"),
    [(2, [0, 0, 0, 0, 0, 5, 5, 10, 10]), (3, [0, 0, 0, 0, 5, 5, 10, 10]), (4, [0, 0, 0, 5, 5, 10, 10])],
)
def test_amyitis_favour(seats: int, favour: list[int]) -> None:  # amyitis 15
    used = [name for name in [*TWELVE, "b1", "b2"] if seats > 2 or name not in ("a3", "a4", "b4")]
    for tiles, prestige in enumerate(favour):
        planted = dict.fromkeys(used[:tiles], 0) | dict.fromkeys(used[tiles:], 1)
        match = end_of_round(seats=seats, planted=planted).play("temple marduk")
        assert match.over
        assert gains(match, "Amyitis' favour").get(0, 0) == prestige


def test_resources_left_count_one_each_and_ties_share() -> None:  # amyitis 15
    players = {
        0: {"score": 8, "resources": ["salt", "wine"]},
        1: {"score": 10, "camels": 9, "talents": 9},
        2: {"score": 3},
    }
    match = end_of_round(
        planted=dict.fromkeys(TWELVE[:4], 0) | dict.fromkeys(TWELVE[4:8], 1) | dict.fromkeys(TWELVE[8:], 2),
        players=players,
    )
    match.play("temple ishtar", "prize camel")
    assert match.scores == [8 + 5 + 2, 10 + 5, 3 + 5]
    assert match.winners == [0, 1]


def test_there_is_a_last_round() -> None:  # amyitis 18
    assert not end_of_round(round=ROUND_LIMIT - 1).play("temple marduk").over
    match = end_of_round(round=ROUND_LIMIT).play("temple marduk")
    assert match.over
    assert match.ending == "the last round is over"


def test_everything_is_public_but_the_shuffles() -> None:  # amyitis 16
    match = ziggurat.new("amyitis", seats=4, seed=3)
    whole = match.record()
    for seat in range(-1, 4):
        seen = match.record(seat)
        assert not seen["rng"][0, 0]
        seen["rng"] = whole["rng"]
        assert seen.tobytes() == whole.tobytes()


def test_the_last_pass_can_be_taken_back_but_not_the_shuffle() -> None:  # amyitis 16
    match = ziggurat.new("amyitis", seats=2, seed=3).play("pass", "pass")
    assert match.can_undo() == 2 - 1
    match.play("temple marduk")
    assert match.can_undo() == 0
