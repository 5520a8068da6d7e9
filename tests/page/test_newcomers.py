"""Problems that newcomers on phones had: hidden choices, moving buttons, clicks without an answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.browsing import PHONE, Player, Visitor, until

Visit = Callable[..., Visitor]
HAND_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
# The boxes of all buttons of the question, in whole pixels.
BUTTONS = """() => [...document.querySelectorAll("[data-decisions] .choice")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.dataset.place, ...[x, y, width, height].map(Math.round)];
})"""


@pytest.fixture
def phone(visit: Visit) -> Visitor:
    return visit(**HAND_PHONE)


def lesson(visitor: Visitor, game: str, name: str) -> Page:
    page = visitor.open(f"/learn/{game}/{name}")
    Player(visitor).wait("deciding")
    return page


def tap(page: Page, place: str) -> None:
    """Tap the middle of a place, whatever lies over it."""
    box = page.locator(f"[data-place='{place}']").first.bounding_box()
    assert box, f"{place} is not to be seen"
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def decided(page: Page, number: int) -> None:
    expect(page.locator("[data-decisions]")).to_have_attribute("data-decisions", str(number))


def says(page: Page, text: str) -> None:
    expect(page.locator("[data-decisions]").get_by_role("status").filter(has_text=text)).to_be_visible()


@pytest.mark.parametrize(
    ("name", "city"),
    [
        ("plant-a-garden", "mari"),
        pytest.param("the-last-round", "palmyra", marks=pytest.mark.long),
    ],
)
@pytest.mark.long
def test_the_city_of_the_task_comes_into_sight(phone: Visitor, name: str, city: str) -> None:
    """Though the board is drawn wide before it is known to be narrow."""
    page = lesson(phone, "amyitis", name)
    seen = f"""(() => {{
      const [city, board] = ["[data-place='city:{city}']", ".amyitis"].map((one) =>
        document.querySelector(one).getBoundingClientRect());
      return city.top > board.top + 50 && city.bottom < board.bottom;
    }})()"""
    until(page, seen, f"{city} to come into sight")


def test_ability_is_visible_named_first_and_does_not_move(phone: Visitor) -> None:
    page = lesson(phone, "babel", "plunder")
    tap(page, "pawn")
    tap(page, "site:H")
    decided(page, 1)
    tap(page, "run:H")
    expect(page.locator(".choice").first).to_have_accessible_name("Steal their top card")
    seen = page.evaluate(BUTTONS)
    assert [place for place, *_ in seen] == ["use", "half"]
    assert all(y + height <= PHONE["height"] for _, _, y, _, height in seen)
    tap(page, "site:M")
    says(page, "You have no Medes in hand (clause 19).")
    assert page.evaluate(BUTTONS) == seen
    tap(page, "hand:S")  # lets go of the run, and deploys
    decided(page, 2)


@pytest.mark.long
def test_targets_of_abilities_can_be_tapped_and_the_verdict_covers_no_board(phone: Visitor) -> None:
    page = lesson(phone, "babel", "destroy")
    tap(page, "hand:A")
    decided(page, 1)
    tap(page, "run:A")
    expect(page.locator("[data-place='temple:1:A'].alive")).to_have_count(1)
    board = page.locator("section.board").bounding_box()
    tap(page, "temple:1:A")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "done")
    assert page.locator("section.board").bounding_box() == board


@pytest.mark.long
def test_the_hand_lies_above_the_question(phone: Visitor) -> None:
    # only lessons with a hand below the board
    for game, name in (("babel", "plunder"), ("amyitis", "buy-with-the-caravan")):
        page = lesson(phone, game, name)
        foot, top = page.evaluate(
            """() => [document.querySelector("section.hand").getBoundingClientRect().bottom,
                      document.querySelector("[data-decisions]").getBoundingClientRect().top]"""
        )
        assert foot <= top + 1, game


@pytest.mark.parametrize(
    ("game", "name", "taps", "place", "reason"),
    [
        ("babel", "the-first-turn", [], "hand:A", "Your pawn is still at the quarry; move it"),
        pytest.param(
            "babel",
            "the-next-level",
            [],
            "stack:their",
            "Level 2 needs 2 of your nation cards at the site, not 1",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "amyitis",
            "water-up-a-terrace",
            ["craft:2:engineer"],
            "square:c3",
            "choose one of c3",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "amyitis", "buy-with-the-caravan", [], "have:dates", "Resources are sold in Babylon", marks=pytest.mark.long
        ),
    ],
)
def test_a_tap_that_can_do_nothing_says_why(
    phone: Visitor, game: str, name: str, taps: list[str], place: str, reason: str
) -> None:
    page = lesson(phone, game, name)
    for number, one in enumerate(taps, 1):
        Player(phone).click(one)
        decided(page, number)
    tap(page, place)
    if place.startswith("square:"):  # so much lies within a finger's reach that the board comes closer first
        expect(page.locator(".viewport.closer")).to_be_visible()
        tap(page, place)
    says(page, reason)
