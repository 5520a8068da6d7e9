"""Tournaments on the page: organizing, joining, playing and following one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.browsing import PHONE, QUIET, Visitor
from tests.page.test_access import Look, axe
from tests.server.serving import Person, Server

Visit = Callable[..., Visitor]
DUTCH = {**QUIET, "language": "nl"}


def announce(page: Page, title: str, *, correspondence: bool = False) -> str:
    """Fill in the form as a club secretary would, and come to the tournament's page."""
    page.get_by_label("Tournament name").fill(title)
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    if correspondence:
        page.get_by_role("radio", name="Correspondence").check()
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    return page.url.rpartition("/")[2]


def joined(server: Server, tournament: str, name: str) -> Person:
    person = Person(server)
    person.ask("PATCH", "/api/me", {"name": name})
    person.ask("POST", f"/api/tournaments/{tournament}/join")
    return person


def rows(page: Page) -> list[str]:
    return [text.split("\n")[0] for text in page.locator("tbody th").all_inner_texts()]


def test_a_club_evening_from_the_form_to_the_winner(visit: Visit, server: Server) -> None:
    secretary = visit()
    page = secretary.open("/lobby")
    page.get_by_role("main").get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="Create a tournament").click()
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_text("Give the tournament a name.")).to_be_visible()
    tournament = announce(page, "Thursday club")
    expect(page.get_by_text("You are playing", exact=True)).to_be_visible()
    other = joined(server, tournament, "Enheduanna")
    expect(page.locator("tbody th")).to_have_count(2)  # without a reload
    page.get_by_role("button", name="Start now").click()
    expect(page.get_by_text("Your table is ready.")).to_be_visible()
    expect(page).to_have_title("(1) Thursday club · Ziggurat")  # who waits in another tab is called
    expect(page.get_by_text("Round 1 of 3")).to_be_visible()
    table = other.ask("GET", f"/api/tournaments/{tournament}")["table"]
    page.get_by_role("button", name="Go to my table").click()
    page.wait_for_url(f"**/table/{table}")
    expect(page.get_by_role("link", name="Tournament table")).to_be_visible()
    other.sit(table)
    expect(page.locator("[data-decisions]")).to_be_visible()
    other.join(table).ask("resign")
    page.get_by_role("dialog").get_by_role("link", name="Go to the tournament").click()
    expect(page.get_by_role("heading", name="Thursday club", level=1)).to_be_visible()
    expect(page.get_by_text("Round 2 of 3")).to_be_visible()
    page.get_by_role("button", name="End now").click()
    page.get_by_role("dialog").get_by_role("button", name="End now").click()
    expect(page.get_by_text("Won by")).to_be_visible()
    assert rows(page)[1].startswith("Enheduanna")


@pytest.mark.long
def test_organizer_pairs_corrects_and_removes(visit: Visit, server: Server) -> None:
    page = visit().open("/tournaments/new")
    page.get_by_text("More settings").click()
    page.get_by_label("Start the next round automatically").uncheck()
    page.get_by_label("I play too").uncheck()
    tournament = announce(page, "By hand", correspondence=True)
    people = [joined(server, tournament, name) for name in ("Adapa", "Belit", "Ciru", "Dumuzi")]
    expect(page.locator("tbody th")).to_have_count(4)
    page.get_by_role("button", name="Start now").click()
    expect(page.get_by_role("button", name="Start round 2")).to_be_disabled()
    for number in (1, 2):
        page.get_by_role("button", name=f"Correct the result of table {number}").click()
        page.get_by_role("dialog").get_by_role("combobox").first.select_option("1")
        page.get_by_role("dialog").get_by_role("combobox").last.select_option("1")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("corrected by the organizer")).to_have_count(number)
    page.get_by_role("button", name="Remove Belit").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("withdrawn")).to_be_visible()
    page.get_by_role("button", name="Start round 2").click()
    expect(page.get_by_text("bye")).to_be_visible()
    assert people[0].ask("GET", f"/api/tournaments/{tournament}")["round"] == 2


@pytest.mark.long
def test_bots_play_and_anybody_follows(visit: Visit) -> None:
    page = visit().open("/tournaments/new")
    page.get_by_label("Tournament name").fill("Bots alone")
    page.get_by_role("radio", name="Babel").check(force=True)
    page.get_by_role("radio", name="Round robin").check()
    page.get_by_label("I play too").uncheck()
    page.get_by_text("More settings").click()
    page.get_by_label("Number of Apprentice bots").fill("2")
    page.get_by_role("button", name="Create tournament").click()
    page.get_by_role("button", name="Start now").click()
    expect(page.get_by_role("link", name="Watch table 1")).to_be_visible()
    follower = visit().open(page.url)
    expect(follower.get_by_role("heading", name="Bots alone")).to_be_visible()
    expect(follower.get_by_text("Won by")).to_be_visible()
    expect(follower.get_by_role("link", name="Replay table 1")).to_be_visible()


@pytest.mark.long
def test_tournament_on_a_phone_in_dutch_by_keyboard(visit: Visit, server: Server, look: Look) -> None:
    organizer = Person(server)
    body = {"title": "Voorjaarsbeker", "game": "ur", "seats": 4, "pace": {"kind": "turn", "base": 86_400_000}}
    tournament = organizer.ask("POST", "/api/tournaments", body)["id"]
    for name in ("Een heel erg lange naam voor Ur", "B", "C", "D", "E", "F"):
        joined(server, tournament, name)
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True, settings=DUTCH)
    page = visitor.open(f"/tournament/{tournament}")
    page.get_by_role("button", name="Meedoen").press("Enter")
    expect(page.get_by_text("Je doet mee")).to_be_visible()
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    expect(page.get_by_text("Je tafel staat klaar.")).to_be_visible()
    for path in (f"/tournament/{tournament}", "/tournaments", "/tournaments/new"):
        visitor.open(path)
        visitor.settle()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
        assert axe(visitor, look) == [], path


@pytest.mark.long
def test_refusals_are_in_dutch(visit: Visit, server: Server) -> None:
    organizer = Person(server)
    tournament = organizer.ask("POST", "/api/tournaments", {"title": "Leden", "game": "babel", "guests": False})["id"]
    visitor = visit(settings=DUTCH)
    page = visitor.open(f"/tournament/{tournament}")
    page.get_by_role("button", name="Meedoen").click()
    expect(page.get_by_text("Voor dit toernooi heb je een account nodig")).to_be_visible()
    visitor.complaints.clear()  # the browser notes the status 403
    page = visitor.open("/tournament/nosuchone")
    expect(page.get_by_text("Dat toernooi bestaat niet.")).to_be_visible()
    visitor.complaints.clear()
