"""Text on boards is large enough, on desktops and phones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page

import ziggurat
from tests.cases import every_game, first
from tests.page.browsing import DESKTOP, PHONE, Player, Visitor, becomes

Visit = Callable[..., Visitor]
LEAST = 8.5  # pixels
SIZES = """() => [...document.querySelectorAll("[data-board] svg text")].flatMap((text) => {
  const { b, d } = text.getScreenCTM(), size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(b, d);
  return text.closest("[data-reads]") ? [] : [[size, text.textContent]];
})"""


def small(page: Page) -> list[tuple[float, str]]:
    return [(round(pixels, 1), text) for pixels, text in page.evaluate(SIZES) if pixels < LEAST and text.strip()]


@pytest.mark.parametrize("size", first(PHONE, DESKTOP), ids=["phone", "desk"])
@pytest.mark.parametrize("game", every_game(now="amyitis"))
def test_nothing_on_a_board_is_too_small_to_read(visit: Visit, game: str, size: dict[str, int]) -> None:
    for seats in (min(ziggurat.game(game).seat_counts), max(ziggurat.game(game).seat_counts)):
        visitor = visit(viewport=size)
        page = visitor.open(f"/table/{visitor.new_table(game, *['random'] * (seats - 1))}")
        Player(visitor).wait("deciding")
        becomes(page, partial(small, page), [])  # the board is laid out for its box after it was drawn


@pytest.mark.long
def test_map_for_two_fills_a_desktop_board(visit: Visit) -> None:
    """The map has a third of the window, where it had a fifth."""
    visitor = visit(viewport=DESKTOP)
    page = visitor.open(f"/table/{visitor.new_table('babylonia', 'random')}")
    Player(visitor).wait("deciding")
    land = page.locator("[data-board] svg path.land")

    def is_large() -> bool:
        box = land.bounding_box()
        return box is not None and box["width"] * box["height"] > 0.29 * DESKTOP["width"] * DESKTOP["height"]

    becomes(page, is_large, True)
