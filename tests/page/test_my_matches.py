"""My matches: the list, hidden matches, and statistics of players and bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browsing import DESKTOP, PHONE, Visitor, becomes
from tests.page.study.test_replays import played
from tests.page.test_access import Look, axe

Visit = Callable[..., Visitor]


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_matches_show_opponent_opening_and_accuracy(visit: Visit, size: dict[str, Any], look: Look) -> None:
    visitor = visit(viewport=size)
    page = visitor.open("/statistics")
    expect(page.get_by_text("No statistics yet")).to_be_visible()
    table = played(visitor, "babel", "me", "random")
    result = visitor.api("GET", f"/tables/{table}")["result"]
    page = visitor.open("/mine")
    page.get_by_role("link", name="Statistics").click()
    row = page.get_by_role("row", name="Random")
    expect(row).to_contain_text("1")
    won = 100 if result["winners"] == [0] else 50 if len(result["winners"]) > 1 else 0
    expect(row).to_contain_text(f"{won}%")
    expect(page.get_by_role("table")).to_have_count(2)  # opponents and openings: there is one number of players
    expect(page.get_by_text("to see your accuracy here")).to_be_visible()
    visitor.api("POST", f"/tables/{table}/review")
    becomes(page, lambda: visitor.api("GET", f"/tables/{table}/review")["status"], "done")
    page.reload()
    dot = page.get_by_role("group", name="Accuracy").get_by_role("link")
    expect(dot).to_have_attribute("href", f"/replay/{table}#review")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(visitor, look) == []
    page.get_by_label("Player").select_option("king")
    expect(page).to_have_url(f"{visitor.url}/statistics/king")
    expect(page.get_by_text("Nobody has finished a match against this bot yet.")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Player")).to_have_value("")


def test_matches_are_archived_and_restored(visit: Visit, look: Look) -> None:
    visitor = visit()
    for game in ("babel", "babylonia"):  # only two are needed to choose between
        visitor.new_table(game, "random")
    page = visitor.open("/mine")
    expect(page.locator("main li:has(> .go)")).to_have_count(2)
    boards = page.locator("main li .picture img")  # how each match stands
    expect(boards).to_have_count(2)
    assert boards.first.evaluate("image => image.naturalWidth") == 240
    page.get_by_label("Game").select_option("Babel")
    expect(page.locator("main li:has(> .go)")).to_have_count(1)
    page.get_by_label("Game").select_option("Amyitis")
    expect(page.get_by_text("No Amyitis matches")).to_be_visible()
    page.get_by_role("button", name="All games").click()
    page.get_by_role("button", name="Archive this match of Babel").click()
    expect(page.locator("main li:has(> .go)")).to_have_count(1)
    page.get_by_role("button", name="Archived").click()
    expect(page.locator("main li:has(> .go)")).to_have_count(2)
    assert axe(visitor, look) == []
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_text("No archived matches.")).to_be_visible()
    expect(page.get_by_role("button", name="Archive this match of Babel")).to_be_visible()


def test_only_a_turn_makes_the_page_ask_for_its_matches_again(visit: Visit) -> None:
    """The service worker also tells of every file it keeps: a request for each was more than the server allows."""
    visitor = visit()
    page = visitor.open("/rules/babel")
    visitor.settle()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "show=unfinished" in request.url else None)
    page.evaluate(
        """() => {
          const tell = (data) => navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data }));
          for (let there = 0; there < 50; there++) tell({ type: "kept", there, all: 50, full: false });
          tell({ type: "turn" });
        }"""
    )
    becomes(page, lambda: bool(asked), wanted=True)
    visitor.settle()
    assert len(asked) == 1
