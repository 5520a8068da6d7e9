"""A device's worker in a real browser, under the page's content policy, with files from a plain web server."""

from __future__ import annotations

import functools
import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser import remote
from tests.patience import PATIENCE
from ziggurat.server.transport.middleware import HEADERS

POLICY = HEADERS["content-security-policy"]
WASM = "'wasm-unsafe-eval'"
START = """({worker, files, game}) => {
  window.heard = [];
  window.waiting = new Map();
  window.began = performance.now();
  window.device = new Worker(worker);
  device.onerror = (event) => heard.push({is: "failed", kind: "crash", reason: event.message});
  device.onmessage = ({data}) => {
    if (data.is === "answer") waiting.get(data.id)?.(data);
    else heard.push({...data, after: performance.now() - began});
  };
  device.postMessage({do: "start", files, ...(game ? {game} : {})});
}"""
ASK = """({id, method, path, body}) => new Promise((resolve) => {
  waiting.set(id, resolve);
  device.postMessage({do: "ask", id, method, path, body});
})"""
UNTIL = """({is, count, patience}) => new Promise((resolve) => {
  const end = performance.now() + patience;
  const enough = () => heard.some((one) => one.is === "failed") || heard.filter((one) => one.is === is).length >= count;
  const look = () => enough() || performance.now() > end ? resolve() : setTimeout(look, 5);
  look();
})"""


class _Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        if self.path != "/":
            return super().do_GET()
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>device</title>")
        return None

    def end_headers(self) -> None:
        policy = POLICY if WASM in POLICY else POLICY.replace("script-src 'self'", f"script-src 'self' {WASM}")
        self.send_header("content-security-policy", policy)
        super().end_headers()


class Device:
    """A page with a device's worker."""

    def __init__(self, page: Page | remote.Page, folder: Path) -> None:
        self.page: Any = page  # what tests of one browser ask is their own
        self.files = json.loads((folder / "device.json").read_text("utf-8"))
        self._count = 0

    def start(self, game: str = "") -> None:
        """Start the worker."""
        worker = f"/{self.files['files']['worker.js']['name']}"
        self.page.evaluate(START, {"worker": worker, "files": self.files, "game": game})

    def post(self, *messages: dict[str, Any]) -> None:
        """Send messages to the worker."""
        self.page.evaluate("(messages) => messages.forEach((one) => device.postMessage(one))", list(messages))

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status and the body of an answer."""
        self._count += 1
        asked = {"id": self._count, "method": method, "path": path, "body": body}
        answer = self.page.evaluate(ASK, asked)
        return answer["status"], answer["body"]

    def heard(self) -> list[dict[str, Any]]:
        """What the worker has said since the last time, once everything sent has been dealt with."""
        self.ask("GET", "/games")
        said: list[dict[str, Any]] = self.page.evaluate("() => heard.splice(0)")
        return said

    def until(self, kind: str, count: int = 1) -> list[dict[str, Any]]:
        """Wait until so many messages of a kind have come; they are kept."""
        self.page.evaluate(UNTIL, {"is": kind, "count": count, "patience": 1000 * PATIENCE})
        every: list[dict[str, Any]] = self.page.evaluate("() => heard")
        failed = [one for one in every if one["is"] == "failed"]
        assert not failed, failed
        matching = [one for one in every if one["is"] == kind]
        assert len(matching) >= count, f"waited in vain for {count} times {kind!r}; there are {len(matching)}"
        return matching


@contextmanager
def device(browser: Browser, folder: Path) -> Iterator[Device]:
    """A device whose files are in a folder."""
    with files(folder) as url:
        page = browser.new_page()
        page.goto(url)
        yield Device(page, folder)
        page.close()


@contextmanager
def files(folder: Path) -> Iterator[str]:
    """A web server with the files of a folder, and an empty page under our content policy; its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
