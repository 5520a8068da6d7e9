"""What the server is called: requests by any other name are refused.

A page of another site can point its own name at this machine (DNS rebinding); its browser then takes the two for one
site, and sends what it likes. What it cannot change is the name in the `Host` header. An address in numbers is nobody's
to point elsewhere, so those need no list; names do.
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
QUOTED = 40  # characters of a bad name that a refusal repeats
_PORT = re.compile(r"[0-9]{0,5}")


class Hosts:
    """The names by which people may reach this server."""

    def __init__(self, settings: Settings) -> None:
        chosen = settings.chosen_names()
        self._any = "*" in chosen
        self._addresses = not chosen  # in numbers, any: whoever sets names means just those, and this machine
        self._names = set(chosen or usual_names(settings.host))
        self._suffixes = tuple(name[1:] for name in chosen if name.startswith("*."))

    def check(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        """Refuse a request that is meant for somebody else. Old programs name nobody; browsers always do."""
        named = [value for name, value in headers if name == b"host"]
        if self._any or not named:
            return
        host = named[0].decode("latin-1").strip().lower()
        if len(named) > 1 or not self._knows(without_port(host)):
            shown = host if len(host) <= QUOTED else f"{host[:QUOTED]}..."
            raise Misdirected(
                sentence(
                    "This server is not called {name}; whoever runs it can add the name to ZIGGURAT_NAMES.",
                    name=ascii(shown),
                )
            )

    def _knows(self, name: str) -> bool:
        if name in self._names or name == "localhost" or name.endswith((".localhost", *self._suffixes)):
            return True
        number = as_address(name)
        return number is not None and (self._addresses or number.is_loopback)


def usual_names(host: str) -> set[str]:
    """What a server is called if nobody says: as it listens; listening everywhere, also by the machine's own name."""
    names = {host.lower().strip("[]")} - set(EVERYWHERE)
    if host in EVERYWHERE:
        own = {socket.gethostname().lower(), socket.getfqdn().lower()}
        names |= own | {f"{name.partition('.')[0]}.local" for name in own}  # as phones in the same network find it
    return names


def as_address(name: str) -> Any:
    """An address in numbers; None if it is a name."""
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def without_port(host: str) -> str:
    """The name in a `Host` header; what cannot be understood is nobody's name."""
    if host.startswith("["):
        name, closed, rest = host[1:].partition("]")
        return name if closed and (not rest or (rest[0] == ":" and _PORT.fullmatch(rest[1:]))) else ""
    name, _, port = host.partition(":")
    return name.rstrip(".") if _PORT.fullmatch(port) else ""


def site_of(request: Any) -> str:
    """The address a request has reached this server at, without its path."""
    return f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"
