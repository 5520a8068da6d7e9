"""Replays and results on the page."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import ziggurat
from tests.page.browsing import DESKTOP, PHONE, QUIET, Visitor, becomes, until
from tests.server.serving import Person, play_to_the_end

Visit = Callable[..., Visitor]
FINGERS: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
PLAYED = 20  # the decision most tests look at

# Where things are that must not move while a replay plays.
PLACES = """() => [...document.querySelectorAll('main .bar button, main .board')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join();
})"""


def imported(visitor: Visitor, game: str, seats: int) -> str:
    """A finished match that nobody of this server has played."""
    match, chance = ziggurat.new(game, seats=seats, seed=7), random.Random(7)
    while not match.over:
        match.play(chance.choice(match.moves()))
    visitor.api("GET", "/me")
    return str(visitor.api("POST", "/import", {"log": match.to_text()})["id"])


def played(visitor: Visitor, game: str, *who: str) -> str:
    """A finished match that this visitor has played."""
    visitor.api("GET", "/me")
    person = Person(visitor.url)
    person.http.cookies.clear()
    for cookie in visitor.context.cookies():
        person.http.cookies.set(cookie["name"], cookie["value"])
    table = person.open_table(*who, game=game, seed=3)
    chair = person.join(table)
    play_to_the_end([chair], random.Random(2))
    chair.close()
    person.http.close()
    return table


def decision(page: Page) -> int:
    return int(page.locator(".timeline input").input_value())


def reaches(page: Page, wanted: int) -> None:
    until(page, f"document.querySelector('.timeline input')?.value === '{wanted}'", f"decision {wanted}")


def passes(page: Page, wanted: int) -> None:
    """Wait until a replay that plays is as far as this, or farther."""
    until(page, f"document.querySelector('.timeline input')?.valueAsNumber >= {wanted}", f"decision {wanted}")


def test_a_fork_is_from_the_position_that_was_shown(visit: Visit) -> None:
    visitor = visit()
    table = played(visitor, "babel", "random", "me")
    page = visitor.open(f"/replay/{table}/{PLAYED}")
    page.get_by_role("button", name="Play", exact=True).click()
    passes(page, PLAYED + 1)
    page.get_by_role("button", name="Continue from here").click()
    expect(page.get_by_role("dialog").get_by_role("radio").nth(1)).to_be_checked()  # the seat the reader had
    expect(page.locator(".play")).to_have_text("Play")  # it has stopped
    shown = decision(page)
    with page.expect_request("**/fork") as asked:
        page.get_by_role("button", name="Start match").click()
    assert json.loads(asked.value.post_data or "")["decision"] == shown
    until(page, "location.pathname.startsWith('/table/')")


@pytest.mark.long
def test_opening_the_rules_pauses_a_replay(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open(f"/replay/{imported(visitor, 'babel', 2)}")
    page.get_by_role("button", name="Play", exact=True).click()
    page.keyboard.press("r")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("room", [DESKTOP, PHONE])
def test_every_hand_of_babel_lies_open(visit: Visit, room: dict[str, int]) -> None:
    visitor = visit(viewport=room)
    table = imported(visitor, "babel", 2)
    page = visitor.open(f"/replay/{table}/{PLAYED}")
    reaches(page, PLAYED)
    views = visitor.api("GET", f"/tables/{table}/replay/{PLAYED}")["views"]
    for seat in range(2):
        held = Counter(views[seat]["players"][seat]["hand"])
        cards = card(page, seat).locator(".open")
        expect(cards.locator("span")).to_have_text([str(held[nation]) for nation in sorted(held)])
        cards.scroll_into_view_if_needed()
        box = cards.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= room["width"]
        assert room is PHONE or page.evaluate("scrollY") == 0  # there is nothing to look for


@pytest.mark.long
def test_whose_view_it_is_stays_in_sight_beside_a_review(visit: Visit) -> None:
    visitor = visit(viewport=DESKTOP)
    page = visitor.open(f"/replay/{imported(visitor, 'babylonia', 4)}/0")
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.get_by_role("tab", name="Review")).to_have_attribute("aria-selected", "true")
    room = """(() => {
      const [side, viewer, log] = ["div.side", ".viewer", "div.side > .log"].map((one) => document.querySelector(one));
      return viewer.offsetHeight > 80 && viewer.offsetHeight + log.offsetHeight <= side.clientHeight;
    })()"""
    until(page, room, "two lines of players and the review fit")


@pytest.mark.long
def test_every_stand_of_babylonia_lies_open_and_the_river_too(visit: Visit) -> None:
    visitor = visit()
    table = imported(visitor, "babylonia", 4)
    page = visitor.open(f"/replay/{table}/60")
    reaches(page, 60)
    views = visitor.api("GET", f"/tables/{table}/replay/60")["views"]
    for seat in range(4):
        for at, pile in enumerate(("stand", "reserve")):
            tally = Counter(views[seat]["players"][seat][pile])
            shown = card(page, seat).locator(".kinds").nth(at).locator("[aria-hidden]:not(svg)")
            becomes(page, shown.all_inner_texts, [str(tally[kind]) for kind in "fmsp" if tally[kind]])
    assert any(token["kind"] is None for token in views[0]["tokens"]), "somebody else's tokens lie in the river"
    page.keyboard.press("b")
    dialog_text = page.locator("dialog[open]").inner_text().lower()
    assert "farmer, face down" in dialog_text
    assert "face-down token" not in dialog_text


def card(page: Page, seat: int) -> Locator:
    """A seat's card."""
    return page.locator(f".side .seat-{seat}")


@pytest.mark.long
@pytest.mark.parametrize("language", ["nl-NL", "en-GB"])
def test_nothing_moves_on_a_phone_while_it_plays(visit: Visit, language: str) -> None:
    visitor = visit(**FINGERS, locale=language)
    page = visitor.open(f"/replay/{imported(visitor, 'amyitis', 3)}")
    reaches(page, 0)
    all_places, words = [], set()
    for at in range(1, 40):
        page.keyboard.press("]")
        reaches(page, at)
        all_places.append(page.evaluate(PLACES))
        words.add(page.locator("h1").inner_text())
    assert len(words) > 10
    assert all(places == all_places[0] for places in all_places)


@pytest.mark.long
def test_next_move_is_shown_in_words(visit: Visit) -> None:
    visitor = visit()
    table = imported(visitor, "ur", 3)
    steps = visitor.api("GET", f"/tables/{table}/replay")["steps"]
    at = next(at for at, step in enumerate(steps) if step["text"] == "done" and not step["events"])
    page = visitor.open(f"/replay/{table}/{at}")
    reaches(page, at)
    expect(page.locator("h1")).to_have_text(f"Next: Player {steps[at]['seat'] + 1} chooses “Done”")


@pytest.mark.long
def test_screen_readers_get_the_board_of_a_replay(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open(f"/replay/{imported(visitor, 'babel', 2)}/{PLAYED}")
    until(page, "document.querySelector('section.unseen[aria-label=\"Board in words\"] li')")
    announced = page.locator("section.unseen").inner_text()
    assert "Player 1: holds" in announced
    assert "Player 2: holds" in announced
    page.keyboard.press("b")
    expect(page.locator("dialog[open]")).to_contain_text("Player 2: holds")


def test_replay_keyboard_shortcuts(visit: Visit) -> None:
    visitor = visit()
    table = imported(visitor, "babel", 2)
    page = visitor.open(f"/replay/{table}/{PLAYED}")
    reaches(page, PLAYED)
    last = int(page.locator(".timeline input").get_attribute("max") or 0)
    for key, leads in (("]", PLAYED + 1), ("[", PLAYED), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        reaches(page, leads)
    page.keyboard.press(" ")
    passes(page, 1)
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator("dialog[open]")).to_be_visible()


@pytest.mark.long
def test_replay_without_keyboard_shortcuts(visit: Visit) -> None:
    visitor = visit(settings={**QUIET, "keys": False})
    page = visitor.open(f"/replay/{imported(visitor, 'babel', 2)}/{PLAYED}")
    reaches(page, PLAYED)
    for key in ("]", "]", "[", "r", "b", "."):
        page.keyboard.press(key)
    page.keyboard.press("ArrowRight")  # no letter: by this the others have been heard
    reaches(page, PLAYED + 1)
    expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.long
def test_result_is_from_the_readers_point_of_view(visit: Visit) -> None:
    visitor, watcher = visit(), visit()
    table = played(visitor, "amyitis", "me", "random")
    result = visitor.api("GET", f"/tables/{table}")["result"]
    page = visitor.open(f"/table/{table}")
    page.get_by_role("button", name="Result").first.click()
    ending = page.locator("dialog[open] .ending strong")
    expect(ending).to_have_text(
        re.compile(r"^You win, \d+ to \d+" if 0 in result["winners"] else r"^You lose, \d+ to \d+")
    )
    chart, foot = page.locator("dialog[open] .body svg[role=img]"), page.locator("dialog[open] footer")
    below = [
        box["y"] + (box["height"] if part is chart else 0) for part in (chart, foot) if (box := part.bounding_box())
    ]
    assert below[0] <= below[1]  # the whole chart is seen without scrolling
    page = watcher.open(f"/replay/{table}")
    expect(page.locator(".summary .ending strong")).to_have_text(re.compile(r"^\S.* wins?\b"))
    expect(page.get_by_text("You ").first).not_to_be_visible()
