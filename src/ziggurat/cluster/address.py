"""The address of a cluster: `local`, `auto` or `host:port`."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass

from ziggurat.core.errors import BadOption, MissingDependency
from ziggurat.core.sentence import quoted

LOCAL, AUTO = "local", "auto"
CLIENT = "ray://"  # what Ray's addresses for programs outside the cluster begin with
REACHED = 10.0  # seconds within which a machine that is there accepts a connection


@dataclass(frozen=True)
class Address:
    """A cluster to connect to; `host` is empty for `local` and `auto`."""

    text: str
    host: str = ""
    port: int = 0

    @property
    def is_local(self) -> bool:
        """Whether the cluster is started for this run and stopped after it."""
        return self.text == LOCAL

    def check(self) -> None:
        """Refuse an address that does not answer; Ray itself would take minutes to say so."""
        if not self.host:
            return
        try:
            socket.create_connection((self.host, self.port), timeout=REACHED).close()
        except OSError as problem:
            why = problem.strerror or "it does not answer"
            raise BadOption(f"There is no cluster at {self.text}: {why}.") from problem


def read_address(text: str) -> Address:
    """Parse the value of `--cluster`."""
    require_ray()
    if text == AUTO and (ray_address := os.environ.get("RAY_ADDRESS")) and ray_address != AUTO:
        text = ray_address  # as Ray's own commands do
    if text in (LOCAL, AUTO):
        return Address(text)
    if text.startswith(CLIENT):
        raise BadOption(f"Run this on a machine of the cluster, with --cluster {AUTO}: {CLIENT} is for others.")
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isascii() and port.isdecimal() and 0 < int(port) < 65_536):
        raise BadOption(f"A cluster is {LOCAL}, {AUTO}, or an address such as 10.0.0.1:6379, not {quoted(text)}.")
    return Address(text, host.strip("[]"), int(port))


def require_ray() -> None:
    """Raise `MissingDependency` if Ray is not installed."""
    from importlib.util import find_spec

    if find_spec("ray") is None:
        raise MissingDependency("--cluster needs Ray: install it with `pip install 'ziggurat[cluster]'`.")
