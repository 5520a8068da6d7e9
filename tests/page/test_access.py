"""Accessibility: axe finds nothing, the keyboard is enough, nothing scrolls sideways."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

import ziggurat
from tests.cases import every_game
from tests.page.browsing import (
    ALIVE,
    DESKTOP,
    DRAWN,
    PHONE,
    QUIET,
    VERSION,
    Player,
    Visitor,
    becomes,
    others,
    sees,
    until,
)

Visit = Callable[..., Visitor]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = [
    "/",
    "/lobby",
    "/new",
    "/mine",
    "/analysis",
    "/rules",
    "/rules/babel",
    "/puzzles",
    "/tournaments",
    "/tournaments/new",
    "/leaderboard",
    "/leaderboard/ur",
    "/profile",
    "/settings",
    "/reset",
    "/confirm",
    "/stop",
    "/about",
    "/privacy",
    "/nowhere",
]
CONFIRMS = "document.querySelector('.confirm') !== null"
FOCUSED = "document.activeElement?.matches('.alive, .choice') ?? false"
CHOOSABLE = "document.activeElement.matches('.alive, .again, .chosen, .choice, .all')"
Look = Literal["light", "dark"]
LOOKS: list[Look] = ["light", "dark"]
# What can be chosen and Tab would not stop at: hidden things are in nobody's way.
TABBABLE = """[...document.querySelectorAll(".alive, .choice")].filter((one) => one.getClientRects().length
  && (one.tabIndex < 0 || one.disabled || one.closest("[inert]"))).map((one) => one.dataset.place)"""
ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]
TABBED = 3  # decisions before which Tab goes through everything on the way to what can be chosen
# Where each arrow leads from everything that can be chosen, and which of it has the focus.
WALK = """() => {
  const here = document.activeElement;
  const places = ".target.alive, .target.again, .target.chosen, [data-decisions] .choice, [data-decisions] .all";
  const all = [...document.querySelectorAll(places)].filter((one) => one.getClientRects().length);
  const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  const steps = all.map((from) => arrows.flatMap((key) => {
    from.focus();
    from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    const to = all.indexOf(document.activeElement);
    return to < 0 ? [] : [[to, key]];
  }));
  here.focus();
  return { names: all.map((one) => one.dataset.place), steps, begin: all.indexOf(here) };
}"""
FOUND = """async () => {
  const kinds = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];
  const { violations } = await axe.run(document, { runOnly: kinds });
  const where = (nodes) => nodes.slice(0, 3).map((node) => node.target.join(" ")).join("; ");
  return violations.map((one) => `${one.id}: ${one.help} at ${where(one.nodes)}`);
}"""


def axe(visitor: Visitor, look: Look | None = None) -> list[str]:
    """What axe finds, by day or by night; each time takes most of a second of processor time."""
    if look is not None:
        visitor.page.emulate_media(color_scheme=look)
        visitor.page.evaluate(DRAWN)
    visitor.page.evaluate(AXE.read_text("utf-8"))
    return list(visitor.page.evaluate(FOUND))


def test_day_and_night_look_different(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/about")
    grounds = set()
    for look in LOOKS:
        page.emulate_media(color_scheme=look)
        page.evaluate(DRAWN)
        grounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert len(grounds) == len(LOOKS)


@pytest.mark.parametrize(
    ("paths", "look"),
    [
        (PAGES[::4], "light"),
        pytest.param(PAGES, "light", marks=pytest.mark.long),
        pytest.param(PAGES, "dark", marks=pytest.mark.long),
    ],
    ids=["some", "all by day", "all by night"],
)
def test_axe_finds_nothing_on_a_page(visit: Visit, paths: list[str], look: Look) -> None:
    visitor = visit()
    for path in paths:
        visitor.open(path)
        visitor.settle()
        if path == "/nowhere":
            visitor.complaints.clear()  # the browser itself notes the status 404
        assert axe(visitor, look) == [], path


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_axe_finds_nothing_at_a_table(visit: Visit, game: str, look: Look) -> None:
    visitor = visit()
    visitor.open(f"/table/{visitor.new_table(game, *others(game), seed=3)}")
    player = Player(visitor)
    player.play(3)
    assert axe(visitor, look) == []


@pytest.mark.long
def test_nothing_scrolls_sideways_on_a_phone(visit: Visit) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    for path in PAGES:
        visitor.open(path)
        visitor.settle()
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
    visitor.complaints.clear()  # as above


def test_arrows_reach_the_only_button_there_is(visit: Visit) -> None:
    """Every token of the hand is dead, and the turn can only be ended: each arrow leads there, from wherever one is."""
    match, chance = ziggurat.new("babylonia", seats=2, seed=1), random.Random(1)
    while not match.over:
        match.play(chance.choice(match.moves()))
    visitor = visit()
    page = visitor.open(f"/table/{visitor.new_fork(match, 1)}")  # the first turn is one token, and its end
    player = Player(visitor)
    player.wait("deciding")
    assert player.alive() == ["end"]
    tokens = page.locator("button[data-place^='stand:']")
    expect(tokens.first).to_be_visible()
    for viewport in (PHONE, DESKTOP):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        page.evaluate(DRAWN)
        for arrow in ARROWS:
            tokens.first.focus()
            page.keyboard.press(arrow)
            assert page.evaluate(FOCUSED), f"{arrow} does not lead to the button"
    page.keyboard.press("Enter")
    until(page, f"{VERSION} !== '0'", "the turn to be ended")


@pytest.mark.long
def test_arrows_reach_the_button_that_a_place_leaves(visit: Visit) -> None:
    """A run of cards has been chosen, and all that can be done with it is a button beside places of other choices."""
    match, chance = ziggurat.new("babel", seed=1), random.Random(1)
    decision = 0
    while not match.over:
        if match.moves() == ["build their", "end", "half P"]:
            decision = len(match)
        match.play(chance.choice(match.moves()))
    visitor = visit()
    page = visitor.open(f"/table/{visitor.new_fork(match, decision)}")
    player = Player(visitor)
    player.wait("deciding")
    go_to(page, "run:P")
    page.keyboard.press("Enter")
    until(page, f"({ALIVE})().join() === 'half'", "only Halve their hand to be left")
    page.locator("button.target:not(.alive, .again, .chosen)").first.focus()  # a card that cannot be chosen now
    go_to(page, "half")
    page.keyboard.press("Enter")
    until(page, f"{VERSION} !== '0'", "the other's hand to be halved")


def go_to(page: Page, place: str) -> None:
    """Press the arrows that lead to a place, from wherever the focus is. They have to lead to everything else, too."""
    if not page.evaluate(CHOOSABLE):
        page.keyboard.press("ArrowDown")
        assert page.evaluate(CHOOSABLE), "an arrow leads to nothing that can be chosen"
    walk = page.evaluate(WALK)
    routes: dict[int, list[str]] = {walk["begin"]: []}
    for one in (queue := list(routes)):
        for other, arrow in walk["steps"][one]:
            if other not in routes:
                routes[other] = [*routes[one], arrow]
                queue.append(other)
    lost = [name for one, name in enumerate(walk["names"]) if one not in routes]
    assert not lost, f"arrows do not reach {lost}"
    for arrow in routes[walk["names"].index(place)]:
        page.keyboard.press(arrow)
    assert page.evaluate("document.activeElement.dataset.place") == place


@pytest.mark.parametrize(
    ("game", "most"),
    [("babel", 6), *(pytest.param(game, None, marks=pytest.mark.long) for game in ziggurat.game_names())],
)
def test_a_match_with_the_keyboard_alone(visit: Visit, game: str, most: int | None) -> None:
    """Arrows to a choice, Enter, and Enter again to confirm, until the end. Tab skips nothing."""
    visitor = visit(settings={**QUIET, "confirm": True})
    page = visitor.open(f"/table/{visitor.new_table(game, *others(game), seed=5)}")
    player = Player(visitor, 6)
    decisions = 0
    while decisions != most and player.wait("deciding", "over") == "deciding":
        version = page.evaluate(VERSION)
        assert page.evaluate(TABBABLE) == [], "Tab passes these by"
        before = player.alive()
        if decisions < TABBED:
            tab_on(page)
        go_to(page, player.chance.choice(sorted(before)))
        page.keyboard.press("Enter")
        chosen = f"({ALIVE})().length > 0 && ({ALIVE})().join() !== {json.dumps(','.join(before))}"
        until(page, f"{VERSION} !== '{version}' || {CONFIRMS} || {chosen}")
        if page.evaluate(CONFIRMS):
            until(page, "document.activeElement?.matches('.confirm button.primary') ?? false", "the focus to confirm")
            page.keyboard.press("Enter")
            until(page, f"{VERSION} !== '{version}'", "the choice to be confirmed")
        until(page, "document.activeElement !== document.body", "somebody to have the focus")
        decisions += 1


def tab_on(page: Page) -> None:
    """Press Tab until something that can be chosen has the focus."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED):
            return
    raise AssertionError("Tab reaches nothing that can be chosen")


def test_enter_says_yes_to_a_final_choice_and_escape_no(visit: Visit) -> None:
    match, chance = ziggurat.new("amyitis", seats=2, seed=5), random.Random(5)
    decision = 0
    while not match.over:
        if not decision and "prize camel" in match.moves():  # Ishtar's ends the round: cards come to light
            decision = len(match)
        match.play(chance.choice(match.moves()))
    visitor = visit(settings={**QUIET, "confirm": True})
    page = visitor.open(f"/table/{visitor.new_fork(match, decision)}")
    Player(visitor).wait("deciding")
    page.keyboard.press("ArrowDown")
    until(page, FOCUSED)
    place = page.evaluate("document.activeElement.dataset.place")
    for answer in ("Escape", "Enter"):
        page.keyboard.press("Enter")
        until(page, "document.activeElement?.matches('.confirm button.primary') ?? false", "the focus to confirm")
        ground = page.locator(".confirm kbd").evaluate("(key) => getComputedStyle(key).backgroundColor")
        assert ground == "rgba(0, 0, 0, 0)", "the key is drawn in the button's colours, or it is not seen"
        page.keyboard.press(answer)
        until(page, f"!({CONFIRMS})")
        if answer == "Escape":
            until(page, f"document.activeElement.dataset.place === '{place}'", "the focus to be where it was")
            assert page.evaluate(VERSION) == "0"
    until(page, f"{VERSION} !== '0'", "the choice to be made")


def outside(page: Page, width: int, height: int) -> list[str]:
    """What one decides with and is not in the window."""
    problems = []
    for part in ("[data-decisions]", "section.board", "section.hand"):
        box = page.locator(part).bounding_box()
        assert box, part
        if box["y"] + box["height"] > height or box["x"] + box["width"] > width:
            problems.append(part)
    return problems


@pytest.mark.parametrize("game", every_game(now="ur"))
def test_everything_to_decide_with_is_in_the_window(visit: Visit, game: str) -> None:
    """Question, board and hand, with the coach and without: nobody scrolls at a desk."""
    visitor = visit(viewport=DESKTOP, settings={**QUIET, "coached": []})
    page = visitor.open(f"/table/{visitor.new_table(game, *others(game), seed=3)}")
    Player(visitor).wait("deciding")
    for coached in (True, False):
        expect(page.locator(".coach")).to_be_visible(visible=coached)
        for width, height in ((1280, 720), (1280, 800), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)  # the board is laid out for its box after it was drawn
            becomes(page, partial(outside, page, width, height), [])
        if coached:
            page.get_by_role("button", name="Turn the coach off").click()


SMALLER = [(1100, 800), (1024, 768), (820, 1180), (844, 390), (640, 400)]
SPOKEN = """(() => {
  const box = document.querySelector(".target.coached.alive")?.getBoundingClientRect();
  const bar = document.querySelector("[data-decisions]").getBoundingClientRect();
  return !box || (box.top >= 0 && box.bottom <= bar.top + 1);
})()"""
CUT = "(one) => one.scrollHeight > one.clientHeight + 6 || one.scrollWidth > one.clientWidth + 1"


@pytest.mark.long
@pytest.mark.parametrize("game", every_game())
def test_coach_leaves_room_for_board_and_question(visit: Visit, game: str) -> None:
    """Tablets, small windows, phones on their side, and a page made twice as large."""
    visitor = visit(settings={**QUIET, "coached": []})
    page = visitor.open(f"/table/{visitor.new_table(game, *others(game), seed=3)}")
    player = Player(visitor)

    def board_in_window(height: int) -> bool:
        box = page.locator("section.board").bounding_box()
        assert box
        return min(box["y"] + box["height"], height) - max(box["y"], 0) >= height / 2

    for _ in range(3):
        player.wait("deciding")
        expect(page.locator(".coach")).to_be_visible()
        for width, height in SMALLER:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            page.evaluate(DRAWN)  # the board is laid out for its box after it was drawn
            becomes(page, partial(board_in_window, height), wanted=True)
            assert not page.locator("[data-decisions] h2").evaluate(CUT), (width, height)
        player.decide()


@pytest.mark.long
@pytest.mark.parametrize("game", every_game())
def test_places_the_coach_mentions_are_visible_on_a_phone(visit: Visit, game: str) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True, settings={**QUIET, "coached": []})
    page = visitor.open(f"/table/{visitor.new_table(game, *others(game), seed=3)}")
    player = Player(visitor)
    player.wait("deciding")
    until(page, "document.querySelector('.coach.fresh') !== null")
    marked = 0
    for _ in range(12):
        until(page, SPOKEN, "what the coach speaks of to be in the window")
        marked += page.locator(".target.coached").count() > 0
        on = page.get_by_role("button", name="Next", exact=True)
        if on.count():
            on.click()
        else:
            player.play(1)
        page.evaluate(DRAWN)
    assert marked, "the coach spoke of nothing"


@pytest.mark.long
def test_coach_advances_with_the_move_and_survives_a_reload(visit: Visit) -> None:
    visitor = visit(settings={**QUIET, "coached": []})
    page = visitor.open(f"/table/{visitor.new_table('babylonia', 'random', seed=3)}")
    player = Player(visitor)
    player.wait("deciding")
    sees(page, "Choose a token from your stand, then any hexagon that glows")
    player.decide()
    sees(page, "In the first round the first player places one token")
    page.reload()
    player.wait("deciding")
    sees(page, "In the first round the first player places one token")
    player.play_out()
    page.reload()
    player.wait("over")
    expect(page.locator(".coach")).to_have_count(0)


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_the_coach_covers_nothing_on_a_phone(visit: Visit, game: str) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True, settings={**QUIET, "coached": []})
    page = visitor.open(f"/table/{visitor.new_table(game, *others(game), seed=3)}")
    player = Player(visitor)
    player.play(3)
    page.evaluate("scrollTo(0, 0)")
    coach = page.locator(".coach").bounding_box()
    assert coach
    for part in ("[data-decisions]", "section.board", "section.hand"):
        box = page.locator(part).bounding_box()
        assert box, part
        assert box["y"] >= coach["y"] + coach["height"], part
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_focus_comes_back_from_a_dialog(visit: Visit) -> None:
    """Whether it was closed with Escape, or went away because something was chosen in it."""
    visitor = visit()
    page = visitor.open(f"/table/{visitor.new_table('babylonia', 'random', seed=3)}")
    Player(visitor).wait("deciding")
    focus = "document.activeElement?.dataset.place ?? document.activeElement?.tagName"
    page.keyboard.press("ArrowDown")
    until(page, FOCUSED)
    place = page.evaluate(focus)
    for opens, leaves in (("?", ["Escape"]), ("/", ["ArrowDown", "Enter"])):
        page.keyboard.press(opens)
        until(page, "document.querySelector('dialog[open]') !== null", "a dialog")
        for key in leaves:
            page.keyboard.press(key)
        until(page, "document.querySelector('dialog') === null", "the dialog to go")  # it is closed a moment before
        until(page, f"({focus}) === {json.dumps(place)}", f"{place} to have the focus again")
    until(page, f"{VERSION} === '1'", "the move to be made, once")


@pytest.mark.long
def test_invalid_typed_move_can_be_corrected(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open(f"/table/{visitor.new_table('babylonia', 'random', seed=3)}")
    Player(visitor).wait("deciding")
    page.keyboard.press("/")
    page.keyboard.type("farmer")
    until(page, "document.querySelectorAll('dialog [role=option]').length > 0", "what is called so")
    page.keyboard.type("s at sea")
    sees(page, "No such move.")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('dialog [role=alert]') !== null", "the reason, beside what was typed")
    expect(page.get_by_role("combobox")).to_have_value("farmers at sea")
    assert page.evaluate(VERSION) == "0"


@pytest.mark.long
def test_a_link_to_a_table_takes_the_focus_along(visit: Visit) -> None:
    visitor = visit()
    visitor.new_table("babylonia", "random", seed=3)
    page = visitor.open("/mine")
    page.get_by_role("link", name="Continue").first.focus()
    page.keyboard.press("Enter")
    Player(visitor).wait("deciding")
    until(page, "document.activeElement.tagName === 'MAIN'", "the page to have the focus")


@pytest.mark.long
@pytest.mark.parametrize("language", ["nl", "en"])
def test_the_longest_name_fits_into_the_header(visit: Visit, language: str) -> None:
    visitor = visit(settings={**QUIET, "language": language})
    visitor.api("GET", "/me")
    visitor.api("PATCH", "/me", {"name": "W" * 32})
    page = visitor.open("/lobby")
    expect(page.locator("header .own").first).to_contain_text("WWW")
    for width in (360, 768, 959, 960, 1024, 1152, 1153, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        page.evaluate(DRAWN)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        assert page.evaluate("document.querySelector('header .bar').scrollWidth") <= width, width
        heights = page.locator("header nav > a").evaluate_all("all => all.map((one) => one.offsetHeight)")
        assert max(heights) < 60, (width, heights)  # no link takes two lines
