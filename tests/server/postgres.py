"""A real PostgreSQL for tests: found or installed, started on loopback in a temporary folder, not as root."""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.patience import PATIENCE


def programs() -> Path:
    """The folder of PostgreSQL's programs; Debian's package is installed if there is none."""
    folder = _find()
    if folder is None and os.geteuid() == 0 and shutil.which("apt-get"):
        with (Path(tempfile.gettempdir()) / "ziggurat-postgres.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # one of several workers installs it
            folder = _find() or _install()
    if folder is None:
        raise RuntimeError("PostgreSQL is needed: install your system's package 'postgresql'.")
    return folder


def _install() -> Path | None:
    quiet: dict[str, Any] = {"check": False, "stdout": subprocess.DEVNULL}
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], env=environment, **quiet)
    subprocess.run(
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "postgresql"], env=environment, **quiet
    )
    return _find()


def _find() -> Path | None:
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if versions:
        return versions[-1].parent
    initdb, postgres = shutil.which("initdb"), shutil.which("postgres")
    return Path(initdb).resolve().parent if initdb and postgres else None


def _other_user() -> dict[str, Any]:
    """How to run a program as somebody who is not root: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    entry = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class Postgres:
    """A database server, which can be killed and started again."""

    def __init__(self, memory: str = "32MB", *, waits: bool = False, primary: Postgres | None = None) -> None:
        """One that waits until what is written is on the disk, as hosts have it, or does not.

        What was written outlives the process all the same, and tests do not cut the machine off. With a `primary` it is
        that server's standby, for which the primary waits with every commit.
        """
        self._memory, self._fsync = memory, "on" if waits else "off"
        self.folder = Path(tempfile.mkdtemp(prefix="ziggurat-postgres-"))
        self._who = _other_user()
        if self._who:
            os.chown(self.folder, self._who["user"], self._who["group"])
        self._bin, self._port = programs(), free_port()
        self.address = f"postgresql://ziggurat@127.0.0.1:{self._port}"
        usual = ("-U", "ziggurat", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync")
        if primary is None:
            self._run(self._bin / "initdb", "-D", self.folder / "data", *usual)
            self.start()
            return
        copy = ("-d", f"{primary.address}/postgres", "--write-recovery-conf", "--checkpoint=fast", "--no-sync")
        self._run(self._bin / "pg_basebackup", "-D", self.folder / "data", *copy)
        self.start()
        with psycopg.connect(f"{primary.address}/postgres", autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")

    @property
    def port(self) -> int:
        return self._port

    @property
    def pid(self) -> int:
        return self._process.pid

    def promote(self) -> None:
        """Make a standby the primary."""
        self._run(self._bin / "pg_ctl", "promote", "-D", self.folder / "data", "--wait")

    def _run(self, *command: Any) -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self._who)

    def start(self) -> None:
        options = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "port": self._port}
        options |= {"shared_buffers": self._memory, "fsync": self._fsync}
        flags = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._bin / "postgres", "-D", self.folder / "data", *flags],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self._who,
            )
        _wait(self._port)

    def kill(self) -> None:
        """At once, without tidying up, with all its processes."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(PATIENCE)

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """A database server; its address comes back, for `new_database`."""
    server = Postgres()
    try:
        yield server.address
    finally:
        server.close()


def _wait(port: int) -> None:
    """Until it answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            psycopg.connect(f"postgresql://ziggurat@127.0.0.1:{port}/postgres", connect_timeout=10).close()
        except psycopg.OperationalError:
            time.sleep(0.1)  # refused at once while it starts
        else:
            return
    raise AssertionError("PostgreSQL did not start.")


def new_database(address: str, name: str) -> str:
    """An empty database on a server."""
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"{address}/{name}"
