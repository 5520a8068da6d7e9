"""Fuzzing a server: over HTTP by its OpenAPI description, over sockets by its protocol (`make explore`).

The fuzzers over sockets know what they do: they play at tables of every game, with other people and bots, with clocks
and without; they come back, send again, leave, bring logs and fork. Whatever they send has an answer, or their socket
is cut; what is acknowledged is in the journal; in the end every match can be replayed, and nothing was logged as an
error.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus

import ziggurat
from tests.explore.nonsense import Maker
from tests.patience import PATIENCE
from tests.server.attack.watching import Watcher
from tests.server.load import Acknowledged, check_nothing_lost
from tests.server.serving import Chair, Person, Server
from ziggurat.server.storage.database import connect
from ziggurat.server.storage.verify import verify

FUZZERS = 3
CODES = (1000, 1001, 1003, 1005, 1006, 1007, 1009, 1012, 4000, 4008, 4013, 4029)
PACES: list[dict[str, Any]] = [{"kind": "untimed"}, {"kind": "turn", "base": 2000}, {"kind": "clock", "base": 5000}]


class SocketFuzzer(threading.Thread):
    """A hostile client at many tables."""

    def __init__(self, server: Server, until: float, seed: int, most: int | None = None) -> None:
        """Runs until a time, or for at most `most` tables without clocks, which makes runs repeatable."""
        super().__init__(daemon=True)
        self.stream = random.Random(seed)
        self.server, self.until, self.most = server, until, most
        self.acknowledged: dict[tuple[str, str], int] = {}
        self.messages = 0
        self.tables = 0
        self.problem: str | None = None
        self.label = f"{seed}-{self.stream.randrange(10**6)}"

    def run(self) -> None:
        try:
            self.people = [Person(self.server), Person(self.server)]
            for person in self.people:
                person.http.timeout = httpx.Timeout(PATIENCE)  # what is fuzzed is not how fast it is; see the watcher
            schema = self.people[0].http.get("/api/protocol.json").json()
            self.maker = Maker(schema, self.stream)
            while time.monotonic() < self.until and self.tables != self.most:
                self._one_table()
        except Exception as problem:  # noqa: BLE001 - what is found is reported, whatever it is
            self.problem = f"socket fuzzer {self.label}: {type(problem).__name__}: {problem}"

    def _one_table(self) -> None:
        host, guest = self.people
        game = self.stream.choice(ziggurat.game_names())
        seats = self.stream.choice(list(ziggurat.game(game).seat_counts))
        others = ["open"] + ["random"] * (seats - 2) if seats > 1 else []
        paces = PACES if self.most is None else PACES[:1]
        wish = {"pace": self.stream.choice(paces), "public": self.stream.random() < 0.5}
        table = host.open_table("me", *others, game=game, **wish)
        guest.sit(table)
        self.tables += 1
        for _ in range(self.stream.randrange(3, 12)):
            if time.monotonic() > self.until:
                return
            person = self.stream.choice(self.people)
            try:
                self._one_socket(person, table)
            except InvalidStatus as problem:
                status = problem.response.status_code
                assert status in (403, 429, 503), f"turned away with {status}"
            except ConnectionClosed as problem:
                code = problem.rcvd.code if problem.rcvd else 1006
                assert code in CODES, f"closed with {code}"
        self._after(host, table)

    def _one_socket(self, person: Person, table: str) -> None:
        chair = person.join(table, self.stream.choice(["always", "turn", "never"]))
        sent: list[str] = []
        try:
            for _ in range(self.stream.randrange(1, 30)):
                self.messages += 1
                if self.stream.random() < 0.5 and chair.view and chair.view.get("choices"):
                    self._decide(chair, table, sent)
                else:
                    chair.socket.send(self.maker.message(version=chair.version, type=self.stream.choice(TYPES)))
                if self.stream.random() < 0.2:
                    answer = chair.ask("look")
                    assert answer["type"] in ("welcome", "refused"), answer["type"]
            if self.stream.random() < 0.8:
                chair.ask("look")
        finally:
            self._note(chair, table, sent)
            if self.stream.random() < 0.3:
                chair.socket.socket.close()  # without a word
            else:
                chair.close()

    def _decide(self, chair: Chair, table: str, sent: list[str]) -> None:
        name = f"{self.label}-{self.messages}" if not sent or self.stream.random() < 0.8 else self.stream.choice(sent)
        sent.append(name)
        answer = chair.ask("play", id=name, version=chair.version, move=self.stream.choice(chair.choices))
        assert answer["type"] in ("done", "refused"), answer["type"]

    def _note(self, chair: Chair, table: str, sent: list[str]) -> None:
        for heard in chair.heard:
            if heard["type"] == "done" and heard["id"] in sent:
                before = self.acknowledged.setdefault((table, heard["id"]), heard["version"])
                assert before == heard["version"], "one message was given two answers"

    def _after(self, host: Person, table: str) -> None:
        """Reads the table afterwards; if it is over, imports, forks and asks for a rematch."""
        for path in ("", "/replay", f"/replay/{self.stream.randrange(40)}", "/log", "/log.json"):
            answer = host.http.get(f"/api/tables/{table}{path}")
            assert answer.status_code in (200, 403, 404, 429, 503), f"{path}: {answer.status_code}"
        log = host.http.get(f"/api/tables/{table}/log")
        if log.status_code == 200:
            text = list(log.text)
            for _ in range(self.stream.randrange(3)):
                text[self.stream.randrange(len(text))] = self.stream.choice("0 9-x\n:é")
            for path, body in (("import", {"log": "".join(text)}), (f"tables/{table}/rematch", None)):
                answer = host.http.post(f"/api/{path}", json=body)
                assert answer.status_code in (200, 201, 400, 403, 404, 409, 429, 503), f"{path}: {answer.status_code}"


TYPES = ["play", "undo", "consent", "say", "note", "look", "hint", "preview", "past", "resign"]


def over_http(server: Server, seconds: float, seed: int, phase: str, examples: int) -> tuple[int, list[str]]:
    """Every operation of the OpenAPI description, with valid and invalid values.

    How many requests that were comes back, and what was found.
    """
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/api/schema/openapi.json"),
        *("--max-examples", str(examples), "--seed", str(seed), "--phases", phase),
        *("--checks", "not_a_server_error,response_schema_conformance,content_type_conformance"),
        *("--max-time", str(int(seconds)), "--request-timeout", str(PATIENCE), "--no-color"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds + PATIENCE)
    made = re.search(r"([\d,]+) generated", done.stdout)
    requests = int(made[1].replace(",", "")) if made else 0
    if done.returncode in (0, 130):
        return requests, []
    return requests, [f"schemathesis, {phase}, seed {seed}:\n{done.stdout[-3000:]}{done.stderr[-500:]}"]


def _get_ready(server: Server) -> None:
    """Waits until all games are loaded and the replay process has started."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        for game in ziggurat.game_names():
            client.post("/api/import", json={"log": ziggurat.new(game).to_text()}).raise_for_status()


class Attacked:
    """A server under attack, and its problems."""

    def __init__(self, folder: Path, server: Server) -> None:
        self.folder, self.server = folder, server
        self.acknowledged: Acknowledged = {}  # moves that must be in the journal afterwards
        self.problems: list[str] = []

    def keep(self, folder: Path) -> None:
        """Keeps the server's log after a finding."""
        shutil.copy(self.folder / "server.log", folder)


@contextmanager
def attacked(folder: Path) -> Iterator[Attacked]:
    """A server to attack, watched during the attack and verified afterwards."""
    database = f"sqlite:///{folder}/ziggurat.db"
    with (folder / "server.log").open("w+b") as log:
        server = Server(database, log=log, bot_beat=50)
        try:
            _get_ready(server)
            one = Attacked(folder, server)
            watcher = Watcher(server.url)
            watcher.start()
            yield one
            watcher.stop()
            one.problems += [f"{watcher.silent} times the server did not answer"] if watcher.silent else []
            if not server.alive:
                one.problems.append("the server is gone")
                return
            httpx.get(f"{server.url}/readyz", timeout=PATIENCE).raise_for_status()
            status = server.stop()
            one.problems += [f"the server ended with status {status}"] if status else []
        finally:
            if server.alive:
                server.kill()
        log.seek(0)
        one.problems += errors(log.read().decode())
    check_nothing_lost(database, one.acknowledged)
    one.problems += verified(database)


def errors(log: str) -> list[str]:
    """The errors in a server's log."""
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    return [f"logged: {line}" for line in lines if line["level"] == "error"]


def verified(url: str) -> list[str]:
    """The stored matches that differ from their journals."""
    engine = connect(url)
    try:
        return [f"verify: {difference}" for difference in verify(engine).differences]
    finally:
        engine.dispose()
