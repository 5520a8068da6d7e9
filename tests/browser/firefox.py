"""Firefox, as Debian has it, driven by WebDriver BiDi: as much of a page as tests of a device ask for."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE

NAMES = ("firefox-esr", "firefox")
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
LARGE = 1 << 28  # bytes of a message
SETTINGS = {  # nothing but our page is fetched, and a throwaway profile is not restored
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.security.https_only_mode": False,
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "http://127.0.0.1:9",
    "toolkit.telemetry.enabled": False,
}


class Page:
    """A tab. What is evaluated is given and gives JSON."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._numbers = socket, itertools.count(1)
        self.ask("session.new", {"capabilities": {}})
        self._tab = self.ask("browsingContext.create", {"type": "tab"})["context"]

    def ask(self, method: str, parameters: dict[str, Any]) -> Any:
        """The result of a command."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(10 * PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def goto(self, url: str) -> None:
        self.ask("browsingContext.navigate", {"context": self._tab, "url": url, "wait": "complete"})

    def evaluate(self, source: str, given: Any = None) -> Any:
        """What a function makes of a value, or a promise of it."""
        call = f"async (given) => JSON.stringify(await ({source})(JSON.parse(given)) ?? null)"
        found = self.ask(
            "script.callFunction",
            {
                "functionDeclaration": call,
                "arguments": [{"type": "string", "value": json.dumps(given)}],
                "target": {"context": self._tab},
                "awaitPromise": True,
            },
        )
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return json.loads(found["result"]["value"])

    def close(self) -> None:
        self.ask("browsingContext.close", {"context": self._tab})


def path() -> str | None:
    """The Firefox of this machine, if it has one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def firefox(profile: Path) -> Iterator[Page]:
    """A page of a Firefox without windows, in an empty profile."""
    program = path()
    assert program, "There is no Firefox: apt-get install firefox-esr."
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in SETTINGS.items()]
    profile.mkdir(parents=True, exist_ok=True)
    (profile / "user.js").write_text("\n".join(lines) + "\n", "utf-8")
    command = [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(profile)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            address = next(found[1] for line in process.stderr if (found := LISTENING.search(line)))
            with connect(f"{address}/session", max_size=LARGE, proxy=None) as socket:
                yield Page(socket)
        finally:
            process.terminate()
            process.communicate()
