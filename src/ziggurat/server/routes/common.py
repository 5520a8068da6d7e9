"""Shared by all routes: who sends a request, the possible refusals, and answers with cookies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, Response
from litestar.background_tasks import BackgroundTask
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.openapi import ResponseSpec
from litestar.params import Parameter
from sqlalchemy import Connection, Row

from ziggurat.server.accounts import identity, player_store
from ziggurat.server.process import ServerProcess
from ziggurat.server.protocol import (
    Problem,
)
from ziggurat.server.runtime.clock import now
from ziggurat.server.transport import middleware

T = TypeVar("T")
Asked = Request[Any, Any, State]
TableId = Annotated[str, Parameter(max_length=20, pattern=r"^[a-z0-9]+$", description="the table's id")]
PROBLEMS = {
    status: ResponseSpec(Problem, generate_examples=False, description=text)
    for status, text in {
        400: "The request is malformed.",
        403: "You are not allowed to do this.",
        404: "Not found.",
        409: "Not possible in the current state.",
        413: "The request is too large.",
        421: "The server does not have this host name.",
        429: "Too many requests.",
        503: "The database is unavailable, or the game's rules are still being compiled.",
    }.items()
}


def server_of(request: Asked) -> ServerProcess:
    """The server process that handles the request."""
    server: ServerProcess = request.app.state.server
    return server


class RoleGuard:
    """Lets only those with a role in; for everybody else the routes do not exist.

    As a guard it refuses others before the request is parsed: an error about its content would reveal the route.
    """

    def __init__(self, check: Callable[[Connection, str | None], Row[Any]]) -> None:
        self._check = check

    async def player(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Row[Any]:
        """Who sends the request; refused for everybody else, and for API tokens, which may leak."""
        server: ServerProcess = connection.app.state.server
        row: Row[Any] = await server.read(self._check, await middleware.who(connection, server))
        middleware.check_cookie(connection)
        return row

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], _: Any) -> None:
        """Refuse others."""
        await self.player(connection)

    @property
    def hidden(self) -> dict[str, Any]:
        """What such a route is declared with; the API description leaves it out."""
        return {"include_in_schema": False, "responses": PROBLEMS, "guards": [self]}


async def player_of(request: Asked) -> str:
    """The player who sends the request. A visitor without a cookie becomes a guest and gets one with the answer."""
    player = await middleware.who(request, server_of(request))
    if player is None:
        player = request.state.guest = identity.new_player()
    return player


async def write_signed_in(request: Asked, player: str, work: Callable[[Connection], T]) -> T:
    """Write something that acts for a player; refused if their cookie was invalidated since the request came in.

    A new guest is stored before the cookie is checked: without a row to lock, the guest could register in another
    process between the check and the write.
    """
    server = server_of(request)
    session = None if getattr(request.state, "guest", None) else server.keys.read(middleware.cookie(request))

    def checked(connection: Connection) -> T:
        identity.keep(connection, player, now())
        if session is not None:
            player_store.check_signed_in(connection, *session)
        return work(connection)

    written: T = await server.writer.write(checked)
    return written


def cookie_for(request: Asked, player: str, logouts: int) -> Cookie:
    """A player's signed cookie, which scripts and other sites cannot read."""
    server = server_of(request)
    return Cookie(
        key=identity.COOKIE,
        value=server.keys.sign(player, logouts),
        httponly=True,
        samesite="lax",
        secure=server.settings.secure,
        max_age=identity.COOKIE_SECONDS,
        path="/",
    )


def answer(
    body: Any, request: Asked, *, player: str | None = None, logouts: int = 0, cut: str | None = None
) -> Response[Any]:
    """An answer, with a cookie for a new guest or for `player`.

    The sockets of `cut` (a player or a session) are closed afterwards: the page reconnects at once, and should have the
    new cookie by then.
    """
    guest = player or getattr(request.state, "guest", None)

    async def end() -> None:
        if cut:
            server_of(request).disconnect(cut)

    cookies = [cookie_for(request, guest, logouts)] if guest else []
    return Response(body, cookies=cookies, background=BackgroundTask(end) if cut else None)


def as_json(body: Any, status: int = 200) -> Response[Any]:
    """An answer in JSON, from an object or from JSON that is encoded already."""
    encoded = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return Response(encoded, media_type="application/json", status_code=status)
