"""The pieces and how they are laid out (clauses 1 and 18 to 21)."""

from __future__ import annotations

from collections import Counter

import pytest

import ziggurat
from tests.games.babylonia.builder import beside, places_for, position, quiet_turn
from ziggurat.games.babylonia.board import (
    BLUE_HEXES,
    GREEN_HEXES,
    HEX_NAMES,
    HEXES,
    HEXES_IN_PLAY,
    REGIONS,
    RIVER_HEXES,
    SITE_HEXES,
)

each_seat_count = pytest.mark.parametrize("seats", [2, 3, 4])

CITIES = {
    2: "P P S S M M PS PS SM SM PM PM",
    3: "P P S S M M PS PS PS SM SM SM PM PM PM PSM",
    4: "P P P S S S M M M PS PS PS SM SM SM PM PM PM PSM",
}
CROP_FIELDS = {2: "5 6 7 C C C", 3: "5 5 6 6 7 7 C C C C", 4: "5 5 6 6 7 7 C C C C C C C"}


@each_seat_count
def test_seat_0_begins_and_the_turn_goes_round(seats: int) -> None:  # babylonia 1
    match = ziggurat.new("babylonia", seats=seats, seed=3)
    actors = []
    for _ in range(seats + 1):
        actors.append(match.actor)
        quiet_turn(match)
    assert actors == [*range(seats), 0]


def test_the_map_has_175_hexagons_in_three_regions_between_two_rivers() -> None:  # babylonia 18
    assert HEXES == 175
    assert len(RIVER_HEXES) == 31
    kinds = {
        name: [sum(h in some for h in land) for some in (GREEN_HEXES, BLUE_HEXES)] for name, land in REGIONS.items()
    }
    assert kinds == {"north": [6, 1], "central": [12, 2], "south": [14, 2]}
    assert {name: len(land) - sum(kinds[name]) for name, land in REGIONS.items()} == {
        "north": 19,
        "central": 42,
        "south": 46,
    }


def test_no_site_touches_another() -> None:  # babylonia 18
    sites = {HEX_NAMES[hexagon] for hexagon in SITE_HEXES}
    assert all(sites.isdisjoint(beside(site)) for site in sites)


@pytest.mark.parametrize(
    ("seats", "regions"), [(2, ["north", "central"]), (3, ["central", "south"]), (4, ["north", "central", "south"])]
)
def test_regions_in_play_and_both_rivers(seats: int, regions: list[str]) -> None:  # babylonia 18
    match = position(seats=seats, spare_cities=False, turn=0)
    land = {HEX_NAMES[hexagon] for region in regions for hexagon in REGIONS[region] if hexagon not in BLUE_HEXES}
    assert places_for(match, "m") == land | {HEX_NAMES[hexagon] for hexagon in RIVER_HEXES}


@pytest.mark.parametrize(("seats", "free"), [(2, 19 + 42 + 31), (3, 42 + 46 + 31), (4, 19 + 42 + 46 + 31)])
def test_the_first_token_may_go_on_any_hexagon_that_is_not_a_site(seats: int, free: int) -> None:  # babylonia 18, 20
    match = ziggurat.new("babylonia", seats=seats, seed=11)
    letter = match.view(0).players[0].stand[0]
    assert len(places_for(match, letter)) == free


@each_seat_count
def test_every_clan_has_30_tokens_five_of_them_on_the_stand(seats: int) -> None:  # babylonia 19
    players = ziggurat.new("babylonia", seats=seats, seed=5).position()["players"]
    assert len(players) == seats
    for player in players:
        assert len(player["stand"]) == 5
        assert Counter(player["stand"] + player["reserve"]) == {"f": 12, "m": 6, "s": 6, "p": 6}
        assert player["score"] == 0


def test_the_first_stands_are_drawn_at_random() -> None:  # babylonia 19
    games = 300
    drawn: Counter[str] = Counter()
    for seed in range(games):
        drawn.update(ziggurat.new("babylonia", seats=2, seed=seed).view(1).players[1].stand)
    expected = {"f": games * 5 * 12 / 30, "m": games, "s": games, "p": games}
    assert all(abs(drawn[letter] - count) < 100 for letter, count in expected.items())  # five standard deviations


@each_seat_count
def test_the_tiles_of_a_seat_count_fill_the_green_hexagons_in_play(seats: int) -> None:  # babylonia 20
    tiles = ziggurat.new("babylonia", seats=seats, seed=5).view().tiles
    assert Counter(tile.tile for tile in tiles) == Counter(f"{CITIES[seats]} {CROP_FIELDS[seats]}".split())
    greens = {HEX_NAMES[hexagon] for hexagon in GREEN_HEXES if hexagon in HEXES_IN_PLAY[seats]}
    assert {tile.place for tile in tiles} == greens
    assert len(tiles) == {2: 18, 3: 26, 4: 32}[seats]


def test_the_tiles_are_shuffled() -> None:  # babylonia 20
    layouts = [tuple(ziggurat.new("babylonia", seats=2, seed=seed).view().tiles) for seed in range(4)]
    assert len(set(layouts)) == 4
    again = tuple(ziggurat.new("babylonia", seats=2, seed=0).view().tiles)
    assert again == layouts[0]


def test_every_hexagon_gets_a_city_as_often_as_any_other() -> None:  # babylonia 20
    games = 400
    cities: Counter[str] = Counter()
    for seed in range(games):
        tiles = ziggurat.new("babylonia", seats=2, seed=seed).view().tiles
        cities.update(tile.place for tile in tiles if tile.tile not in ("5", "6", "7", "C"))
    assert len(cities) == 18
    assert all(abs(count - games * 12 / 18) < 50 for count in cities.values())  # five standard deviations


@pytest.mark.parametrize(("seats", "places"), [(2, "b2 i7 c10"), (3, "l3 i7 c10 o10"), (4, "b2 l3 i7 c10 o10")])
def test_a_ziggurat_stands_on_every_blue_hexagon_in_play(seats: int, places: str) -> None:  # babylonia 21
    ziggurats = ziggurat.new("babylonia", seats=seats, seed=5).view().ziggurats
    assert {one.place for one in ziggurats} == set(places.split())
    assert not any(one.scored for one in ziggurats)


def test_cards_1_to_7_are_on_offer() -> None:  # babylonia 21
    match = ziggurat.new("babylonia", seats=3, seed=5)
    assert match.view().cards_on_offer == [1, 2, 3, 4, 5, 6, 7]
    assert match.options == {"variant": False}


def test_the_variant_offers_seven_of_the_nine_cards_at_random() -> None:  # babylonia 21
    offers = [ziggurat.new("babylonia", seats=2, seed=seed, variant=True).view().cards_on_offer for seed in range(60)]
    assert all(len(set(offer)) == 7 for offer in offers)
    seen = Counter(card for offer in offers for card in offer)
    assert sorted(seen) == list(range(1, 10))
    assert all(count < len(offers) for count in seen.values())


def test_a_clan_may_own_several_cards() -> None:  # babylonia 21
    match = position(cards={0: [3, 4, 6]})
    assert match.view().players[0].cards == [3, 4, 6]
    assert match.view().cards_on_offer == [1, 2, 5, 7]
