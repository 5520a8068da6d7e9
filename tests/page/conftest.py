"""One built page, one server and one browser for all tests of the page (of a worker, where several run).

A test that fails leaves what its visitors saw and did, and what the server said, in `build/failures/`.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

import ziggurat
from tests.cases import first
from tests.page.browsing import Visitor
from tests.patience import PATIENCE
from tests.playing import FAILURES
from tests.server.serving import Server, serving

PAGE = Path(ziggurat.__file__).parent / "page"
LOG = pytest.StashKey[Path]()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Server]:
    """A server with every game's rules ready. Its bots are random, so that matches are short work."""
    assert (PAGE / "index.html").exists(), "The page is not built: make test builds it, or python web/build.py."
    folder = tmp_path_factory.mktemp("page")
    pytestconfig.stash[LOG] = folder / "server.log"
    database = f"sqlite:///{folder}/ziggurat.db"
    with (folder / "server.log").open("wb") as log, serving(database, log=log, shared=True) as running:
        until_ready(running.url)
        yield running


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" and report.failed:
        folder = FAILURES / re.sub(r"[^\w\[\]-]+", ".", item.nodeid)
        for number, visitor in enumerate(Visitor.living, 1):
            visitor.keep(folder, f"visitor-{number}")
        if (log := item.config.stash.get(LOG, None)) is not None and log.exists():
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(log, folder)
        report.sections.append(("what was seen and done", str(folder)))
    return report


def until_ready(url: str) -> None:
    """Wait until the rules of all games are compiled."""
    end = time.monotonic() + 5 * PATIENCE
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        while not all(card["ready"] for card in client.get("/api/games").json()):
            assert time.monotonic() < end, "the rules have not been compiled"
            time.sleep(0.2)  # asked over HTTP: there is nothing to wait on


@pytest.fixture(autouse=True)
def leave() -> Iterator[None]:
    """Nobody stays after a test, however it ended."""
    yield
    for visitor in [*Visitor.living]:
        visitor.close()


@pytest.fixture(params=first("light", "dark"))
def look(request: pytest.FixtureRequest) -> str:
    """How the page looks while axe looks at it: by day in `make test`, and by night, too, in `make long`."""
    return str(request.param)


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
