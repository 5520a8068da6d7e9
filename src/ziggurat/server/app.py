"""The ASGI application: routes, sockets and middleware around one server process."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import ziggurat
from ziggurat.core.errors import ZigguratError
from ziggurat.core.sentence import sentence
from ziggurat.server.process import ServerProcess
from ziggurat.server.protocol import Problem
from ziggurat.server.refusals import NOTHING_HERE, Refused, as_problem
from ziggurat.server.routes import ROUTES
from ziggurat.server.transport import middleware
from ziggurat.server.transport.guests import check_guest
from ziggurat.server.transport.rate_limits import RateLimiter
from ziggurat.server.transport.sockets import lobby_socket, table_socket
from ziggurat.server.transport.static_pages import page_handlers

log = logging.getLogger("ziggurat.app")
UNREADABLE = sentence("The body cannot be read: it is not UTF-8, or nested too deeply.")
MAX_BODY = 256 * 1024  # bytes: a long log


@asynccontextmanager
async def serving(server: ServerProcess, app: Litestar) -> AsyncIterator[None]:
    """Open a process, and let the application answer with it until the end."""
    await server.open()
    app.state.server = server
    app.state.logins = RateLimiter(0.1, burst=10)  # by address
    app.state.accounts = RateLimiter(1 / 30, burst=10)  # by login, wherever the attempts come from
    app.state.resets = RateLimiter(1 / 300, burst=5)  # by address, and by the account whose password is reset
    try:
        yield
    finally:
        await server.close()


def build(server: ServerProcess) -> middleware.Middleware:
    """The application around a process, whose database is up to date."""
    settings = server.settings
    app = Litestar(
        guards=[check_guest],
        route_handlers=[*ROUTES, table_socket, lobby_socket, *page_handlers(settings.page)],
        lifespan=[partial(serving, server)],
        exception_handlers={
            ZigguratError: refuse,
            HTTPException: refuse_request,
            UnicodeDecodeError: refuse_bytes,
            RecursionError: refuse_bytes,
            Exception: fail,
        },
        openapi_config=OpenAPIConfig(
            title="Ziggurat", version=ziggurat.__version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=MAX_BODY,
        logging_config=None,
    )
    return middleware.Middleware(app, settings)


def refuse(request: Request[Any, Any, State], refused: ZigguratError) -> Response[Problem]:
    """Answer with a refusal: its sentence, and the status of its class."""
    status = refused.status if isinstance(refused, Refused) else 400
    return Response(as_problem(refused.sentence), status_code=status)


def refuse_request(request: Request[Any, Any, State], problem: HTTPException) -> Response[Problem]:
    """Answer a request that does not match the schema."""
    detail = problem.detail or "This request cannot be answered"
    if isinstance(problem, NotFoundException):
        detail = NOTHING_HERE
    extra: Any = problem.extra
    if isinstance(extra, list) and extra:
        detail = "; ".join(_complaint(item) for item in extra)
    headers = problem.headers or {}
    return Response(Problem(f"{detail.rstrip('.')}."), status_code=problem.status_code, headers=headers)


def refuse_bytes(request: Request[Any, Any, State], problem: Exception) -> Response[Problem]:
    """Answer a request whose body cannot be decoded."""
    return Response(as_problem(UNREADABLE), status_code=400)


def _complaint(item: Any) -> str:
    """One validation error, as text."""
    key, message = item.get("key", ""), str(item.get("message", ""))
    if key == "data":
        return "The request needs a body" if message == "'data'" else f"The body: {message}"
    return f"{key}: {message}" if key else message


def fail(request: Request[Any, Any, State], problem: Exception) -> Response[Problem]:
    """Answer an unexpected error without details, which are logged."""
    where = request.scope.get("path_template", "")  # not the path, which may contain a table's key
    log.error("%s %s failed", request.scope["type"], where, exc_info=problem)
    return Response(Problem("Something went wrong on the server; it has been logged."), status_code=500)
