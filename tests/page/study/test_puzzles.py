"""Puzzles on the page: solving and missing one, by mouse, touch and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

import ziggurat
from tests.cases import every_game
from tests.page.browsing import PHONE, QUIET, Player, Visitor, becomes, until
from tests.page.test_access import Look, axe
from ziggurat.puzzles import Puzzle, begin, puzzles
from ziggurat.server.study.puzzles import daily

Visit = Callable[..., Visitor]
BEST = re.compile(r"The best move, .+ wins \d+%")


def some(name: str, number: int = 0) -> Puzzle:
    today = daily(datetime.now(UTC).date())
    return [one for one in puzzles(ziggurat.game(name)) if today is None or one.id != today.id][number]


def clicks(puzzle: Puzzle, action: int) -> list[str]:
    return next(list(one.clicks) for one in begin(puzzle).view(puzzle.seat).choices if one.action == action)


def answer(visitor: Visitor, puzzle: Puzzle, action: int) -> None:
    """Answer by clicking on the board."""
    player = Player(visitor)
    player.wait("deciding")
    for place in clicks(puzzle, action):
        player.click(place)


def verdict(page: Page, state: str) -> None:
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", state)


def wrong(puzzle: Puzzle) -> int:
    return puzzle.tempting


@pytest.mark.parametrize("name", every_game(now="babel"))
def test_a_wrong_answer_is_explained_and_the_better_one_shown(visit: Visit, name: str, look: Look) -> None:
    visitor, puzzle = visit(), some(name)
    page = visitor.open(f"/puzzles/{name}/{puzzle.id}")
    expect(page.get_by_role("heading", name="Find the best move", level=1)).to_be_visible()
    answer(visitor, puzzle, wrong(puzzle))
    verdict(page, "missed")
    expect(page.get_by_text("Not the best move. Try again?")).to_be_visible()
    expect(page.get_by_text("Your rating shows after 4 more puzzles.")).to_be_visible()
    expect(page.get_by_role("heading", name="is better:")).to_have_count(0)  # the answer is shown on demand
    expect(page.get_by_text(BEST)).to_have_count(0)
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_role("button", name="Show my move")).to_be_visible()
    expect(page.get_by_text(BEST)).to_be_visible()
    expect(page.get_by_role("heading", name="is better:")).to_be_visible()
    expect(page.get_by_role("heading", name="A likely continuation")).to_be_visible()
    page.get_by_role("button", name="Show the position").click()
    page.get_by_role("button", name="Try again").click()
    verdict(page, "open")
    expect(page.get_by_text("it no longer counts")).to_be_visible()
    answer(visitor, puzzle, puzzle.answers[0])
    verdict(page, "done")
    expect(page.get_by_text("Correct!")).to_be_visible()
    if name == "babel":  # what differs between the games is looked at elsewhere
        assert axe(visitor, look) == []
    page.get_by_role("button", name="Next puzzle").click()
    until(page, f"!location.pathname.endsWith('{puzzle.id}')", "another puzzle")
    verdict(page, "open")


@pytest.mark.long
def test_daily_puzzle_streak_and_themes(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/puzzles")
    page.get_by_role("link", name="Solve it").click()
    today = daily(datetime.now(UTC).date())
    assert today is not None
    expect(page.get_by_text("Puzzle of the day")).to_be_visible()
    answer(visitor, today, today.answers[0])
    verdict(page, "done")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("Solved! A new puzzle comes tomorrow.")).to_be_visible()
    expect(page.get_by_text("Streak: 1", exact=True)).to_be_visible()
    expect(page.get_by_text("Daily streak: 1")).to_be_visible()
    themes = page.get_by_role("list", name="Babel themes")
    themes.get_by_role("button", name="patience").click()
    expect(page.get_by_text("Theme: patience")).to_be_visible()
    assert "theme=patience" in page.url
    puzzle_id = page.url.split("/")[-1].partition("?")[0]
    assert "patience" in next(one for one in puzzles(ziggurat.game("babel")) if one.id == puzzle_id).themes


@pytest.mark.long
def test_by_keyboard_alone_on_a_phone_in_dutch(visit: Visit) -> None:
    visitor = visit(locale="nl-NL", viewport=PHONE)
    page = visitor.open("/puzzles")
    expect(page.get_by_role("heading", name="Puzzels", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    puzzle = some("ur")
    page = visitor.open(f"/puzzles/ur/{puzzle.id}")
    Player(visitor).wait("deciding")
    page.keyboard.press("/")
    page.get_by_role("dialog").get_by_role("combobox").fill(begin(puzzle).game.notation.write(wrong(puzzle)))
    page.keyboard.press("Enter")
    verdict(page, "missed")
    expect(page.get_by_text("Niet de beste zet.")).to_be_visible()
    becomes(page, lambda: page.evaluate("document.activeElement?.textContent?.trim()"), "Nog eens proberen")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(visitor) == []


@pytest.mark.long
def test_typed_answer_needs_no_confirmation(visit: Visit) -> None:
    visitor, puzzle = visit(settings={**QUIET, "confirm": True}), some("babel", 1)
    page = visitor.open(f"/puzzles/babel/{puzzle.id}")
    move = begin(puzzle).game.notation.write(puzzle.answers[0])
    Player(visitor).wait("deciding")
    page.keyboard.press("/")
    page.get_by_role("dialog").get_by_role("combobox").fill(move)
    page.keyboard.press("Enter")
    verdict(page, "done")  # what is written out is meant


def test_ending_the_turn_is_confirmed_like_any_answer(visit: Visit) -> None:
    """A button counts as much as a place on the board: one press too many must not cost rating points."""
    puzzle = next(one for one in puzzles(ziggurat.game("babel")) if "end" in moves_of(one))
    visitor = visit(settings={**QUIET, "confirm": True})
    page = visitor.open(f"/puzzles/babel/{puzzle.id}")
    Player(visitor).wait("deciding")
    page.get_by_role("button", name="End turn").click()
    verdict(page, "open")
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()


def moves_of(puzzle: Puzzle) -> list[str]:
    match = begin(puzzle)
    return [match.game.notation.write(action) for action in match.legal()]


def test_puzzles_of_the_device_are_listed_while_the_server_is_away(visit: Visit) -> None:
    visitor = visit()
    visitor.page.route("**/api/puzzles", lambda route: route.abort())
    page = visitor.open("/puzzles")
    for name in ziggurat.game_names():
        if puzzles(ziggurat.game(name)):
            expect(page.get_by_role("heading", name=ziggurat.game(name).title, exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Puzzle of the day")).not_to_be_visible()  # the server's
    page.unroute("**/api/puzzles")
    page.reload()
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    visitor.complaints.clear()  # the browser notes what did not come


@pytest.mark.long
def test_unknown_puzzle_shows_a_message_and_consent_is_off_by_default(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/puzzles/ur/nothing")
    expect(page.get_by_text("Ur has no puzzle called 'nothing'.")).to_be_visible()
    visitor.complaints.clear()  # the browser itself notes the status 404
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    page = visitor.open("/settings")
    box = page.get_by_role("checkbox", name="Make puzzles from my finished matches")
    expect(box).not_to_be_checked()
    with page.expect_response("**/api/puzzles/consent"):
        box.check()
    page.reload()
    expect(box).to_be_checked()
