"""Refuses requests for host names that are not ours.

Another site can point its own name at this machine (DNS rebinding). The browser then treats the two as one site, but
the `Host` header still has the other site's name. IP addresses cannot be redirected like that, so only names are
listed.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import Any

from ziggurat.core.sentence import sentence
from ziggurat.server.refusals import Misdirected
from ziggurat.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - compared with, not listened on
QUOTED = 40  # characters of a bad name that a refusal quotes
_PORT = re.compile(r"[0-9]{0,5}")


class HostNames:
    """The names of this server."""

    def __init__(self, settings: Settings) -> None:
        chosen = settings.chosen_names()
        self._any = "*" in chosen
        self._addresses = not chosen  # any IP address is allowed, unless names were configured
        self._names = set(chosen or usual_names(settings.host))
        self._suffixes = tuple(name[1:] for name in chosen if name.startswith("*."))

    def check(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        """Refuse a request for another host. Old clients send no host; browsers always do."""
        hosts = [value for name, value in headers if name == b"host"]
        if self._any or not hosts:
            return
        host = hosts[0].decode("latin-1").strip().lower()
        if len(hosts) > 1 or not self._is_ours(without_port(host)):
            shown = host if len(host) <= QUOTED else f"{host[:QUOTED]}..."
            raise Misdirected(
                sentence(
                    "This server is not called {name}; its administrator can add the name to ZIGGURAT_NAMES.",
                    name=ascii(shown),
                )
            )

    def _is_ours(self, name: str) -> bool:
        if name in self._names or name == "localhost" or name.endswith((".localhost", *self._suffixes)):
            return True
        address = as_address(name)
        return address is not None and (self._addresses or address.is_loopback)


def usual_names(host: str) -> set[str]:
    """The names of a server without configured names: the host it listens on, or the machine's own names."""
    names = {host.lower().strip("[]")} - set(EVERYWHERE)
    if host in EVERYWHERE:
        own = {socket.gethostname().lower(), socket.getfqdn().lower()}
        names |= own | {f"{name.partition('.')[0]}.local" for name in own}  # as phones on the same network find it
    return names


def as_address(name: str) -> Any:
    """An IP address; None if it is a name."""
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def without_port(host: str) -> str:
    """The name in a `Host` header; empty if it is malformed."""
    if host.startswith("["):
        name, closed, rest = host[1:].partition("]")
        return name if closed and (not rest or (rest[0] == ":" and _PORT.fullmatch(rest[1:]))) else ""
    name, _, port = host.partition(":")
    return name.rstrip(".") if _PORT.fullmatch(port) else ""


def site_of(request: Any) -> str:
    """The URL of this server, as a request has reached it."""
    return f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"
