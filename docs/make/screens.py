"""Takes screenshots of every page, on desktop and phone, light and dark, to look at.

    python -m docs.make.screens            # into build/screens, those of the documentation also into docs/screens

Part of `make pictures`. The documentation's are WebP.
A real server and a real browser (see tests/page/browsing.py). Each table is a match played at random with a fixed
seed up to the middle, and then in the browser, so that the log is not empty.
"""

from __future__ import annotations

import io
import random
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright
from tests.page.browsing import DESKTOP, PHONE, QUIET, WHOLE, Player, Visitor, browsing
from tests.page.conftest import until_ready
from tests.server import league
from tests.server.serving import serving

import ziggurat
from ziggurat import bots
from ziggurat.puzzles import begin, puzzles

DOCS = Path(__file__).parents[1]
FOLDER = DOCS.parent / "build" / "screens"
KEPT = {  # what pages of the documentation show, by file in docs/screens
    "front/desk-light": "front",
    "puzzle/desk-light": "puzzle",
    "table-babylonia/desk-light": "table-babylonia",
}
PAGES = {
    "front": "/",
    "lobby": "/lobby",
    "new": "/new/babylonia",
    "mine": "/mine",
    "analysis-opening": "/analysis",
    "rules": "/rules/babylonia",
    "leaderboard": "/leaderboard/babylonia",
    "player": "/player/Gudea%20of%20Lagash",
    "profile": "/profile",
    "settings": "/settings",
    "about": "/about",
    "missing": "/nowhere",
}
SEATS = {"babylonia": 3, "amyitis": 2, "ur": 3, "babel": 2}
DECISIONS = {"babylonia": 60, "amyitis": 90, "ur": 120, "babel": 44}
PLAYED = 4  # decisions in the browser
REVIEWED = ("learned:60i", "steward", "scribe")  # who played the match that is reviewed
REVIEW_SECONDS = 10
SHAPES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "is_mobile": True, "has_touch": True},
}


def begun(name: str) -> tuple[str, int]:
    """The log of a match between random players, and a decision in the middle of it that is the first seat's."""
    match, chance = ziggurat.new(name, seats=SEATS[name], seed=7), random.Random(7)
    decision = 0
    while not match.over:
        if match.actor == 0 and len(match) <= DECISIONS[name]:
            decision = len(match)
        match.play(chance.choice(match.legal()))
    return match.to_text(), decision


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        league.fill(f"sqlite:///{folder}/screens.db")
        photograph_all(folder)


def photograph_all(folder: str) -> None:
    """Screenshots in every window size and theme."""
    with (
        serving(f"sqlite:///{folder}/screens.db", review_seconds=REVIEW_SECONDS) as server,
    ):
        until_ready(server.url)
        with sync_playwright() as playwright, browsing(playwright, WHOLE) as browser:
            for shape, window in SHAPES.items():
                for look in ("light", "dark"):
                    visitor = Visitor(browser, server.url, settings=QUIET, color_scheme=look, **window)
                    photograph(visitor, f"{shape}-{look}")
                    photograph_puzzles(visitor, f"{shape}-{look}")
                    photograph_review(visitor, f"{shape}-{look}")
                    photograph_analysis(visitor, f"{shape}-{look}")
                    photograph_sharing(visitor, f"{shape}-{look}")
                    photograph_statistics(visitor, f"{shape}-{look}")
                    visitor.close()


def photograph(visitor: Visitor, name: str) -> None:
    """Every page and a table of every game, as one visitor sees them."""
    visitor.api("GET", "/me")
    visitor.api("PATCH", "/me", {"name": "Enheduanna"})
    for game in SEATS:
        log, decision = begun(game)
        imported = visitor.api("POST", "/import", {"log": log})["id"]
        seats = [{"who": "me"}, *[{"who": "random"}] * (SEATS[game] - 1)]
        table = visitor.api("POST", f"/tables/{imported}/fork", {"decision": decision, "seats": seats})["id"]
        visitor.open(f"/table/{table}")
        Player(visitor).play(PLAYED)
        shoot(visitor, f"table-{game}/{name}")
    visitor.open(f"/replay/{imported}/{decision}")
    visitor.page.wait_for_selector("svg [data-place]")
    shoot(visitor, f"replay/{name}")
    for page, path in PAGES.items():
        visitor.open(path)
        visitor.page.wait_for_selector("h1")
        shoot(visitor, f"{page}/{name}")


def played() -> str:
    """The log of a match between a good bot and weaker ones, to review."""
    match = ziggurat.new("babylonia", seats=len(REVIEWED), seed=11)
    players = [bots.find(name)(match.game, seat) for seat, name in enumerate(REVIEWED)]
    while not match.over:
        match.play(players[match.actor].choose(match.record(match.actor)))
    return match.to_text()


def photograph_review(visitor: Visitor, name: str) -> None:
    """The review of a match, at the decision that cost most."""
    visitor.api("GET", "/me")
    table = visitor.api("POST", "/import", {"log": played()})["id"]
    visitor.api("POST", f"/tables/{table}/review")
    while (found := visitor.api("GET", f"/tables/{table}/review"))["status"] != "done":
        visitor.page.wait_for_timeout(200)
    worst = max(found["known"]["judged"], key=lambda judged: judged["cost"])
    visitor.open(f"/replay/{table}/{worst['decision']}")
    visitor.page.wait_for_selector(".verdict")
    visitor.page.evaluate("innerWidth < 700 && document.getElementById('replay-tab-log').scrollIntoView()")
    visitor.page.evaluate("innerWidth < 700 && scrollBy(0, -170)")  # what stays on top of a phone's screen
    shoot(visitor, f"review/{name}")


def photograph_sharing(visitor: Visitor, name: str) -> None:
    """The share dialog with picture and film."""
    log, decision = begun("babylonia")
    visitor.api("GET", "/me")
    table = visitor.api("POST", "/import", {"log": log})["id"]
    visitor.open(f"/replay/{table}/{decision}")
    visitor.page.get_by_role("button", name="Share").click()
    visitor.page.wait_for_selector("dialog img.there")
    shoot(visitor, f"share/{name}")


def photograph_statistics(visitor: Visitor, name: str) -> None:
    """The statistics page after some matches, one of them reviewed."""
    visitor.api("GET", "/me")
    for others in (("random",), ("random", "greedy")):
        visitor.open(f"/table/{visitor.new_table('babylonia', *others)}")
        Player(visitor).play_out()
    table = visitor.page.url.split("/")[-1]
    visitor.api("POST", f"/tables/{table}/review")
    while visitor.api("GET", f"/tables/{table}/review")["status"] != "done":
        visitor.page.wait_for_timeout(200)
    visitor.open("/statistics")
    visitor.page.wait_for_selector("table")
    shoot(visitor, f"statistics/{name}")


def photograph_analysis(visitor: Visitor, name: str) -> None:
    """The analysis board in the middle of a match, with a variation and the search's lines; and a position set up."""
    log, decision = begun("babylonia")
    table = visitor.api("POST", "/import", {"log": log})["id"]
    visitor.open(f"/analysis/replay/{table}/{decision}")
    Player(visitor).play(2)
    visitor.page.get_by_label("Comment").fill("Looks at two cities, and keeps the river open.")
    visitor.page.get_by_label("Comment").blur()
    visitor.page.get_by_text("Marks as text").click()
    visitor.page.get_by_label("Marks and arrows").fill("hex:i9>hex:n5 hex:h5")
    visitor.page.get_by_label("Marks and arrows").blur()
    visitor.page.get_by_role("button", name="Search", exact=True).click()
    visitor.page.wait_for_selector(".engine li")
    visitor.page.wait_for_timeout(3000)
    visitor.page.get_by_role("button", name="Stop", exact=True).click()
    visitor.page.evaluate("scrollTo(0, 0)")
    shoot(visitor, f"analysis/{name}")
    if "phone" in name:
        visitor.page.locator(".engine").scroll_into_view_if_needed()
        visitor.page.evaluate("document.querySelector('.engine').scrollIntoView({ block: 'start' })")
        shoot(visitor, f"analysis-tree/{name}")
    visitor.page.get_by_role("button", name="Set up").click()
    visitor.page.wait_for_selector("input[name=setup-piece]")
    visitor.page.evaluate("scrollTo(0, 0)")
    shoot(visitor, f"analysis-setup/{name}")


def photograph_puzzles(visitor: Visitor, name: str) -> None:
    """A missed puzzle, a solved one, and the list of puzzles afterwards."""
    for game, right in (("amyitis", True), ("babel", True), ("babylonia", False)):
        all_puzzles = puzzles(ziggurat.game(game))
        puzzle = all_puzzles[len(all_puzzles) // 2]
        visitor.api("GET", "/me")
        if right:
            visitor.api("POST", f"/puzzles/{game}/{puzzle.id}", {"move": puzzle.answers[0]})
            continue
        visitor.open(f"/puzzles/{game}/{puzzle.id}")
        Player(visitor).wait("deciding")
        visitor.page.keyboard.press("/")
        visitor.page.get_by_role("dialog").get_by_role("combobox").fill(
            begin(puzzle).game.notation.write(puzzle.tempting)
        )
        visitor.page.keyboard.press("Enter")
        visitor.page.wait_for_selector("[data-verdict=missed]")
        shoot(visitor, f"puzzle/{name}")
    visitor.open("/puzzles")
    visitor.page.wait_for_selector("article")
    shoot(visitor, f"puzzles/{name}")


def shoot(visitor: Visitor, name: str) -> None:
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate("document.fonts.ready")
    visitor.page.wait_for_timeout(300)  # what fades in has faded in
    picture = visitor.page.screenshot(path=FOLDER / f"{name}.png")
    if name in KEPT:
        Image.open(io.BytesIO(picture)).save(DOCS / "screens" / f"{KEPT[name]}.webp", quality=80, method=6)


if __name__ == "__main__":
    main()
