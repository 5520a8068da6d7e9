"""Matchmaking on the page: seeking, filters, friends, invitations and links."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.browsing import PHONE, Player, Visitor, becomes, sees
from tests.page.table.test_requests import named

Visit = Callable[..., Visitor]
HANDHELD = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def member(visitor: Visitor, name: str) -> Visitor:
    named(visitor, name)
    visitor.api("POST", "/account", {"login": name.lower().replace(" ", "."), "password": "a long password"})
    return visitor


def seek(page: Page, game: str = "Babel") -> None:
    card = page.locator("section", has=page.get_by_role("heading", name="Find an opponent"))
    more = card.get_by_role("button", name="Choose a game")
    if more.is_visible():
        more.click()
    card.get_by_label("Game").select_option(label=game)
    card.get_by_role("button", name="Search").click()


def test_two_seekers_meet_at_one_table(visit: Visit) -> None:
    one, two = named(visit(), "Enki"), named(visit(**HANDHELD), "Nabu")
    for visitor in (one, two):
        visitor.open("/lobby")
        sees(visitor.page, "We match you with somebody who wants the same.")
    seek(one.page)
    sees(one.page, "Looking for an opponent for Babel")
    seek(two.page)
    for visitor in (one, two):
        Player(visitor).wait("deciding", "waiting")
    assert one.page.url == two.page.url


@pytest.mark.long
def test_player_of_a_bot_match_is_notified_of_an_opponent(visit: Visit) -> None:
    one, two = named(visit(), "Enki"), named(visit(), "Nabu")
    one.open("/lobby")
    seek(one.page)
    sees(one.page, "Looking for an opponent for Babel")
    one.page.get_by_role("link", name="Play a bot while you wait").click()
    one.page.get_by_role("button", name="Play", exact=True).click()
    Player(one).wait("deciding", "waiting")
    alone = one.page.url
    sees(one.page, "Looking for an opponent for Babel")
    one.page.reload()  # the search goes on
    sees(one.page, "Looking for an opponent for Babel")
    two.open("/lobby")
    seek(two.page)
    Player(two).wait("deciding", "waiting")
    call = one.page.get_by_role("alert").filter(has_text="Opponent found: Babel")
    expect(call).to_be_visible()
    assert one.page.url == alone  # nobody is torn away from a match
    call.get_by_role("link", name="Go to the table").click()
    expect(one.page).to_have_url(two.page.url)
    expect(call).to_have_count(0)


@pytest.mark.long
def test_a_search_can_be_ended(visit: Visit) -> None:
    visitor = named(visit(), "Enki")
    visitor.open("/lobby")
    seek(visitor.page, "Ur")
    sees(visitor.page, "Nobody else is looking right now.")
    visitor.page.get_by_role("button", name="Stop looking").click()
    expect(visitor.page.get_by_role("button", name="Search")).to_be_visible()
    visitor.page.reload()
    expect(visitor.page.get_by_role("button", name="Search")).to_be_visible()


@pytest.mark.long
def test_search_continues_in_a_background_tab(visit: Visit) -> None:
    """There browsers let a page's timers go once a minute, and the server would take the reader to have gone."""
    visitor = named(visit(), "Enki")
    visitor.context.add_init_script(
        "const plain = setTimeout; setTimeout = (work, after) => after < 1000 ? plain(work, after) : 0;"
        "setInterval = () => 0;"
    )
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.method) if "/api/seek" in request.url else None)
    visitor.open("/lobby")
    seek(visitor.page)
    sees(visitor.page, "Looking for an opponent for Babel")
    becomes(visitor.page, lambda: asked[:3], ["POST", "GET", "GET"])


def test_lobby_filters(visit: Visit) -> None:
    host, reader = named(visit(), "Filterer"), visit()
    host.new_table("ur", "open", "open", public=True)
    host.new_table("babel", "open", public=True)
    reader.open("/lobby")
    rows = reader.page.locator(".tables > ul > li").filter(has_text="Filterer")
    expect(rows).to_have_count(2)
    reader.page.locator(".tables").get_by_label("Players").select_option("3")
    expect(rows.filter(has_text="Babel")).to_have_count(0)
    expect(rows.filter(has_text="Ur")).to_have_count(1)
    reader.page.get_by_label("Time").select_option("turn")
    sees(reader.page, "No matching tables")
    reader.page.get_by_role("button", name="Show all").click()
    expect(rows).to_have_count(2)


@pytest.mark.long
def test_sharing_chatting_and_inviting_before_the_start(visit: Visit) -> None:
    host, guest = member(visit(), "Host Adad"), member(visit(**HANDHELD), "Guest Utu")
    guest.api("PUT", "/players/Host%20Adad/follow")
    table = host.new_table("babel", "open")
    host.open(f"/table/{table}")
    host.page.get_by_text("Or scan this code with a phone").click()
    code = host.page.get_by_role("img", name="QR code of the link to the table")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 20
    host.page.get_by_role("button", name="Invite: Guest Utu").click()
    sees(host.page, "Guest Utu has been invited.")
    guest.open("/mine")
    sees(guest.page, "Host Adad invites you to play Babel")
    guest.page.get_by_role("link", name="View").click()
    expect(guest.page).to_have_url(re.compile(table))
    host.page.get_by_role("textbox", name="Write a message").fill("come in")
    host.page.get_by_role("button", name="Send", exact=True).click()
    guest.page.get_by_role("button", name="Join").click()
    Player(guest).wait("deciding", "waiting")
