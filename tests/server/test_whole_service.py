"""The service of deploy/compose.yaml as plain processes: Caddy, two servers, two workers, one PostgreSQL.

It uses the Caddyfile and SQL we ship, with other names, ports and timeouts.
"""

from __future__ import annotations

import os
import random
import re
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from tests.patience import PATIENCE, until
from tests.server.attack.test_proxies import DEPLOY, Proxy, _certificate, program
from tests.server.postgres import free_port, programs
from tests.server.serving import Chair, Server, play_to_the_end, serving
from tests.server.workers import WorkerProcess

TIMES = {"read_header": 10, "health_timeout": 8, "lb_try_duration": 10}


class Front(Proxy):
    """Caddy in front of several servers, as Compose has it."""

    def __init__(self, folder: Path, servers: list[Server]) -> None:
        self.http, self.https = free_port(), free_port()
        certificate, key = _certificate(folder)
        self.trusting = ssl.create_default_context(cafile=str(certificate))
        shipped = (DEPLOY / "compose" / "Caddyfile").read_text("utf-8")
        options = f"admin off\n\tskip_install_trust\n\thttp_port {self.http}\n\thttps_port {self.https}"
        changes = {
            "{\n\tservers {": f"{{\n\t{options}\n\tservers {{",
            "{$ZIGGURAT_NAME} {": f"localhost {{\n\tbind 127.0.0.1\n\ttls {certificate} {key}",
            "Host {$ZIGGURAT_NAME}": "Host localhost",
            "server-1:8000 server-2:8000": " ".join(f"127.0.0.1:{server.port}" for server in servers),
            # However busy the machine is that runs the tests.
            **{f"{name} {time}s": f"{name} {PATIENCE:.0f}s" for name, time in TIMES.items()},
        }
        for old, new in changes.items():
            assert old in shipped, old
            shipped = shipped.replace(old, new)
        (folder / "Caddyfile").write_text(shipped)
        home = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        self.process = subprocess.Popen(
            [program("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"],
            cwd=folder,
            env={**os.environ, **home},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        until(self._listens, "the proxy listens")


@contextmanager
def in_front(folder: Path, servers: list[Server]) -> Iterator[Front]:
    front = Front(folder, servers)
    try:
        yield front
    finally:
        front.close()


@contextmanager
def ended(worker: WorkerProcess) -> Iterator[WorkerProcess]:
    """Ends the worker after the test."""
    try:
        yield worker
    finally:
        worker.end(signal.SIGTERM)


def role(url: str, folder: Path) -> str:
    """Creates the workers' role as Compose does; returns the database's URL for it."""
    (folder / "password").write_text("of the workers")
    database = url.rpartition("/")[2]
    sql = (DEPLOY / "compose" / "role.sql").read_text("utf-8")
    sql = sql.replace("/run/secrets/thinker-password", str(folder / "password"))
    (folder / "role.sql").write_text(sql.replace("DATABASE ziggurat", f'DATABASE "{database}"'))
    for _ in range(2):  # as at every start
        command = [f"{programs()}/psql", "--quiet", "--file", f"{folder}/role.sql", url]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return url.replace("//ziggurat@", "//thinker@")


def metric(server: Server, name: str) -> float:
    """A metric of one server."""
    text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    return sum(float(value) for value in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.MULTILINE))


@pytest.mark.long
def test_match_continues_when_a_server_stops(postgres_url: str, tmp_path: Path) -> None:
    program("caddy")
    subprocess.run([sys.executable, "-m", "ziggurat", "migrate", "--database", postgres_url], check=True)
    (tmp_path / "cookie-key").write_text("k" * 64)
    settings = {"names": "localhost", "secure": "yes", "bots": 0, "secret_file": tmp_path / "cookie-key"}
    with serving(postgres_url, **settings) as one, serving(postgres_url, **settings) as two, ExitStack() as stack:
        servers = [one, two]
        worker_url = role(postgres_url, tmp_path)
        workers = [stack.enter_context(ended(WorkerProcess(worker_url))) for _ in range(2)]
        until(lambda: all(metric(server, "ziggurat_thinkers") == 2 for server in servers))
        with in_front(tmp_path, servers) as front, front.person() as host:
            assert host.get("/api/me").status_code == 200
            body = {"game": "babel", "seats": [{"who": "me"}, {"who": "apprentice"}]}
            origin = {"origin": str(host.base_url).rstrip("/")}
            table = host.post("/api/tables", json=body, headers=origin).json()["id"]
            chair = front.join(table, host.cookies)
            _decide(chair, 3)
            here = next(server for server in servers if metric(server, "ziggurat_sockets"))
            other = two if here is one else one
            played = chair.version
            assert here.stop() == 0
            assert chair.is_cut() in (
                1012,
                1006,
            )  # come back; a proxy that is faster than what it passes on says nothing
            again = until(lambda: _come_back(front, table, host.cookies))
            assert again.version >= played
            assert play_to_the_end([again], random.Random(1))["winners"]
            assert metric(other, "ziggurat_thinker_answers_total") > 0
            chair.close()
            again.close()
        for worker in workers:
            assert worker.end(signal.SIGTERM) == 0


def _come_back(front: Front, table: str, cookies: httpx.Cookies) -> Chair | None:
    """Reconnects as the page does; None if it failed."""
    with suppress(WebSocketException, OSError):
        return front.join(table, cookies)
    return None


def _decide(chair: Chair, often: int) -> None:
    """Plays some moves of one seat, waiting for the others in between."""
    for _ in range(often):
        while chair.view["actor"] != chair.seat:
            chair.hear("changed")
        assert chair.play(chair.choices[-1])["type"] == "done"
