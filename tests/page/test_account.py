"""The account page: passkeys, data export and account deletion."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.page.browsing import PHONE, Visitor, sees
from tests.page.table.test_requests import named, table_for_two
from tests.page.test_access import Look, axe
from tests.server.serving import Server

Visit = Callable[..., Visitor]
PASSWORD = "correct horse"  # noqa: S105 - nobody's


@pytest.fixture
def by_name(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Visitors who come by a name: a passkey is for no address in numbers."""
    visitors: list[Visitor] = []

    def visit(**wanted: Any) -> Visitor:
        visitors.append(Visitor(browser, f"http://localhost:{server.port}", **wanted))
        return visitors[-1]

    yield visit
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for visitor in visitors:
        visitor.close()
    assert not complaints


def authenticator(visitor: Visitor) -> tuple[Any, str]:
    """A device with a fingerprint reader, in software; what speaks with the browser, and the device."""
    cdp = visitor.context.new_cdp_session(visitor.page)
    cdp.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    return cdp, cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def registered(visitor: Visitor) -> str:
    login = f"l-{secrets.token_hex(6)}"
    visitor.api("GET", "/me")
    visitor.api("POST", "/account", {"login": login, "password": PASSWORD})
    return login


def test_a_passkey_is_made_named_and_used_to_sign_in_and_to_delete(by_name: Visit, look: Look) -> None:
    visitor = by_name()
    login = registered(visitor)
    page = visitor.open("/settings")
    cdp, device = authenticator(visitor)
    card = page.locator("#passkeys")
    card.get_by_label("Passkey name").fill("My phone")
    card.get_by_label("Your password").fill(PASSWORD)
    card.get_by_role("button", name="Add a passkey").click()
    sees(page, "Passkey “My phone” added.")
    credentials = cdp.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    assert [(one["rpId"], one["isResidentCredential"]) for one in credentials] == [("localhost", True)]
    card.get_by_role("button", name="Rename “My phone”").click()
    dialog = page.get_by_role("dialog", name="Rename “My phone”")
    dialog.get_by_label("Passkey name").fill("Telephone")
    dialog.get_by_role("button", name="Save").click()
    expect(card.get_by_text("Telephone")).to_be_visible()
    assert axe(visitor, look) == []

    page.goto("/profile")
    page.get_by_role("button", name="Log out", exact=True).click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text(login)).to_be_visible()
    assert visitor.api("GET", "/me")["login"] == login

    page.get_by_role("link", name="Settings, notifications and data").click()
    page.get_by_role("button", name="Delete my account").click()
    dialog = page.get_by_role("dialog", name="Delete my account")
    dialog.get_by_label("I understand that this cannot be undone").check()
    assert axe(visitor, look) == []
    dialog.get_by_role("button", name="Confirm with a passkey").click()
    sees(page, "Deleted. You are now a new guest.")
    assert visitor.api("GET", "/me")["login"] is None
    page.goto("/profile")
    page.get_by_role("button", name="Sign in with a passkey").click()
    sees(page, "The passkey could not be verified. Try again.")
    visitor.complaints.clear()  # the browser itself notes the status 403


@pytest.mark.long
def test_a_passkey_of_this_server_does_not_serve_another_name_of_it(by_name: Visit, server: Server) -> None:
    """The browser itself keeps passkeys apart by name; the server, asked for another, finds none."""
    visitor = by_name()
    login = registered(visitor)
    page = visitor.open("/settings")
    authenticator(visitor)
    card = page.locator("#passkeys")
    card.get_by_label("Passkey name").fill("My phone")
    card.get_by_label("Your password").fill(PASSWORD)
    card.get_by_role("button", name="Add a passkey").click()
    sees(page, "Passkey “My phone” added.")
    page.goto(f"http://evil.localhost:{server.port}/profile")
    page.get_by_role("button", name="Sign in with a passkey").click()
    sees(page, "No passkey was chosen.")
    expect(page.get_by_text(login)).to_have_count(0)


def test_data_export(visit: Visit, tmp_path: Path) -> None:
    visitor = named(visit(), "Nisaba")
    page = visitor.open("/settings")
    with page.expect_download() as found:
        page.get_by_role("link", name="Download my data").click()
    found.value.save_as(tmp_path / "mine.json")
    assert json.loads((tmp_path / "mine.json").read_text("utf-8"))["players"][0]["name"] == "Nisaba"


@pytest.mark.long
def test_deleted_guest_is_shown_as_a_former_player_in_dutch(visit: Visit, look: Look) -> None:
    host = named(visit(locale="nl-NL"), "Enki")
    guest = named(visit(viewport=PHONE, has_touch=True, is_mobile=True), "Nabu")
    table = table_for_two(host, guest)
    host.page.get_by_role("tab", name="Chat").click()
    guest.page.get_by_role("button", name="Log, chat and more").click()
    guest.page.get_by_role("tab", name="Chat").click()
    guest.page.get_by_placeholder("Write a message").fill("I was here")
    guest.page.get_by_role("button", name="Send").click()
    expect(host.page.get_by_role("log").get_by_text("I was here")).to_be_visible()
    page = guest.open("/settings")
    page.get_by_role("button", name="Delete my data").click()
    dialog = page.get_by_role("dialog", name="Delete my data")
    dialog.get_by_label("I understand that this cannot be undone").check()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert axe(guest, look) == []
    dialog.get_by_role("button", name="Delete permanently").click()
    sees(page, "Deleted. You are now a new guest.")
    host.open(f"/table/{table}")
    host.page.keyboard.press("Escape")
    host.page.get_by_role("tab", name="Chat").click()
    expect(host.page.get_by_role("log")).to_contain_text("een voormalige speler verwijderd")
    expect(host.page.get_by_text("I was here")).to_have_count(0)


@pytest.mark.long
def test_privacy_in_both_languages(visit: Visit) -> None:
    for locale, link, text in (("en-GB", "Privacy", "What you can do"), ("nl-NL", "Privacy", "Wat je kunt doen")):
        visitor = visit(locale=locale)
        page = visitor.open("/about")
        page.get_by_role("contentinfo").get_by_role("link", name=link).click()
        expect(page.get_by_role("heading", name=text)).to_be_visible()
