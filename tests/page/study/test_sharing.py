"""Sharing a position: its link, its picture, and the match as a film."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import ziggurat
from tests.cases import first
from tests.page.browsing import DESKTOP, PHONE, Visitor, until
from tests.page.study.test_replays import imported
from tests.page.test_access import axe
from tests.server.serving import Person, serving

Visit = Callable[..., Visitor]
SENT = "navigator.share = async (sent) => { window.sent = sent; }; navigator.canShare = () => true;"


@pytest.mark.parametrize("size", first(DESKTOP, PHONE), ids=["desk", "phone"])
def test_a_moment_is_a_link_a_picture_and_a_film(visit: Visit, size: dict[str, Any]) -> None:
    visitor = visit(viewport=size)
    table = imported(visitor, "babel", 2)
    page = visitor.open(f"/replay/{table}/12")
    page.evaluate(SENT)
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Link to this position")).to_have_value(f"{visitor.url}/replay/{table}/12")
    until(page, "document.querySelector('dialog img.there')?.naturalWidth === 1200", "the picture is there")
    saved = dialog.get_by_role("link", name="Save")
    expect(saved).to_have_attribute("download", f"babel-{table}-12.png")
    dialog.get_by_role("button", name="Make the film").click()
    until(page, "[...document.querySelectorAll('dialog img.there')].at(1)?.naturalWidth === 640", "the film is there")
    with page.expect_download() as download:
        saved.nth(1).click()
    assert download.value.suggested_filename == f"babel-{table}.webp"
    assert axe(visitor) == []
    dialog.get_by_role("button", name="Send").nth(1).click()
    until(page, "window.sent?.files?.[0]?.size > 1000", "the phone is given the picture")
    assert page.evaluate("window.sent.url") == f"{visitor.url}/replay/{table}/12"
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Share")).to_be_focused()


@pytest.mark.long
def test_a_refusal_is_a_sentence(browser: Browser, tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", films=60) as server:
        person = Person(server)
        match = ziggurat.new("babel", seed=1)
        for _ in range(6):  # as many as one address has made at once
            match.play(match.legal()[0])
            brought = person.ask("POST", "/api/import", {"log": match.to_text()})["id"]
            assert person.http.get(f"/api/tables/{brought}/film.webp").status_code == 200
        visitor = Visitor(browser, server.url)
        page = visitor.open(f"/replay/{imported(visitor, 'babel', 2)}")
        page.get_by_role("button", name="Share").click()
        page.get_by_role("button", name="Make the film").click()
        expect(page.get_by_role("alert")).to_have_text("Too many films were made from your network; wait a minute.")
        expect(page.get_by_role("button", name="Make the film")).to_be_enabled()
        visitor.close()
