"""Other browsers than Chromium: the engine says what CPython says, and whole matches are played without a server.

Playwright's own browsers are on no package registry; Debian has Firefox, and WebKit for GTK, the engine of Safari.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pytest

import ziggurat
from tests.browser import firefox, remote, webkit
from tests.browser.chromium import Device, files
from tests.browser.tables import DECISIONS, check_bots, check_in_browser
from tests.page.browsing import QUIET, Player, until
from tests.page.static_site import SITE, build_site, file_server
from tests.playing import Setup
from ziggurat.browser import bundle
from ziggurat.server.bots.worker import Question, decide

if TYPE_CHECKING:
    from tests.page.browsing import Visitor

pytestmark = pytest.mark.long
Engine = Callable[[Path], AbstractContextManager[remote.Page]]


def engine(name: str, opened: Engine, path: str | None, packages: str) -> Any:
    missing = pytest.mark.skipif(path is None, reason=f"no {name}: apt-get install {packages}")
    return pytest.param(opened, id=name, marks=missing)


ENGINES = [
    engine("Firefox", firefox.firefox, firefox.path(), "firefox-esr"),
    engine("WebKit", webkit.webkit, webkit.path(), "webkit2gtk-driver xvfb"),
]


@pytest.fixture(scope="module", params=ENGINES)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[remote.Page]:
    with request.param(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


@pytest.fixture
def device(page: remote.Page) -> Iterator[Device]:
    if not bundle.is_fresh():
        bundle.build()
    with files(bundle.BUILT) as url:
        page.goto(url)
        running = Device(page, bundle.BUILT)
        running.start()
        running.until("ready")
        running.heard()
        yield running


def test_tables_say_what_cpython_says(device: Device) -> None:
    for game in device.files["games"]:
        card = ziggurat.game(game)
        check_in_browser(device, Setup(game, card.seat_counts[-1], card.read_options({})), DECISIONS)


def test_a_crash_says_what_went_wrong(device: Device) -> None:
    device.post({"do": "open", "table": "none"})
    (crash,) = [message for message in device.heard() if message["is"] == "failed"]
    assert "TypeError" in crash["reason"]  # Firefox and Safari leave it out of the stack


THINK = """([worker, files, questions]) => new Promise((settle, fail) => {
  const bots = new Worker(worker, { name: "bots" }), answers = [];
  bots.onmessage = ({ data }) => {
    if (data.problem) fail(new Error(data.problem.reason));
    answers.push(data.answer);
    if (answers.length === questions.length) { bots.terminate(); settle(answers); }
  };
  bots.postMessage({ do: "start", files });
  questions.forEach(([game, question], id) => bots.postMessage({ do: "think", id, game, question }));
})"""


def test_bots_decide_what_cpython_decides(device: Device) -> None:
    check_bots(device)
    asked = []
    for game in device.files["games"]:
        match = ziggurat.new(game, seed=9)
        record = match.record(match.actor).tobytes()
        asked += [(game, Question(game, level, record, match.legal(), 7)) for level in ("steward", "governor")]
    questions = [[game, msgspec.json.encode(question).decode()] for game, question in asked]
    worker = f"/{device.files['files']['worker.js']['name']}"
    answers = device.page.evaluate(THINK, [worker, device.files, questions])
    assert answers == [msgspec.json.encode(decide(question)).decode() for _, question in asked]


CHOOSE = """(level) => {
  const list = document.querySelector("select[aria-label='Opponents for Ur']");
  list.value = level;
  list.dispatchEvent(new Event("change", { bubbles: true }));
  document.querySelector("button[aria-label='Play Ur']").click();
}"""
SAVED = """(label) => new Promise((saved) => {
  URL.createObjectURL = (blob) => { void blob.text().then(saved); return "#"; };
  document.querySelector(`button[aria-label^='${label}']`).click();
})"""


def test_a_match_on_the_static_site(page: Any) -> None:
    """Ur against `governor`, with the mouse, on the page as static files; CPython reads what is stored."""
    build_site()
    with file_server(SITE) as url:
        page.goto(url)
        page.evaluate("(settings) => localStorage.setItem('ziggurat', JSON.stringify(settings))", QUIET)
        page.goto(f"{url}/")
        until(page, "document.querySelector(\"button[aria-label='Play Ur']\")")
        page.evaluate(CHOOSE, "governor")
        player = Player(cast("Visitor", SimpleNamespace(page=page)))
        player.play(6)
        page.reload()  # it is stored
        player.play_out()
        page.evaluate("location.hash = '/mine'")
        label = "Download the log of this match of Ur"
        until(page, f"document.querySelector(`button[aria-label^='{label}']`)")
        text = str(page.evaluate(SAVED, label))
    match = ziggurat.read(text)
    assert match.over
    assert match.to_text() == re.sub("(?m)^#.*\n", "", text)
