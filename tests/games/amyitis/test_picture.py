"""The picture of Amyitis shows what lies on the table."""

from __future__ import annotations

import ziggurat
from tests.games.amyitis.builder import position
from ziggurat.core.drawing import svg
from ziggurat.games.amyitis.board import CITY_NAMES, EDGES, SQUARE_NAMES
from ziggurat.games.amyitis.picture import CAMEL


def test_squares_cities_and_fields_are_named() -> None:
    picture = ziggurat.new("amyitis", seats=4, seed=1).picture()
    for name in (*SQUARE_NAMES, *(city.title() for city in CITY_NAMES), "top field", "bottom field", "Ishtar"):
        assert f">{name}<" in picture
    assert picture.count('rx="8"') == EDGES


def test_with_two_seats_some_squares_are_not_used() -> None:
    match = ziggurat.new("amyitis", seats=2, seed=1)
    assert match.picture().count(">not used<") == sum(square.tile is None for square in match.view().squares) > 0


def test_a_channel_full_of_cubes_is_blue_and_the_next_ones_wait_for_water() -> None:
    waiting = f'stroke="{svg.GOLD}" stroke-width="2.5"'
    before = ziggurat.new("amyitis", seats=3, seed=1)
    after = position(irrigation={"d1-d2": "0"})
    full = f'rx="8" fill="{svg.RIVER}"'
    assert before.picture().count(full) == 0
    assert after.picture().count(full) == 1
    for match in (before, after):
        assert match.picture().count(waiting) == sum(edge.available for edge in match.view().edges)


def test_the_caravan_stands_in_one_city() -> None:
    camel = f'<path d="{CAMEL}"'
    picture = ziggurat.new("amyitis", seats=3, seed=1).picture()
    camels = [part for part in picture.replace("<path", "\n<path").splitlines() if camel in part]
    assert sum("scale(0.75)" in part for part in camels) == 1  # larger than those that people own


def test_picture_counts_each_seats_goods() -> None:
    rich = position(players={0: {"talents": 37, "resources": ["wine"]}})
    assert ">37<" in rich.picture()
    assert rich.picture().count(">W</text>") == 3  # the two fields, and this one
