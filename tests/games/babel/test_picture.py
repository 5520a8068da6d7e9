"""The picture of Babel shows what lies on the table, and of hands only what the record does."""

from __future__ import annotations

import re

from tests.games.babel.builder import position, side
from ziggurat.core.drawing import svg
from ziggurat.core.drawing.svg import GOLD, LAPIS

BACK = re.compile(rf'<rect [^>]*rx="3" fill="{LAPIS}" stroke="{GOLD}"')


def test_a_hidden_hand_shows_its_backs_only() -> None:
    match = position(side("AAS"), side("HHMPP"))
    assert len(BACK.findall(match.picture(0))) == 5
    assert len(BACK.findall(match.picture(1))) == 3
    assert len(BACK.findall(match.picture(-1))) == 8
    assert not BACK.search(match.picture())


def test_a_remembered_card_is_shown_among_the_backs() -> None:
    match = position(side("AAS"), side("HHMPP", remembered="H"))
    seen = match.picture(0)
    assert len(BACK.findall(seen)) == 4
    assert ">H</text>" in seen


def test_rows_temples_and_pawns() -> None:
    own = side("A", pawn="H", rows={"H": "SSSA"}, temples={"H": "123"}, stack="25")
    picture = position(own, side("P")).picture(0)
    assert picture.count(">Sumerians<") == 3 + 1  # and the name of their site
    assert picture.count(svg.STAR) == 1
    assert picture.count(">no temple<") == 9


def test_the_viewer_sits_below() -> None:
    match = position(side("A", rows={"H": "SS"}), side("P", rows={"A": "MM"}))
    near, far = match.picture(0), match.picture(1)

    def height(picture: str, nation: str) -> float:
        return max(float(y) for y in re.findall(rf'y="([\d.]+)" font-size="11"[^>]*>{nation}<', picture))

    assert height(near, "Sumerians") > height(near, "Medes")
    assert height(far, "Sumerians") < height(far, "Medes")
