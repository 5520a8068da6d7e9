"""What all routes share: who asks, what is refused, and how answers carry cookies."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import Cookie, State
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from ziggurat.server.accounts import identity
from ziggurat.server.process import ServerProcess
from ziggurat.server.protocol import (
    Problem,
)
from ziggurat.server.transport import middleware

Asked = Request[Any, Any, State]
TableId = Annotated[str, Parameter(max_length=20, pattern=r"^[a-z0-9]+$", description="the table's id")]
PROBLEMS = {
    status: ResponseSpec(Problem, generate_examples=False, description=text)
    for status, text in {
        400: "it cannot be understood",
        403: "it is not yours to do",
        404: "there is no such thing",
        409: "it is not possible now",
        413: "it is too large",
        421: "this server has another name",
        429: "it is too much",
        503: "the disk did not take it or does not answer, or the game's rules are still being compiled",
    }.items()
}


def server_of(request: Asked) -> ServerProcess:
    """The server process that handles the request."""
    server: ServerProcess = request.app.state.server
    return server


async def player_of(request: Asked) -> str:
    """The player who asks; whoever comes without a cookie is given one with the answer."""
    player = await middleware.who(request, server_of(request))
    if player is None:
        player = request.state.guest = identity.new_player()
    return player


def cookie_for(request: Asked, player: str, logouts: int) -> Cookie:
    """A player's cookie: signed, and out of reach of scripts and other sites."""
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
    """An answer, with a cookie if the asker has none yet (or has become `player`, or needs a new one).

    Sockets that are to be `cut` are so afterwards: the page comes back at once, and should have the new cookie by then.
    """
    guest = player or getattr(request.state, "guest", None)

    async def end() -> None:
        if cut:
            server_of(request).disconnect(cut)

    cookies = [cookie_for(request, guest, logouts)] if guest else []
    return Response(body, cookies=cookies, background=BackgroundTask(end) if cut else None)


def as_json(body: Any, status: int = 200) -> Response[Any]:
    """What is encoded already, or is to be."""
    encoded = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return Response(encoded, media_type="application/json", status_code=status)
