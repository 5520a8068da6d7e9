"""The pages around the tables: the front page, the lobby when nobody is there, lessons, profile and settings."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import ziggurat
from tests.page.browsing import DESKTOP, PHONE, Visitor

Visit = Callable[..., Visitor]


def test_every_game_can_be_played_from_the_first_screen(visit: Visit) -> None:
    visitor = visit(viewport=DESKTOP)
    page = visitor.open("/")
    visitor.settle()
    for game in ziggurat.game_names():
        box = page.get_by_role("button", name=f"Play {ziggurat.game(game).title}").bounding_box()
        assert box
        assert box["y"] + box["height"] <= DESKTOP["height"], game
    expect(page.get_by_role("heading", level=1)).to_have_text("Four games between two rivers")
    expect(page.get_by_text("25 min · easy")).to_be_visible()


@pytest.mark.long
def test_page_is_painted_before_the_script_loads(visit: Visit) -> None:
    page = visit(java_script_enabled=False).open("/")
    expect(page.locator(".shell header")).to_be_visible()
    expect(page.locator(".shell .land")).to_have_css("height", "224px")


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_an_empty_lobby_has_something_to_do(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(viewport=size)
    nothing = json.dumps({"tables": [], "next": None})
    visitor.page.route("**/api/tables?*", lambda route: route.fulfill(body=nothing, content_type="application/json"))
    page = visitor.open("/lobby")
    for name in ("Go to the puzzles", "Open such a table"):
        expect(page.get_by_role("link", name=name)).to_be_visible()
    expect(page.get_by_role("heading", name="Play a bot while you wait")).to_be_visible()
    search = page.get_by_role("heading", name="Find an opponent").bounding_box()
    assert search
    assert search["y"] < size["height"]
    page.get_by_role("link", name="Open such a table").click()
    expect(page.get_by_role("radio", name="Correspondence")).to_be_checked()


@pytest.mark.long
def test_lessons_are_listed_by_topic(visit: Visit) -> None:
    page = visit().open("/learn/babel")
    expect(page.get_by_text("Goal: temples worth 15 points")).to_be_visible()
    expect(page.get_by_text("Move, deploy, build: that is how every temple begins.")).to_be_visible()
    expect(page.get_by_text("Clause 2", exact=True)).to_have_count(0)


@pytest.mark.long
def test_profile_is_about_the_reader_and_settings_hold_settings(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/profile")
    visitor.settle()
    for name in ("Ratings", "People you follow"):
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.get_by_role("heading", name="API tokens")).to_have_count(0)
    page.get_by_role("link", name="Settings, notifications and data").click()
    for name in ("API tokens", "Coach"):
        expect(page.get_by_role("heading", name=name)).to_be_visible()
