"""What a request costs: declared on its handler, and the same in every spelling of its path."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, unquote

import pytest
from litestar import Litestar
from litestar.exceptions import LitestarDeprecationWarning
from litestar.routes import HTTPRoute, WebSocketRoute

from tests.looping import run
from ziggurat.server.routes import ROUTES
from ziggurat.server.settings import Settings
from ziggurat.server.transport.middleware import Middleware
from ziggurat.server.transport.rate_limits import RateLimiter, cost_of
from ziggurat.server.transport.sockets import lobby_socket, table_socket
from ziggurat.server.transport.static_pages import page_handlers

with warnings.catch_warnings(action="ignore", category=LitestarDeprecationWarning):
    APP = Litestar(route_handlers=[*ROUTES, table_socket, lobby_socket, *page_handlers("")], logging_config=None)


def every_request() -> Iterator[tuple[str | None, str]]:
    """The method and plain path of every route; None: a WebSocket."""
    for route in APP.routes:
        path = re.sub(r"\{\w+:int\}", "5", route.path)
        path = re.sub(r"\{\w+:\w+\}", "abc", path)
        if isinstance(route, HTTPRoute):
            yield from ((method, path) for method in sorted(route.route_handler_map) if method != "OPTIONS")
        elif isinstance(route, WebSocketRoute):
            yield None, path


def spellings(path: str) -> Iterator[str]:
    """A path in ways that a server might take for the same."""
    first, _, rest = path[1:].partition("/")
    last = path.rpartition("/")[2]
    yield from (f"{path}/", f"{path}//", f"/{path}", f"//{path}//", path.replace("/", "//"))
    yield from (path.replace("/", "%2F"), f"{path}%2F", f"/%2F{path[1:]}")
    yield "/" + "/".join("".join(f"%{ord(letter):02x}" for letter in part) for part in path[1:].split("/"))
    yield quote(path, safe="/").replace("a", "%61", 1)
    yield quote(quote(path, safe=""), safe="/")  # encoded twice
    yield from (f"/.{path}", f"{path}/.", f"/{first}/./{rest}", f"/x/..{path}", f"/{first}/../{first}/{rest}")
    yield from (f"{path}/x/..", f"/%2e{path}", f"{path}/%2e%2e/{last}")
    yield from (f"{path}%0a", f"{path}%20", f"{path}%00", f"{path};x", f"{path}?x", path.upper(), path[1:])


def charge(method: str | None, spelling: str, monkeypatch: pytest.MonkeyPatch) -> tuple[float, Any]:
    """What a request is charged, and the handler that it reaches (None: it is refused)."""
    charges: list[float] = []
    reached: list[Any] = []

    def take(limiter: RateLimiter, key: str, cost: float = 1) -> bool:
        charges.append(cost)
        return True

    async def route_only(scope: Any, receive: Any, send: Any) -> None:
        reached.append(scope["route_handler"])

    def stop_before_handler(handler: Any) -> Any:
        def routed(path: str, method: Any) -> Any:
            return route_only, *handler(path=path, method=method)[1:]

        return routed

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        pass

    path = unquote(spelling.partition("?")[0])  # as uvicorn does
    kind = {"type": "websocket"} if method is None else {"type": "http", "method": method}
    scope = {**kind, "path": path, "raw_path": spelling.encode(), "query_string": b"", "headers": [], "root_path": ""}
    with monkeypatch.context() as patched:
        patched.setattr(RateLimiter, "take", take)
        patched.setattr(APP.asgi_router, "handle_routing", stop_before_handler(APP.asgi_router.handle_routing))
        run(Middleware(APP, Settings())(scope | {"client": ("192.0.2.1", 1)}, receive, send))
    return charges[0], reached[0] if reached else None


def test_every_spelling_of_a_path_costs_the_same_or_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    requests = list(every_request())
    assert len(requests) > 110
    served = 0
    for method, path in requests:
        cost, handler = charge(method, path, monkeypatch)
        assert handler is not None, (method, path)
        assert cost == handler.opt.get("cost", 1), (method, path)
        for spelling in spellings(path):
            other_cost, other_handler = charge(method, spelling, monkeypatch)
            if other_handler is not None:
                served += 1
                assert other_cost == other_handler.opt.get("cost", 1), (method, spelling)
            if other_handler is handler:
                assert other_cost == cost, (method, spelling)
    assert served > 5 * len(requests)  # slashes and encodings are served, and charged


@pytest.mark.parametrize(
    ("method", "path", "cost"),
    [
        ("POST", "/api/import", 20),
        ("POST", "/api/login", 20),
        ("GET", "/api/me/export.json", 40),
        ("POST", "/api/tournaments", 20),
        ("GET", "/api/tables/abc/film.webp", 4),
        ("GET", "/api/tables/abc/replay", 4),
        ("GET", "/api/tables/abc/log", 4),
        ("POST", "/api/tables/abc/fork", 10),
        ("POST", "/api/analysis/log", 10),
        ("POST", "/api/analysis/position", 4),
        ("POST", "/api/analysis/setup", 4),
        ("POST", "/api/analysis/lines", 4),
        ("GET", "/api/studies/abc", 10),
        (None, "/api/tables/abc/live", 4),
        ("GET", "/api/games", 1),
        ("GET", "/api/none", 1),
        ("GET", "/table/abc", 1),
        ("GET", "/assets/index-1a2b3c4d.js", 0.05),
    ],
)
def test_cost_of_a_request(method: str | None, path: str, cost: float) -> None:
    assert cost_of(APP, method, path) == cost


@pytest.mark.parametrize(
    ("path", "as_much_as"),
    [("/api/players/Anna%20B.", "/api/me/statistics"), ("/api/feeds/abc/turns.ics", "/api/tables/abc/replay")],
)
def test_expensive_reads_cost_more(path: str, as_much_as: str) -> None:
    assert cost_of(APP, "GET", path) >= cost_of(APP, "GET", as_much_as) > cost_of(APP, "GET", "/api/games")


def test_head_costs_as_much_as_get() -> None:
    for kind in ("atom", "ics"):
        path = f"/api/feeds/abc/turns.{kind}"
        assert cost_of(APP, "HEAD", path) == cost_of(APP, "GET", path) > 1
