"""Malformed requests get an answer, and never an internal error."""

from __future__ import annotations

import json
import socket
import tempfile
from collections.abc import Iterator
from typing import IO

import pytest

from tests.patience import PATIENCE
from tests.server.serving import Person, Server, serving


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a page, which must not log an error during these tests."""
    folder = tmp_path_factory.mktemp("addresses")
    (folder / "page").mkdir()
    (folder / "page" / "index.html").write_text("<title>Ziggurat</title>")
    with tempfile.TemporaryFile() as log:
        with serving(f"sqlite:///{folder}/ziggurat.db", log=log, page=folder / "page") as running:
            yield running
        _assert_no_errors(log)


def _assert_no_errors(log: IO[bytes]) -> None:
    log.seek(0)
    lines = log.read().decode().splitlines()
    assert [line for line in lines if json.loads(line)["level"] == "error"] == []


def _status(server: Server, target: bytes, *headers: bytes) -> int:
    """The status for a raw request line."""
    host = f"Host: 127.0.0.1:{server.port}".encode()
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(
            b"\r\n".join((b"GET " + target + b" HTTP/1.1", host, b"Connection: close", *headers, b"", b""))
        )
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return int(answer.split(b" ", 2)[1])


TARGETS = [
    b"/%00",
    b"/x%00.js",
    b"/assets/%00",
    b"/" + b"a" * 300,
    b"/" + b"a" * 300 + b".js",
    b"/" + b"a/" * 3000,
    b"/%ff",
    b"/%ff.js",
    b"/%c3%28.css",
    b"/%ed%a0%80",
    b"/..%2f..%2f..%2fetc/passwd",
    b"/%2e%2e/%2e%2e/etc/passwd.txt",
    b"//etc/passwd.txt",
    b"/api/tables/%ff",
    b"/api/tables/%00/log",
    b"/api/tables/" + b"a" * 300,
    b"/api/tables?show=%ff",
    b"/api/tables?before=%00",
    b"/api/games/%ff/rules",
    b"/api/games/" + b"a" * 300 + b"/rules",
    b"/api/tables/abc/replay/" + b"9" * 5000,
    b"/api/tables?limit=" + b"9" * 5000,
    b"/api/tables?before=" + b"9" * 5000 + b"-a",
]


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target[:40].decode())
def test_malformed_paths(watched: Server, target: bytes) -> None:
    assert _status(watched, target) in (200, 400, 404)


@pytest.mark.parametrize(
    "header",
    [
        b"Cookie: ziggurat=\xff\xfe",
        b"Cookie: \xff",
        b"Authorization: Bearer \xff",
        b"Authorization: \xff",
        b"Accept: \xff",
        b"Cookie: " + b"a=;" * 5000 + b"ziggurat=x",
        b"Cookie: ziggurat; ziggurat=; ziggurat=.; =ziggurat",
    ],
    ids=lambda header: repr(header[:40]),
)
def test_malformed_headers(watched: Server, header: bytes) -> None:
    assert _status(watched, b"/api/me", header) in (200, 400, 403)


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "", "//", "http://a@[/", "x" * 5000])
def test_malformed_origins_are_refused(watched: Server, origin: str) -> None:
    answer = Person(watched).http.post("/api/logout", headers={"origin": origin})
    assert (answer.status_code, answer.json()["reason"]) == (403, "Requests from other sites are not accepted.")


@pytest.mark.parametrize("up", [b"/..", b"/%2e%2e", b"/..%2f.."])
def test_paths_do_not_reveal_files(watched: Server, up: bytes) -> None:
    """Files outside the page's folder give 404, whether they exist or not."""
    for path in (b"/etc/passwd", b"/etc/no-such-file", b"/etc", b"/etc/hosts.deny", b"/bin/sh/x"):
        assert _status(watched, up * 12 + path) == 404


@pytest.mark.parametrize(
    "body",
    [
        b"\xff\xfe",
        b'{"log": "\xff"}',
        b'{"log": "\\ud800"}',
        b'{"log": ' + b"[" * 100_000,
        b'{"log": ' + b"9" * 5000 + b"}",
        b"[" * 200_000 + b"]" * 200_000,
        b"",
        b"null",
    ],
    ids=lambda body: repr(body[:20]),
)
def test_malformed_bodies(watched: Server, body: bytes) -> None:
    person = Person(watched)
    for path in ("/api/import", "/api/tables", "/api/account"):
        answer = person.http.post(path, content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 413), answer.text
        assert answer.json()["reason"]
        assert len(answer.content) < 1_000


HEADING = "ziggurat match 1\ngame {game}\nrules {rules}\nseats {seats}\n{start}\n\n{last}\n"
USUAL = {"game": "babylonia", "rules": "1", "seats": "2", "start": "seed 7"}
LAST = "decisions 0, scores 0 0, digest 0123456789abcdef"


@pytest.mark.parametrize(
    "given",
    [
        {"seats": "9" * 5000},
        {"rules": "9" * 5000},
        {"start": "seed " + "9" * 5000},
        {"start": "seed ²"},
        {"last": f"decisions {'9' * 5000}, scores 0 0, digest 0123456789abcdef"},
        {"last": f"decisions 0, scores {'9' * 5000}, digest 0123456789abcdef"},
        {"last": f"decisions 0, scores {'1' * 60}x"},
        {"start": "position " + "[" * 100_000},
        {"start": 'position {"a": ' * 5_000},
        {"start": 'position {"seats": ' + "9" * 5000 + "}"},
        {"start": 'position {"generator": "' + "f" * 5000 + '"}'},
        {"game": "\x00"},
        {"start": "components /etc/passwd\nseed 7", "game": "amyitis"},
    ],
    ids=lambda given: str(given)[:60],
)
def test_malformed_logs(watched: Server, given: dict[str, str]) -> None:
    log = HEADING.format(**{**USUAL, "last": LAST, **given})
    answer = Person(watched).http.post("/api/import", json={"log": log})
    assert answer.status_code == 400, answer.text
    assert len(answer.content) < 1_000


@pytest.mark.parametrize(
    "message",
    [
        b'{"type": "\xff"}',
        b'{"type": "say", "id": "x", "text": "\xff"}',
        b'{"type": "say", "id": "x", "text": "\\ud800"}',
        b"[" * 16_000,
        b'{"type": "say", "id": "x", "text": ' + b"[" * 16_000,
        b'{"type": "play", "id": "x", "version": 0, "move": ' + b"9" * 5000 + b"}",
        b'{"type": "past", "id": "x", "decision": 1e400}',
        b"\x00",
    ],
    ids=lambda message: repr(message[:40]),
)
def test_malformed_messages(watched: Server, message: bytes) -> None:
    person = Person(watched)
    chair = person.join(person.open_table("me", "random"))
    chair.socket.send(message)
    assert chair.hear("refused")["reason"].startswith("That message cannot be read")
    assert chair.ask("look")["type"] == "welcome"
