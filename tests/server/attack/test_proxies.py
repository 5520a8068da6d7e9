"""The proxy configurations we ship: HTTPS, sockets, slow clients, real addresses."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.patience import PATIENCE, until
from tests.server.attack.test_slow import everything_from
from tests.server.postgres import free_port
from tests.server.serving import Chair, Server, serving

DEPLOY = Path(__file__).parent.parent.parent.parent / "deploy"
NAME = "games.example.org"
Answer = TypeVar("Answer")


def program(name: str) -> str:
    program = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip(f"{name} is not installed here, so its configuration in deploy/ was not tried")
    return program


class SecureSocket:
    """A socket over TLS, run by one thread: websockets' own blocking client reads and writes in two at once, which
    breaks the handshake now and then in Python before 3.13.
    """

    def __init__(self, url: str, **options: Any) -> None:
        self._url, self._options = url, options
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def _run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _open(self) -> ClientConnection:
        return await connect(self._url, open_timeout=PATIENCE, **self._options)

    def __enter__(self) -> Self:
        self._thread.start()
        self._connection = self._run(self._open())
        return self

    def __exit__(self, *_: object) -> None:
        self._run(self._connection.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def send(self, text: str) -> None:
        self._run(self._connection.send(text))

    def recv(self, timeout: float) -> str | bytes:
        return self._run(asyncio.wait_for(self._connection.recv(), timeout))


class Proxy:
    """A proxy in front of a server, with the configuration we ship except for ports, names and timeouts."""

    def __init__(self, name: str, folder: Path, server: Server, seconds: int) -> None:
        """A request has to arrive within so many seconds, as with the ten that we ship."""
        self._name, self._folder, self._server, self._seconds = name, folder, server, seconds
        self._certificate = _certificate(folder)
        self.trusting = ssl.create_default_context(cafile=str(self._certificate[0]))
        until(self._starts, "the proxy listens")

    def _starts(self) -> bool:
        """Whether it listens on ports that were free a moment ago; if another program has taken one, it ends."""
        self.http, self.https = free_port(), free_port()
        shipped = (DEPLOY / {"nginx": "nginx.conf", "caddy": "Caddyfile"}[self._name]).read_text()
        assert "10s" in shipped
        shipped = shipped.replace("127.0.0.1:8000", f"127.0.0.1:{self._server.port}")
        shipped = shipped.replace("10s", f"{self._seconds}s")
        prepare = {"nginx": self._nginx, "caddy": self._caddy}[self._name]
        command = prepare(self._folder, shipped, *self._certificate)
        home = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(self._folder))
        with (self._folder / "output").open("wb") as output:
            self.process = subprocess.Popen(
                command, cwd=self._folder, env={**os.environ, **home}, stdout=output, stderr=output
            )
        return until(lambda: self.process.poll() is not None or self._listens(), "it listens or ends") and self.alive

    def _nginx(self, folder: Path, shipped: str, certificate: Path, key: Path) -> list[str]:
        live = f"/etc/letsencrypt/live/{NAME}"
        changes = {
            f"{live}/fullchain.pem": str(certificate),
            f"{live}/privkey.pem": str(key),
            "/var/log/nginx/ziggurat.log": str(folder / "error.log"),
            "listen 80;": f"listen 127.0.0.1:{self.http};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.https} ssl http2;",
            "    listen [::]:80;\n": "",
            "    listen [::]:443 ssl http2;\n": "",
            NAME: "localhost",
        }
        for old, new in changes.items():
            assert old in shipped, old
            shipped = shipped.replace(old, new)
        temporary = " ".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        whole = (
            f"pid {folder}/pid; error_log {folder}/main.log; daemon off; events {{}} http {{ {temporary}\n{shipped} }}"
        )
        if os.geteuid() == 0:
            whole = f"user root; {whole}"
        (folder / "whole.conf").write_text(whole)
        command = [program("nginx"), "-p", str(folder), "-c", str(folder / "whole.conf")]
        subprocess.run([*command, "-t"], check=True, capture_output=True)
        return command

    def _caddy(self, folder: Path, shipped: str, certificate: Path, key: Path) -> list[str]:
        ports = (
            f"{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {self.http}\n\thttps_port {self.https}\n\tservers {{"
        )
        changes = {"{\n\tservers {": ports, f"{NAME} {{": f"localhost {{\n\tbind 127.0.0.1\n\ttls {certificate} {key}"}
        for old, new in changes.items():
            assert old in shipped, old
            shipped = shipped.replace(old, new)
        (folder / "Caddyfile").write_text(shipped)
        return [program("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def _listens(self) -> bool:
        """Whether it is this proxy that answers: nobody else has its certificate."""
        try:
            self.connect("").close()
        except OSError:
            return False
        return True

    def person(self, address: str = "127.0.0.1", **headers: str) -> httpx.Client:
        """Somebody who comes from an address of this machine."""
        transport = httpx.HTTPTransport(verify=self.trusting, local_address=address)
        return httpx.Client(
            base_url=f"https://localhost:{self.https}", headers=headers, transport=transport, timeout=PATIENCE
        )

    def join(self, table: str, cookies: httpx.Cookies) -> Chair:
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        url = f"wss://localhost:{self.https}/api/tables/{table}/live"
        origin: Any = f"https://localhost:{self.https}"
        return Chair(SecureSocket(url, additional_headers=headers, origin=origin, ssl=self.trusting))

    def connect(self, sent: str) -> socket.socket:
        plain = socket.create_connection(("127.0.0.1", self.https), timeout=PATIENCE)
        try:
            safe = self.trusting.wrap_socket(plain, server_hostname="localhost")
            safe.sendall(sent.encode())
        except OSError:
            plain.close()
            raise
        return safe

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


def _certificate(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    options = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([program("openssl"), "req", "-x509", *options, *name, *files], check=True, capture_output=True)
    return certificate, key


@contextmanager
def proxied(name: str, folder: Path, seconds: int = int(PATIENCE), **settings: Any) -> Iterator[Proxy]:
    program(name)
    with serving(f"sqlite:///{folder}/ziggurat.db", secure="yes", names="localhost", **settings) as server:
        proxy = Proxy(name, folder, server, seconds)
        try:
            yield proxy
        finally:
            proxy.close()


@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_match_is_played_through_the_proxy(name: str, tmp_path: Path) -> None:
    with proxied(name, tmp_path) as proxy, proxy.person() as host:
        met = host.get("/api/me")
        assert "secure" in met.headers["set-cookie"].lower()
        assert met.headers["strict-transport-security"] == "max-age=31536000"
        body = {"game": "babylonia", "seats": [{"who": "me"}, {"who": "random"}]}
        table = host.post("/api/tables", json=body, headers={"origin": str(host.base_url).rstrip("/")}).json()["id"]
        chair = proxy.join(table, host.cookies)
        while chair.view["actor"] != chair.seat:
            chair.hear("changed")
        assert chair.play(chair.choices[-1])["type"] == "done"
        elsewhere = host.post("/api/tables", json=body, headers={"origin": "https://evil.example"})
        assert elsewhere.status_code == 403
        plain = httpx.get(f"http://localhost:{proxy.http}/t/x", follow_redirects=False, timeout=PATIENCE)
        assert plain.status_code in (301, 308)
        assert plain.headers["location"].startswith("https://localhost")
        large = "POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n"
        with proxy.connect(large) as refused:  # before it has sent anything of its body
            assert refused.recv(12) == b"HTTP/1.1 413"
        assert host.get("/healthz").text == "ok\n"


@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_clients_are_counted_by_their_real_address(name: str, tmp_path: Path) -> None:
    with proxied(name, tmp_path, requests=0.001) as proxy:  # one request of an address, and the next after 1,000 s
        statuses = []
        for number in range(3):  # a new address each time, if one were believed
            with proxy.person("127.0.0.2", **{"x-forwarded-for": f"192.0.2.{number}"}) as one:
                statuses.append(one.get("/api/games").status_code)
        assert statuses == [200, 429, 429]
        with proxy.person("127.0.0.3") as other:
            assert other.get("/api/games").status_code == 200


@pytest.mark.parametrize("name", ["nginx", "caddy"])
@pytest.mark.parametrize("sent", ["", "GET /hea", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"])
def test_proxy_drops_requests_that_never_arrive(name: str, sent: str, tmp_path: Path) -> None:
    with proxied(name, tmp_path, seconds=1) as proxy, ExitStack() as stack:
        clients = [stack.enter_context(until(partial(_begin, proxy, sent))) for _ in range(20)]
        for client in clients:
            assert everything_from(client)[:12] in (b"HTTP/1.1 408", b"HTTP/1.1 400", b"")
        assert until(partial(_health, proxy)) == "ok\n"


def _begin(proxy: Proxy, sent: str) -> socket.socket | None:
    """A connection with the beginning of a request; None if even the handshake was too slow for the proxy."""
    with suppress(OSError):
        return proxy.connect(sent)
    return None


def _health(proxy: Proxy) -> str | None:
    with suppress(httpx.TransportError), proxy.person() as somebody:
        return somebody.get("/healthz").text
    return None
