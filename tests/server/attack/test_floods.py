"""Floods of very small parts are refused before they are parsed."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from tests.cases import first
from tests.patience import PATIENCE
from tests.server.attack.test_counting import HANDSHAKE
from tests.server.attack.test_slow import everything_from
from tests.server.serving import Person, Server, serving

MANY = 20_000
CLOSE = Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True)
FRAMES = {
    "pongs": Frame(Opcode.PONG, b"").serialize(mask=True) * MANY,  # a thousand of them once took a second
    "empty texts": Frame(Opcode.TEXT, b"").serialize(mask=True) * MANY,
    "empty bytes": Frame(Opcode.BINARY, b"").serialize(mask=True) * MANY,
}
HEAD = "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
SOCKET = HANDSHAKE.replace("{host}", "127.0.0.1:{port}").replace("{table}", "abc").removesuffix("\r\n")
BODY = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
REQUESTS = {
    "headers": HEAD + "a:\r\n" * 10_000 + "\r\n",
    "headers of the second": HEAD + "Content-Length: 0\r\n\r\n" + HEAD + "a:\r\n" * 10_000 + "\r\n",
    "a long line": HEAD + "a: " + "b," * 10_000 + "\r\n\r\n",
    "a long line before a socket": SOCKET + "a: " + "b," * 5_000 + "\r\n\r\n",
    "chunks": HEAD + BODY + "1\r\n \r\n" * 10_000 + "0\r\n\r\n",
    "chunks of what is refused": HEAD + "Origin: http://elsewhere\r\n" + BODY + "1\r\n \r\n" * 10_000 + "0\r\n\r\n",
    "no chunk after the answer": HEAD + "Origin: http://elsewhere\r\n" + BODY + "1\r\n \r\n",
}


def send(client: socket.socket, data: bytes) -> None:
    with suppress(OSError):  # it may be cut before the end
        client.sendall(data)


def quiet(path: Path) -> bool:
    """Whether a log has no warnings or errors."""
    return all(json.loads(line)["level"] == "info" for line in path.read_text().splitlines())


def start(tmp_path: Path) -> tuple[str, Path]:
    return f"sqlite:///{tmp_path}/ziggurat.db", tmp_path / "log"


@pytest.mark.parametrize("what", first(*FRAMES))
def test_flood_of_frames_is_disconnected(tmp_path: Path, what: str) -> None:
    url, path = start(tmp_path)
    with path.open("wb") as log, serving(url, log=log, messages=20) as server:
        host = Person(server)
        table = host.open_table("me", "random")
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
            client.sendall(HANDSHAKE.format(table=table, host=f"127.0.0.1:{server.port}").encode())
            assert client.recv(12) == b"HTTP/1.1 101"
            send(client, FRAMES[what] + CLOSE)
            assert not everything_from(client).endswith(CLOSE[:1] + b"\x02\x03\xe8")  # the last frame was not read
        assert 'ziggurat_sockets_cut_total{reason="flood"} 1.0' in host.http.get("/metrics").text
        assert host.join(table).ask("look")["type"] == "welcome"
    assert quiet(path)


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("floods") / "log"


@pytest.fixture(scope="module")
def flooded(logged: Path) -> Iterator[Server]:
    with logged.open("wb") as log, serving(f"sqlite:///{logged.parent}/ziggurat.db", log=log) as server:
        yield server


@pytest.mark.parametrize("what", REQUESTS)
def test_headers_and_chunks_are_limited(flooded: Server, logged: Path, what: str) -> None:
    with socket.create_connection(("127.0.0.1", flooded.port), timeout=PATIENCE) as client:
        send(client, REQUESTS[what].format(port=flooded.port).encode())
        if what == "no chunk after the answer":
            assert client.recv(12) == b"HTTP/1.1 403"
            client.sendall(b"no chunk\r\n")
        answers = everything_from(client)
    if "chunk" not in what:
        assert answers.count(b"HTTP/1.1 400") == 1 + what.count("second")
        assert b"Invalid HTTP request" in answers or what.endswith("socket")
    if what == "chunks":
        assert answers.startswith(b"HTTP/1.1 400")
        assert b"Invalid HTTP request" in answers
    assert Person(flooded).ask("GET", "/api/games")
    assert quiet(logged)
