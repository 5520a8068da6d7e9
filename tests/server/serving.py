"""Real servers for tests: separate processes, real sockets, real signals."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import IO, Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests import entropy
from tests.patience import PATIENCE
from tests.server.blank import begin
from tests.template import Served, is_current

_ids = itertools.count()
TLS = httpx.create_ssl_context()  # not used, but made anew for each client that is given none, which takes 24 ms
LIMITS = httpx.Limits(keepalive_expiry=3)  # the server gives up an idle connection after 5: whoever is later is reset


class Server:
    """A server process."""

    def __init__(
        self,
        database: str,
        *,
        port: int = 0,
        log: IO[bytes] | None = None,
        fresh: bool = False,
        anew: bool = False,
        shared: bool = False,
        source: str = "",
        **settings: Any,
    ) -> None:
        """With an empty database that it makes itself if `fresh`; as no copy, with all its processes, if `anew`.

        `source` is the `src` of another checkout, whose server is started. A setting that is None is left out.

        A server that several tests share says so, so that it draws the same whichever of them runs first.
        """
        self.database = database
        if not fresh:
            begin(database)
        usual = {"stand_in": "random", "bot_beat": 0, "hint_seconds": 0.1, "review_seconds": 0.5}
        usual |= {"bot_seconds": PATIENCE, "replay_seconds": PATIENCE}  # nothing is given up because a machine is busy
        usual |= {
            "requests": 0,
            "messages": 0,
            "messages_each": 0,
            "max_sockets_each": 0,
            "openings": 0,
            "films": 0,
            "reports": 0,
            "max_tables": 0,
            "hand_over": "no",  # else nobody would be served by two processes
        }
        given = {name: value for name, value in {**usual, **settings}.items() if value is not None}
        chosen = {f"ZIGGURAT_{name.upper()}": str(value) for name, value in given.items()}
        if source:
            chosen["PYTHONPATH"] = source
        arguments = ["serve", "--port", str(port), "--database", database]
        self._process = _start(arguments, chosen, log, anew=anew or bool(source), shared=shared)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        address = re.search(r"http://(\S+):(\d+)", line)
        assert address, f"the server did not start: {line!r}"
        self.port = int(address[2])
        self.url = f"http://{address[1]}:{address[2]}"
        self.pid = self._process.pid
        self._wait_until_alive()

    def _wait_until_alive(self) -> None:
        transport = httpx.HTTPTransport(verify=TLS, retries=3)
        with httpx.Client(transport=transport, timeout=PATIENCE) as client:
            assert client.get(f"{self.url}/healthz").text.splitlines()[0] == "ok"  # perhaps with a warning below

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill the process, as a power failure would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(PATIENCE)
        self._close()

    def stop(self) -> int:
        """Stop the process, as an administrator would; returns the exit status."""
        if self.alive:
            self._process.send_signal(signal.SIGTERM)
        status = self._process.wait(PATIENCE)
        self._close()
        return status

    def _close(self) -> None:
        if self._process.stdout is not None:
            self._process.stdout.close()


def _start(
    arguments: list[str], settings: dict[str, str], log: IO[bytes] | None, *, anew: bool, shared: bool
) -> Served | subprocess.Popen[str]:
    if is_current() and not anew:
        return Served(arguments, settings, 2 if log is None else log.fileno(), shared=shared)
    return subprocess.Popen(
        [sys.executable, "-m", "ziggurat", *arguments],
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )


@contextmanager
def serving(database: str, **settings: Any) -> Iterator[Server]:
    server = Server(database, **settings)
    try:
        yield server
    finally:
        if server.alive:
            server.stop()


class Person:
    """A person with a browser, or an API client with a token."""

    def __init__(self, server: Server | str, token: str | None = None) -> None:
        self.url = server if isinstance(server, str) else server.url
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = self._client(headers)
        if not token:
            self.http.get("/api/me").raise_for_status()

    def move_to(self, server: Server) -> None:
        """Continue at another process (or after a restart), with the same cookie."""
        self.url = server.url
        cookies = dict(self.http.cookies)
        headers = dict(self.http.headers)
        self.http.close()
        self.http = self._client(headers, cookies)

    def _client(self, headers: dict[str, str], cookies: dict[str, str] | None = None) -> httpx.Client:
        return httpx.Client(
            base_url=self.url, headers=headers, cookies=cookies, timeout=PATIENCE, limits=LIMITS, verify=TLS
        )

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.http.request(method, path, json=body)
        assert answer.status_code < 400, answer.text
        return answer.json() if answer.content else None

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        answer = self.http.request(method, path, json=body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["reason"]

    def open_table(self, *who: str, game: str = "babylonia", **more: Any) -> str:
        body = {"game": game, "seats": [{"who": name} for name in who], **more}
        return str(self.ask("POST", "/api/tables", body)["id"])

    def sit(self, table: str, seat: int | None = None) -> None:
        self.ask("POST", f"/api/tables/{table}/sit", {} if seat is None else {"seat": seat})

    def join(self, table: str, views: str = "always", build: str = "") -> Chair:
        headers = {name: value for name, value in self.http.headers.items() if name == "authorization"}
        if self.http.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = f"{self.url.replace('http', 'ws')}/api/tables/{table}/live?views={views}&build={build}"
        return Chair(connect(url, additional_headers=headers, max_size=None, compression=None, open_timeout=PATIENCE))


class Chair:
    """A socket at a table, and all messages received on it."""

    def __init__(self, socket: AbstractContextManager[Any]) -> None:
        self._stack = ExitStack()
        self.socket = self._stack.enter_context(socket)
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.view: Any = None
        self.version = 0
        self.welcome = self.hear("welcome")
        self.seat = self.welcome["seat"]

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        self.raw.append(text)
        self.heard.append(message)
        if message["type"] in ("welcome", "changed"):
            self.version = message["version"]
            self.view = message.get("view", self.view)
            if message.get("result"):
                entropy.note("ended", self.version, self.view, message["result"])
        return message

    def hear(self, kind: str, where: Callable[[dict[str, Any]], bool] = lambda message: True) -> dict[str, Any]:
        """The next message of a kind; those before it are kept in `heard`."""
        while True:
            message = self.receive()
            if message["type"] == kind and where(message):
                return message

    def send(self, kind: str, **fields: Any) -> str:
        entropy.note("sent", kind, fields)
        fields.setdefault("id", f"{os.getpid()}-{next(_ids)}")
        self.socket.send(json.dumps({"type": kind, **fields}))
        return str(fields["id"])

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        name = self.send(kind, **fields)
        while True:
            message = self.receive()
            if message.get("id") == name:
                return message

    def play(self, move: int | str) -> dict[str, Any]:
        """Play a move in the current version, and wait for the answer and the change."""
        answer = self.ask("play", version=self.version, move=move)
        if answer["type"] == "done":
            self.hear("changed", lambda message: message["version"] >= answer["version"])
        return answer

    @property
    def choices(self) -> list[int]:
        return [choice["action"] for choice in self.view["choices"]]

    def close(self) -> None:
        self._stack.close()

    def is_cut(self) -> int:
        """Wait until the server closes this socket; returns the code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as problem:
            return problem.rcvd.code if problem.rcvd else 1006


def play_to_the_end(chairs: list[Chair], stream: random.Random, limit: int = 10_000) -> dict[str, Any]:
    """Play random moves for all people until the end; returns the result."""
    by_seat = {chair.seat: chair for chair in chairs}
    any_chair = chairs[0]
    for _ in range(limit):
        actor = any_chair.view["actor"]
        if any_chair.view["over"]:
            break
        if actor in by_seat:
            chair = by_seat[actor]
            answer = chair.play(stream.choice(chair.choices))
            assert answer["type"] == "done", answer
            version = chair.version
        else:
            any_chair.hear("changed")
            version = any_chair.version
        for other in chairs:
            while other.version < version:
                other.hear("changed")
    last = [message for message in any_chair.heard if message.get("result")]
    result: dict[str, Any] = last[-1]["result"]
    return result
