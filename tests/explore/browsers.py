"""Random clicks and key presses in real browsers, at tables of every game."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright import sync_api as playwright
from playwright.sync_api import Browser, Error, Page, WebSocket, sync_playwright

import ziggurat
from tests.explore import setups
from tests.explore.episodes import Episode, Finding
from tests.explore.server_fuzzing import errors
from tests.page import browsing
from tests.page.browsing import ALIVE, DRAWN, STATE, VERSION, Player, Visitor, looked, until
from tests.page.conftest import until_ready
from tests.playing import Setup, finish
from tests.server.serving import Server, serving
from tests.server.tables.records import RecordReader
from ziggurat.server.storage import database
from ziggurat.server.tables import frames, table_store
from ziggurat.server.tables.sitting import Sitting

setattr(browsing, "PATIENCE", 90.0)  # noqa: B010 - for mypy it is not theirs; seconds; whoever waits so long for a page is stuck, and the run ends with that
STEPS = 30
CLICKS = 40  # for one decision: no game needs more than a few
SIZES = [(1280, 800), (1920, 1080), (1024, 700), (768, 1024), (390, 844), (360, 740), (844, 390)]
NARROW = 500  # pixels; below that it is a phone
KEYS = [*"uhelcrbp/?[].123456789+-0gis", "Tab", "Tab", "Enter", "Escape", "Escape", "Space", "Home", "End", "Backspace"]
ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]
CONFIRMS = "document.querySelector('.confirm button.primary:enabled') !== null"
DIALOG = "document.querySelector('dialog[open]') !== null"
CLOSER = "document.querySelector('.zoom button:last-child:not(:disabled)') !== null"
MENU = "document.querySelector('header [aria-expanded=true]') !== null"
SHEET = "document.querySelector('aside.panel.phone:not(.shut)') !== null"
# Buttons, tabs and links that are seen, and are nothing that belongs to a decision.
OTHERS = """[...document.querySelectorAll("button, [role='tab'], summary, a[href], select, input")].filter((one) =>
  !one.matches(".choice, .all, [data-place], :disabled") && !one.closest("[inert], .confirm") &&
  one.checkVisibility()).length"""
CLICK_OTHER = OTHERS.replace(").length", ")[NUMBER]")
# What can be chosen, with whether the focus is there; places that are not seen are in nobody's way.
CHOOSABLE = """[...document.querySelectorAll(".target.alive, [data-decisions] .choice")]
  .filter((one) => one.getClientRects().length)"""
PLACES = f"[...new Set({CHOOSABLE}.map((one) => one.dataset.place))]"
# Where arrows stop: at what can be chosen, and at what is chosen already and can be put back.
STOPS = """[...document.querySelectorAll("[data-place][tabindex='0'], [data-decisions] .choice")]
  .filter((one) => one.getClientRects().length)"""
AT = f"""((all, now) => now && all.includes(now) ? {{ at: all.indexOf(now), place: now.dataset.place }} : null)(
  {STOPS}, document.activeElement?.closest("[data-place][tabindex='0'], .choice"))"""
FOCUSED = "document.activeElement?.closest('.target.alive, .choice')?.dataset.place ?? null"


@contextmanager
def page_server() -> Iterator[tuple[Server, Path]]:
    """A server with every game's rules ready, whose bots are random; and its log."""
    with TemporaryDirectory(prefix="ziggurat-explore-", ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "server.log"
        with path.open("wb") as log, serving(f"sqlite:///{folder}/ziggurat.db", log=log, shared=True) as server:
            until_ready(server.url)
            yield server, path


@contextmanager
def some_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, browsing.browsing(playwright) as browser:
        yield browser


def clicks(episode: Episode) -> None:
    """Somebody who decides with the mouse and does everything else there is at a table in between."""
    with table(episode, keys=False) as walk:
        for _ in range(STEPS):
            if not walk.step():
                break


def keys(episode: Episode) -> None:
    """Somebody without a mouse; now and then all that can be chosen is looked for with the arrows."""
    with table(episode, keys=True) as walk:
        for number in range(STEPS):
            walk.come_back()
            if walk.player.wait("deciding", "over") == "over":
                break
            if number % 5 == 0:
                walk.reach_everything()
            walk.decide_by_keys()


@contextmanager
def table(episode: Episode, *, keys: bool) -> Iterator[Walk]:
    """Somebody at a table that is drawn; afterwards nobody may have complained, nor heard what they must not know."""
    chance = episode.chance
    server, log = episode.bench.part("page", page_server)
    browser = episode.bench.part("browser", some_browser)
    logged = log.stat().st_size
    wide, high = chance.choice(SIZES)
    touch = {"has_touch": True, "is_mobile": True} if wide < NARROW and not keys else {}
    moving = chance.random() < 0.2
    settings = {
        "motion": "full" if moving else "none",
        "speed": "fast",
        "language": chance.choice(["en", "nl"]),
        "theme": chance.choice(["auto", "light", "dark"]),
        "confirm": chance.random() < 0.4,
        "ends": chance.random() < 0.3,
        "plans": chance.random() < 0.3,
        "prospects": chance.random() < 0.7,
        "coached": ziggurat.game_names() if chance.random() < 0.8 else [],
    }
    episode.note(f"{wide} x {high}, {settings}")
    visitor = Visitor(
        browser,
        server.url,
        settings=settings,
        viewport={"width": wide, "height": high},
        color_scheme=chance.choice(["light", "dark"]),
        reduced_motion="no-preference" if moving else "reduce",
        **touch,
    )
    visitor.context.on("page", _close)
    episode.keepers.append(lambda folder: visitor.keep(folder, "visitor"))
    episode.keepers.append(lambda folder: _copy(log, folder))
    wire: list[dict[str, Any]] = []
    try:
        name, seat = _open(episode, visitor)
        visitor.page.on("websocket", lambda socket: _listen(socket, name, wire))
        walk = Walk(episode, visitor, name)
        walk.visit()
        yield walk
        visitor.page.evaluate(DRAWN)
        if visitor.complaints:
            raise Finding(f"The browser complains: {visitor.complaints}")
        episode.count("views compared", check_wire(server, name, seat, wire))
        with log.open("rb") as file:
            file.seek(logged)
            if said := errors(file.read().decode()):
                raise Finding("\n".join(said))
    finally:
        if not _fails():
            visitor.close()


def _close(page: Page) -> None:
    """Windows that a click opened are of no interest."""
    page.close()


def _copy(log: Path, folder: Path) -> None:
    (folder / "server.log").write_bytes(log.read_bytes())


def _fails() -> bool:
    """Whether an exception is on its way: then the browser is still needed, for a picture of what it shows."""
    return isinstance(sys.exc_info()[1], Exception)


def _open(episode: Episode, visitor: Visitor) -> tuple[str, int]:
    """A new table, or a fork of a match; and the visitor's seat."""
    chance = episode.chance
    setup = setups.drawn(chance)
    seed = setups.seed(chance)
    if chance.random() < 0.5:
        match = finish(setup.new(seed), chance)
        decision = chance.randrange(len(match))
        episode.note(f"{setup}, seed {seed}, from decision {decision} on")
        return visitor.new_fork(match, decision), match.deciders()[decision]
    episode.note(f"{setup}, seed {seed}")
    bots = ["random"] * (setup.seats - 1)
    return visitor.new_table(setup.game, *bots, seed=seed, options=_told(setup)), 0


def _told(setup: Setup) -> dict[str, Any]:
    return {name: value for name, value in setup.options.items() if name != "components"}


def _listen(socket: WebSocket, table: str, wire: list[dict[str, Any]]) -> None:
    if f"/tables/{table}/" in socket.url:
        reader = RecordReader()  # the page may get records in place of views
        socket.on("framereceived", lambda frame: wire.append(reader.read(str(frame))))


def check_wire(server: Server, table: str, seat: int, wire: list[dict[str, Any]]) -> int:
    """Every view that was heard is what the visitor's seat may know of the position it is of; says how many."""
    engine = database.connect(server.database)
    try:
        with engine.connect() as connection:
            stored = table_store.load_table(connection, table)
            journal = table_store.load_journal(connection, table)
    finally:
        engine.dispose()
    heard: dict[int, list[dict[str, Any]]] = {}
    for message in wire:
        if message["type"] in ("welcome", "changed") and message.get("view"):
            heard.setdefault(message["version"], []).append(message["view"])
    sitting = Sitting(stored.plan())
    compared = 0
    for entry in journal:
        sitting.apply(entry)
        if sitting.number != sitting.version:
            continue  # nothing has moved
        sees = sitting.sees(seat)  # not what the message says: it could be somebody else's view
        expected = json.loads(frames.encode(sitting.match.view(sees)))
        for view in heard.pop(sitting.version, []):
            if view != expected:
                what = f"A view of version {sitting.version} is not what seat {sees} sees"
                raise Finding(what, view=view, sees=expected)
            compared += 1
    if heard:
        raise Finding(f"Views of versions {sorted(heard)} were heard, which the journal does not have")
    return compared


class Walk:
    """Somebody at a table, who does one thing after the other."""

    def __init__(self, episode: Episode, visitor: Visitor, table: str) -> None:
        self.episode, self.visitor, self.page, self.table = episode, visitor, visitor.page, table
        self.chance: random.Random = episode.chance
        self.player = Player(visitor, episode.chance.randrange(2**32))

    def visit(self) -> None:
        self.visitor.open(f"/table/{self.table}")
        self.player.wait("deciding", "waiting", "over", "past")

    def step(self) -> bool:
        """Do one thing; whether there is more to do."""
        draw = self.chance.random()
        if draw < 0.6:
            return self.decide()
        if draw < 0.75:
            self.press()
        elif draw < 0.87:
            self.click_other()
        elif draw < 0.91:
            self.note("reload")
            self.page.reload()
            self.episode.count("reloads")
        elif draw < 0.94:
            wide, high = self.chance.choice(SIZES)
            self.note(f"{wide} x {high}")
            self.page.set_viewport_size({"width": wide, "height": high})
        else:
            self.undo()
        return True

    def note(self, what: str) -> None:
        self.episode.note(what)

    # ------------------------------------------------------------------------------------------------- with the mouse

    def decide(self) -> bool:
        """Make one decision; whether there was one to make."""
        self.come_back()
        while (state := self.player.wait("deciding", "over", "past")) == "past":  # asked for before, shown now
            self.come_back()
        if state == "over":
            return False
        before, place = self.page.evaluate(VERSION), ""
        for _ in range(CLICKS):
            places = self.page.evaluate(f"{VERSION} === '{before}' && {STATE} === 'deciding' ? ({ALIVE})() : null")
            if places is None:
                self.episode.count("decisions")
                return True
            if self.page.evaluate(CONFIRMS) and (not places or self.chance.random() < 0.8):
                self.note("confirm")
                with suppress(playwright.TimeoutError):  # answered meanwhile
                    self.page.locator(".confirm button.primary:enabled").click(timeout=3000)
            elif places:
                place = self.chance.choice(sorted(places))
                if self.page.evaluate(browsing.HIT, place) is None:  # after CLICKS times it is a finding
                    continue
                self.note(f"click {place}")
                try:
                    self.player.click(place)
                except AssertionError:
                    if place in (self.page.evaluate(f"({ALIVE})()") or ()):
                        raise
                    continue  # an undo, asked for before, has changed the question meanwhile
            was = json.dumps(",".join(places))
            reacted = (
                f"{VERSION} !== '{before}' || {STATE} !== 'deciding' || {CONFIRMS} || ({ALIVE})().join() !== {was}"
            )
            if looked(self.page, reacted) or self._missed(place):
                continue
            until(self.page, reacted, f"something to happen; alive were {places}")
        raise Finding(f"{CLICKS} clicks made no decision")

    def _missed(self, place: str) -> bool:
        """Whether the place is not under the pointer: a zoom or a new size may have moved it before the click."""
        hovered = f"""document.querySelector('[data-place="{place}"]:hover') !== null"""
        return bool(place) and not self.page.evaluate(hovered)

    def click_other(self) -> None:
        """Something beside the board: a tab, a dialog, a link."""
        count = self.page.evaluate(OTHERS)
        if not count:
            return
        handle = self.page.evaluate_handle(CLICK_OTHER.replace("NUMBER", str(self.chance.randrange(count))))
        element = handle.as_element()
        if element is None:
            return
        try:
            words = " ".join((element.inner_text() or element.get_attribute("aria-label") or "").split())
            self.note(f"click on {words[:60]!r}")
            element.click(timeout=3000)
            self.episode.count("other clicks")
        except Error as problem:
            self.note(f"which cannot be clicked: {str(problem).splitlines()[0]}")

    def undo(self) -> None:
        self.note("undo")
        self.come_back()
        self.page.keyboard.press("u")
        self.episode.count("undos")

    # ---------------------------------------------------------------------------------------------------- with keys

    def press(self) -> None:
        for _ in range(self.chance.randint(1, 6)):
            key = self.chance.choice(ARROWS if self.chance.random() < 0.3 else KEYS)
            self.note(f"press {key}")
            self.page.keyboard.press(key)
            self.episode.count("keys")

    def reach_everything(self) -> None:
        """From where the arrows begin, they go to everything that can be chosen."""
        self.page.evaluate("document.activeElement?.blur()")
        wanted = set(self.page.evaluate(PLACES))
        version = self.page.evaluate(VERSION)
        if not wanted:
            raise Finding("There is a decision to make, and nothing to choose")
        self.page.keyboard.press("ArrowDown")
        begin = self.page.evaluate(AT)
        if begin is None:
            raise Finding("The first arrow leads nowhere", wanted=sorted(wanted))
        # By element: some places are on the page twice, and the way on may lead from the other one.
        seen, waiting = {begin["at"]}, [begin["at"]]
        reached = {begin["place"]}
        while waiting and not wanted <= reached:
            at = waiting.pop()
            for arrow in ARROWS:
                self.page.evaluate(f"{STOPS}[{at}]?.focus()")
                self.page.keyboard.press(arrow)
                self.episode.count("keys")
                there = self.page.evaluate(AT)
                if there is not None and there["at"] not in seen:
                    seen.add(there["at"])
                    waiting.append(there["at"])
                    reached.add(there["place"])
        if self.page.evaluate(VERSION) != version or set(self.page.evaluate(PLACES)) != wanted:
            return  # it has become another question meanwhile
        self.episode.count("places reached", len(reached))
        if missing := sorted(wanted - reached):
            size = self.page.viewport_size
            raise Finding(
                f"Arrows do not reach {', '.join(missing)} from {begin['place']}", reached=sorted(reached), window=size
            )

    def decide_by_keys(self) -> None:
        """Go to something with Tab or the arrows, and press Enter, until a decision is made."""
        before = self.page.evaluate(VERSION)
        for _ in range(CLICKS):
            if self.page.evaluate(f"{VERSION} !== '{before}' || {STATE} !== 'deciding'"):
                self.episode.count("decisions")
                return
            was = self.page.evaluate(f"({ALIVE})().join()")
            if self.page.evaluate(CONFIRMS):
                until(self.page, "document.activeElement?.matches('.confirm button.primary') ?? false", "the focus")
            elif not self._go(before):
                continue
            self.note(f"Enter at {self.page.evaluate(FOCUSED)}")
            confirming = self.page.evaluate(CONFIRMS)
            self.page.keyboard.press("Enter")
            changed = f"{VERSION} !== '{before}' || {STATE} !== 'deciding' || ({ALIVE})().join() !== {json.dumps(was)}"
            until(self.page, changed if confirming else f"{changed} || {CONFIRMS}", f"Enter to do something at {was}")
        raise Finding(f"{CLICKS} times Enter made no decision")

    def _go(self, version: str) -> bool:
        """Something that can be chosen gets the focus; whether it has, before the question changed."""
        tabbing = self.chance.random() < 0.2
        for pressed in range(200):
            if self.page.evaluate(f"{VERSION} !== '{version}' || {STATE} !== 'deciding'"):
                return False
            if self.page.evaluate(FOCUSED) is not None and self.chance.random() < 0.4:
                return True
            self.page.keyboard.press("Tab" if tabbing else self.chance.choice(ARROWS))
            self.episode.count("keys")
            if pressed == 100 and not tabbing:
                self.page.evaluate("document.activeElement?.blur()")
        raise Finding(f"{'Tab reaches' if tabbing else 'Arrows reach'} nothing that can be chosen")

    # ------------------------------------------------------------------------------------------------------- recovery

    def come_back(self) -> None:
        """To the table and to now, out of everything that was opened."""
        if f"/table/{self.table}" not in self.page.url:
            self.visit()
        self.player.wait("deciding", "waiting", "over", "past")
        for _ in range(10):
            away = self.page.evaluate(f"{DIALOG} || {MENU} || {SHEET} || {STATE} === 'past'")
            if not away:
                break
            self.page.keyboard.press("Escape")
            self.page.evaluate(DRAWN)
            time.sleep(0.05)
        else:
            shown = self.page.evaluate("document.querySelector('dialog[open]')?.innerText.slice(0, 200) ?? ''")
            raise Finding(f"Escape does not lead back to the board; a dialog says {shown!r}")
        if self.page.evaluate("document.activeElement?.matches('input, textarea, select') ?? false"):
            self.page.keyboard.press("Escape")
        if self.page.evaluate("document.querySelector('[data-decisions] .refused') !== null"):
            self.page.keyboard.press("Escape")
        if self.page.evaluate(CLOSER):  # nobody clicks on what is not in the window
            self.page.locator(".zoom button").last.click()
            until(self.page, f"!({CLOSER})", "the whole board to be seen")
            self.page.evaluate(DRAWN)
