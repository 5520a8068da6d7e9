"""Photograph the pages on which people meet: finding somebody, tournaments, moderation, one's own account.

    python -m docs.make.meetings           # into build/screens, as `docs.make.screens` does with all the others
    python -m docs.make.meetings --language nl --folder build/nl

Everybody here is real: people of this server who join, play, talk and complain over its interface.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.page.browsing import DESKTOP, PHONE, QUIET, WHOLE, Visitor, browsing
from tests.page.conftest import until_ready
from tests.server import league
from tests.server.mail_server import mail_server, settings
from tests.server.serving import Person, Server, serving

from ziggurat.server.administration import roles
from ziggurat.server.storage import database

FOLDER = Path(__file__).parents[2] / "build" / "screens"
SHAPES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "is_mobile": True, "has_touch": True},
}
READERS = {  # who looks, since a name is one's own
    "desk-light": "Enheduanna",
    "desk-dark": "Ninbanda",
    "phone-light": "Baranamtarra",
    "phone-dark": "Shagshag",
}
CLUB = ("Ur-Nammu", "Amar-Sin", "Ibbi-Sin", "Ku-Bau", "Lugalzagesi")
CLOCK = {"kind": "clock", "base": 1_200_000, "increment": 15_000}
PASSWORD = "a long password"  # noqa: S105 - nobody's


def main() -> None:
    options = argparse.ArgumentParser(description="Photograph the pages on which people meet.")
    options.add_argument("--folder", type=Path, default=FOLDER)
    options.add_argument("--language", default="en")
    options.add_argument("--whole", action="store_true", help="whole pages, not what fits a window")
    options.add_argument("--only", default="", help="the shape and look alone, such as phone-dark")
    chosen = options.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, mail_server() as mail:
        url = f"sqlite:///{folder}/screens.db"
        league.fill(url)
        with (
            serving(url, **settings(mail)) as server,
            sync_playwright() as playwright,
            browsing(playwright, WHOLE) as browser,
        ):
            until_ready(server.url)
            club = [member(server, name) for name in CLUB]
            for name in READERS:
                if chosen.only in name:
                    photograph(browser, server, club, name, chosen.folder, chosen.language, whole=chosen.whole)


def member(server: Server, name: str) -> Person:
    person = Person(server)
    person.ask("PATCH", "/api/me", {"name": name})
    person.ask("POST", "/api/account", {"login": name.lower(), "password": PASSWORD})
    return person


def photograph(
    browser: Browser, server: Server, club: list[Person], name: str, folder: Path, language: str, *, whole: bool
) -> None:
    """Every page, as one registered reader sees it."""
    shape, look = name.split("-")
    visitor = Visitor(browser, server.url, settings={**QUIET, "language": language}, color_scheme=look, **SHAPES[shape])

    def shoot(page: str, *, over: bool = False) -> None:
        visitor.settle()
        visitor.page.evaluate("document.fonts.ready")
        if not over:
            visitor.page.evaluate("scrollTo(0, 0)")
        visitor.page.wait_for_timeout(300)  # what fades in has faded in
        visitor.page.screenshot(path=folder / f"{page}/{name}.png", full_page=whole and not over)

    def see(page: str, path: str) -> None:
        visitor.open(path)
        shoot(page)

    see("reset", "/reset")
    see("confirm", f"/confirm#{'k' * 43}")
    see("privacy", "/privacy")
    visitor.api("PATCH", "/me", {"name": READERS[name]})
    login = READERS[name].lower()
    visitor.api("POST", "/account", {"login": login, "password": PASSWORD})
    visitor.api("POST", "/email", {"address": f"{login}@example.org", "password": PASSWORD, "language": "en"})
    visitor.api("POST", "/feeds", {"language": "en"})
    for friend in club:
        friend.ask("PUT", f"/api/players/{READERS[name]}/follow")
    for followed in CLUB[:3]:
        visitor.api("PUT", f"/players/{followed}/follow")
    see("profile-member", "/profile")
    _photograph_finding(visitor, club, shoot)
    _photograph_tournaments(visitor, club, shoot)
    _photograph_peace(visitor, server, club, shoot, READERS[name])
    visitor.close()


def _photograph_finding(visitor: Visitor, club: list[Person], shoot: Any) -> None:
    """The lobby while one looks for somebody, and a table that waits for company."""
    club[0].join(club[0].open_table("me", "open", "open", game="ur", public=True, pace=CLOCK))
    club[1].open_table("me", "open", game="babel", public=True, pace={"kind": "turn", "base": 172_800_000})
    table = club[2].open_table("me", "open", game="babylonia", public=True)
    club[2].ask("POST", f"/api/tables/{table}/invite", {"name": visitor.api("GET", "/me")["name"]})
    visitor.open("/lobby")
    wish = {"game": "amyitis", "seats": [2, 3], "pace": "live", "rated": True}
    visitor.api("POST", "/seek", wish)
    visitor.page.evaluate("wish => localStorage.setItem('ziggurat:seek', JSON.stringify(wish))", wish)
    visitor.open("/lobby")
    shoot("lobby-looking")
    ask(visitor, "DELETE", "/seek")
    visitor.page.evaluate("localStorage.removeItem('ziggurat:seek')")
    visitor.open(f"/table/{visitor.new_table('ur', 'open', 'open', public=True)}")
    visitor.page.wait_for_selector("details summary")
    visitor.page.locator("details summary").last.click()
    shoot("table-waiting")


def _photograph_tournaments(visitor: Visitor, club: list[Person], shoot: Any) -> None:
    """Announced, running with its organizer looking, over; and the form."""
    visitor.open("/tournaments/new")
    visitor.page.wait_for_selector("details summary")
    visitor.page.locator("details summary").last.click()
    shoot("tournament-new")
    bots = {"title": "Bots among themselves", "bots": ["apprentice", "scribe", "apprentice"], "system": "round-robin"}
    visitor.api("POST", "/tournaments", {**bots, "game": "babel", "pace": CLOCK, "join": False})
    wish = {"title": "Thursday club", "game": "babylonia", "seats": 2, "pace": CLOCK, "join": True, "rounds": 3}
    made = visitor.api("POST", "/tournaments", wish)["id"]
    for person in club:
        person.ask("POST", f"/api/tournaments/{made}/join")
    visitor.api("POST", f"/tournaments/{made}/start")
    visitor.open(f"/tournament/{made}")
    shoot("tournament-called")
    _play_round(club, visitor, made)
    while sum(player["points"] for player in visitor.api("GET", f"/tournaments/{made}")["players"]) < 2:
        visitor.page.wait_for_timeout(200)  # results are taken once a second
    visitor.open(f"/tournament/{made}")
    shoot("tournament-running")
    visitor.open("/tournaments")
    shoot("tournaments")
    visitor.api("POST", f"/tournaments/{made}/cancel")
    visitor.open(f"/tournament/{made}")
    shoot("tournament-over")


def _play_round(club: list[Person], visitor: Visitor, made: str) -> None:
    """Everybody comes, and of each table but the reader's somebody resigns."""
    chance = random.Random(1)
    tournament = visitor.api("GET", f"/tournaments/{made}")
    visitor.api("POST", f"/tables/{tournament['table']}/sit", {})
    for person in club:
        table = person.ask("GET", f"/api/tournaments/{made}")["table"]
        if table:
            person.sit(table)
    for person in club:
        table = person.ask("GET", f"/api/tournaments/{made}")["table"]
        if table and table != tournament["table"]:
            chair = person.join(table)
            if chair.seat == 0 or chance.random() < 0.5:
                chair.ask("resign")
            chair.close()


def _photograph_peace(visitor: Visitor, server: Server, club: list[Person], shoot: Any, name: str) -> None:
    """What is said at a table, about whom one asks, and what a moderator sees of it."""
    page, other = visitor.page, club[3]
    table = visitor.new_table("babel", "open")
    other.sit(table)
    chair = other.join(table)
    for text in ("Good luck!", "You play like a donkey, and so does everybody else here."):
        chair.ask("say", text=text)
    visitor.open(f"/table/{table}")
    page.wait_for_selector("[data-decisions]")
    sheet = page.get_by_role("button", name=re.compile("chat (and more|en meer)"))
    if sheet.count():
        sheet.first.click()
    page.locator("[role=tab]", has_text="Chat").click()
    page.get_by_role("log").get_by_role("button", name=CLUB[3]).first.click()
    shoot("person", over=True)
    page.keyboard.press("Escape")
    said = [line["id"] for line in other.join(table).welcome["chat"]]
    report = {"table": table, "seat": 1, "kind": "insults", "text": "Look at the last line, please.", "lines": said}
    ask(visitor, "POST", "/reports", report)
    chair.close()
    engine = database.connect(server.database)
    with engine.begin() as connection:
        roles.change(connection, name, roles.Role.MODERATOR, int(time.time() * 1000), given=True)
    engine.dispose()
    visitor.open("/moderation")
    page.wait_for_selector("main li button")
    shoot("moderation")
    page.locator("main li button").first.click()
    page.wait_for_selector("main form")
    shoot("moderation-report")


def ask(visitor: Visitor, method: str, path: str, body: Any = None) -> None:
    """As `Visitor.api`, where nothing is answered."""
    answer = visitor.context.request.fetch(f"{visitor.url}/api{path}", method=method, data=body, max_retries=3)
    if not answer.ok:
        raise RuntimeError(answer.text())


if __name__ == "__main__":
    main()
