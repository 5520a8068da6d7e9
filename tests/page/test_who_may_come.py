"""Where only members come in: what a visitor sees, and how somebody with an invitation registers."""

from __future__ import annotations

import json
import os
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.commands import call
from tests.page.browsing import DESKTOP, PHONE, QUIET, Visitor
from tests.page.test_access import axe
from tests.server.serving import serving

SHOTS = os.environ.get("ZIGGURAT_TEST_SHOTS")  # a folder for pictures to look at


def shoot(visitor: Visitor, name: str) -> None:
    if SHOTS:
        visitor.page.screenshot(path=f"{SHOTS}/{name}.png")


def test_visitor_registers_with_an_invitation(browser: Browser, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    with serving(url, registration="invitation", guests="none") as server:
        done = call("invitations", "add", "--json", "--database", url)
        code = json.loads(done.stdout)["code"]
        visitor = Visitor(browser, server.url, viewport=PHONE, settings=QUIET)
        page = visitor.open("/")
        expect(page.get_by_role("heading", name="You are not logged in")).to_be_visible()
        expect(page.get_by_text("This server is for members only.").first).to_be_visible()
        shoot(visitor, "front-phone")
        page = visitor.open(f"/profile#invitation={code}")
        field = page.get_by_label("Invitation")
        expect(field).to_have_value(code)
        shoot(visitor, "profile-phone")
        assert axe(visitor) == []
        page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
        shoot(visitor, "profile-desk")
        field.fill("")
        page.get_by_label("Login", exact=True).fill("anna")
        page.get_by_label("Password", exact=True).fill("correct horse")
        page.get_by_role("button", name="Register").click()
        expect(page.get_by_text("Enter the code of your invitation.")).to_be_visible()
        field.fill("xxxx-xxxx-xxxx")
        page.get_by_role("button", name="Register").click()
        expect(field).to_have_attribute("aria-invalid", "true")  # the sentence is at the field it is about
        expect(page.get_by_text("This invitation does not exist, is used up, or has expired.")).to_be_visible()
        expect(page.get_by_text("The server does not respond.")).to_have_count(0)
        shoot(visitor, "profile-wrong-desk")
        field.fill(code)
        page.get_by_role("button", name="Register").click()
        expect(page.get_by_text("Logged in as anna")).to_be_visible()
        visitor.open("/")
        expect(page.get_by_role("heading", name="You are not logged in")).to_be_hidden()
        visitor.close()


def test_where_registration_is_closed_a_visitor_can_only_log_in(browser: Browser, tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", registration="closed", guests="watch") as server:
        visitor = Visitor(browser, server.url, viewport=DESKTOP, locale="nl-NL", settings=QUIET)
        page = visitor.open("/profile")
        expect(page.get_by_text("Registreren kan hier nu niet.")).to_be_visible()
        expect(page.get_by_role("button", name="Inloggen", exact=True)).to_be_visible()
        expect(page.get_by_text("Registreren", exact=True)).to_have_count(0)
        shoot(visitor, "profile-closed-desk-nl")
        visitor.close()
