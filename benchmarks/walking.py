"""How long readers of a review, and those who walk an analysis, wait.

    python -m benchmarks.walking [--games babylonia,amyitis,ur,babel]

A real server and a real Chromium. Opening: from the address to the curve of a review that is there, page and all.
Walking: from the key until the board of the next decision is laid out (the page has fetched it ahead); painting it is
not counted.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tests.page.browsing import DESKTOP, QUIET, WHOLE, Visitor, becomes, browsing, until
from tests.page.conftest import until_ready
from tests.server.serving import serving

import ziggurat
from ziggurat.bots import find

STEPS = 40
# The work between a key and the frame that shows what it does. What is shown has been fetched before.
WALK = """async ([steps, where]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const shown = () => {
    const found = document.querySelector(where);
    return found.valueAsNumber ?? Number(found.dataset.position);
  };
  const times = [];
  for (let step = 0; step < steps; step++) {
    await new Promise((done) => setTimeout(done, 250));
    await frame();
    const [before, begun] = [shown(), performance.now()];
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    for (let turn = 0; turn < 50 && shown() === before; turn++) await Promise.resolve();
    document.body.getBoundingClientRect();  // layout is part of it
    times.push([performance.now() - begun, shown() !== before]);
    await frame();
  }
  return times;
}"""


def reviewed(visitor: Visitor, game: str) -> str:
    """A match that was played by a bot, and its review."""
    match = ziggurat.new(game, seats=2, seed=7)
    bot = find("greedy")(match.game, 7)
    chance = random.Random(7)
    while not match.over:
        match.play(bot.choose(match.record(match.actor)) if chance.random() < 0.7 else chance.choice(match.legal()))
    visitor.api("GET", "/me")
    table = str(visitor.api("POST", "/import", {"log": match.to_text()})["id"])
    visitor.api("POST", f"/tables/{table}/review")
    becomes(visitor.page, lambda: visitor.api("GET", f"/tables/{table}/review")["status"], "done")
    return table


def opening(page: Page, visitor: Visitor, table: str) -> float:
    """Milliseconds from the address to the curve."""
    page.goto("about:blank")
    page.goto(f"{visitor.url}/replay/{table}#review", wait_until="commit")
    until(page, "document.querySelector('.review svg path')", "the curve")
    moment: float = page.evaluate("performance.now()")
    return moment


def walking(page: Page, where: str) -> str:
    """How long steps take to be drawn; `where` is what tells the decision that is shown."""
    drawn = sorted(time for time, shown in page.evaluate(WALK, [STEPS, where]) if shown)
    late = drawn[int(0.95 * len(drawn))]
    return f"{statistics.median(drawn):.1f} ms (95% in {late:.1f}, of {len(drawn)} steps)"


def main() -> None:
    """Measure, and print a line a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(ziggurat.game_names()))
    chosen = parser.parse_args().games.split(",")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(f"sqlite:///{Path(folder)}/walking.db", review_seconds=6) as server,
        sync_playwright() as playwright,
        browsing(playwright, WHOLE) as browser,
    ):
        until_ready(server.url)
        for game in chosen:
            visitor = Visitor(browser, server.url, settings=QUIET, viewport=DESKTOP)
            table = reviewed(visitor, game)
            opened = [opening(visitor.page, visitor, table) for _ in range(5)]
            page = visitor.open(f"/replay/{table}/5#review")
            until(page, "document.querySelector('.review svg path')", "the curve")
            print(
                f"{game}: a review opens in {statistics.median(opened):.0f} ms (slowest {max(opened):.0f}); "
                f"a step is drawn in {walking(page, '.timeline input')}"
            )
            page = visitor.open(f"/analysis/replay/{table}/5")
            until(page, "document.querySelector('.tree [aria-current]')", "the tree")
            print(f"{game}: on the analysis board a step is drawn in {walking(page, '.tree [aria-current]')}")
            visitor.close()


if __name__ == "__main__":
    main()
