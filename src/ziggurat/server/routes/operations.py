"""Health checks, metrics and the protocol's schema."""

from __future__ import annotations

import functools
import logging
from typing import Any

import msgspec
from litestar import get

from ziggurat.server import metrics, protocol
from ziggurat.server.refusals import NotAllowed, UpgradeRequired
from ziggurat.server.routes.common import PROBLEMS, Asked, server_of
from ziggurat.server.transport import middleware

log = logging.getLogger("ziggurat.proxy")


@get("/healthz", summary="Alive?", media_type="text/plain", responses=PROBLEMS)
async def healthz(request: Asked) -> str:
    """Succeeds while the database can be read. A second line warns of an old backup."""
    warning = await server_of(request).backup_watch.warning()
    return f"ok\n{warning}\n" if warning else "ok\n"


@get("/readyz", summary="Ready?", media_type="text/plain", responses=PROBLEMS)
async def readyz(request: Asked) -> str:
    """Succeeds while the database can be written to."""
    await server_of(request).try_to_write()
    return "ok\n"


@get("/metrics", summary="Metrics for Prometheus", media_type="text/plain", include_in_schema=False)
async def get_metrics(request: Asked) -> bytes:
    """All metrics, for requests from the same machine."""
    if middleware.host(request) not in ("127.0.0.1", "::1", "nowhere"):
        raise NotAllowed("Metrics are only available on the server itself.")
    return metrics.page()


@get(["/api/tables/{table_id:str}/live", "/api/lobby/live"], include_in_schema=False)
async def get_live() -> None:
    """Refuse what remains of a WebSocket's handshake behind a proxy that does not pass it on."""
    _warn_once()
    raise UpgradeRequired("This address takes WebSockets; a proxy on the way may not pass them on.")


@functools.cache
def _warn_once() -> None:
    log.warning("a request for a WebSocket came without one: if nobody sees others' moves, the proxy blocks them")


@get("/api/protocol.json", summary="The WebSocket protocol", responses=PROBLEMS)
async def get_protocol() -> dict[str, Any]:
    """Every WebSocket message, as JSON Schema."""
    return _PROTOCOL


_PROTOCOL: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(protocol.schema()))
