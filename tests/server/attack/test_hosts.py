"""Requests for other host names are refused (DNS rebinding)."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.patience import PATIENCE
from tests.server.serving import Person, Server, serving
from ziggurat.core.errors import BadOption
from ziggurat.server.refusals import Misdirected
from ziggurat.server.settings import Settings
from ziggurat.server.transport.host_check import HostNames

FOREIGN = (
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "127.0.0.1.nip.io",
    "evil@localhost",
    "[::1",
    "",
)


def _ask(server: Server, *hosts: str, path: str = "/api/me") -> str:
    """The raw answer to a request with given `Host` headers."""
    lines = [f"GET {path} HTTP/1.1", *(f"Host: {host}" for host in hosts), "Connection: close", "", ""]
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall("\r\n".join(lines).encode())
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts).decode()


@pytest.mark.parametrize("host", FOREIGN)
def test_other_host_names_are_refused(server: Server, host: str) -> None:
    for path in ("/api/me", "/", "/healthz", "/nowhere"):
        answer = _ask(server, host, path=path)
        assert answer.startswith("HTTP/1.1 421 "), answer
        assert "This server is not called" in answer
        assert "set-cookie" not in answer.lower()


def test_dns_rebinding_is_refused(server: Server) -> None:
    """`Origin` and `Host` agree, as in a browser, and the cookie is valid."""
    person = Person(server)
    table = person.open_table("me", "random")
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    evil = {"host": "evil.example", "origin": "http://evil.example", "cookie": cookie}
    answer = httpx.post(f"{server.url}/api/tables/{table}/leave", headers=evil, timeout=PATIENCE)
    assert answer.status_code == 421
    assert answer.json()["values"] == {"name": "'evil.example'"}
    url = f"ws://evil.example:{server.port}/api/tables/{table}/live"
    there = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    headers = {"origin": f"http://evil.example:{server.port}", "cookie": cookie}
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(url, sock=there, additional_headers=headers, open_timeout=PATIENCE),
    ):
        pass
    assert refused.value.response.status_code == 421


def test_two_host_headers_are_refused_and_long_names_are_cut(server: Server) -> None:
    assert not _ask(server, "localhost", "evil.example").startswith("HTTP/1.1 200")
    answer = _ask(server, "x" * 5_000)
    assert answer.startswith("HTTP/1.1 421 ")
    assert "x" * 60 not in answer


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "localhost.", "127.0.0.1", "127.0.0.1:1", "[::1]:80"])
def test_localhost_is_always_allowed(server: Server, host: str) -> None:
    assert _ask(server, host).startswith("HTTP/1.1 200 ")


def test_a_server_for_the_whole_network_knows_its_own_names(tmp_path: Path) -> None:
    """Phones use the machine's IP address or its name."""
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", host="0.0.0.0") as everywhere:  # noqa: S104
        for host in ("192.168.1.20:8000", "[fe80::1]:8000", socket.gethostname(), f"{socket.gethostname()}.local"):
            assert _ask(everywhere, host).startswith("HTTP/1.1 200 "), host
        assert _ask(everywhere, "evil.example").startswith("HTTP/1.1 421 ")


def test_behind_a_proxy_the_names_are_those_that_are_set(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", names="games.example.org, *.ziggurat.example") as named:
        for host in ("games.example.org", "Games.Example.Org:443", "a.ziggurat.example", "localhost", "127.0.0.1"):
            assert _ask(named, host).startswith("HTTP/1.1 200 "), host
        for host in ("example.org", "games.example.org.evil.example", "xziggurat.example", "192.168.1.20"):
            assert _ask(named, host).startswith("HTTP/1.1 421 "), host


def test_wildcard_allows_any_name() -> None:
    HostNames(Settings(names="*")).check([(b"host", b"whatever")])
    with pytest.raises(Misdirected):
        HostNames(Settings()).check([(b"host", b"whatever")])


def test_missing_host_header_is_allowed() -> None:
    HostNames(Settings()).check([])


@pytest.mark.parametrize("names", ["http://games.example.org", "games.example.org/", "a b", "*.*", "é"])
def test_bad_host_name_setting_is_refused(names: str) -> None:
    with pytest.raises(BadOption, match="ZIGGURAT_NAMES has"):
        HostNames(Settings(names=names))
