"""A server with its host's name, logo, colour and welcome text, in a browser."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.page.browsing import DESKTOP, PHONE, QUIET, Visitor
from tests.page.test_access import Look, axe
from tests.server.serving import Server, serving

SHOTS = os.environ.get("ZIGGURAT_TEST_SHOTS")  # a folder for pictures to look at
TITLE = "Spelclub <b>De Toren</b>"
WELCOME = "Every Thursday at eight.\n<script>alert(1)</script> Beginners are welcome."
LOGO = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><script>alert(2)</script>
<circle cx="32" cy="32" r="30" fill="#e3b53c"/><path d="M22 50V22h4v-6h12v6h4v28z" fill="#6b1d1d"/></svg>"""
GROUND = "getComputedStyle(document.querySelector('body header')).backgroundColor"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("look")
    (folder / "logo.svg").write_text(LOGO)
    chosen = {"title": TITLE, "logo": folder / "logo.svg", "colour": "#6b1d1d", "welcome": WELCOME}
    with serving(f"sqlite:///{folder}/ziggurat.db", **chosen, welcome_nl="Elke donderdag om acht uur.") as server:
        yield server


@pytest.mark.parametrize(("size", "tongue"), [(DESKTOP, "en-GB"), (PHONE, "nl-NL")], ids=["desk", "phone"])
def test_visitors_see_the_host_s_look(
    browser: Browser, club: Server, look: Look, size: dict[str, int], tongue: str
) -> None:
    visitor = Visitor(browser, club.url, viewport=size, locale=tongue, color_scheme=look, settings=QUIET)
    page = visitor.open("/")
    expect(page.get_by_text(WELCOME if tongue == "en-GB" else "Elke donderdag om acht uur.")).to_be_visible()
    home = page.locator("header .home")
    expect(home).to_have_text(TITLE)  # as plain text
    logo = home.locator("img")
    assert logo.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    expect(home.locator("svg")).to_have_count(0)
    assert page.title().startswith(f"{TITLE} · ")
    if look == "light":
        assert page.evaluate(GROUND) == "rgb(107, 29, 29)"
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    if SHOTS:
        visitor.settle()
        page.screenshot(path=f"{SHOTS}/look-{size['width']}-{look}.png")
    assert axe(visitor, look) == []
    assert visitor.complaints == []  # nothing was refused by the content policy, and nothing ran
    visitor.close()


def test_other_pages_have_the_name_too(browser: Browser, club: Server) -> None:
    visitor = Visitor(browser, club.url, viewport=PHONE, settings=QUIET)
    page = visitor.open("/lobby")
    expect(page.locator("header .home")).to_have_accessible_name(f"{TITLE}, home page")
    expect(page).to_have_title(f"Lobby · {TITLE}")
    visitor.close()
