"""Connections, messages and tables are counted once, and released when they end."""

from __future__ import annotations

import asyncio
import socket
import struct
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.patience import PATIENCE, until
from tests.server.load import stored
from tests.server.serving import Chair, Person, serving
from ziggurat.server.settings import Settings
from ziggurat.server.transport.connections import ConnectionCounter

LIMIT = 5
HANDSHAKE = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def test_connection_reset_during_the_handshake_is_not_counted(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", max_sockets_each=LIMIT) as server:
        host = Person(server)
        table = host.open_table("me", "random")
        for _ in range(20 * LIMIT):
            client = socket.create_connection(("127.0.0.1", server.port))
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # close by a reset
            client.sendall(HANDSHAKE.format(table=table, host=f"127.0.0.1:{server.port}").encode())
            client.close()

        def let_in() -> Chair | None:
            try:
                return host.join(table)
            except InvalidStatus:
                return None

        until(let_in, "somebody is let in").close()
        until(lambda: "ziggurat_sockets 0.0" in host.http.get("/metrics").text, "nobody is counted")


@pytest.mark.long
def test_message_sent_through_two_processes_counts_once(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        host = Person(one)
        table = host.open_table("me", "open")
        Person(two).sit(table)
        here = host.join(table)
        host.move_to(two)
        there = host.join(table)
        sent = 0
        while here.view["actor"] == here.seat:
            move, version = here.choices[-1], here.version
            for chair in (here, there):
                chair.send("play", id=f"twice-{sent}", version=version, move=move)
            answers = [
                next(message for message in iter(chair.receive, None) if message.get("id") == f"twice-{sent}")
                for chair in (here, there)
            ]
            assert [(answer["type"], answer["version"]) for answer in answers] == [("done", version + 1)] * 2
            for chair in (here, there):
                while chair.version <= version:
                    chair.hear("changed")
            sent += 1
            if sent == 3:  # a turn ends by itself, or by a word
                break
        assert sent
    assert len(stored(postgres_url)[table]) == sent + 1


def test_connections_are_counted_by_network_and_proxies_are_exempt() -> None:
    counter = ConnectionCounter(replace(Settings(), max_connections_each=2, proxies="2001:db8:ffff::1, 192.0.2.9"))
    transports = [asyncio.BaseTransport() for _ in range(40)]

    def connect(address: str) -> bool:
        return counter.add(transports.pop(), address)

    first = asyncio.BaseTransport()
    assert counter.add(first, "2001:db8:0:1::1")
    assert connect("2001:db8:0:1:ffff::2")
    assert not connect("2001:db8:0:1::3")  # the same /64 has its two
    assert connect("2001:db8:0:2::1")  # the one beside it has not
    assert [connect("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert not connect("::ffff:192.0.2.1")  # the same address in other clothes
    assert all(connect("2001:db8:ffff::1") for _ in range(5))
    assert all(connect("192.0.2.9") for _ in range(5))
    counter.remove(first)
    counter.remove(first)  # however often it is said
    assert connect("2001:db8:0:1::3")
    assert not connect("2001:db8:0:1::4")


def test_cookie_cannot_spend_the_budget_of_an_address(tmp_path: Path) -> None:
    """A client can put any address into its cookie or token, so those have separate budgets."""
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", requests=0.01, proxies="") as server:

        def ask(path: str, address: str, **headers: str) -> int:
            transport = httpx.HTTPTransport(local_address=address)
            with httpx.Client(base_url=server.url, headers=headers, transport=transport, timeout=PATIENCE) as client:
                return client.post(path).status_code

        ask("/api/import", "127.0.0.3", cookie="ziggurat=127.0.0.2")  # more than half an hour's worth
        ask("/api/import", "127.0.0.4", authorization="127.0.0.2")
        assert ask("/api/import", "127.0.0.3") == 429
        assert ask("/api/import", "127.0.0.2") == 400  # there was no log in it


def test_refused_sockets_keep_no_table_in_memory(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db") as server:
        host, stranger = Person(server), Person(server, "zig_forged")
        tables = [host.open_table("me", "open") for _ in range(3)]
        for table in tables:
            with pytest.raises(InvalidStatus):
                stranger.join(table)
        until(lambda: "ziggurat_tables 0.0" in host.http.get("/metrics").text, "no table is in memory")
