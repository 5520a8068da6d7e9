"""Reloading and losing the server in mid-turn: nothing is lost and nothing is done twice."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.page.browsing import Player, Visitor, sees, until
from tests.page.conftest import until_ready
from tests.server.serving import Server, serving

TOKENS = "document.querySelector('[data-decisions]').dataset.decisions"


def place_one(player: Player) -> None:
    """Put a first token down, so that the turn is half over."""
    player.wait("deciding")
    player.decide()


def test_a_reload_in_mid_turn_comes_back_to_it(visit) -> None:  # type: ignore[no-untyped-def]
    visitor = visit()
    visitor.open(f"/table/{visitor.new_table('babylonia', 'random', seed=3)}")
    player = Player(visitor)
    place_one(player)
    player.wait("deciding")
    before = visitor.page.evaluate(TOKENS)
    visitor.page.reload()
    player.wait("deciding")
    assert visitor.page.evaluate(TOKENS) == before
    visitor.page.get_by_role("button", name="Undo").click()
    until(visitor.page, f"{TOKENS} === '{int(before) - 1}'")


def test_a_killed_server_costs_nothing(browser: Browser, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/ziggurat.db"
    with serving(database) as first:
        until_ready(first.url)
        visitor = Visitor(browser, first.url)
        visitor.open(f"/table/{visitor.new_table('babylonia', 'random', seed=3)}")
        player = Player(visitor)
        place_one(player)
        player.wait("deciding")
        before = visitor.page.evaluate(TOKENS)
        first.kill()
        player.wait("lost")
        sees(visitor.page, "connection")  # it says so, in place
        again = Server(database, port=first.port)
        try:
            player.wait("deciding")
            assert visitor.page.evaluate(TOKENS) == before
            player.decide()
            player.wait("deciding")
            visitor.close()
        finally:
            again.stop()
