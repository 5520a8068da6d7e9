"""A pytest plugin: every server of the tests is behind a proxy of its own, with the configuration we ship but no HTTPS.

    BEHIND=nginx .venv/bin/python -m pytest -p tests.server.behind -n 2 tests/server/tables

`BEHIND` is `nginx`, `caddy`, or `nginx-unlimited`: without the limit of connections of one address, which tests that
share a server reach. What nginx says is in build/proxy.log, for example "limiting connections".
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tests.patience import until
from tests.server import serving
from tests.server.postgres import free_port

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
LOG = Path(__file__).parent.parent.parent / "build" / "proxy.log"


def _nginx(folder: Path, upstream: int, port: int, *, limited: bool) -> list[str]:
    shipped = (DEPLOY / "nginx.conf").read_text()
    first = shipped.index("server {\n    listen 80;")  # it only sends browsers to HTTPS
    shipped = shipped[:first] + shipped[shipped.index("server {\n    listen 443") :]
    shipped = re.sub(r"    (listen|ssl_\w+|server_name|error_log|access_log) .*\n", "", shipped)
    shipped = shipped.replace("server_tokens off;", f"listen 127.0.0.1:{port}; access_log off;")
    shipped = shipped.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    if not limited:
        shipped = re.sub(r"    limit_conn .*\n", "", shipped)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    whole = f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}} http {{ {temporary}\n{shipped} }}"
    (folder / "nginx.conf").write_text(f"user root; {whole}" if os.geteuid() == 0 else whole)
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def _caddy(folder: Path, upstream: int, port: int) -> list[str]:
    shipped = (DEPLOY / "Caddyfile").read_text()
    shipped = shipped.replace("{\n\tservers {", "{\n\tadmin off\n\tauto_https off\n\tservers {", 1)
    shipped = shipped.replace("games.example.org {", f"http://:{port} {{\n\tbind 127.0.0.1", 1)
    (folder / "Caddyfile").write_text(shipped.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}"))
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


class BehindProxy(serving.Server):
    """A server whose address is that of its proxy."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._folder = Path(tempfile.mkdtemp(prefix="ziggurat-proxy-"))
        port, kind = free_port(), os.environ["BEHIND"]
        if kind == "caddy":
            command = _caddy(self._folder, self.port, port)
        else:
            command = _nginx(self._folder, self.port, port, limited=kind == "nginx")
        environment = {**os.environ, "HOME": str(self._folder), "PATH": f"{os.environ['PATH']}:/usr/sbin"}
        with (self._folder / "output").open("wb") as output:
            self._proxy = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
        self.port, self.url = port, f"http://127.0.0.1:{port}"
        until(self._listens, "the proxy listens")

    def _listens(self) -> bool:
        assert self._proxy.poll() is None, (self._folder / "output").read_text()
        with socket.socket() as trying:
            return trying.connect_ex(("127.0.0.1", self.port)) == 0

    def _close(self) -> None:
        super()._close()
        self._proxy.terminate()
        self._proxy.wait()
        log = self._folder / "error.log"
        if log.exists():
            LOG.parent.mkdir(exist_ok=True)
            with LOG.open("a") as whole:
                whole.write(log.read_text())
        shutil.rmtree(self._folder)


def pytest_configure() -> None:
    """Put every server behind a proxy; test modules are imported after this."""
    serving.Server = BehindProxy  # type: ignore[misc]
