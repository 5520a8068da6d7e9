"""Whole matches, clicked to the end against bots, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import ziggurat
from tests.cases import every_game
from tests.page.browsing import DRAWN, PHONE, Player, Visitor, becomes, until

Visit = Callable[..., Visitor]

# How much of the log is still below what is seen of it.
BELOW = "((log) => log.scrollHeight - log.scrollTop - log.clientHeight)(document.querySelector('.log'))"


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_a_whole_match_is_clicked_to_its_end(visit: Visit, game: str) -> None:
    visitor = visit()
    counts = ziggurat.game(game).seat_counts
    seats = counts[len(counts) // 2]
    table = visitor.new_table(game, *["random"] * (seats - 1), seed=3)
    page = visitor.open(f"/table/{table}")
    expect(page.get_by_role("tab", name="Hint")).to_be_visible()
    assert Player(visitor).play_out() > 10
    expect(page.get_by_role("tab", name="Hint")).to_have_count(0)  # nobody is asked anything any more
    result = visitor.api("GET", f"/tables/{table}")["result"]
    page.keyboard.press("Escape")  # what the result says is in the seats' cards as well
    markers = [page.locator(f'[data-place="seat:{seat}"]').first for seat in range(seats)]
    becomes(page, lambda: [int(marker.inner_text().split()[0]) for marker in markers], result["scores"])


@pytest.mark.long
def test_a_match_is_played_on_a_phone(visit: Visit) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    visitor.open(f"/table/{visitor.new_table('babel', 'random', seed=4)}")
    player = Player(visitor)
    for _ in range(12):
        if player.wait("deciding", "over") == "over":
            break
        player.decide()
    assert player.decisions > 5
    width = visitor.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]


def test_two_clicks_from_the_front_page_to_a_decision(visit: Visit) -> None:
    visitor = visit(settings={})
    page = visitor.open("/")
    page.get_by_role("button", name="Play").first.click()
    Player(visitor).wait("deciding")
    assert "/table/" in page.url


@pytest.mark.long
def test_the_log_follows_to_its_end(visit: Visit) -> None:
    visitor = visit()
    visitor.open(f"/table/{visitor.new_table('babel', 'random', seed=3)}")
    player = Player(visitor)
    player.play(12)
    until(visitor.page, f"{BELOW} < 8")
    # A log that is scrolled and shut in one moment is not asked where it is; the page would complain.
    visitor.page.evaluate("document.querySelector('.log').scrollTop = 0, document.querySelector('#tab-chat').click()")
    visitor.page.evaluate(DRAWN)
    expect(visitor.page.locator(".log")).to_have_count(0)


@pytest.mark.long
def test_a_score_says_where_it_came_from(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open(f"/table/{visitor.new_table('ur', 'random', 'random', seed=3)}")
    player = Player(visitor)
    player.play(6)
    shown = sorted(page.locator(f'[data-place="seat:{seat}"] [aria-hidden]').first.inner_text() for seat in range(3))
    page.locator(".seat button.score").first.click()
    totals = page.locator("dialog[open] tfoot td")
    becomes(page, lambda: sorted(totals.all_inner_texts()), shown)
    page.keyboard.press("Escape")
    until(page, "document.querySelector('dialog') === null", "the dialog to go")
    page.keyboard.press("p")
    expect(page.locator("dialog[open] tfoot")).to_be_visible()
