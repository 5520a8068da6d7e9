"""The analysis board in a real browser, with the real engine."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import ziggurat
from tests.cases import every_game
from tests.page.browsing import DRAWN, PHONE, Player, Visitor, until
from tests.page.test_access import Look, axe

Visit = Callable[..., Visitor]
# What a board of each game is set up with: a piece, where it goes, and what then stands in the position's JSON.
PIECES = {  # only games that are set up piece by piece; others are skipped below
    "babylonia": ("priest", "hex:d7", "p0"),
    "ur": ("stone", "field:c3", "0x1"),
    "babel": ("Medes", "row:0:A", '"A": "M"'),
    "amyitis": ("cube", "field:top", '"top": "0"'),
}


def finished(visitor: Visitor, game: str = "babel", decisions: int = 40) -> str:
    """The beginning of a match between random players, brought as a log."""
    match, chance = ziggurat.new(game, seats=2, seed=7), random.Random(7)
    while len(match) < decisions:
        match.play(chance.choice(match.legal()))
    visitor.api("GET", "/me")
    return str(visitor.api("POST", "/import", {"log": match.to_text()})["id"])


def opens(page: Page) -> None:
    expect(page.get_by_role("region", name="Moves and variations")).to_be_visible()


def here(page: Page) -> int:
    """The position that is shown, by its number in the tree."""
    return int(page.locator(".tree [aria-current]").get_attribute("data-position") or -1)


def reaches(page: Page, position: int) -> None:
    until(page, f"document.querySelector('.tree [aria-current]')?.dataset.position === '{position}'", f"at {position}")


def positions(page: Page) -> int:
    return page.locator(".tree [data-position]").count()


def press(page: Page, place: str) -> None:
    """Press a place of the board, whatever lies over its middle."""
    page.evaluate(
        """(place) => document.querySelector(`[data-board] [data-place="${CSS.escape(place)}"]`)
          .dispatchEvent(new MouseEvent("click", { bubbles: true }))""",
        place,
    )


def test_a_match_is_walked_branched_commented_shared_and_read_again(visit: Visit) -> None:
    visitor = visit()
    table = finished(visitor)
    page = visitor.open(f"/replay/{table}/6")
    page.get_by_role("link", name="Analyse", exact=True).click()
    opens(page)
    reaches(page, 6)
    assert positions(page) == 41
    for key, wanted in (("ArrowRight", 7), ("ArrowLeft", 6), ("End", 40), ("Home", 0), ("ArrowLeft", 0)):
        page.keyboard.press(key)
        reaches(page, wanted)
    page.locator(".tree [data-position='6']").click()
    reaches(page, 6)

    # another decision than the one that was made is a variation, for whichever seat it is
    made = page.locator(".tree [data-position='7']").inner_text()
    Player(visitor).play(1)
    if here(page) == 7:  # it happened to be the same
        page.keyboard.press("ArrowLeft")
        reaches(page, 6)
        page.get_by_role("button", name="Redraw hidden cards").click()
    reaches(page, 41)
    assert positions(page) == 42
    page.keyboard.press("ArrowUp")
    reaches(page, 7)
    expect(page.locator(".tree [aria-current]")).to_have_text(made)
    page.keyboard.press("ArrowDown")
    reaches(page, 41)
    page.get_by_label("Comment").fill("Was this better?")
    page.get_by_label("Comment").blur()
    expect(page.locator(".tree .comment")).to_have_text("Was this better?")
    page.get_by_role("button", name="Draw marks").click()
    for place in ("row:0:A", "row:0:M", "row:1:A", "row:1:A"):
        press(page, place)
    page.get_by_role("button", name="Draw marks").click()
    expect(page.locator("[data-board] svg line[marker-end]")).to_have_count(1)
    assert here(page) == 41  # nothing was played meanwhile

    # everything visible, and another truth
    page.get_by_label("View as").select_option("open")
    until(page, "document.querySelector('.eyes select').value === 'open'")
    page.get_by_role("button", name="Redraw hidden cards").click()
    reaches(page, 42)
    expect(page.locator(".tree [aria-current]")).to_contain_text("hidden cards redrawn")

    # a link shares all of it; somebody else's changes become a copy
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Create a link").click()
    link = page.get_by_label("Link").input_value()
    text = page.get_by_label("As text").input_value()
    study = ziggurat.Study.read(text)
    assert len(study) == 42
    assert len(ziggurat.read(text)) == 40
    commented = next(node for node in study if node.comment)
    assert commented.comment == "Was this better?"
    assert [str(mark) for mark in commented.marks] == ["row:0:A>row:0:M", "row:1:A"]

    reader = visit()
    other = reader.open(link)
    opens(other)
    assert positions(other) == 43
    expect(other.locator(".tree .comment")).to_have_text("Was this better?")
    other.get_by_role("button", name="Redraw hidden cards").click()
    reaches(other, 43)
    other.get_by_role("button", name="Delete").click()
    until(other, "document.querySelectorAll('.tree [data-position]').length === 43")
    other.get_by_role("button", name="Share").click()
    other.get_by_role("button", name="Create a link").click()
    expect(other.get_by_label("Link")).to_be_visible()
    expect(other.get_by_label("Link")).not_to_have_value(link)

    # and the text is read where logs and positions are pasted
    other.goto("/analysis")
    other.get_by_label("Text").fill(text)
    other.get_by_role("button", name="Analyse", exact=True).click()
    opens(other)
    assert positions(other) == 43


@pytest.mark.long
def test_lines_run_beside_the_board_and_are_played_into_the_tree(visit: Visit, look: Look) -> None:
    visitor = visit()
    page = visitor.open("/analysis/game/ur/2")
    opens(page)
    page.get_by_role("button", name="Search", exact=True).click()
    lines = page.locator(".engine ol > li")
    expect(lines).to_have_count(3)
    until(page, "Number(document.querySelector('.depth').dataset.iterations) > 1024", "a deeper search")
    page.get_by_role("button", name="Stop", exact=True).click()
    page.locator(".engine select").select_option("1")
    page.keyboard.press("g")
    expect(lines).to_have_count(1)
    page.keyboard.press("g")
    expect(page.get_by_role("button", name="Search", exact=True)).to_be_visible()
    before = positions(page)
    lines.first.locator("button").nth(1).click()
    until(page, f"document.querySelectorAll('.tree [data-position]').length >= {before + 2}", "a line in the tree")
    Player(visitor).play(2)
    page.keyboard.press("u")
    page.keyboard.press("Home")
    reaches(page, 0)
    assert axe(visitor, look) == []


@pytest.mark.long
@pytest.mark.parametrize("game", every_game())
def test_a_position_is_set_up_by_pressing_the_board(visit: Visit, game: str, look: Look) -> None:
    if game not in PIECES:
        pytest.skip(f"which piece is put where on a board of {game} is not written down in PIECES")
    piece, place, written = PIECES[game]
    visitor = visit()
    page = visitor.open(f"/analysis/game/{game}/2")
    opens(page)
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_role("heading", name="Set up a position")).to_be_visible()
    page.locator(f"input[name=setup-piece][value='{piece}']").check()
    press(page, place)
    until(page, "document.querySelector('[role=status].unseen').textContent.includes(':')", "it is said")
    page.get_by_text("Position as JSON").click()
    field = page.get_by_label("Position as JSON")
    position = json.loads(field.input_value())
    assert written in json.dumps(position)
    field.fill(json.dumps(position | {"colour": "red"}))
    page.get_by_role("button", name="Load").click()
    expect(page.get_by_role("alert")).to_contain_text("colour")
    visitor.complaints.clear()  # the browser itself notes the status 400
    assert axe(visitor, look) == []
    page.get_by_role("button", name="Analyse this").click()
    opens(page)
    assert positions(page) == 1
    Player(visitor).play(1)
    assert positions(page) == 2


@pytest.mark.long
def test_on_a_phone_in_dutch(visit: Visit, look: Look) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True, locale="nl-NL")
    page = visitor.open("/analysis/game/babylonia/2")
    expect(page.get_by_role("region", name="Zetten en varianten")).to_be_visible()
    page.evaluate(DRAWN)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert axe(visitor, look) == []
    page.get_by_role("button", name="Opzetten").click()
    expect(page.get_by_role("heading", name="Een stelling opzetten")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.long
def test_refused_files_show_the_reason(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/analysis")
    for text, reason in (
        ("hello", "not a match log"),
        ('{"game": "ur"}', "seats"),
        ("{", "not valid JSON"),
        (ziggurat.new("ur", seed=1).to_text().replace("rules 1", "rules 99"), "rules 99"),
    ):
        page.get_by_label("Text").fill(text)
        page.get_by_role("button", name="Analyse", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text(reason)
    page.get_by_role("radio", name="Ur").check()  # and what can be is opened, with its options
    page.get_by_label("Players").select_option("3")
    page.get_by_role("button", name="Start").click()
    opens(page)
    expect(page.locator(".seats [role=group]")).to_have_count(3)
    running = visitor.new_table("ur", "random")
    page.goto(f"/analysis/replay/{running}/0")
    expect(page.get_by_text("The match is not over yet; hidden information is shown afterwards.")).to_be_visible()
    page.goto("/analysis/study/nosuchstudy")
    expect(page.get_by_text("There is no such study.")).to_be_visible()
    visitor.complaints.clear()  # the browser itself notes the statuses


@pytest.mark.long
def test_unfinished_analysis_is_restored(visit: Visit) -> None:
    """A reader who leaves without sharing can continue."""
    visitor = visit()
    page = visitor.open("/analysis/game/babel")
    Player(visitor).play(3)
    page.get_by_label("Comment").fill("Here it is.")
    page.get_by_label("Comment").blur()
    page = visitor.open("/analysis")
    expect(page.get_by_role("heading", name="Unfinished analysis")).to_be_visible()
    assert axe(visitor) == []
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_label("Comment")).to_have_value("Here it is.")
    page = visitor.open("/analysis")
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("heading", name="Unfinished analysis")).to_have_count(0)
