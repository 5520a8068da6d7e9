"""The SVG shapes that all pictures use."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

from ziggurat.core.drawing import svg


def test_seats_differ_in_shape_and_not_in_colour_alone() -> None:
    outlines = [re.sub(r"#[0-9a-f]{6}", "", svg.sign(seat, 50, 50, 10)) for seat in range(4)]
    assert all(one != other for one, other in combinations(outlines, 2))


def test_words_are_escaped() -> None:
    drawn = ElementTree.fromstring(svg.text(1, 2.25, "a < b & c", svg.INK, 12))  # noqa: S314 - our own
    assert drawn.text == "a < b & c"
    assert (drawn.get("x"), drawn.get("y")) == ("1", "2.2")


def test_a_canvas_holds_its_parts_and_says_how_large_it_is() -> None:
    canvas = ElementTree.fromstring(svg.canvas(300, 200.5, [svg.disc(1, 1, 1, svg.GOLD)]))  # noqa: S314 - our own
    assert canvas.get("viewBox") == "0 0 300 200.5"
    assert [child.tag.rpartition("}")[2] for child in canvas] == ["rect", "circle"]


def test_a_ziggurat_stands_on_its_ground_and_is_the_same_from_both_sides() -> None:
    corners = re.findall(r"([-\d.]+),([-\d.]+)", svg.ziggurat(100, 60, 36, svg.GOLD))
    places = [(float(x), float(y)) for x, y in corners]
    assert max(y for _, y in places) == 60
    assert sorted(places) == sorted((200 - x, y) for x, y in places)
