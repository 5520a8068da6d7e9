"""The picture of Ur shows what lies on the table."""

from __future__ import annotations

from tests.games.ur.builder import situation
from ziggurat.core.drawing import svg
from ziggurat.games.ur.board import FIELDS


def test_every_field_shows_its_action_and_its_back() -> None:
    match = situation("A0x3 T1x1", "AW", seats=4)
    picture = match.picture()
    assert picture.count(">agriculture<") == sum(field.shows == "agriculture" for field in match.view().fields)
    assert picture.count('points="') >= 2 * FIELDS  # a turned corner has two sides


def test_stones_are_counted_and_keep_the_shape_of_their_seat() -> None:
    empty, two, three = (situation(drawing, "AW").picture() for drawing in ("A T", "A0x2 T", "A0x3 T"))
    stone = svg.sign(0, 0, 0, 6.5).partition("r=")[2]
    assert [picture.count(stone) for picture in (empty, two, three)] == [0, 2, 3]


def test_a_ziggurat_takes_the_place_of_the_word() -> None:
    with_stones, with_ziggurat = situation("W1x5", "AW").picture(), situation("W1^", "AW").picture()
    assert with_stones.count(">war<") == with_ziggurat.count(">war<") + 1


def test_spare_tiles_lie_beside_the_square() -> None:
    assert [situation("A", "AW", seats=seats).picture().count(">spare ") for seats in (2, 3, 4)] == [2, 1, 0]
