"""One built page, one server and one browser for all tests of the page."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

import ziggurat
from tests.page.browsing import Visitor, browsing
from tests.server.serving import Server, serving

PAGE = Path(ziggurat.__file__).parent / "page"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with every game's rules ready. Its bots are random, so that matches are short work."""
    assert (PAGE / "index.html").exists(), "The page is not built: make test builds it, or python web/build.py."
    folder = tmp_path_factory.mktemp("page")
    with serving(f"sqlite:///{folder}/ziggurat.db") as running:
        until_ready(running.url)
        yield running


def until_ready(url: str) -> None:
    """Wait until the rules of all games are compiled."""
    with httpx.Client(base_url=url, timeout=30) as client:
        for _ in range(600):
            if all(card["ready"] for card in client.get("/api/games").json()):
                return
            time.sleep(1)
    raise AssertionError("the rules were not compiled in ten minutes")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with browsing(playwright) as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Visitors; at the end none of their browsers may have complained of anything."""
    visitors: list[Visitor] = []

    def visit(**wanted: Any) -> Visitor:
        visitors.append(Visitor(browser, server.url, **wanted))
        return visitors[-1]

    yield visit
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for visitor in visitors:
        visitor.close()
    assert not complaints
