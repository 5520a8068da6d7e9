"""The admin page: status, players, invitations, matches and the log, for admins alone."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.browsing import DESKTOP, PHONE, Visitor, sees
from tests.page.table.test_requests import named, table_for_two
from tests.page.test_access import Look, axe
from tests.page.test_moderation import registered
from tests.page.test_who_may_come import shoot
from tests.server.serving import Server
from ziggurat.server.administration import roles
from ziggurat.server.storage import database

Visit = Callable[..., Visitor]


def admin(visitor: Visitor, server: Server, name: str) -> Visitor:
    registered(visitor, name)
    engine = database.connect(server.database)
    with engine.begin() as connection:
        roles.change(connection, name, roles.Role.ADMIN, int(time.time() * 1000), given=True)
    engine.dispose()
    return visitor


def test_admin_page_is_not_found_for_others(visit: Visit) -> None:
    visitor = visit(locale="nl-NL")
    visitor.open("/admin")
    sees(visitor.page, "Naar de startpagina")
    expect(visitor.page.get_by_role("tab")).to_have_count(0)


def test_an_admin_looks_after_players(visit: Visit, server: Server, look: Look) -> None:
    boss = admin(visit(viewport=PHONE, has_touch=True, is_mobile=True), server, f"Boss {secrets.token_hex(3)}")
    name, new = f"Nabu {secrets.token_hex(3)}", f"Nabonidus {secrets.token_hex(3)}"
    registered(visit(), name)
    page = boss.page
    boss.open("/admin")
    boss.settle()
    sees(page, "Registered players")
    sees(page, "Latest warnings and errors")
    assert axe(boss, look) == []
    page.get_by_role("tab", name="Players").click()
    page.get_by_label("Name or login").fill("nobody at all")
    page.get_by_role("button", name="Search").click()
    sees(page, "Nobody found")
    page.get_by_label("Name or login").fill(name)
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name=f"Change {name}").click()
    dialog = page.get_by_role("dialog", name=name)
    assert axe(boss, look) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    dialog.get_by_label("New name").fill(new)
    dialog.get_by_role("button", name="Apply").click()
    sees(page, "Nobody found")  # by the old name
    page.get_by_label("Name or login").fill(new)
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name=f"Change {new}").click()
    dialog = page.get_by_role("dialog", name=new)
    dialog.get_by_text("New password", exact=True).click()
    dialog.get_by_role("button", name="Apply").click()
    assert "/reset#" in page.get_by_label("Link for a new password").input_value()
    page.get_by_role("button", name=f"Change {new}").click()
    dialog.get_by_text("Close the account").click()
    dialog.get_by_label("Reason, for the log").fill("spam")
    dialog.get_by_role("button", name="Apply").click()
    expect(page.get_by_text("closed", exact=True)).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    sees(page, "spam")


def test_an_admin_invites_and_ends_a_match_in_dutch(visit: Visit, server: Server, look: Look) -> None:
    boss = admin(visit(locale="nl-NL"), server, f"Baas {secrets.token_hex(3)}")
    name = f"Enki {secrets.token_hex(3)}"
    host, guest = named(visit(), name), named(visit(), "Nabu")
    table_for_two(host, guest)
    page = boss.page
    boss.open("/admin")
    boss.settle()
    page.get_by_role("tab", name="Uitnodigingen").click()
    page.get_by_label("Voor wie is de uitnodiging?").fill("clubavond")
    page.get_by_role("button", name="Uitnodiging maken").click()
    assert "/profile#invitation=" in page.get_by_label("Uitnodigingslink").input_value()
    assert axe(boss, look) == []
    page.get_by_role("button", name="“clubavond” intrekken").click()
    page.get_by_role("dialog").get_by_role("button", name="Verwijderen").click()
    expect(page.get_by_text("clubavond")).to_have_count(0)
    page.get_by_role("tab", name="Partijen").click()
    page.get_by_label("Naam van een speler").fill(name)
    page.get_by_role("button", name="Zoeken").click()
    page.get_by_role("button", name="Partij beëindigen").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reden").fill("de club sluit")
    assert axe(boss, look) == []
    dialog.get_by_role("button", name="Partij beëindigen").click()
    sees(page, "Geen partijen")
    expect(host.page.get_by_text("The administrator ended this match: “de club sluit”").first).to_be_visible()


def test_an_admin_ends_a_tournament(visit: Visit, server: Server, look: Look) -> None:
    boss = admin(visit(), server, f"Boss {secrets.token_hex(3)}")
    title = f"Winter {secrets.token_hex(3)}"
    organizer = visit()
    organizer.api("GET", "/me")
    tournament = organizer.api("POST", "/tournaments", {"title": title, "game": "babel", "public": False})["id"]
    page = boss.page
    boss.open("/admin")
    page.get_by_role("tab", name="Tournaments").click()
    page.get_by_label("A tournament’s name").fill(title)
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("link", name=title)).to_be_visible()
    assert axe(boss, look) == []
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        shoot(boss, f"admin-tournaments-{size['width']}")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.get_by_role("button", name="End the tournament").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("nobody has come")
    assert axe(boss, look) == []
    shoot(boss, "admin-tournaments-end")
    dialog.get_by_role("button", name="End the tournament").click()
    expect(dialog).to_have_count(0)
    assert organizer.api("GET", f"/tournaments/{tournament}")["status"] == "cancelled"
    page.get_by_role("tab", name="Log").click()
    sees(page, f"{title}: nobody has come")
