"""Two people in two browsers on a club's first evening; each line on standard input lets them go on.

`python -m tests.hosting.people SITE SIGNER PASSWORD_LINK INVITATION_LINK FOLDER`: SIGNER is the key that signed the
site's certificate; pictures go into FOLDER.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect, sync_playwright

from tests.page import browsing
from tests.page.browsing import PHONE, QUIET, Player, Visitor

PASSWORD = "correct horse battery"  # noqa: S105 - of somebody who does not exist
ROUNDS = 6  # decisions that each has to make before the next thing happens


def wait() -> None:
    """Wait until they may go on."""
    if not sys.stdin.readline():
        sys.exit("Nobody waits for us any more.")


def choose_password(page: Page, link: str) -> None:
    """Anna follows the link that the host gave her."""
    page.goto(link)
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_text("Logged in as anna")).to_be_visible()


def register(page: Page, link: str) -> None:
    """Bob follows the invitation."""
    page.goto(link)
    page.get_by_label("Login", exact=True).fill("bob")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("Logged in as bob")).to_be_visible()


def found_tournament(page: Page) -> str:
    """Anna creates a tournament; its address comes back."""
    page.goto("/tournaments")
    page.get_by_role("link", name="Create a tournament").click()
    page.get_by_label("Tournament name").fill("Club evening")
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("heading", name="Club evening", level=1)).to_be_visible()
    return page.url


def play(players: list[Player], decisions: int) -> int:
    """Both decide so often; returns how often somebody else had to be waited for."""
    until = [player.decisions + decisions for player in players]
    while any(player.decisions < most for player, most in zip(players, until, strict=True)):
        for player in players:
            state = player.wait("deciding", "waiting", "over")
            assert state != "over", "the match was over too soon"
            if state == "deciding":
                player.decide()
    return sum(player.decisions for player in players)


def meet(anna: Visitor, bob: Visitor, password: str, invitation: str) -> None:
    """They log in, join the tournament and sit down at the table it has for them."""
    choose_password(anna.page, password)
    register(bob.page, invitation)
    address = found_tournament(anna.page)
    bob.page.goto(address)
    bob.page.get_by_role("button", name="Join").first.click()
    expect(anna.page.locator("tbody th")).to_have_count(2)
    anna.page.get_by_role("button", name="Start now").click()
    for visitor in (anna, bob):
        visitor.page.get_by_role("button", name="Go to my table").click()
        visitor.page.wait_for_url("**/table/*")


def main(site: str, signer: str, password: str, invitation: str, folder: Path) -> None:
    """The evening."""
    host = urlsplit(site).hostname
    trusting = [f"--ignore-certificate-errors-spki-list={signer}", f"--host-resolver-rules=MAP {host} 127.0.0.1"]
    browsing.FLAGS.extend(trusting)
    with sync_playwright() as playwright, browsing.browsing(playwright) as browser:
        anna = Visitor(browser, site, settings=QUIET)
        bob = Visitor(browser, site, settings=QUIET, viewport=PHONE, has_touch=True, is_mobile=True)
        players = [Player(anna, 1), Player(bob, 2)]
        wait()
        meet(anna, bob, password, invitation)
        begun = time.monotonic()
        made = play(players, 1)
        anna.page.screenshot(path=folder / "anna.png")
        bob.page.screenshot(path=folder / "bob.png")
        print(f"Anna and Bob play: {made} decisions in {time.monotonic() - begun:.0f} s", flush=True)
        while sys.stdin.readline():
            begun = time.monotonic()
            made = play(players, ROUNDS)
            print(f"They play on: {made} decisions, the last in {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    try:
        site, signer, password, invitation, folder = sys.argv[1:6]
        main(site, signer, password, invitation, Path(folder))
    finally:
        for visitor in Visitor.living:
            for complaint in visitor.complaints:
                print(f"a browser complains: {complaint}", file=sys.stderr)
