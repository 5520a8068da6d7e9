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

    def __init__(self, name: str, folder: Path, server: Server) -> None:
        self.http, self.https = free_port(), free_port()
        self.server = server
        certificate, key = _certificate(folder)
        self.trusting = ssl.create_default_context(cafile=str(certificate))
        shipped = (DEPLOY / {"nginx": "nginx.conf", "caddy": "Caddyfile"}[name]).read_text()
        shipped = shipped.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}").replace("10s", "1s")
        if name == "nginx":
            command = self._nginx(folder, shipped, certificate, key)
        else:
            command = self._caddy(folder, shipped, certificate, key)
        environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        until(self._listens, "the proxy listens")

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

    def _listens(self) -> bool:
        assert self.process.poll() is None, self.process.stderr and self.process.stderr.read()
        with socket.socket() as trying:
            return trying.connect_ex(("127.0.0.1", self.https)) == 0

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
        safe = self.trusting.wrap_socket(plain, server_hostname="localhost")
        safe.sendall(sent.encode())
        return safe

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        if self.process.stderr:
            self.process.stderr.close()


def _certificate(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    options = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([program("openssl"), "req", "-x509", *options, *name, *files], check=True, capture_output=True)
    return certificate, key


@contextmanager
def proxied(name: str, folder: Path, **settings: Any) -> Iterator[Proxy]:
    program(name)
    with serving(f"sqlite:///{folder}/ziggurat.db", secure="yes", names="localhost", **settings) as server:
        proxy = Proxy(name, folder, server)
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
        with suppress(httpx.RemoteProtocolError):  # who hangs up on so much may be faster than the answer
            assert host.post("/api/import", content=b"x" * 2_000_000).status_code in (400, 413, 502)
        assert host.get("/healthz").text == "ok\n"


@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_clients_are_counted_by_their_real_address(name: str, tmp_path: Path) -> None:
    with proxied(name, tmp_path, requests=1) as proxy:
        statuses = []
        for number in range(20):  # a new address each time, if one were believed
            with proxy.person("127.0.0.2", **{"x-forwarded-for": f"192.0.2.{number}"}) as one:
                statuses.append(one.get("/api/games").status_code)
        assert statuses[0] == 200
        assert 429 in statuses
        with proxy.person("127.0.0.3") as other:
            assert other.get("/api/games").status_code == 200


@pytest.mark.parametrize("name", ["nginx", "caddy"])
@pytest.mark.parametrize("sent", ["", "GET /hea", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"])
def test_proxy_drops_requests_that_never_arrive(name: str, sent: str, tmp_path: Path) -> None:
    with proxied(name, tmp_path) as proxy, ExitStack() as stack:
        clients = [stack.enter_context(proxy.connect(sent)) for _ in range(20)]
        for client in clients:
            assert everything_from(client)[:12] in (b"HTTP/1.1 408", b"HTTP/1.1 400", b"")
        with proxy.person() as somebody:
            assert somebody.get("/healthz").text == "ok\n"
