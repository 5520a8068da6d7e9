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

from tests.browser import remote
from tests.patience import PATIENCE
from tests.preflight import FIREFOX

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


class Page(remote.Page):
    """A tab of a Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__()
        self._socket, self._numbers = socket, itertools.count(1)
        session = self.ask("session.new", {"capabilities": {}})
        self._capabilities = session["capabilities"]
        self._tab = self.ask("browsingContext.create", {"type": "tab"})["context"]

    @property
    def version(self) -> str:
        return f"Firefox {self._capabilities['browserVersion']}"

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

    def reload(self) -> None:
        self.ask("browsingContext.reload", {"context": self._tab, "wait": "complete"})

    def evaluated(self, function: str, given: str) -> str:
        arguments = [{"type": "string", "value": given}]
        target = {"context": self._tab}
        call = {"functionDeclaration": function, "arguments": arguments, "target": target, "awaitPromise": True}
        found = self.ask("script.callFunction", call)
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return str(found["result"]["value"])

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self.ask("input.performActions", {"context": self._tab, "actions": actions})


def path() -> str | None:
    """The Firefox of this machine, if it has one."""
    return next((found for name in FIREFOX if (found := shutil.which(name))), None)


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
