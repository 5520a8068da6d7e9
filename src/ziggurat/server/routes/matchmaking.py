"""Looking for somebody to play with."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, post

from ziggurat.server.accounts import player_store
from ziggurat.server.protocol import Seek, Sought
from ziggurat.server.ratings import records
from ziggurat.server.refusals import NotFound
from ziggurat.server.routes.common import PROBLEMS, Asked, answer, player_of, server_of
from ziggurat.server.runtime.clock import now
from ziggurat.server.social import matchmaking
from ziggurat.server.transport import middleware


@post("/api/seek", summary="Find me an opponent", status_code=200, responses=PROBLEMS)
async def post_seek(request: Asked, data: Seek) -> Response[Sought]:
    """Look for a match; ask `GET /api/seek` every few seconds, else you are taken to have gone (not with `days`)."""
    server = server_of(request)
    player = await player_of(request)
    row = await server.read(player_store.find_player, player)
    matchmaking.check(data, registered=row is not None and row.login is not None)
    await server.games.require(data.game)
    server.quotas.check_storing(middleware.address(request))  # it may become a table

    def work(connection: Any) -> Sought | None:
        known = records.DatabaseRatings(connection).find(data.game, player)
        matchmaking.begin(connection, player, data, now(), matchmaking.USUAL if known is None else known.now.rating)
        return matchmaking.look(connection, player, now())

    return answer(await server.writer.write(work), request)


@get("/api/seek", summary="Has anybody been found?", responses=PROBLEMS)
async def get_seek(request: Asked) -> Sought:
    """How the search goes."""
    server = server_of(request)
    player = await middleware.who(request, server)
    found = await server.read(matchmaking.look, player, now()) if player else None
    if found is None or player is None:
        raise NotFound("You are looking for nobody.")
    if found.table is None:
        await server.writer.write(lambda connection: matchmaking.note(connection, player, now()))
    return found


@delete("/api/seek", summary="Look no longer", status_code=204, responses=PROBLEMS)
async def delete_seek(request: Asked) -> None:
    """Stop looking, or have seen who was found; whoever was seated meanwhile sits."""
    server = server_of(request)
    player = await middleware.who(request, server)
    if player is not None:
        await server.writer.write(lambda connection: matchmaking.end(connection, player))
