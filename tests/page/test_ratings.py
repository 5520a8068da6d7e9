"""Rated matches, the leaderboard and profiles on the page."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browsing import DESKTOP, PHONE, Player, Visitor, resign, sees
from tests.page.test_access import Look, axe

Visit = Callable[..., Visitor]
CLOCK = {"kind": "clock", "base": 3_600_000, "increment": 0}


def registered(visitor: Visitor, name: str) -> Visitor:
    visitor.api("GET", "/me")
    visitor.api("PATCH", "/me", {"name": name})
    login = f"user-{secrets.token_hex(4)}"
    visitor.api("POST", "/account", {"login": login, "password": "correct horse"})
    return visitor


@pytest.mark.parametrize(
    ("locale", "button", "taken", "bot"),
    [
        ("en-GB", "Change name", "is taken, or looks too much like another player's", "is the name of a bot"),
        pytest.param(
            "nl-NL",
            "Naam wijzigen",
            "is bezet of lijkt te veel op die van een andere speler",
            "Zo heet een bot",
            marks=pytest.mark.long,
        ),
    ],
)
def test_taken_name_is_refused_with_a_message(visit: Visit, locale: str, button: str, taken: str, bot: str) -> None:
    name = f"Enheduanna {secrets.token_hex(3)}"
    registered(visit(), name)
    guest = visit(locale=locale)
    page = guest.open("/profile")
    for wanted, reason in ((name.upper(), taken), ("Kɪɴɢ", bot)):
        field = page.get_by_role("textbox").first
        field.fill(wanted)
        page.get_by_role("button", name=button).click()
        expect(page.get_by_text(reason)).to_be_visible()
    guest.complaints.clear()  # the browser itself notes that it was refused


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_rated_match_from_the_form_to_the_leaderboard(visit: Visit, size: dict[str, Any], look: Look) -> None:
    mark = secrets.token_hex(2)
    host, other = registered(visit(viewport=size), f"Anna {mark}"), registered(visit(), f"Bob {mark}")
    page = host.open("/new/babel?people")
    page.get_by_text("Rated", exact=True).click()
    expect(page.get_by_role("radio", name="Live")).to_be_checked()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/table/"))
    sees(page, "rated")
    table = page.url.rpartition("/")[2]
    assert host.api("GET", f"/tables/{table}")["rated"]
    other.api("POST", f"/tables/{table}/sit", {})
    other.open(f"/table/{table}")
    players = [Player(host), Player(other)]
    for _ in range(2):
        first = 0 if players[0].wait("deciding", "waiting") == "deciding" else 1
        while players[first].wait("deciding", "waiting") == "deciding":
            players[first].decide()
    resign(other.page)
    for visitor in (host, other):
        dialog = visitor.page.get_by_role("dialog")
        expect(dialog.get_by_role("heading", name="Ratings")).to_be_visible()
        expect(dialog).to_contain_text("+")
        expect(dialog).to_contain_text("−")
    host.page.get_by_role("dialog").get_by_role("link", name=f"Bob {mark}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Bob {mark}")
    expect(page.get_by_text("1 rated match")).to_be_visible()
    expect(page.get_by_text("Provisional: play a few more matches")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name=f"Anna {mark}").click()
    expect(page.get_by_text("This is your public profile")).to_be_visible()
    host.settle()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(host, look) == []
    page.get_by_role("main").get_by_role("link", name="Babel").first.click()
    expect(page).to_have_url(f"{host.url}/leaderboard/babel")
    own = page.get_by_role("row", name=f"Anna {mark}")
    expect(own).to_contain_text("?")
    expect(page.get_by_role("row", name="King")).to_contain_text("bot")
    host.settle()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(host, look) == []
    page.get_by_role("link", name="King").click()
    expect(page).to_have_url(f"{host.url}/statistics/king")


@pytest.mark.long
def test_profile_of_an_unknown_player(visit: Visit) -> None:
    visitor = visit(locale="nl-NL")
    for name in ("Niemand", "%E0%A4%A", "%3Cscript%3E", "x" * 300):
        page = visitor.open(f"/player/{name}")
        expect(page.get_by_role("heading", level=2)).to_be_visible()
        visitor.settle()
    page = visitor.open("/player/Wie%20dan%20ook")
    expect(page.get_by_text("Er is geen geregistreerde speler met die naam.")).to_be_visible()
    visitor.complaints.clear()  # the browser itself notes the status 404


@pytest.mark.long
def test_guests_read_why_they_have_no_rating(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/new/babel?people")
    expect(page.get_by_text("For registered players. Register on your profile")).to_be_visible()
    page = visitor.open("/leaderboard")
    page.get_by_role("link", name="Register to get a rating").click()
    expect(page).to_have_url(f"{visitor.url}/profile")
