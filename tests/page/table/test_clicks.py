"""Few clicks: what stays chosen, the end button, shortcuts; useless clicks are explained."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import ziggurat
from tests.cases import first
from tests.page.browsing import DESKTOP, PHONE, Player, Visitor, becomes, sees
from ziggurat.core.lessons.lesson import begin, find

Visit = Callable[..., Visitor]


def at_lesson(visit: Visit, game: str, lesson: str, **more: object) -> tuple[Page, Player]:
    """A position that is the same every time, on the table's own board."""
    visitor = visit(**more)
    page = visitor.open(f"/learn/{game}/{lesson}")
    player = Player(visitor)
    player.wait("deciding")
    return page, player


def decided(page: Page, number: int) -> None:
    expect(page.locator("[data-decisions]")).to_have_attribute("data-decisions", str(number))


def test_the_kind_stays_chosen_while_there_are_tokens_of_it(visit: Visit) -> None:
    page, player = at_lesson(visit, "babylonia", "three-farmers")
    player.click("stand:f")
    for number, place in enumerate(("hex:g9", "hex:g11", "hex:g10"), 1):
        player.click(place)
        decided(page, number)
    page.keyboard.press("e")
    decided(page, 4)
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "done")


def test_all_stones_of_an_action_are_placed_by_one_button(visit: Visit) -> None:
    page, player = at_lesson(visit, "ur", "farm")
    player.click("action:agriculture")
    decided(page, 1)
    page.get_by_role("button", name="Place all 4 stones").click()
    decided(page, 5)
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "done")


@pytest.mark.long
def test_a_worker_is_recruited_by_one_click(visit: Visit) -> None:
    page, player = at_lesson(visit, "amyitis", "a-peasant")
    player.click("craft:1:peasant")
    decided(page, 1)


@pytest.mark.long
def test_digits_press_the_buttons_of_the_question(visit: Visit) -> None:
    page, _ = at_lesson(visit, "amyitis", "a-peasant")
    expect(page.locator(".choice kbd")).to_have_text("1")
    page.keyboard.press("1")
    decided(page, 1)
    expect(page.get_by_text("After passing you take no more turns")).to_be_visible()


@pytest.mark.long
def test_a_site_before_the_pawn_says_what_comes_first(visit: Visit) -> None:
    page, player = at_lesson(visit, "babel", "plunder")
    page.locator("[data-place='site:H']").click(position={"x": 40, "y": 60})
    expect(page.get_by_role("status").filter(has_text="First choose")).to_have_text(
        "First choose your pawn, then Hittites' site."
    )
    player.click("pawn")
    expect(page.get_by_text("First choose")).to_have_count(0)


@pytest.mark.long
def test_complete_turn_ends_automatically_if_wanted(visit: Visit) -> None:
    page, player = at_lesson(visit, "babylonia", "surround-a-city", settings={"motion": "none", "ends": True})
    match = begin(ziggurat.game("babylonia"), find(ziggurat.game("babylonia"), "surround-a-city"))
    match.play("m i6", "p j6")
    assert match.moves() == ["end"]
    for token, place, number in (("stand:m", "hex:i6", 1), ("stand:p", "hex:j6", 3)):
        player.click(token)
        player.click(place)
        decided(page, number)
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "done")


def far_war() -> tuple[ziggurat.Match, int, str, str]:
    """A match of Ur in which wars reach any field: the decision before a war, and a conquest of a field not beside."""
    match, chance = ziggurat.new("ur", seats=3, seed=3, reach="any"), random.Random(3)
    while True:
        if "war" in match.moves():
            war = match.copy().play("war")
            for start in war.moves():
                for end in war.copy().play(start).moves():
                    source, target = start.removeprefix("from "), end.removeprefix("to ")
                    fought = war.copy().play(start, end)
                    apart = abs(ord(source[0]) - ord(target[0])) + abs(int(source[1]) - int(target[1]))
                    if apart > 2 and "cross 1" not in fought.moves():  # the only stone left has crossed
                        return match.play("war"), len(match) - 1, source, target
        match.play(chance.choice(match.legal()))


@pytest.mark.parametrize("viewport", first(DESKTOP, PHONE), ids=["desktop", "phone"])
def test_a_war_that_reaches_any_field_names_both_fields(visit: Visit, viewport: dict[str, int]) -> None:
    match, decision, source, target = far_war()
    visitor = visit(viewport=viewport)
    page = visitor.open(f"/table/{visitor.new_fork(match, decision)}")
    player = Player(visitor)
    player.wait("deciding")
    player.click("action:war")
    sees(page, "War: choose one of your fields, then the field to attack.")
    player.click(f"stones:{source}")
    sees(page, f"War: choose the field that {source} attacks.")
    player.click(f"onto:{target}")

    def holders() -> list[int | None]:
        view = [message["view"] for message in visitor.heard if message.get("view")][-1]
        return [field["seat"] for field in view["fields"] if field["place"] == target]

    becomes(page, holders, [match.deciders()[decision]])
