"""Texts of the page in the reader's language, with the players' names."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.browsing import QUIET, Player, Visitor

Visit = Callable[..., Visitor]


def refused(visitor: Visitor, move: str) -> str:
    """Type a move into the move box, and read why it is refused."""
    page = visitor.page
    page.keyboard.press("/")
    page.get_by_role("combobox").fill(move)
    page.keyboard.press("Enter")
    alert = page.locator("dialog [role=alert]")
    expect(alert).to_be_visible()
    said = alert.inner_text()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    return said


def test_a_dutch_page_refuses_in_dutch_and_its_clause_opens_the_rules(visit: Visit) -> None:
    visitor = visit(settings={**QUIET, "language": "nl"})
    page = visitor.open(f"/table/{visitor.new_table('babylonia', 'random', seed=7)}")
    Player(visitor).wait("deciding")
    assert refused(visitor, "card 3") == "Eerst plaats je fiches; beëindig dat voor je iets anders doet (regel 9)."
    assert refused(visitor, "m z9").startswith("'m z9' is geen zet; een zet ziet eruit als 'm d7'")
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("card 3")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="regel 9").click()
    expect(page.locator("#clause-9")).to_be_in_viewport()


@pytest.mark.long
def test_english_page_shows_names_instead_of_seats(visit: Visit) -> None:
    visitor = visit()
    visitor.api("GET", "/me")
    seats = [{"who": "random"}, {"who": "me"}]
    table = visitor.api("POST", "/tables", {"game": "ur", "seats": seats, "seed": 7})["id"]
    page = visitor.open(f"/table/{table}")
    Player(visitor).wait("deciding")
    name = page.locator(".seat-0[role=group]").get_attribute("aria-label")
    field = page.locator("section.unseen li", has_text=f"1 stone of {name}").first.inner_text().partition(",")[0]
    expected = f"There are stones of {name} on {field}; the first stone goes on a free field (clause 2)."
    assert refused(visitor, f"put {field}") == expected


@pytest.mark.long
def test_choices_have_short_names_and_rules_open_at_the_decision(visit: Visit) -> None:
    visitor = visit(settings={**QUIET, "language": "nl"})
    page = visitor.open(f"/table/{visitor.new_table('babylonia', 'random', seed=7)}")
    Player(visitor).wait("deciding")
    page.locator(".target.alive[data-place^='stand:']").first.click()
    chosen = page.locator("[data-decisions] .path b")
    expect(chosen).to_have_text(re.compile("^(boer|koopman|ambtenaar|priester)$"))
    page.keyboard.press("r")
    expect(page.locator("#clause-3")).to_be_in_viewport()
