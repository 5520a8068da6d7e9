"""Requests between players at a table: rematch, undo, chat, presence."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.browsing import PHONE, Player, Visitor, resign, sees, until

Visit = Callable[..., Visitor]
HANDHELD = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def named(visitor: Visitor, name: str) -> Visitor:
    visitor.api("GET", "/me")
    visitor.api("PATCH", "/me", {"name": name})
    return visitor


def table_for_two(host: Visitor, guest: Visitor, game: str = "babylonia", **more: object) -> str:
    """Both sit at it and have it open."""
    table = host.new_table(game, "open", **more)
    guest.api("POST", f"/tables/{table}/sit", {})
    for visitor in (host, guest):
        visitor.open(f"/table/{table}")
        Player(visitor).wait("deciding", "waiting")
    return table


@pytest.mark.long
def test_a_rematch_is_offered_and_starts_when_it_is_accepted(visit: Visit) -> None:
    host, guest = named(visit(), "Enki"), named(visit(), "Nabu")
    table = table_for_two(host, guest, pace={"kind": "clock", "base": 600_000, "increment": 0})
    resign(host.page)
    host.page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    sees(host.page, "Waiting for Nabu to accept the rematch.")
    offered = guest.page.get_by_role("dialog").get_by_role("button", name="Enki would like a rematch: accept")
    expect(offered).to_be_visible()
    expect(guest.page.get_by_role("dialog").get_by_role("status")).to_have_text("Enki would like a rematch")
    expect(guest.page).to_have_title(re.compile("^● "))
    assert guest.api("GET", f"/tables/{host.page.url.rpartition('/')[2]}")["status"] == "open"
    offered.click()
    Player(guest).wait("deciding")  # whoever sat second sits first now
    Player(host).wait("waiting")
    assert guest.page.url == host.page.url
    assert table not in guest.page.url


@pytest.mark.long
def test_a_rematch_can_be_declined(visit: Visit) -> None:
    host, guest = named(visit(), "Enki"), named(visit(), "Nabu")
    table_for_two(host, guest)
    resign(guest.page)
    host.page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    sees(host.page, "Waiting for Nabu")
    guest.open("/mine")
    sees(guest.page, "Rematch: waiting for you")
    guest.open(host.page.url)
    sees(guest.page, "Enki would like a rematch.")
    guest.page.get_by_role("button", name="Decline").click()
    sees(host.page, "The match starts when one more person joins.")


def test_closed_chat_shows_unread_messages(visit: Visit) -> None:
    host, guest = named(visit(), "Enki"), visit(**HANDHELD)
    table_for_two(host, guest)
    host.page.get_by_role("tab", name="Chat").click()
    host.page.get_by_role("textbox", name="Write a message").fill("good luck")
    host.page.get_by_role("button", name="Send").click()
    opener = guest.page.get_by_role("button", name="Log, chat and more (unread)")
    expect(opener).to_be_visible()
    expect(guest.page.locator("[aria-live]").get_by_text("Enki: good luck")).to_have_count(1)
    opener.click()
    guest.page.get_by_role("tab", name="Chat").click()
    sees(guest.page, "good luck")
    guest.page.get_by_role("button", name="Close", exact=True).click()
    expect(guest.page.get_by_role("button", name="Log, chat and more", exact=True)).to_be_visible()


@pytest.mark.long
def test_undo_request_is_visible_over_an_open_sheet(visit: Visit) -> None:
    host, guest = named(visit(), "Enki"), named(visit(**HANDHELD), "Nabu")
    table_for_two(host, guest, game="babel")
    player = Player(host)
    while player.wait("deciding", "waiting") == "deciding":
        player.decide()
    guest.page.get_by_role("button", name="Log, chat and more").click()
    host.page.get_by_role("button", name="Request undo").click()
    sees(host.page, "Waiting for Nabu.")
    sheet = guest.page.get_by_role("complementary", name="Log, chat and more")
    expect(sheet.get_by_role("button", name="Agree")).to_be_visible()
    host.page.get_by_role("button", name="Cancel").click()
    expect(sheet.get_by_role("button", name="Agree")).to_have_count(0)
    expect(guest.page.locator("[aria-live]").get_by_text("Enki no longer wants")).to_have_count(1)
    host.page.get_by_role("button", name="Request undo").click()
    sheet.get_by_role("button", name="Decline").click()
    sees(host.page, "Nabu declines the undo.")
    host.page.get_by_role("button", name="Request undo").click()
    sheet.get_by_role("button", name="Agree").click()
    player.wait("deciding")


@pytest.mark.long
def test_a_new_name_is_seen_at_the_table(visit: Visit) -> None:
    host, guest = named(visit(), "Enki"), visit()
    table_for_two(host, guest)
    sees(guest.page, "Enki")
    host.open("/profile")
    host.page.get_by_role("textbox", name="Name", exact=True).fill("Nisaba")
    host.page.get_by_role("button", name="Change name").click()
    expect(host.page.locator("form").get_by_text("Saved.")).to_be_visible()
    sees(guest.page, "Nisaba")
    expect(guest.page.get_by_text("Enki", exact=True)).to_have_count(0)  # guests may be called "Enki 791"


@pytest.mark.long
def test_profile_has_no_repetitions_and_starts_at_its_top(visit: Visit) -> None:
    visitor = visit(**HANDHELD)
    page = visitor.open("/profile")
    page.get_by_role("textbox", name="Login").fill("sin.of.ur")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text(re.compile("at least 8 characters", re.IGNORECASE))).to_have_count(1)
    page.get_by_label("Password").fill("long enough")
    page.get_by_role("button", name="Register").click()
    sees(page, "Logged in as sin.of.ur")
    expect(page.get_by_role("heading", name="Profile")).to_be_focused()
    until(page, "scrollY === 0", "the page to be at its top")


@pytest.mark.long
def test_lists_call_bots_as_the_table_does(visit: Visit) -> None:
    visitor = visit()
    visitor.new_table("ur", "random", "random", seed=3)
    page = visitor.open("/mine")
    sees(page, "Random 1")
    sees(page, "Random 2")


@pytest.mark.long
def test_absent_player_is_shown_as_away_and_finished_match_has_no_turn(visit: Visit) -> None:
    host, guest = visit(), visit()
    table_for_two(host, guest, "babel")
    waits, goes = (host.page, guest.page) if state(host.page) == "waiting" else (guest.page, host.page)
    expect(waits.locator(".thinking")).to_contain_text("is thinking")
    goes.goto(f"{host.url}/settings")
    expect(waits.locator("section.bar")).to_contain_text("is away. The match waits.")
    expect(waits.locator(".thinking")).to_have_count(0)
    expect(waits.locator(".side .seat.turn")).to_have_count(1)
    resign(waits)
    expect(waits.locator(".bar[data-state=over]")).to_have_count(1)
    expect(waits.locator(".seat.turn")).to_have_count(0)


def state(page: Page) -> str:
    """What the bar says once it is known whose turn it is."""
    until(
        page,
        "['waiting', 'deciding'].includes(document.querySelector('section.bar')?.dataset.state)",
        "somebody decides",
    )
    return str(page.locator("section.bar").get_attribute("data-state"))
