"""Slow clients: requests that never arrive, readers that never read, and too many of either."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.cases import first
from tests.patience import PATIENCE, until
from tests.server.serving import Person, Server, serving

HEAD = (
    "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"
)


def connect(server: Server, sent: str = "") -> socket.socket:
    client = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    if sent:
        client.sendall(sent.format(port=server.port).encode())
    return client


def everything_from(client: socket.socket) -> bytes:
    """Everything received until the server closes the connection."""
    heard = b""
    try:
        while part := client.recv(65_536):
            heard += part
    except ConnectionResetError:
        pass
    return heard


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("slow")
    with serving(f"sqlite:///{folder}/ziggurat.db", request_seconds=1, messages=20) as running:
        yield running


@pytest.mark.parametrize(
    "sent",
    first("GET /hea", "", "GET /healthz HTTP/1.1\r\nHost: x\r\n", HEAD, HEAD + "\r\n", HEAD + '\r\n{{"game": "ba'),
)
def test_incomplete_requests_time_out(server: Server, sent: str) -> None:
    with ExitStack() as stack:
        clients = [stack.enter_context(connect(server, sent)) for _ in range(50)]
        for client in clients:
            assert everything_from(client)[:12] in (b"HTTP/1.1 408", b"")
        assert Person(server).ask("GET", "/api/games")


def test_slow_requests_time_out(server: Server) -> None:
    with connect(server, HEAD) as client:

        def is_closed() -> bool:
            try:
                client.sendall(b"X: y\r\n")
            except OSError:
                return True
            return False

        until(is_closed, "the connection is closed")


def test_keep_alive_requests_are_answered(server: Server) -> None:
    with connect(server) as client:
        asked = f"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        client.sendall(f"{asked}\r\n{asked}\r\n{asked}connection: close\r\n\r\n".encode())
        assert everything_from(client).count(b"HTTP/1.1 200") == 3


def test_sockets_have_no_request_deadline(server: Server) -> None:
    host = Person(server)
    chair = host.join(host.open_table("me", "random"))
    with connect(server, "GET /hea") as later:
        everything_from(later)  # whose time ran out after the socket's would have
    assert chair.ask("look")["type"] == "welcome"


def test_connections_of_an_address_are_limited(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", max_connections_each=10, proxies="") as server:
        host = Person(server)
        chair = host.join(host.open_table("me", "random"))
        with ExitStack() as stack:
            clients = [stack.enter_context(connect(server)) for _ in range(30)]
            until(lambda: sum(map(_is_closed, clients)) >= 20, "the last are turned away")
            assert chair.ask("look")["type"] == "welcome"  # who is there already is not disturbed
        until(lambda: _answers(server), "there is room again")
        for _ in range(20):  # sockets are counted while they last, not longer
            host.join(chair.welcome["table"]["id"]).close()
            until(lambda: _answers(server), "there is room again")


def _answers(server: Server) -> bool:
    with connect(server, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n") as client:
        return everything_from(client).startswith(b"HTTP/1.1 200")


def _is_closed(client: socket.socket) -> bool:
    """Whether the server has closed the connection."""
    client.setblocking(False)
    try:
        return client.recv(12, socket.MSG_PEEK) in (b"HTTP/1.1 429", b"")
    except BlockingIOError:
        return False


def test_unread_bytes_are_limited(tmp_path: Path) -> None:
    """Few messages can be many bytes: a client that requests the whole table and never reads is disconnected."""
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", backlog=100_000, backlog_bytes=500_000) as server:
        host, watcher = Person(server), Person(server)
        name = host.open_table("me", "random")
        chair, slow = host.join(name), watcher.join(name)

        def is_cut() -> bool:
            try:
                for _ in range(50):
                    slow.send("look")  # and never read the answers
            except ConnectionClosed:
                return True
            assert chair.ask("look")["type"] == "welcome"  # others are not held up meanwhile
            return 'ziggurat_sockets_cut_total{reason="slow"} 1.0' in host.http.get("/metrics").text

        until(is_cut, "the reader is cut")
        until(lambda: "ziggurat_sockets 1.0" in host.http.get("/metrics").text, "the socket is gone, though unread")


def test_files_are_not_kept_in_memory_for_slow_readers(tmp_path: Path) -> None:
    """Connections are cheap; as many copies of the largest file of the page are not."""
    size, readers = 8 * 2**20, 40
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "assets" / "large.bin").write_bytes(bytes(size))
    asked = "GET /assets/large.bin HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", page=tmp_path / "page") as server, ExitStack() as stack:
        until(lambda: all(game["ready"] for game in Person(server).ask("GET", "/api/games")), "the games are loaded")
        before = _memory(server)
        clients = [stack.enter_context(connect(server, asked)) for _ in range(readers)]
        for client in clients:
            assert client.recv(15) == b"HTTP/1.1 200 OK"
        assert _memory(server) - before < size * readers / 2
        assert everything_from(clients[0]).endswith(bytes(size))


def _memory(server: Server) -> int:
    """The bytes of a server's memory."""
    pages = Path(f"/proc/{server.pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def test_pings_are_rate_limited(server: Server) -> None:
    host = Person(server)
    chair = host.join(host.open_table("me", "random"))

    def is_cut() -> bool:
        try:
            for _ in range(50):
                chair.socket.ping()
        except ConnectionClosed:
            return True
        return False

    until(is_cut, "the socket is cut")
