"""The page's budgets, in a real browser before a real server: what a first table weighs, and how fast it draws.

    python -m benchmarks.page

For each game: the scripts and styles of a first table as they came over the wire (compressed); the first contentful
paint of the front page; how long one change of the position takes, from the arrival of its message until everything is
laid out again; and the largest layout shift while others move.
"""

from __future__ import annotations

import statistics
import tempfile
from typing import Any

from playwright.sync_api import Page, sync_playwright
from tests.page.browsing import Player, Visitor, browsing
from tests.page.conftest import until_ready
from tests.server.serving import serving

OTHERS = {"babylonia": 1, "amyitis": 1, "ur": 2, "babel": 1}
DECISIONS = 25
FRAME = 16  # milliseconds
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# What a change of the position costs: from the message's arrival until everything is laid out again.
COSTS = """() => {
  window.costs = [];
  window.WebSocket = class extends WebSocket {
    constructor(...from) {
      super(...from);
      this.addEventListener("message", (event) => {
        const began = performance.now();
        const drawn = new MessageChannel();
        drawn.port1.onmessage = () => {
          document.body.getBoundingClientRect();
          if (event.data.startsWith('{"type":"changed"')) window.costs.push(performance.now() - began);
        };
        drawn.port2.postMessage(0);
      });
    }
  };
}"""
SHIFTS = """() => {
  window.shifts = [];
  const note = (one) => one.hadRecentInput || window.shifts.push(one.value);
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift" });
}"""


def weight(page: Page, path: str) -> float:
    """Kilobytes of scripts and styles fetched for an address, compressed, by a browser that has nothing yet."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    kinds: dict[str, str] = {}
    total = 0.0

    def answered(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]

    def finished(event: dict[str, Any]) -> None:
        nonlocal total
        if kinds.get(event["requestId"]) in ("Script", "Stylesheet"):
            total += event["encodedDataLength"] / 1000

    session.on("Network.responseReceived", answered)
    session.on("Network.loadingFinished", finished)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    session.detach()
    return total


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(f"sqlite:///{folder}/page.db") as server:
        until_ready(server.url)
        with sync_playwright() as playwright, browsing(playwright) as browser:
            front = Visitor(browser, server.url)
            front.open("/")
            front.page.wait_for_load_state("networkidle")
            print(f"front page: first contentful paint after {front.page.evaluate(PAINT):.0f} ms")
            front.close()
            for game, others in OTHERS.items():
                visitor = Visitor(browser, server.url)
                visitor.context.add_init_script(f"({COSTS})()")
                table = visitor.new_table(game, *["random"] * others, seed=3)
                kilobytes = weight(visitor.page, f"/table/{table}")
                player = Player(visitor)
                player.wait("deciding")
                visitor.page.evaluate(SHIFTS)
                for _ in range(DECISIONS):
                    if player.wait("deciding", "over") == "over":
                        break
                    player.decide()
                costs = visitor.page.evaluate("window.costs")
                shifts = visitor.page.evaluate("window.shifts")
                within = sum(cost < FRAME for cost in costs) / len(costs)
                print(
                    f"{game}: first table {kilobytes:.0f} kB; a change takes {statistics.median(costs):.1f} ms in the "
                    f"middle, {within:.0%} of {len(costs)} under {FRAME} ms, {max(costs):.0f} at most; "
                    f"largest layout shift {max(shifts, default=0):.4f}",
                    flush=True,
                )
                visitor.close()


if __name__ == "__main__":
    main()
