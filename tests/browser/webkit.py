"""WebKit, the engine of Safari, as Debian has it for GTK: driven by WebDriver, on a screen that nobody sees."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.browser import remote
from tests.patience import PATIENCE
from tests.server.postgres import free_port

DRIVER, SCREEN = "WebKitWebDriver", "Xvfb"
BROWSERS = ("/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/lib/*/webkitgtk-6.0/MiniBrowser")
SETTINGS = {
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # tests may run as root, and open our own pages
    "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "GDK_BACKEND": "x11",
    "NO_AT_BRIDGE": "1",
    "LC_ALL": "en_GB.UTF-8",
}
SCRIPT = "const done = arguments[1]; (FUNCTION)(arguments[0]).then((made) => done([made]), (why) => done(String(why)));"


class Page(remote.Page):
    """A window of a WebKit."""

    def __init__(self, driver: httpx.Client, browser: str) -> None:
        super().__init__()
        self._driver = driver
        options = {"binary": browser, "args": ["--automation"]}
        session = self._ask(
            "POST", "/session", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        )
        self._capabilities = session["capabilities"]
        self._session = f"/session/{session['sessionId']}"
        limits = {"script": 1000 * PATIENCE, "pageLoad": 1000 * PATIENCE}
        self._ask("POST", f"{self._session}/timeouts", limits)
        self._ask("POST", f"{self._session}/window/rect", {"width": 1280, "height": 900})

    @property
    def version(self) -> str:
        return f"WebKitGTK {self._capabilities['browserVersion']}"

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = self._driver.request(method, path, json=body if method == "POST" else None)
        assert answer.is_success, answer.text
        return answer.json()["value"]

    def goto(self, url: str) -> None:
        self._ask("POST", f"{self._session}/url", {"url": url})

    def reload(self) -> None:
        self._ask("POST", f"{self._session}/refresh", {})

    def evaluated(self, function: str, given: str) -> str:
        script = SCRIPT.replace("FUNCTION", function)
        found = self._ask("POST", f"{self._session}/execute/async", {"script": script, "args": [given]})
        assert isinstance(found, list), found
        return str(found[0])

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self._ask("POST", f"{self._session}/actions", {"actions": actions})

    def close(self) -> None:
        self._ask("DELETE", self._session)


def path() -> str | None:
    """The WebKit of this machine, if it has one that can be driven."""
    if not (shutil.which(DRIVER) and shutil.which(SCREEN)):
        return None
    found = (str(path) for pattern in BROWSERS for path in Path("/").glob(pattern.lstrip("/")))
    return next(found, None)


@contextmanager
def webkit(home: Path) -> Iterator[Page]:
    """A window of a WebKit that has stored nothing yet."""
    browser = path()
    assert browser, "There is no WebKit: apt-get install webkit2gtk-driver xvfb."
    home.mkdir(parents=True, exist_ok=True)
    with _screen() as display:
        port = free_port()
        places = {name: str(home) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        environment = {**os.environ, **SETTINGS, **places, "DISPLAY": display}
        command = [DRIVER, f"--port={port}"]
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=10 * PATIENCE) as driver:
                    _until_ready(driver)
                    page = Page(driver, browser)
                    yield page
                    page.close()
            finally:
                process.terminate()


@contextmanager
def _screen() -> Iterator[str]:
    """A screen without a monitor; its name."""
    reading, writing = os.pipe()
    size = ("-screen", "0", "1400x1000x24")
    with (
        _started(SCREEN, "-displayfd", str(writing), *size, "-nolisten", "tcp", pass_fds=[writing]) as process,
        os.fdopen(reading) as said,
    ):
        os.close(writing)
        try:
            number = said.readline().strip()
            assert number, f"{SCREEN} has not started"
            yield f":{number}"
        finally:
            process.terminate()


def _started(*command: str, **more: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)


def _until_ready(driver: httpx.Client) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            if driver.get("/status").json()["value"]["ready"]:
                return
        except httpx.ConnectError:
            pass
        assert time.monotonic() < end, f"{DRIVER} has not started"
        time.sleep(0.05)
