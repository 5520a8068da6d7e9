"""Resigning, and tables without hints."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.browsing import Player, Visitor, becomes, resign, sees

Visit = Callable[..., Visitor]


def test_resigning_against_a_bot_is_a_loss(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open(f"/table/{visitor.new_table('babylonia', 'random', seed=3)}")
    player = Player(visitor)
    player.wait("deciding")
    resign(page)
    player.wait("over")
    sees(page, "Random wins")
    page.goto("/mine")
    sees(page, "Random won")
    expect(page.get_by_text("You won")).to_have_count(0)


@pytest.mark.long
def test_bot_replaces_a_player_who_resigns_at_a_larger_table(visit: Visit) -> None:
    host, guest = visit(), visit()
    table = host.new_table("babylonia", "open", "random", seed=None)
    guest.api("GET", "/me")
    guest.api("POST", f"/tables/{table}/sit", {})
    page = host.open(f"/table/{table}")
    guest.open(f"/table/{table}")
    Player(host).wait("deciding")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)  # people play each other here
    expect(page.get_by_role("tab", name="Hint")).to_have_count(0)
    page.get_by_role("tab", name="More").click()
    sees(page, "no hints")
    resign(page)
    sees(page, "A bot is playing for you.")
    becomes(page, Player(host).alive, [])
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    expect(page.get_by_text("for you", exact=True).first).to_be_visible()
    Player(guest).wait("deciding")  # the match goes on for those who stay
    page.goto("/mine")
    expect(page.get_by_text("Your turn")).to_have_count(0)
