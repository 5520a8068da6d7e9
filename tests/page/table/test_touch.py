"""Touch and drag and drop on phones."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page

import ziggurat
from tests.cases import every_game, first
from tests.page.browsing import ALIVE, DRAWN, SIZES, VERSION, Player, Visitor, becomes, others, until
from tests.page.table.fingers import REACH, Fingers, Point

Visit = Callable[..., Visitor]
LEAST = 43.5  # of 44 pixels: the browser rounds

SIGHT = "getComputedStyle(document.querySelector('[data-board] > .board')).transform"
SCALE = f"new DOMMatrix({SIGHT} === 'none' ? '' : {SIGHT}).a"
DRAGGED = "document.querySelector('.dragged svg') !== null"

# Nobody aims at what still moves: a place has to be where it was for some frames.
STEADY = """(place) => new Promise((steady) => {
  const where = () => {
    const found = document.querySelector(`[data-place="${CSS.escape(place)}"]`);
    const { x, y, width } = found?.getBoundingClientRect() ?? {};
    return [x, y, width].join();
  };
  let [last, frames] = [where(), 0];
  const look = () => {
    const now = where();
    frames = now === last ? frames + 1 : 0;
    last = now;
    if (frames === 6) steady();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""

# Where a place is: its middle, or the point nearest to it where it is hit; and how far it is hit from there.
LOOK = """(place) => {
  const takes = (x, y) => document.elementFromPoint(x, y)?.closest(`[data-place="${CSS.escape(place)}"]`);
  const all = [...document.querySelectorAll(`[data-place="${CSS.escape(place)}"]`)];
  const found = all.find((one) => one.matches(".alive, .again, .choice"));
  let box = found.getBoundingClientRect();
  const covered = document.querySelector("[data-decisions]").getBoundingClientRect();
  const window = found.closest("[data-board]")?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  const lowest = Math.min(window.bottom, covered.top > 100 ? covered.top : innerHeight);
  if (box.top < Math.max(50, window.top) || box.bottom > lowest) found.scrollIntoView({ block: "center" });
  box = found.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  let best = null;
  for (let dx = -box.width / 2; dx <= box.width / 2; dx += 2)
    for (let dy = -box.height / 2; dy <= box.height / 2; dy += 2) {
      const far = Math.hypot(dx, dy);
      if ((best === null || far < best.far) && takes(x + dx, y + dy)) best = { far, x: x + dx, y: y + dy };
    }
  if (!best) found.scrollIntoView({ block: "center" }); // something lies over it: to be looked at again
  return best && { x: best.x, y: best.y, board: found.closest("[data-board]") !== null };
}"""

# How far it is from a point to where each place that is alive is hit, as far as a fingertip reaches.
NEAR = """([x, y]) => {
  const found = {};
  for (let dx = -22; dx <= 22; dx += 1)
    for (let dy = -22; dy <= 22; dy += 1) {
      const far = Math.hypot(dx, dy);
      if (far > 22) continue;
      const active = document.elementFromPoint(x + dx, y + dy)?.closest(".alive, .again, .chosen");
      const place = active?.getAttribute("data-place");
      if (place && far < (found[place] ?? 99)) found[place] = far;
    }
  return found;
}"""

# Whether a finger at a point is on the board, and not on what lies over it or beside it.
ON_BOARD = """([x, y]) => {
  const below = document.elementFromPoint(x, y);
  return below?.closest("[data-board]") != null && !below.closest("button, a");
}"""

# What has been chosen by clicks, wherever the finger was; and what was near it when it came down.
LISTEN = f"""() => {{
  window.chose = [];
  document.addEventListener("click", (event) => {{
    const place = event.target.closest?.("[data-place]")?.getAttribute("data-place");
    if (place) window.chose.push(place);
  }});
  addEventListener("pointerdown", ({{ clientX, clientY }}) => (window.near = ({NEAR})([clientX, clientY])), true);
}}"""

# Everything to press outside the board that is too small for a finger.
SMALL = """(least) => {
  const parts = ["[data-decisions]", "section.hand", "header", ".panel:not([inert])", ".zoom", "nav"];
  const all = parts.flatMap((part) => [...document.querySelectorAll(`${part} button, ${part} a`)]);
  return all.flatMap((one) => {
    const box = one.getBoundingClientRect();
    if (one.disabled || one.ariaDisabled === "true" || !box.width) return [];
    if (box.width >= least && box.height >= least) return [];
    const name = one.getAttribute("aria-label") ?? one.textContent.trim();
    return `${name}: ${box.width.toFixed(1)} x ${box.height.toFixed(1)}`;
  });
}"""


def phone(visit: Visit, size: str = "phone", **more: Any) -> Visitor:
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    return visit(viewport=viewport, has_touch=True, is_mobile=True, device_scale_factor=2, **more)


def sit(visitor: Visitor, game: str, seed: int = 3) -> Player:
    visitor.open(f"/table/{visitor.new_table(game, *others(game), seed=seed)}")
    player = Player(visitor, seed)
    player.wait("deciding")
    return player


def middle(page: Page, selector: str) -> Point:
    box = page.locator(selector).first.bounding_box()
    assert box, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap_beside(page: Page, fingers: Fingers, place: str, chance: random.Random) -> None:
    """Tap somewhere in the fingertip's square around a place. It is chosen; or the board comes closer, and then it is;
    or something else is that clearly lies nearer."""
    page.evaluate(STEADY, place)
    until(page, f"({LOOK})({json.dumps(place)}) !== null", f"a finger to reach {place}, which is alive")
    spot = page.evaluate(LOOK, place)
    at = (spot["x"], spot["y"])
    if spot["board"]:
        beside = (at[0] + chance.uniform(1 - REACH, REACH - 1), at[1] + chance.uniform(1 - REACH, REACH - 1))
        at = beside if page.evaluate(ON_BOARD, list(beside)) else at
    near = page.evaluate(NEAR, list(at))
    for _ in range(3):
        before, scale = page.evaluate("window.chose.length"), page.evaluate(SCALE)
        fingers.tap(at)
        if min(near.values(), default=REACH) < REACH - 2:  # else it may be beside everything that is alive
            until(
                page, f"window.chose.length > {before} || {SCALE} !== {scale}", f"what a tap near {sorted(near)} does"
            )
        chosen, near = page.evaluate("window.chose")[before:], page.evaluate("window.near")
        if chosen:
            break
        page.evaluate(STEADY, place)
        until(page, f"({LOOK})({json.dumps(place)}) !== null", f"{place} to be in sight now that the board is closer")
        spot = page.evaluate(LOOK, place)
        at = (spot["x"], spot["y"])
        near = page.evaluate(NEAR, list(at))
    assert chosen, f"three taps did not choose {place}"
    assert len(chosen) == 1
    if chosen[0] != place and place in near:
        assert near[place] - near.get(chosen[0], 99) > 5, f"{chosen[0]} was chosen silently for {place}: {near}"


@pytest.mark.parametrize("size", first("phone", "small phone"))
@pytest.mark.parametrize("game", every_game(now="babel"))
def test_taps_hit_choices_and_nothing_else(visit: Visit, game: str, size: str) -> None:
    visitor = phone(visit, size)
    player, page = sit(visitor, game), visitor.page
    page.evaluate(LISTEN)
    fingers = Fingers(page)
    small: set[str] = set()
    for _ in range(10):
        if player.wait("deciding", "over") == "over":
            break
        before = page.evaluate(VERSION)
        while page.evaluate(VERSION) == before:
            small.update(page.evaluate(SMALL, LEAST))
            places = player.alive()
            if places:
                tap_beside(page, fingers, player.chance.choice(sorted(places)), player.chance)
            until(page, f"{VERSION} !== '{before}' || ({ALIVE})().join() !== {json.dumps(','.join(places))}")
        player.decisions += 1
    page.get_by_role("button", name="Log, chat and more").click()
    small.update(page.evaluate(SMALL, LEAST))
    assert not small
    assert player.decisions > 5
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]


def test_two_fingers_zoom_and_one_moves_what_is_zoomed(visit: Visit) -> None:
    visitor = phone(visit)
    page = sit(visitor, "babylonia").page
    fingers = Fingers(page)
    x, y = middle(page, "[data-board]")
    fingers.pinch((x, y), 80, 200)
    until(page, f"Math.abs({SCALE} - 2.5) < 0.1", "the board to be 2.5 times as large")
    moved = page.evaluate(SIGHT)
    fingers.swipe((x, y), (x - 60, y - 40))
    until(page, f"{SIGHT} !== {json.dumps(moved)}", "the board to move")
    assert page.evaluate("scrollY") == 0
    fingers.pinch((x, y), 200, 60)
    until(page, f"{SCALE} === 1", "the board to fit again")


def test_back_closes_the_sheet_before_it_leaves_the_table(visit: Visit) -> None:
    visitor = phone(visit)
    visitor.open("/lobby")
    page = sit(visitor, "babel").page
    shut = "document.querySelector('aside.panel').inert"
    page.get_by_role("button", name="Log, chat").tap()
    until(page, f"!({shut})", "the sheet to open")
    page.go_back()
    until(page, shut, "the sheet to close")
    page.get_by_role("button", name="Log, chat").tap()
    until(page, f"!({shut})", "the sheet to open again")
    page.get_by_role("button", name="Close", exact=True).tap()
    until(page, shut, "the sheet to close")
    assert page.evaluate("location.pathname").startswith("/table/")
    until(page, "history.state === null", "the step of the sheet to be gone")
    page.go_back()
    until(page, "location.pathname === '/lobby'", "the table to be left")


@pytest.mark.long
def test_a_swipe_over_the_board_scrolls_the_page(visit: Visit) -> None:
    visitor = phone(visit)
    page = sit(visitor, "babylonia").page
    x, y = middle(page, "[data-board]")
    Fingers(page).swipe((x, y + 100), (x, y - 60))
    until(page, "scrollY > 60", "the page to scroll")
    assert page.evaluate(SCALE) == 1


@pytest.mark.long
def test_two_taps_bring_the_board_closer_and_two_more_back(visit: Visit) -> None:
    visitor = phone(visit)
    page = sit(visitor, "babylonia").page
    fingers = Fingers(page)
    at = middle(page, "[data-board]")
    fingers.tap_twice(at)
    until(page, f"{SCALE} > 2", "the board to come closer")
    fingers.tap_twice(at)
    until(page, f"{SCALE} === 1", "the board to fit again")


@pytest.mark.long
def test_tap_keeps_the_zoom(visit: Visit) -> None:
    visitor = phone(visit)
    player, page = sit(visitor, "babylonia"), visitor.page
    fingers = Fingers(page)
    fingers.tap(middle(page, ".stand-token"))
    fingers.pinch(middle(page, "[data-board]"), 60, 180)
    until(page, f"{SCALE} > 2.5", "the board to come closer")
    x, y = middle(page, "[data-board]")
    hexes = page.locator(".alive[data-place^='hex:']")
    boxes = [box for at in range(hexes.count()) if (box := hexes.nth(at).bounding_box())]
    centres = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    before, scale = page.evaluate(VERSION), page.evaluate(SCALE)
    fingers.tap(min(centres, key=lambda at: abs(at[0] - x) + abs(at[1] - y)))
    until(page, f"{VERSION} !== '{before}'", "the token to be placed")
    player.wait("deciding")
    assert page.evaluate(SCALE) == scale


def test_a_tap_between_two_places_brings_the_board_closer_for_one_choice(visit: Visit) -> None:
    visitor = phone(visit)
    player, page = sit(visitor, "babylonia"), visitor.page
    fingers = Fingers(page)
    fingers.tap(middle(page, ".stand-token"))
    before = page.evaluate(VERSION)
    first, second = (page.evaluate(LOOK, f"hex:{name}") for name in ("g5", "g6"))
    between = ((first["x"] + second["x"]) / 2, (first["y"] + second["y"]) / 2)
    fingers.tap(between)
    until(page, f"{SCALE} > 2", "the board to come closer")
    assert page.evaluate(VERSION) == before
    spot = page.evaluate(LOOK, "hex:g6")
    fingers.tap((spot["x"] + 9, spot["y"] + 5))
    until(page, f"{VERSION} !== '{before}'", "the token to be placed")
    player.wait("deciding")
    until(page, f"{SCALE} === 1", "the board to fit again")
    assert any("g6" in json.dumps(frame.get("events", "")) for frame in visitor.heard)


def test_a_finger_carries_a_token_to_the_board(visit: Visit) -> None:
    visitor = phone(visit)
    player, page = sit(visitor, "babylonia"), visitor.page
    fingers = Fingers(page)
    before = page.evaluate(VERSION)
    x, y = middle(page, "[data-board]")
    fingers.press(middle(page, ".stand-token"))
    fingers.move((x, y + 60))
    until(page, DRAGGED, "the token above the finger")
    until(page, "document.querySelector('[data-over]') !== null", "the hexagon below it")
    over = page.evaluate("document.querySelector('[data-over]').dataset.place")
    assert page.evaluate("scrollY") == 0
    fingers.lift()
    until(page, f"{VERSION} !== '{before}'", "the token to be placed")
    assert any(over.split(":")[1] in json.dumps(frame.get("events", "")) for frame in visitor.heard)
    assert not page.evaluate(DRAGGED)
    player.wait("deciding")


@pytest.mark.long
def test_drag_is_cancelled_by_escape_or_outside_the_board(visit: Visit) -> None:
    visitor = phone(visit)
    _, page = sit(visitor, "babylonia"), visitor.page
    fingers = Fingers(page)
    stand = middle(page, ".stand-token")
    fingers.press(stand)
    fingers.move((stand[0], stand[1] - 40))
    until(page, f"{DRAGGED} && document.querySelector('.stand-token.chosen') !== null", "the token to be taken up")
    fingers.move((stand[0] + 5, stand[1] + 20))
    fingers.lift()
    until(page, f"!({DRAGGED}) && document.querySelector('.chosen') === null", "the token to be back")
    page.mouse.move(*stand)
    page.mouse.down()
    page.mouse.move(*middle(page, "[data-board]"), steps=5)
    until(page, DRAGGED, "the token under the pointer")
    page.keyboard.press("Escape")
    until(page, f"!({DRAGGED}) && document.querySelector('.chosen') === null", "the token to be back")
    page.mouse.up()
    assert page.evaluate(VERSION) == "0"


@pytest.mark.long
def test_a_card_is_read_by_tapping_it_until_something_else_is(visit: Visit) -> None:
    visitor = phone(visit)
    page = sit(visitor, "babylonia").page
    fingers = Fingers(page)
    for card in (4, 1):
        page.evaluate(STEADY, f"card:{card}")
        fingers.tap(middle(page, f"[data-place='card:{card}']"))
        until(page, "document.querySelector('.reader') !== null", f"what card {card} does")
    fingers.tap(middle(page, "[data-decisions] h2"))
    until(page, "document.querySelector('.reader') === null", "the card to be left")
    assert page.evaluate(VERSION) == "0"


@pytest.mark.long
@pytest.mark.parametrize("size", ["phone", "small phone"])
def test_emblems_lead_to_the_parts_of_a_long_board(visit: Visit, size: str) -> None:
    visitor = phone(visit, size)
    page = sit(visitor, "amyitis").page
    for emblem, word in {"Court cards": "caravaneer", "Temples": "Ishtar", "Craft cards": "Group 1"}.items():
        page.get_by_role("button", name=emblem, exact=True).tap()
        seen = f"""[...document.querySelectorAll("[data-board] text")].some((one) => {{
          const {{ top, bottom }} = one.getBoundingClientRect();
          const window = document.querySelector("[data-board]").getBoundingClientRect();
          return one.textContent.trim() === {json.dumps(word)} && top > window.top + 44 && bottom < window.bottom;
        }})"""
        until(page, seen, f"{word} to be in sight")


@pytest.mark.long
def test_a_hint_leads_to_its_place_and_leaves_the_last_tap_to_the_reader(visit: Visit) -> None:
    visitor = phone(visit)
    page = sit(visitor, "babylonia").page
    page.get_by_role("button", name="Hint").tap()
    first = page.locator(".hints li button").first
    first.wait_for()
    version = page.evaluate(VERSION)
    first.tap()
    until(page, "document.querySelectorAll('.target.chosen').length === 1", "the token to be taken up")
    until(page, "document.querySelector('[data-board] .hinted') !== null", "the hexagon to be marked")
    assert page.evaluate(VERSION) == version


def until_it_can_be_dragged(player: Player, place: str) -> None:
    """Play on until a place of the board can be dragged."""
    for _ in range(80):
        assert player.wait("deciding", "over") == "deciding", f"{place} was never alive"
        if place in player.alive():
            return
        player.decide()
    raise AssertionError(f"{place} was never alive")


def test_a_finger_that_rests_takes_up_a_piece_of_the_board_and_one_that_swipes_does_not(visit: Visit) -> None:
    visitor = phone(visit)
    player, page = sit(visitor, "babel", seed=4), visitor.page
    until_it_can_be_dragged(player, "pawn")
    page.evaluate("scrollTo(0, 0)")
    fingers = Fingers(page)
    pawn = middle(page, "[data-place='pawn']")
    fingers.swipe(pawn, (pawn[0], pawn[1] - 120))
    until(page, "scrollY > 40", "the page to scroll")
    assert not page.evaluate(DRAGGED)
    page.evaluate("scrollTo(0, 0)")
    before = page.evaluate(VERSION)
    fingers.press(pawn)
    until(page, DRAGGED, "the pawn to be taken up")
    site = next(place for place in player.alive() if place.startswith("site:"))
    x, y = middle(page, f"[data-place='{site}']")
    fingers.move((x, y + 44))
    until(page, f"document.querySelector('[data-over]')?.dataset.place === '{site}'", f"{site} below the pawn")
    assert page.evaluate("scrollY") == 0
    fingers.lift()
    until(page, f"{VERSION} !== '{before}'", "the pawn to be moved")


def politics() -> tuple[ziggurat.Match, int]:
    """A match of Ur, and a decision in it: which stone to move, one that can go to several fields."""
    match, chance = ziggurat.new("ur", seats=3, seed=5), random.Random(5)
    decision = 0
    while not match.over:
        moves = match.moves()
        if not decision and len(moves) > 1 and moves[0].startswith("to "):
            decision = len(match) - 1
        match.play(chance.choice(moves))
    assert decision
    return match, decision


@pytest.mark.long
def test_a_stone_is_dragged_though_that_takes_two_decisions(visit: Visit) -> None:
    visitor = visit()
    match, decision = politics()
    page, player = visitor.open(f"/table/{visitor.new_fork(match, decision)}"), Player(visitor)
    player.wait("deciding")
    source = match.history()[decision].split()[1]
    before = page.evaluate(VERSION)
    page.mouse.move(*middle(page, f"[data-place='stones:{source}']"))
    page.mouse.down()
    page.mouse.move(*middle(page, "[data-decisions]"), steps=4)
    until(page, f"{DRAGGED} && {VERSION} !== '{before}'", "the stone to be taken up")
    player.wait("deciding")
    fields = sorted(place for place in player.alive() if place.startswith("onto:"))
    assert len(fields) > 1
    page.mouse.move(*middle(page, f"[data-place='{fields[0]}']"), steps=4)
    until(page, f"document.querySelector('[data-over]')?.dataset.place === '{fields[0]}'", "the field below the stone")
    before = page.evaluate(VERSION)
    visitor.heard.clear()
    page.mouse.up()
    until(page, f"{VERSION} !== '{before}'", "the stone to be moved")
    assert any(fields[0].split(":")[1] in json.dumps(frame.get("events", "")) for frame in visitor.heard)
    assert not page.evaluate(DRAGGED)


def amiss(page: Page, width: int, height: int) -> list[str]:
    """What is not as it should be in a window of this size."""
    board, question = (page.locator(part).bounding_box() for part in ("section.board", "[data-decisions]"))
    assert board
    assert question
    problems = []
    if page.evaluate("document.documentElement.scrollWidth") > width:
        problems.append("the page scrolls sideways")
    for name, box in (("board", board), ("question", question)):
        if box["y"] < 0 or box["y"] + box["height"] > height + 0.5:
            problems.append(f"the {name} is not in the window")
    beside = question["x"] >= board["x"] + board["width"]
    if not beside and question["y"] < board["y"] + board["height"]:
        problems.append("the question covers the board")
    if board["width"] * board["height"] <= 0.4 * width * (height - 46):
        problems.append("the board is small")
    return problems


@pytest.mark.parametrize("game", every_game(now="ur"))
def test_board_and_question_are_in_the_window_and_nothing_scrolls_sideways(visit: Visit, game: str) -> None:
    visitor = phone(visit, "phone")
    page = sit(visitor, game).page
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)  # the board is laid out for its box after it was drawn
        becomes(page, partial(amiss, page, width, height), [])
