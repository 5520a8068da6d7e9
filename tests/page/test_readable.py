"""What boards write can be read, at a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import ziggurat
from tests.page.browsing import DESKTOP, PHONE, Player, Visitor

Visit = Callable[..., Visitor]
LEAST = 8.5  # pixels
SIZES = """() => [...document.querySelectorAll("[data-board] svg text")].flatMap((text) => {
  const { b, d } = text.getScreenCTM(), size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(b, d);
  return text.closest("[data-reads]") ? [] : [[size, text.textContent]];
})"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", ziggurat.game_names())
def test_nothing_on_a_board_is_too_small_to_read(visit: Visit, game: str, size: dict[str, int]) -> None:
    for seats in (min(ziggurat.game(game).seat_counts), max(ziggurat.game(game).seat_counts)):
        visitor = visit(viewport=size)
        page = visitor.open(f"/table/{visitor.new_table(game, *['random'] * (seats - 1))}")
        Player(visitor).wait("deciding")
        small = [(round(pixels, 1), text) for pixels, text in page.evaluate(SIZES) if pixels < LEAST and text.strip()]
        assert small == []


def test_the_land_of_two_fills_a_desks_board(visit: Visit) -> None:
    """The map has a third of the window, where it had a fifth."""
    visitor = visit(viewport=DESKTOP)
    page = visitor.open(f"/table/{visitor.new_table('babylonia', 'random')}")
    Player(visitor).wait("deciding")
    land = page.locator("[data-board] svg path.land").bounding_box()
    assert land
    assert land["width"] * land["height"] > 0.29 * DESKTOP["width"] * DESKTOP["height"]
