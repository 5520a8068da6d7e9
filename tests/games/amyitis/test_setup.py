"""The set-up of Amyitis: where everything starts, and that all deals are equally likely."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import ziggurat
from tests.games.amyitis.builder import player, resources
from ziggurat.games.amyitis.components import decode, standard

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


@SEATS
def test_starting_goods(seats: int) -> None:  # amyitis 19
    match = ziggurat.new("amyitis", seats=seats, seed=1)
    for seat in range(seats):
        has = player(match, seat)
        assert (has.score, has.talents, has.camels) == (0, 4, 1)
        assert (has.caravaneer, has.banker, has.palace, has.gardeners) == (0, 0, 0, 0)
        assert resources(match, seat) == []
    assert next(city.name for city in match.view().ring if city.caravan) == "babylon"


@SEATS
def test_every_floor_gets_tiles_of_its_quality(seats: int) -> None:  # amyitis 20
    seen: Counter[int] = Counter()
    for seed in range(200):
        squares = ziggurat.new("amyitis", seats=seats, seed=seed).view().squares
        tiles = [printed_tile for printed_tile in squares if printed_tile.tile is not None]
        assert len({printed_tile.tile.number for printed_tile in tiles if printed_tile.tile}) == (
            13 if seats == 2 else 16
        )
        for printed_tile in tiles:
            assert printed_tile.tile is not None
            assert printed_tile.tile.quality == min(printed_tile.floor, 3)
            seen[printed_tile.tile.number] += 1
        assert squares[0].tile is not None
        assert (squares[0].tile.number, squares[0].tile.prestige) == (16, 10)
    assert set(seen) == set(range(1, 21))
    shares = {1: 5 / 9 if seats == 2 else 7 / 9, 2: 4 / 6 if seats == 2 else 5 / 6, 3: 3 / 4}
    for tile, count in seen.items():
        expected = 200 if tile == 16 else 200 * shares[1 if tile < 10 else 2 if tile < 16 else 3]
        assert abs(count - expected) < 40, tile


def test_plants_are_shuffled_and_khorsabads_side_is_random() -> None:  # amyitis 21
    orders: Counter[tuple[int, ...]] = Counter()
    sides: Counter[str] = Counter()
    for seed in range(300):
        plants = {
            city.name: city.plant for city in ziggurat.new("amyitis", seats=2, seed=seed).view().ring if city.plant
        }
        orders[tuple(plants[name].card for name in ("eshnunna", "ur", "mari"))] += 1
        assert plants["khorsabad"].card == 4
        assert all(plants[name].side == "front" and plants[name].quality == 1 for name in ("eshnunna", "ur", "mari"))
        sides[plants["khorsabad"].side] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 25
    assert min(sides.values()) > 100


@pytest.mark.parametrize(
    ("seats", "caravaneers", "bankers", "palaces"),
    [
        (2, [1, 1], [1, 1, 1], [1, 1, 1, 1, 1, 1]),
        (3, [2, 1], [2, 1, 1], [2, 2, 1, 1, 1, 1]),
        (4, [3, 2], [3, 2, 1], [3, 3, 2, 2, 1, 1]),
    ],
)
def test_court_cards(seats: int, caravaneers: list[int], bankers: list[int], palaces: list[int]) -> None:  # amyitis 22
    drawn: Counter[str] = Counter()
    for seed in range(100):
        view = ziggurat.new("amyitis", seats=seats, seed=seed).view()
        assert view.court == {"caravaneer": caravaneers, "banker": bankers, "palace": palaces, "gardener": [4]}
        assert len(set(view.caravaneer_resources)) == caravaneers[1]
        drawn.update(view.caravaneer_resources)
    assert set(drawn) == {"barley", "dates", "salt", "palm"}


@pytest.mark.parametrize(("seats", "counts"), [(2, (3, 3, 2, 2)), (3, (4, 4, 3, 3)), (4, (5, 5, 4, 4))])
def test_craft_cards(seats: int, counts: tuple[int, ...]) -> None:  # amyitis 23
    dealt: Counter[str] = Counter()
    rounds = 400
    for seed in range(rounds):
        crafts = Counter(
            card for group in ziggurat.new("amyitis", seats=seats, seed=seed).view().crafts for card in group.cards
        )
        names = ("peasant", "priest", "engineer", "merchant")
        assert all(crafts[name] <= count for name, count in zip(names, counts, strict=True))
        dealt += crafts
    for name, count in zip(names, counts, strict=True):
        assert dealt[name] / rounds == pytest.approx(3 * seats * count / sum(counts), rel=0.1)


def test_prices_and_goods_of_cities() -> None:  # amyitis 24
    ring = {city.name: (city.asks, city.sells) for city in ziggurat.new("amyitis", seats=2, seed=1).view().ring}
    assert ring == {
        "babylon": (None, []),
        "eshnunna": ("salt", []),
        "susa": ("barley", ["caravaneer", "banker"]),
        "ur": ("palm", []),
        "uruk": ("dates", ["caravaneer", "banker"]),
        "mari": ("barley", []),
        "palmyra": ("salt", ["banker", "palace"]),
        "khorsabad": ("dates", []),
        "ninoua": ("palm", ["caravaneer", "palace"]),
    }


def test_the_rules_page_shows_the_components() -> None:  # amyitis 20, 21, 22, 24
    """The tables of rules.md say what components.json says."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in ziggurat.game("amyitis").rules_text().splitlines()
        if line.startswith("|")
    ]
    parts = decode(standard())
    for tile in parts["garden_tiles"]:
        row = next(row for row in rows if str(tile["id"]) in row[0].split(", "))
        assert row[1:3] == [str(tile["quality"]), str(tile["prestige"])]
        assert set(re.findall("court|resource|camel|talent", row[3])) == set(tile["bonus"])
    for city in parts["ring"][1:]:
        row = next(row for row in rows if row[0] == city["name"])
        assert row[1] == city["asks"]
        assert set(row[2].split(", ")) == set(city.get("sells", ["plant"]))
    for card in parts["court_cards"]:
        if card.get("level") != 0:
            name = f"{card['type']} {card['level']}" if "level" in card else card["type"]
            count = card["count"]
            row = next(row for row in rows if row[0] == name)
            two, three = count["any"], count["any"] + count["3p"]
            assert row[2:] == [str(two), str(three), str(three + count["4p"])]
    for number, card in enumerate(parts["plant_cards"], 1):
        row = next(row for row in rows if row[0] == str(number) and "quality" in row[1])
        for cell, side in zip(row[1:], (card["front"], card["back"]), strict=True):
            asks = f", asks {side['extra']}" if side["extra"] else ""
            assert cell == f"quality {side['quality']}{asks}"
