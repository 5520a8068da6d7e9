"""Looking for somebody to play with."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, post

from ziggurat.server import guards, ratings, seeking, store
from ziggurat.server.live import now
from ziggurat.server.protocol import Seek, Sought
from ziggurat.server.refusals import NotFound
from ziggurat.server.routes.asking import PROBLEMS, Asked, answer, hall_of, player_of


@post("/api/seek", summary="Find me an opponent", status_code=200, responses=PROBLEMS)
async def post_seek(request: Asked, data: Seek) -> Response[Sought]:
    """Look for a match; ask `GET /api/seek` every few seconds, else you are taken to have gone (not with `days`)."""
    hall = hall_of(request)
    player = await player_of(request)
    row = await hall.read(store.find_player, player)
    seeking.check(data, registered=row is not None and row.login is not None)
    await hall.games.require(data.game)
    hall.limits.check_storing(guards.address(request))  # it may become a table

    def work(connection: Any) -> Sought | None:
        known = ratings.StoredBook(connection).find(data.game, player)
        seeking.begin(connection, player, data, now(), seeking.USUAL if known is None else known.now.rating)
        return seeking.look(connection, player, now())

    return answer(await hall.writer.write(work), request)


@get("/api/seek", summary="Has anybody been found?", responses=PROBLEMS)
async def get_seek(request: Asked) -> Sought:
    """How the search goes."""
    hall = hall_of(request)
    player = await guards.who(request, hall)
    found = await hall.read(seeking.look, player, now()) if player else None
    if found is None or player is None:
        raise NotFound("You are looking for nobody.")
    if found.table is None:
        await hall.writer.write(lambda connection: seeking.note(connection, player, now()))
    return found


@delete("/api/seek", summary="Look no longer", status_code=204, responses=PROBLEMS)
async def delete_seek(request: Asked) -> None:
    """Stop looking, or have seen who was found; whoever was seated meanwhile sits."""
    hall = hall_of(request)
    player = await guards.who(request, hall)
    if player is not None:
        await hall.writer.write(lambda connection: seeking.end(connection, player))
