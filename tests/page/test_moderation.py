"""Mute, block, report and moderation on the page."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.browsing import PHONE, Visitor, sees
from tests.page.table.test_requests import named, table_for_two
from tests.page.test_access import Look, axe
from tests.server.serving import Server
from ziggurat.server.administration import roles
from ziggurat.server.storage import database

Visit = Callable[..., Visitor]
PASSWORD = "correct horse"  # noqa: S105 - nobody's


def say(page: Page, text: str) -> None:
    page.get_by_role("tab", name="Chat").click()
    page.get_by_placeholder("Write a message").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log").get_by_text(text)).to_be_visible()


def registered(visitor: Visitor, name: str) -> Visitor:
    named(visitor, name)
    visitor.api("POST", "/account", {"login": f"l-{secrets.token_hex(6)}", "password": PASSWORD})
    return visitor


def moderator(visitor: Visitor, server: Server, name: str) -> Visitor:
    registered(visitor, name)
    engine = database.connect(server.database)
    with engine.begin() as connection:
        roles.change(connection, name, roles.Role.MODERATOR, int(time.time() * 1000), given=True)
    engine.dispose()
    return visitor


@pytest.mark.long
def test_player_is_muted_in_the_chat_and_unmuted_in_the_list(visit: Visit, look: Look) -> None:
    host, guest = named(visit(), "Enki"), named(visit(), "Nabu")
    table_for_two(host, guest)
    say(guest.page, "you play badly")
    page = host.page
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("log").get_by_role("button", name="Nabu").click()
    dialog = page.get_by_role("dialog", name="Nabu")
    assert axe(host, look) == []
    dialog.get_by_role("button", name="Mute").click()
    expect(page.get_by_text("you play badly")).to_have_count(0)
    say(guest.page, "very badly")
    say(page, "well")
    expect(page.get_by_text("very badly")).to_have_count(0)
    host.open("/settings")
    page.get_by_role("button", name="Unmute Nabu").click()
    sees(page, "Nabu was removed from the list.")
    page.go_back()
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_role("log").get_by_text("very badly")).to_be_visible()


@pytest.mark.long
def test_a_report_goes_to_a_moderator_and_a_warning_comes_back(visit: Visit, server: Server, look: Look) -> None:
    judge = moderator(visit(), server, f"Judge {secrets.token_hex(2)}")
    host, guest = named(visit(viewport=PHONE, has_touch=True, is_mobile=True), "Enki"), named(visit(), "Nabu")
    table_for_two(host, guest)
    text = f"<img src=x onerror=alert(1)> {secrets.token_hex(3)}"
    say(guest.page, text)
    page = host.page
    page.get_by_role("button", name="Log, chat and more").click()
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("log").get_by_role("button", name="Nabu").click()
    dialog = page.get_by_role("dialog", name="Nabu")
    dialog.get_by_role("button", name="Report to the moderators").click()
    dialog.get_by_label("What should the moderators look at?").fill("<b>this</b>")
    assert axe(host, look) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    dialog.get_by_role("button", name="Send the report").click()
    sees(page, "Thank you. The moderators will look at your report.")

    judge.open("/moderation")
    judge.settle()
    view = judge.page
    assert axe(judge, look) == []
    view.get_by_role("button", name="View").first.click()
    sees(view, "<b>this</b>")
    sees(view, text)
    assert axe(judge, look) == []
    view.get_by_text("Warn", exact=True).click()
    view.get_by_label("Reason. Other moderators can read it").fill("Be kind, please.")
    view.get_by_role("button", name="Apply").click()
    sees(view, "Done and logged.")
    view.get_by_role("button", name="Back to the list").click()
    view.get_by_role("tab", name="Moderation log").click()
    sees(view, "Be kind, please.")

    guest.open("/")
    alert = guest.page.get_by_role("alert", name="Warning from a moderator")
    expect(alert).to_contain_text("Be kind, please.")
    assert axe(guest, look) == []
    alert.get_by_role("button", name="I have read it").click()
    expect(alert).to_have_count(0)
    guest.page.reload()
    guest.settle()
    expect(alert).to_have_count(0)


def test_moderation_page_is_not_found_for_others(visit: Visit) -> None:
    visitor = visit(locale="nl-NL")
    visitor.open("/moderation")
    sees(visitor.page, "Naar de startpagina")
    expect(visitor.page.get_by_role("tab")).to_have_count(0)


def test_blocking_in_dutch_from_the_list_of_people(visit: Visit) -> None:
    host, guest = named(visit(locale="nl-NL"), "Enki"), named(visit(), "Nabu")
    table_for_two(host, guest)
    page = host.page
    page.get_by_role("tab", name="Meer").click()
    page.get_by_role("region", name="Andere mensen hier").get_by_role("button", name="Nabu").click()
    page.get_by_role("dialog", name="Nabu").get_by_role("button", name="Blokkeren").click()
    sees(page, "Nabu is geblokkeerd.")
    another = host.new_table("babylonia", "open")
    guest.open(f"/table/{another}")
    guest.page.get_by_role("button", name="Join").first.click()
    sees(guest.page, "You cannot take a seat at this table.")
    guest.complaints.clear()  # the browser itself notes the status 409
