"""Looking for opponents."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, post

from ziggurat.server.accounts import player_store
from ziggurat.server.protocol import Scope, Seek, SeekState
from ziggurat.server.ratings import records
from ziggurat.server.refusals import NotFound
from ziggurat.server.routes.common import PROBLEMS, Asked, answer, player_of, server_of
from ziggurat.server.runtime.clock import now
from ziggurat.server.social import matchmaking
from ziggurat.server.transport import middleware
from ziggurat.server.transport.guests import SEATS


@post("/api/seek", summary="Find me an opponent", status_code=200, responses=PROBLEMS, opt=SEATS)
async def post_seek(request: Asked, data: Seek) -> Response[SeekState]:
    """Look for a match. Poll `GET /api/seek` every few seconds to stay in the queue (not needed with `days`)."""
    server = server_of(request)
    player = await player_of(request)
    row = await server.read(player_store.find_player, player)
    matchmaking.check(data, registered=row is not None and row.login is not None)
    await server.games.require(data.game)
    server.quotas.check_storing(middleware.address(request))  # it may become a table

    def work(connection: Any) -> SeekState | None:
        record = records.DatabaseRatings(connection).find(data.game, player)
        rating = matchmaking.DEFAULT_RATING if record is None else record.now.rating
        matchmaking.begin(connection, player, data, now(), rating)
        return matchmaking.load_search(connection, player, now())

    return answer(await server.writer.write(work), request)


@get("/api/seek", summary="The state of my search", responses=PROBLEMS)
async def get_seek(request: Asked) -> SeekState:
    """How many others are looking, and the table once opponents were found.

    Asking keeps you in the queue, except with a token for watching only.
    """
    server = server_of(request)
    visitor = await middleware.visitor(request, server)
    player = visitor.player
    search = await server.read(matchmaking.load_search, player, now()) if player else None
    if search is None or player is None:
        raise NotFound("You are not looking for a match.")
    if search.table is None and visitor.scope is not Scope.WATCH:
        await server.writer.write(lambda connection: matchmaking.store_seen(connection, player, now()))
    return search


@delete("/api/seek", summary="Stop looking", status_code=204, responses=PROBLEMS)
async def delete_seek(request: Asked) -> None:
    """Leave the queue, or clear a finished search. A table that was found meanwhile stays."""
    server = server_of(request)
    player = await middleware.who(request, server)
    if player is not None:
        await server.writer.write(lambda connection: matchmaking.end(connection, player))
