"""Promise 4: nobody plays for another, and no message takes the server down."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import ziggurat
from tests.patience import PATIENCE
from tests.server.serving import Person, Server, serving

LIMITS = {"requests": 200, "messages": 50, "max_sockets_each": 40, "backlog": 20}


@pytest.fixture(scope="module")
def log() -> Iterator[IO[bytes]]:
    with tempfile.TemporaryFile() as file:
        yield file


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory, log: IO[bytes]) -> Iterator[Server]:
    """A server with limits, which must not log an error during these tests."""
    folder = tmp_path_factory.mktemp("guarded")
    with serving(f"sqlite:///{folder}/ziggurat.db", log=log, **LIMITS) as running:
        yield running
        assert running.alive
    log.seek(0)
    errors = [line for line in log.read().decode().splitlines() if json.loads(line)["level"] == "error"]
    assert errors == []


@pytest.fixture
def table(guarded: Server) -> tuple[Person, Person, str]:
    host, guest = Person(guarded), Person(guarded)
    name = host.open_table("me", "open")
    guest.sit(name)
    return host, guest, name


Table = tuple[Person, Person, str]


def test_players_cannot_move_for_others(guarded: Server, table: Table) -> None:
    _, guest, name = table
    stranger = Person(guarded).join(name)
    assert stranger.seat == -1
    for kind, more in (("play", {"version": 0, "move": 1}), ("undo", {"version": 0}), ("resign", {})):
        assert stranger.ask(kind, **more)["reason"] == "Only players at this table can do that."
    assert stranger.ask("hint")["type"] == "refused"
    assert stranger.ask("note", text="x")["type"] == "refused"
    chair = guest.join(name)
    assert chair.ask("play", version=0, move="f d7")["reason"] == "It is seat 0's turn, not yours."
    chair.socket.send(json.dumps({"type": "play", "id": "x", "version": 0, "move": 1, "seat": 0}))
    assert "seat" in chair.hear("refused")["reason"]


def test_forged_cookies_and_tokens_are_ignored(guarded: Server, table: Table) -> None:
    host, _, name = table
    player, _, signature = next(iter(host.http.cookies.values())).partition(".")
    for forged in (f"{player}.{'0' * 64}", f"{player}.", player, f"{'0' * 32}.{signature}", "é" * 10, "." * 500):
        with httpx.Client(
            base_url=guarded.url, headers=[(b"cookie", f"ziggurat={forged}".encode())], timeout=PATIENCE
        ) as client:
            seats = client.get(f"/api/tables/{name}").json()["seats"]
            assert not any(seat["you"] for seat in seats)
    for token in ("zig_nonsense", "x", "é"):
        answer = httpx.get(
            f"{guarded.url}/api/me", headers=[(b"authorization", f"Bearer {token}".encode())], timeout=PATIENCE
        )
        assert answer.status_code == 403
        assert answer.json() == {"reason": "That API token is not valid."}


def test_a_token_is_its_owner_until_it_is_deleted(guarded: Server, table: Table) -> None:
    host, _, name = table
    made = host.ask("POST", "/api/tokens", {"label": "robot"})
    program = Person(guarded, made["token"])
    assert program.ask("GET", "/api/me") == host.ask("GET", "/api/me")
    assert program.join(name).seat == 0
    assert "token" not in host.ask("GET", "/api/tokens")[0]
    assert Person(guarded).refused("DELETE", f"/api/tokens/{made['id']}")[0] == 404
    host.ask("DELETE", f"/api/tokens/{made['id']}")
    assert program.refused("GET", "/api/me")[0] == 403


def test_other_sites_are_refused(guarded: Server, table: Table) -> None:
    host, _, name = table
    cookie = "; ".join(f"{key}={value}" for key, value in host.http.cookies.items())
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = host.http.post(f"/api/tables/{name}/leave", headers=headers)
        assert answer.status_code == 403
        url = f"{guarded.url.replace('http', 'ws')}/api/tables/{name}/live"
        with (
            pytest.raises(InvalidStatus),
            connect(url, additional_headers={"cookie": cookie, **headers}, open_timeout=PATIENCE),
        ):
            pass
    assert host.http.patch("/api/me", json={"name": "Ann"}, headers={"origin": guarded.url}).status_code == 200


def test_flooding_socket_is_disconnected(guarded: Server, table: Table) -> None:
    host, guest, name = table
    chair = host.join(name)
    chair.socket.send(json.dumps({"type": "say", "id": "x", "text": "a" * 20_000}))
    assert chair.is_cut() == 1009
    chair = host.join(name)
    chair.send("say", text="a" * 501)
    assert "That message cannot be read" in chair.hear("refused")["reason"]
    assert "version" in chair.ask("play", id="m1", version=-1, move=0)["reason"]  # refused under its id
    answer = host.http.post("/api/import", json={"log": "x" * 300_000})
    assert answer.status_code == 413
    flood = guest.join(name, "never")
    for _ in range(400):
        try:
            flood.send("note", text="flood")
        except ConnectionClosed:
            break
    assert flood.is_cut() == 4029
    assert chair.ask("look")["type"] == "welcome"


@pytest.mark.long
def test_slow_reader_is_disconnected(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("slow")
    with serving(f"sqlite:///{folder}/ziggurat.db", backlog=20) as server:
        host, watcher = Person(server), Person(server)
        name = host.open_table("me", "random")
        chair, slow = host.join(name), watcher.join(name)
        for _ in range(3_000):
            slow.send("look")  # and never read the answers
        line = 'ziggurat_sockets_cut_total{reason="slow"} 1.0'
        while line not in host.http.get("/metrics").text:
            assert chair.ask("look")["type"] == "welcome"  # others are not held up meanwhile
        assert slow.is_cut() in (4008, 1006)


def test_idle_sockets_are_limited(guarded: Server, table: Table) -> None:
    _, _, name = table
    watcher = Person(guarded)
    with ExitStack() as stack:
        admitted = turned_away = 0
        for _ in range(60):
            url = f"{guarded.url.replace('http', 'ws')}/api/tables/{name}/live"
            try:
                stack.enter_context(connect(url, open_timeout=PATIENCE))
                admitted += 1
            except InvalidStatus:
                turned_away += 1
        assert admitted <= 40
        assert turned_away >= 20
        assert watcher.ask("GET", f"/api/tables/{name}")["id"] == name
    while True:  # once they are gone there is room again
        try:
            watcher.join(name).close()
        except InvalidStatus:
            continue
        break


def test_login_attempts_are_limited(guarded: Server) -> None:
    host = Person(guarded)
    host.ask("POST", "/api/account", {"login": "Ann", "password": "correct horse"})
    table = host.open_table("me", "open")
    elsewhere = Person(guarded)
    other = elsewhere.open_table("me", "open")
    assert elsewhere.refused("POST", "/api/login", {"login": "ann", "password": "wrong horse"})[0] == 403
    assert elsewhere.ask("POST", "/api/login", {"login": "ann", "password": "correct horse"})["login"] == "ann"
    own_tables = {entry["id"] for entry in elsewhere.ask("GET", "/api/tables?show=mine")["tables"]}
    assert own_tables == {table, other}
    assert elsewhere.join(other).seat == 0
    assert Person(guarded).refused("POST", "/api/account", {"login": "ANN", "password": "12345678"})[0] == 409
    statuses = {host.http.post("/api/login", json={"login": "ann", "password": "x" * 9}).status_code for _ in range(12)}
    assert 429 in statuses


def _nonsense(stream: random.Random, depth: int = 0) -> Any:
    kinds = ["int", "text", "none", "bool", "float"] + (["list", "object"] if depth < 3 else [])
    match stream.choice(kinds):
        case "int":
            return stream.choice([0, -1, 1, 2**31, 2**63, 2**64, -(2**70), stream.randrange(1000)])
        case "text":
            return stream.choice(["", "end", "m d7", "\x00", "🌊" * 30, "é", "../..", "a" * 3000, "play", "0"])
        case "none":
            return None
        case "bool":
            return stream.random() < 0.5
        case "float":
            return stream.choice([0.5, 1e308, -0.0])
        case "list":
            return [_nonsense(stream, depth + 1) for _ in range(stream.randrange(4))]
        case _:
            return {stream.choice(FIELDS): _nonsense(stream, depth + 1) for _ in range(stream.randrange(5))}


FIELDS = ["type", "id", "version", "move", "decisions", "decision", "agree", "text", "seat"]
TYPES = ["play", "undo", "consent", "resign", "say", "note", "look", "hint", "preview", "past", "welcome", "x"]


@pytest.mark.parametrize(("sockets", "waits"), [(4, 1.0), pytest.param(60, 0.3, marks=pytest.mark.long)])
def test_socket_survives_fuzzing(tmp_path_factory: pytest.TempPathFactory, sockets: int, waits: float) -> None:
    """Nearly right and quite wrong messages, in any order: each is answered or the socket is cut; nothing fails.

    Who waits for an answer after every message does the same in every run (`tests/repository/test_determinism.py`).
    """
    folder = tmp_path_factory.mktemp("fuzz")
    with tempfile.TemporaryFile() as log:
        with serving(f"sqlite:///{folder}/ziggurat.db", log=log) as server:
            host, guest = Person(server), Person(server)
            name = host.open_table("me", "open")
            guest.sit(name)
            for seed in range(sockets):
                stream = random.Random(seed)  # one for each: after which message a socket is cut changes nothing else
                chair = stream.choice((host, guest)).join(name)
                try:
                    for number in range(40):
                        chair.socket.send(_message(stream, chair.version, number))
                        if stream.random() < waits:
                            chair.ask("look")
                    chair.ask("look")
                except ConnectionClosed as problem:
                    assert problem.rcvd is None or problem.rcvd.code in (4000, 1003, 1007, 1009), problem  # noqa: PT017
                assert all(message["type"] != "error" for message in chair.heard)
                chair.close()
            assert server.alive
            assert host.join(name).welcome["table"]["id"] == name
        log.seek(0)
        assert [line for line in log.read().decode().splitlines() if json.loads(line)["level"] == "error"] == []


def _message(stream: random.Random, version: int, number: int) -> str | bytes:
    kind = stream.choice(TYPES[:8])
    right: dict[str, Any] = {"type": kind, "id": f"f{number}-{stream.randrange(10**6)}"}
    extra: dict[str, dict[str, Any]] = {
        "play": {"version": version, "move": stream.choice([stream.randrange(1000), "end", "f d7"])},
        "undo": {"version": version, "decisions": stream.randrange(1, 5)},
        "consent": {"version": version, "agree": True},
        "say": {"text": "hello"},
        "note": {"text": "hello"},
    }
    if kind == "resign":
        right["type"] = "look"
    right |= extra.get(kind, {})
    draw = stream.random()
    if draw < 0.6:
        return json.dumps(right)
    if draw < 0.75:
        right[stream.choice(FIELDS)] = _nonsense(stream)
        return json.dumps(right)
    if draw < 0.85:
        return json.dumps(_nonsense(stream))
    if draw < 0.95:
        text = json.dumps(right)
        return text[: stream.randrange(len(text))]
    return stream.randbytes(stream.randrange(200))


def test_no_route_fails_on_fuzzed_requests(server: Server) -> None:
    """A small sample of schemathesis."""
    person = Person(server)
    described = person.http.get("/api/schema/openapi.json").json()
    for path, operations in described["paths"].items():
        for method in sorted(operations.keys() & {"get", "post", "put", "patch", "delete"}):
            for text, body in (("0", {}), ("a%00b", {"name": "\x00", "game": 7, "log": [1e308]})):
                address = re.sub(r"{\w+}", text, path)
                answer = person.http.request(method, address, json=None if method == "get" else body)
                assert answer.status_code < 500, (method, address, body, answer.text)
                if answer.status_code >= 400:
                    assert answer.json()["reason"], (method, address, body)
    assert server.alive


@pytest.mark.long
def test_schemathesis_finds_nothing(server: Server) -> None:
    """Every operation of the OpenAPI description, with valid and invalid values."""
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/api/schema/openapi.json"),
        *("--max-examples", "15", "--seed", "1", "--phases", "examples,coverage,fuzzing"),
        *("--request-timeout", str(PATIENCE)),
        *("--checks", "not_a_server_error,response_schema_conformance,content_type_conformance"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=5 * PATIENCE, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert server.alive


@pytest.mark.parametrize("named", ["/etc/passwd", "/dev/zero", "/proc/self/environ", "FIFO", "/no/such/file"])
def test_guests_cannot_read_files_of_the_server(guarded: Server, tmp_path: Path, named: str) -> None:
    if named == "FIFO":
        named = str(tmp_path / "fifo")
        os.mkfifo(named)
    person = Person(guarded)
    wish = {"game": "amyitis", "seats": [{"who": "me"}, {"who": "random"}], "options": {"components": named}}
    log = ziggurat.new("amyitis", seats=2, seed=1).to_text().replace("components standard", f"components {named}")
    for path, body in (("/api/tables", wish), ("/api/import", {"log": log})):
        refused = person.http.post(path, json=body)
        assert refused.status_code == 400, refused.text
        assert "or the components themselves, as JSON" in refused.json()["reason"]
        assert len(refused.json()["reason"]) < 250
    assert person.http.get("/healthz").status_code == 200


def test_a_line_that_made_a_pattern_backtrack_is_refused(guarded: Server) -> None:
    log = ziggurat.new("babylonia", seats=2, seed=1).to_text().splitlines()
    hostile = "\n".join([*log[:-1], f"decisions 1, scores {'1' * 4000}x"])
    assert Person(guarded).http.post("/api/import", json={"log": hostile}).status_code == 400
