"""The page's budgets, in a real browser before a real server: what a first table weighs, and how fast it draws.

    python -m benchmarks.page

The first contentful paint of the front page; and for each game: the scripts and styles of a first table as they came
over the wire (compressed); what drawing one change of the position costs; and the largest layout shift while
others move.

A change is drawn in two tasks of the browser's main thread: the one in which its message arrives and the page is told
(scripts), and the next frame (style, layout, paint). Their cost is read from the browser's own trace as processor time,
which other work on the machine disturbs little.
"""

from __future__ import annotations

import json
import statistics
import tempfile
from bisect import bisect_left, bisect_right
from collections import Counter
from typing import Any, NamedTuple

from playwright.sync_api import Page, sync_playwright
from tests.page.browsing import WHOLE, Player, Visitor, browsing
from tests.page.conftest import until_ready
from tests.server.serving import serving

OTHERS = {"babylonia": 1, "amyitis": 1, "ur": 2, "babel": 1}
DECISIONS = 25
FRAME = 16  # milliseconds
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# Marks in the trace where a change of the position arrives.
MARK = """() => {
  window.WebSocket = class extends WebSocket {
    constructor(...from) {
      super(...from);
      this.addEventListener("message", ({ data }) => {
        if (data.startsWith('{"type":"changed"')) performance.mark("changed");
      });
    }
  };
}"""
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "blink.user_timing"]
PARTS = {"FunctionCall": "scripts", "UpdateLayoutTree": "style", "Layout": "layout"}
PAINTING = {"PrePaint", "Paint", "Layerize", "Commit"}
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


class Drawing(NamedTuple):
    """What drawing one change cost the browser's main thread, in milliseconds."""

    whole: float
    parts: Counter[str]


def drawings(trace: bytes) -> list[Drawing]:
    """Each change that a trace has marked: its own task, and that of the frame after it."""
    events = json.loads(trace)["traceEvents"]
    marks = [event for event in events if event["name"] == "changed" and "user_timing" in event["cat"]]
    thread = (marks[0]["pid"], marks[0]["tid"])
    timed = [event for event in events if "tdur" in event and (event["pid"], event["tid"]) == thread]
    timed.sort(key=lambda event: event["ts"])
    tasks = [event for event in timed if event["name"] == "RunTask"]
    starts = [task["ts"] for task in tasks]
    frames = [event["ts"] for event in timed if event["name"] == "Layerize"]

    def drawing(at: float) -> Drawing:
        moments = [at, *frames[bisect_right(frames, at) :][:1]]
        both = {bisect_right(starts, moment) - 1 for moment in moments}
        parts: Counter[str] = Counter()
        for task in (tasks[number] for number in both):
            for event in timed[bisect_left(timed, task["ts"], key=lambda event: event["ts"]) :]:
                if event["ts"] >= task["ts"] + task["dur"]:
                    break
                name = "paint" if event["name"] in PAINTING else PARTS.get(event["name"])
                if name:
                    parts[name] += event["tdur"] / 1000
        return Drawing(sum(tasks[number]["tdur"] for number in both) / 1000, parts)

    return [drawing(mark["ts"]) for mark in marks]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(f"sqlite:///{folder}/page.db") as server:
        until_ready(server.url)
        with sync_playwright() as playwright, browsing(playwright, WHOLE) as browser:
            front = Visitor(browser, server.url)
            front.open("/")
            front.page.wait_for_load_state("networkidle")
            print(f"front page: first contentful paint after {front.page.evaluate(PAINT):.0f} ms")
            front.close()
            for game, others in OTHERS.items():
                visitor = Visitor(browser, server.url)
                visitor.context.add_init_script(f"({MARK})()")
                table = visitor.new_table(game, *["random"] * others, seed=3)
                kilobytes = weight(visitor.page, f"/table/{table}")
                player = Player(visitor)
                player.wait("deciding")
                visitor.page.evaluate(SHIFTS)
                browser.start_tracing(page=visitor.page, categories=TRACED)
                for _ in range(DECISIONS):
                    if player.wait("deciding", "over") == "over":
                        break
                    player.decide()
                drawn = drawings(browser.stop_tracing())
                shifts = visitor.page.evaluate("window.shifts")
                costs = sorted(one.whole for one in drawn)
                within = sum(cost < FRAME for cost in costs) / len(costs)
                parts = sum((one.parts for one in drawn), Counter[str]())
                means = ", ".join(f"{name} {total / len(drawn):.1f}" for name, total in parts.most_common())
                print(
                    f"{game}: first table {kilobytes:.0f} kB; a change is drawn in {statistics.median(costs):.1f} ms "
                    f"in the middle, {within:.0%} of {len(costs)} under {FRAME} ms, {costs[-1]:.0f} at most "
                    f"(on average {means}); largest layout shift {max(shifts, default=0):.4f}",
                    flush=True,
                )
                visitor.close()


if __name__ == "__main__":
    main()
