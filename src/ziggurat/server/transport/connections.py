"""Limits the connections of each address, and gives uvicorn protocols with our limits.

uvicorn waits for ever for the rest of a request, and for a client that does not read. Our protocols drop what has not
arrived in time, and refuse what comes in very many very small parts, which cost more to parse than to send.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any

from ziggurat.server.settings import Settings
from ziggurat.server.transport.hand_over import HandOver
from ziggurat.server.transport.rate_limits import network

log = logging.getLogger("ziggurat.connections")
MAX_HEAD = 16_384  # bytes of a request's head


class ConnectionCounter:
    """Counts connections by address. Proxies are exempt: everybody behind them shares their address."""

    def __init__(self, settings: Settings) -> None:
        self._limit = settings.max_connections_each
        self._proxies = {address.strip() for address in settings.proxies.split(",")}
        self._count: Counter[str] = Counter()
        self._addresses: dict[asyncio.BaseTransport, str] = {}

    def add(self, transport: asyncio.BaseTransport, address: str) -> bool:
        """Count a connection; false if its address has too many."""
        if self._limit and address not in self._proxies and "*" not in self._proxies:
            address = network(address)
            if self._count[address] >= self._limit:
                return False
            self._addresses[transport] = address
            self._count[address] += 1
        return True

    def remove(self, transport: asyncio.BaseTransport) -> None:
        """Count a connection no longer, whichever protocol it has come to."""
        address = self._addresses.pop(transport, None)
        if address is not None:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]


def protocols(settings: Settings, hand_over: HandOver | None = None) -> tuple[Any, Any]:
    """uvicorn's protocols for HTTP and WebSockets, with the limits of these settings.

    Ours lean on internals of uvicorn, h11 and websockets. Where these differ, uvicorn's own serve, with a warning.
    """
    try:
        from ziggurat.server.transport.http_protocol import HttpProtocol
        from ziggurat.server.transport.socket_protocol import SocketProtocol
    except (ImportError, AttributeError) as problem:
        log.warning(
            "This version of uvicorn, h11 or websockets is not known (%s). uvicorn's own protocols serve instead: slow "
            "and flooding connections are not limited. Do not put this server on the internet.",
            problem,
        )
        return "h11", "auto"
    attributes = {"settings": settings, "counter": ConnectionCounter(settings)}
    http = type("Http", (HttpProtocol,), {**attributes, "hand_over": hand_over})
    return http, type("Socket", (SocketProtocol,), attributes)
