"""Reviews on the page, with the real engine and a small budget."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import ziggurat
from tests.page.browsing import PHONE, Player, Visitor, until
from tests.page.study.test_replays import decision, reaches
from tests.page.test_access import Look, axe

Visit = Callable[..., Visitor]


def imported(visitor: Visitor) -> str:
    """The beginning of a match between random players, who give something away now and then."""
    match, chance = ziggurat.new("babel", seed=7), random.Random(7)
    while len(match) < 60:
        match.play(chance.choice(match.legal()))
    visitor.api("GET", "/me")
    return str(visitor.api("POST", "/import", {"log": match.to_text()})["id"])


def ready(page: Page) -> None:
    """Wait for the curves."""
    expect(page.get_by_role("img", name="Chance of winning")).to_be_visible()


def costly(page: Page) -> list[int]:
    """The decisions in the list, as the timeline counts them."""
    return [int(text) - 1 for text in page.locator(".worst .what small").all_inner_texts()]


def test_a_match_is_reviewed_and_walked_through(visit: Visit) -> None:
    visitor = visit()
    table = imported(visitor)
    page = visitor.open(f"/replay/{table}/0")
    page.get_by_role("button", name="Review", exact=True).click()
    ready(page)
    assert all(0 <= int(text.split()[0]) <= 100 for text in page.locator(".figures strong").all_inner_texts())
    decisions = costly(page)
    assert decisions == sorted(decisions)
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible()
    expect(page.locator(".turning li").first).to_be_visible()
    expect(page.locator(".turning li").nth(3)).to_have_count(0)  # three at most
    sums = page.locator(".figures .words").first.inner_text()
    assert re.search(r"Start \d+%.*own moves [+−]?\d+.*others’ moves [+−]?\d+.*luck [+−]?\d+.*= \d+%", sums, re.DOTALL)

    page.locator(".worst button").first.click()  # by mouse
    reaches(page, decisions[0])
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("cost")
    expect(verdict).to_contain_text("Better:")
    expect(verdict.locator("ol li").first).to_be_visible()
    expect(page.locator(".worst [aria-current=step]")).to_have_count(1)
    page.locator(".worst button").first.press("ArrowDown")  # by keyboard
    reaches(page, decisions[1])
    page.keyboard.press("n")
    reaches(page, decisions[2])
    page.keyboard.press("p")
    reaches(page, decisions[1])
    marks = page.locator(".review svg .mark")
    expect(marks).to_have_count(len(decisions))
    marks.nth(0).click()  # on the curve
    reaches(page, decisions[0])
    line = verdict.locator("ol [role=note]").first
    line.hover()  # and on the board
    until(page, "document.querySelectorAll('.lit').length > 0", "what is pointed at lights up")

    figures = page.locator(".figures").inner_text()
    page.get_by_role("switch", name="Everything visible").check()
    expect(page.locator(".open small")).to_have_text("Based on all cards")
    expect(page.locator(".figures")).not_to_have_text(figures, use_inner_text=True)
    page.get_by_role("switch").uncheck()
    page.get_by_text("Curves as a table").click()
    expect(page.locator("details table tbody tr").nth(len(decisions) - 1)).to_be_visible()
    assert axe(visitor) == []

    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".log .sign")).to_have_count(len(decisions))
    page.get_by_role("tab", name="Review").click()
    assert visitor.complaints == []

    other = visit()  # it is there for everybody, at once
    ready(other.open(f"/replay/{table}/{decisions[0]}"))
    expect(other.page.locator(".verdict")).to_contain_text("cost")


@pytest.mark.long
def test_a_review_on_a_phone_in_dutch(visit: Visit, look: Look) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True, locale="nl-NL", color_scheme="light")
    table = imported(visitor)
    page = visitor.open(f"/replay/{table}/0#review")  # as the link at the end of a match has it
    expect(page.get_by_role("img", name="Winstkans")).to_be_visible()
    captions = ["Afspelen", "Bespreek", "Delen", "Regels", "Analyse", "Verder"]
    expect(page.locator(".tools small")).to_have_text(captions)
    row = page.locator(".worst button").last
    wanted = int(row.locator("small").inner_text()) - 1
    row.tap()
    reaches(page, wanted)
    assert decision(page) == wanted
    expect(page.locator(".verdict")).to_contain_text("Beter:")
    until(page, "document.querySelector('main .board').getBoundingClientRect().bottom > 200", "the board is in sight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(visitor, look) == []


def test_a_turning_point_is_tried_before_the_answer_is_shown(visit: Visit) -> None:
    visitor = visit()
    table = imported(visitor)
    page = visitor.open(f"/replay/{table}/0#review")
    ready(page)
    page.locator(".turning button").first.click()
    moment = int(page.locator(".turning small").first.inner_text()) - 1
    happened = page.locator(".turning .what").first.inner_text().partition(" ")[2]
    reaches(page, moment)
    page = visitor.open(f"/replay/{table}/{moment}/try")
    expect(page.get_by_role("heading", name="Find a better move")).to_be_visible()
    expect(page.get_by_text(f"Move {moment + 1}: {happened}. What would be better?")).to_be_visible()
    steps = visitor.api("GET", f"/tables/{table}/replay")["steps"]
    Player(visitor).wait("deciding")
    page.keyboard.press("/")
    page.get_by_role("dialog").get_by_role("combobox").fill(steps[moment]["text"])
    page.keyboard.press("Enter")
    expect(page.get_by_text("That is the move you played. Try again?")).to_be_visible()
    expect(page.get_by_text("Better:")).to_have_count(0)
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_text("Better:")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "open")
    judged = visitor.api("GET", f"/tables/{table}/review")["known"]["judged"]
    best = next(one["better"]["text"] for one in judged if one["decision"] == moment)
    Player(visitor).wait("deciding")
    page.keyboard.press("/")
    page.get_by_role("dialog").get_by_role("combobox").fill(best)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Correct!")).to_be_visible()
    assert visitor.complaints == []
    page.get_by_role("link", name="Back to the review").first.click()
    ready(page)
