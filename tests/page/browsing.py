"""A real browser for tests: Debian's Chromium (or any Chrome), driven by Playwright, before a real server.

People are played by `Player`, who sees what can be clicked and clicks it with the mouse, as a person would: a place
that is alive but cannot be hit is a failure.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Playwright, Request, WebSocket, expect

import ziggurat
from tests.patience import PATIENCE
from tests.server.tables.records import RecordReader

WHOLE = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = ("chromium-headless-shell", *WHOLE)  # the first has no windows, and takes half the processor time
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
FLAGS = [
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"phone": (390, 844), "small phone": (360, 740), "phone on its side": (844, 390), "tablet": (768, 1024)}
SHARED_MEMORY = 1 << 30  # bytes: a browser before several pages takes a tenth of it
QUIET = {"motion": "none", "confirm": False, "coached": ziggurat.game_names(), "welcomed": ziggurat.game_names()}

# A point at which the mouse hits this place and nothing that lies over it, if there is one in the window.
HIT = """async (place) => {
  // Nobody clicks faster than two frames are drawn.
  for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
  const takes = (element) => element?.closest("[data-place]")?.getAttribute("data-place") === place;
  const found = [...document.querySelectorAll(`[data-place="${CSS.escape(place)}"]`)].filter((one) =>
    one.matches(".alive, .again, .choice"));
  for (const one of found) {
    one.scrollIntoView({ block: "center", inline: "center" });
    const box = one.getBoundingClientRect();
    for (const share of [0.5, 0.3, 0.7, 0.15, 0.85])
      for (const other of [0.5, 0.3, 0.7, 0.15, 0.85]) {
        const x = box.left + share * box.width, y = box.top + other * box.height;
        if (takes(document.elementFromPoint(x, y))) return { x, y };
      }
  }
  return null;
}"""
# The same point once the place lies still: what flies to its place is gone before the mouse is pressed.
HIT_AT_REST = f"""async (place) => {{
  const ends = (effect) => isFinite(effect.getComputedTiming().endTime);
  const moving = () => {{
    const moved = document.getAnimations()
      .filter((one) => one.playState === "running" && ends(one.effect)).map((one) => one.effect.target);
    return [...document.querySelectorAll(`[data-place="${{CSS.escape(place)}}"]`)].some((one) =>
      moved.some((target) => target.contains(one) || one.contains(target)));
  }};
  let before = null;
  for (let tries = 0; tries < 300; tries++) {{
    const point = await ({HIT})(place);
    if (point && before && point.x === before.x && point.y === before.y && !moving()) return point;
    before = point;
  }}
  return null;
}}"""
ALIVE = """() => [...new Set([...document.querySelectorAll(".target.alive, [data-decisions] .choice")]
  .map((one) => one.getAttribute("data-place")))]"""
STATE = "document.querySelector('[data-decisions]')?.dataset.state"
VERSION = "document.querySelector('[data-decisions]').dataset.version"
LOOK = """new Promise((tell, fail) => {
  const end = performance.now() + 1000;
  const look = async () => {
    try {
      const found = HOLDS;
      if (await (typeof found === "function" ? found() : found)) tell(true);
      else if (performance.now() > end) tell(false);
      else setTimeout(look, 15);
    } catch (problem) {
      fail(problem);
    }
  };
  look();
})"""
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"

# What a page draws at random follows from this name and from how often the visitor has opened a page: what two visitors
# draw, or one of them before and after a reload, is different (`crypto.getRandomValues` names messages).
CHANCE = """(() => {
  let loads = 0;
  try {
    loads = Number(localStorage.getItem("tests:loads") ?? 0) + 1;
    localStorage.setItem("tests:loads", loads);
  } catch {} // a page without an address has no storage
  let state = 0x811c9dc5;
  for (const letter of `NAME ${loads}`) state = Math.imul(state ^ letter.codePointAt(0), 0x01000193);
  const draw = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  Math.random = () => draw() / 2 ** 32;
  crypto.getRandomValues = (values) => {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    bytes.forEach((_, at) => (bytes[at] = draw() >>> 24));
    return values;
  };
})()"""

expect.set_options(timeout=PATIENCE * 1000)


def until(page: Page, holds: str, what: str = "") -> None:
    """Wait until an expression is true. (Playwright's own waiting needs `eval`, which our content policy forbids.)

    The page itself looks, every few milliseconds: asking it from here each time costs more than what is waited for.
    """
    end = time.monotonic() + PATIENCE
    while not looked(page, holds):
        assert time.monotonic() < end, f"waited in vain for {what or holds}"


def looked(page: Page, holds: str) -> bool:
    """Whether an expression becomes true within a second."""
    try:
        return bool(page.evaluate(LOOK.replace("HOLDS", holds)))
    except Error as problem:
        if "Execution context was destroyed" not in str(problem):
            raise
        return False  # another page is being opened


def becomes(page: Page, read: Callable[[], Any], wanted: Any) -> None:
    """Wait until a value read from a page is the wanted one."""
    end = time.monotonic() + PATIENCE
    while (found := read()) != wanted:
        assert time.monotonic() < end, f"waited in vain for {wanted!r}; it is {found!r}"
        page.wait_for_timeout(15)


@contextmanager
def browsing(playwright: Playwright, names: tuple[str, ...] = CHROMIUM) -> Iterator[Browser]:
    """The first of these browsers that this machine has."""
    path = next((path for name in names if (path := shutil.which(name))), None)
    assert path, "There is no Chromium: apt-get install chromium, or put a Chrome on the PATH."
    browser = playwright.chromium.launch(executable_path=path, args=FLAGS, ignore_default_args=_left_out())
    yield browser
    browser.close()


def _left_out() -> list[str]:
    """What Playwright asks of browsers that ours can do without.

    It keeps what their processes share in files on the disk, because in containers there is often little memory for
    it; making those files takes a tenth of a visit's processor time.
    """
    shared = Path("/dev/shm")  # noqa: S108 - only looked at
    enough = shared.is_dir() and shutil.disk_usage(shared).free >= SHARED_MEMORY
    return ["--disable-dev-shm-usage"] if enough else []


class Visitor:
    """Somebody with a browser of their own: what it said on its console, and what came over the wire."""

    living: ClassVar[list[Visitor]] = []
    came: ClassVar[Counter[str]] = Counter()  # how many, by test

    def __init__(self, browser: Browser, url: str, *, settings: dict[str, Any] | None = None, **context: Any) -> None:
        self.url = url
        self.complaints: list[str] = []
        self.heard: list[dict[str, Any]] = []
        # A service worker fetches ten megabytes for use offline: only tests about that want one.
        usual: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"}
        usual["service_workers"] = "block"
        self.context = browser.new_context(base_url=url, **{**usual, **context})
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.tracing.start(title=url, snapshots=False, screenshots=False)
        test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
        self.came[test] += 1
        name = re.sub(r"[^\w/.:\[\]-]", "", test)
        self.context.add_init_script(CHANCE.replace("NAME", f"{name} {self.came[test]}"))
        chosen = json.dumps(json.dumps(QUIET if settings is None else settings))
        self.context.add_init_script(f"localStorage.getItem('ziggurat') ?? localStorage.setItem('ziggurat', {chosen})")
        # Tests know who begins: seats are as listed, unless a form says otherwise.
        self.context.add_init_script(
            "localStorage.getItem('ziggurat:plan') ?? localStorage.setItem('ziggurat:plan', '{\"drawn\": false}')"
        )
        self.page: Page = self.context.new_page()
        self.page.on("console", self._complain)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", self._listen)
        self._open: set[Request] = set()
        self.page.on("request", lambda request: self._open.add(request))
        self.page.on("requestfinished", lambda request: self._open.discard(request))
        self.page.on("requestfailed", lambda request: self._open.discard(request))
        self.living.append(self)

    def _complain(self, line: ConsoleMessage) -> None:
        if line.type == "error":
            self.complaints.append(line.text)

    def _listen(self, socket: WebSocket) -> None:
        reader = RecordReader()  # the page may get records in place of views
        socket.on("framereceived", lambda frame: self.heard.append(reader.read(str(frame))))

    def open(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def settle(self) -> None:
        """Wait until the page has all it asked for, and shows it."""
        self.page.wait_for_selector("h1")
        quiet = 0
        while quiet < 3:  # what is shown may ask for more
            self.page.evaluate(DRAWN)
            quiet = 0 if self._open else quiet + 1

    def api(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the server as this visitor."""
        # As browsers do: the server may just be closing the idle connection that is about to be used again.
        answer = self.context.request.fetch(f"{self.url}/api{path}", method=method, data=body, max_retries=3)
        assert answer.ok, answer.text()
        return answer.json()

    def new_table(self, game: str, *others: str, **more: Any) -> str:
        """Open a table with this visitor on the first seat; its id comes back."""
        seats = [{"who": who} for who in ("me", *others)]
        self.api("GET", "/me")
        return str(self.api("POST", "/tables", {"game": game, "seats": seats, **more})["id"])

    def new_fork(self, match: ziggurat.Match, decision: int) -> str:
        """Fork a finished match, with this visitor in the deciding seat; returns the table's id."""
        self.api("GET", "/me")
        finished = self.api("POST", "/import", {"log": match.to_text()})["id"]
        decider = match.deciders()[decision]
        seats = [{"who": "me" if seat == decider else "random"} for seat in range(match.seats)]
        return str(self.api("POST", f"/tables/{finished}/fork", {"decision": decision, "seats": seats})["id"])

    def keep(self, folder: Path, name: str) -> None:
        """After a failure: leave a screenshot, and a trace (`playwright show-trace`)."""
        folder.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=folder / f"{name}.png")
        (folder / f"{name}.html").write_text(self.page.content(), "utf-8")
        self.context.tracing.stop(path=folder / f"{name}.zip")

    def close(self) -> None:
        self.living.remove(self)
        self.context.close()


class Player:
    """Somebody at a table who clicks, at random but with the mouse, until the match is over."""

    def __init__(self, visitor: Visitor, seed: int = 1) -> None:
        self.page = visitor.page
        self.chance = random.Random(seed)
        self.decisions = 0

    def state(self) -> str:
        return str(self.page.evaluate(STATE))

    def wait(self, *states: str) -> str:
        """Wait until the table is in one of these states, and stays in it for a frame; which one comes back."""
        until(self.page, f"{json.dumps(states)}.includes({STATE})", f"the table to be {' or '.join(states)}")
        settled = f"new Promise((drawn) => requestAnimationFrame(() => drawn({STATE})))"
        state = str(self.page.evaluate(settled))
        return state if state in states else self.wait(*states)

    def alive(self) -> list[str]:
        return list(self.page.evaluate(ALIVE))

    def click(self, place: str) -> None:
        point = self.page.evaluate(HIT_AT_REST, place)
        assert point, f"{place} is alive, but the mouse cannot hit it"
        self.page.mouse.click(point["x"], point["y"])

    def decide(self) -> None:
        """Make one decision, click by click."""
        before = self.page.evaluate(VERSION)
        # Both at one moment: what is alive in the next position belongs to the next decision.
        while (places := self.page.evaluate(f"{VERSION} === '{before}' ? ({ALIVE})() : null")) is not None:
            if places:
                self.click(self.chance.choice(sorted(places)))
            until(self.page, f"{VERSION} !== '{before}' || ({ALIVE})().join() !== {json.dumps(','.join(places))}")
        self.decisions += 1

    def play(self, decisions: int) -> None:
        """Make so many decisions, and wait for the next."""
        for _ in range(decisions):
            self.wait("deciding")
            self.decide()
        self.wait("deciding")

    def play_out(self) -> int:
        """Play to the end; how many decisions it took comes back."""
        while self.wait("deciding", "over") == "deciding":
            self.decide()
        return self.decisions


def others(game: str) -> list[str]:
    """Who sits at the smallest table of a game, beside the visitor: random bots."""
    return ["random"] * (min(ziggurat.game(game).seat_counts) - 1)


def sees(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible()


def resign(page: Page) -> None:
    """Leave a match by the panel beside the board."""
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
