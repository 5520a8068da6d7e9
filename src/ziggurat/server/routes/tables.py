"""The lobby, and tables: opening one, taking a seat, leaving, rematch."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Response, get, post
from litestar.params import Parameter

from ziggurat.server.accounts import identity
from ziggurat.server.protocol import (
    NewTable,
    PaceKind,
    Sit,
    Table,
    Tables,
)
from ziggurat.server.refusals import NotAllowed
from ziggurat.server.routes.common import PROBLEMS, Asked, TableId, answer, player_of, server_of
from ziggurat.server.routes.games import ready_for
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.tables import creation, departure, lobby_query, seat_store, table_store
from ziggurat.server.transport import middleware
from ziggurat.server.transport.guests import SEATS

PAGE = 50


@get("/api/tables", summary="The lobby", responses=PROBLEMS)
async def get_tables(
    request: Asked,
    show: Literal["open", "running", "mine", "unfinished", "finished", "hidden"] = "open",
    game: Annotated[str | None, Parameter(max_length=40, description="only tables of this game")] = None,
    seats: Annotated[int | None, Parameter(ge=1, le=8, description="only tables with this number of seats")] = None,
    pace: Annotated[PaceKind | None, Parameter(description="only tables with this pace")] = None,
    rating: Annotated[
        Literal["rated", "casual", "near"] | None,
        Parameter(description="only rated or casual tables, or tables of hosts near your own rating"),
    ] = None,
    before: Annotated[str | None, Parameter(max_length=40, pattern=r"^[0-9]{1,15}-[a-z0-9]{1,20}$")] = None,
    limit: Annotated[int, Parameter(ge=1, le=PAGE)] = PAGE,
) -> Tables:
    """Tables, the last changed first; `next` of one page is `before` of the page after it."""
    server = server_of(request)
    player = await middleware.who(request, server)
    mark = None
    if before is not None:
        changed, _, table_id = before.partition("-")
        mark = int(changed), table_id
    rated = None if rating in (None, "near") else rating == "rated"
    wanted = lobby_query.Filter(game, seats, pace, rated, (player or "") if rating == "near" else None)
    since = now() - int(server.settings.open_days * 86_400_000)
    stored_tables = await server.read(lobby_query.list_tables, show, player, mark, limit + 1, since, wanted)
    page = stored_tables[:limit]
    more = f"{page[-1].row.changed}-{page[-1].row.id}" if len(stored_tables) > limit else None
    return Tables([stored.for_player(player) for stored in page], more)


# cost: it may be broadcast to the lobby
@post("/api/tables", summary="Open a table", status_code=201, responses=PROBLEMS, opt={"cost": 4} | SEATS)
async def post_table(request: Asked, data: NewTable) -> Response[Table]:
    """Open a table. The match starts when no seat is open."""
    server = server_of(request)
    player = await player_of(request)
    new, chairs = await server.work(creation.plan_table, data, player, now())
    await server.games.require(new["game"])
    await check_opening(request, player, chairs)
    return await open_table(request, new, chairs, player)


async def open_table(request: Asked, new: dict[str, Any], chairs: creation.Chairs, player: str) -> Response[Table]:
    """Store a new table. Its first position is computed before, so that other writes do not wait."""
    server = server_of(request)
    served = server.served()
    new, first = await server.work(
        creation.with_first_entry, {**new, "stand_in": server.settings.stand_in}, chairs, served
    )
    await server.writer.write(
        lambda c: creation.store_table(c, new, chairs, player, served, first), messages.TableChanged(new["id"])
    )
    await server.table_changed(new["id"])
    return await opened(request, new["id"], player)


async def check_opening(request: Asked, player: str, chairs: creation.Chairs) -> None:
    """Refuse another table to a player who has too many."""
    server = server_of(request)
    bots_there = any(bot for _, bot in chairs)

    async def count(seconds: int) -> int:
        return await server.read(table_store.count_unfinished, player, now() - 1000 * seconds)

    await server.quotas.check_opening(player, middleware.address(request), count, bots=bots_there)


async def opened(request: Asked, table_id: str, player: str) -> Response[Table]:
    server = server_of(request)
    stored = await server.read(table_store.load_table, table_id)
    response = answer(stored.for_player(player), request)
    response.status_code = 201
    return response


@get("/api/tables/{table_id:str}", summary="A table", responses=PROBLEMS)
async def get_table(request: Asked, table_id: TableId) -> Table:
    """A table, as everybody may see it."""
    server = server_of(request)
    player = await middleware.who(request, server)
    return (await server.read(table_store.load_table, table_id)).for_player(player)


@post(
    "/api/tables/{table_id:str}/sit",
    summary="Take a seat",
    status_code=200,
    responses=PROBLEMS,
    opt={"cost": 4} | SEATS,
)
async def post_sit(request: Asked, table_id: TableId, data: Sit) -> Response[Table]:
    """Take an open seat. The match starts when it was the last one."""
    server = server_of(request)
    player = await player_of(request)
    await ready_for(server, table_id)
    served = server.served()

    def work(connection: Any) -> None:
        identity.keep(connection, player, now())
        seat_store.sit_down(connection, table_id, player, data.seat)
        seat_store.start_if_full(connection, table_id, served, now())

    await server.writer.write(work, messages.TableChanged(table_id))
    await server.table_changed(table_id)
    return answer((await server.read(table_store.load_table, table_id)).for_player(player), request)


@post("/api/tables/{table_id:str}/leave", summary="Leave a seat", status_code=200, responses=PROBLEMS, opt={"cost": 4})
async def post_leave(request: Asked, table_id: TableId) -> Table:
    """Leave your seat before the match has started."""
    server = server_of(request)
    player = await middleware.who(request, server)
    if player is None:
        raise NotAllowed("You do not sit at this table.")
    await departure.stand_up(server, table_id, player)
    return (await server.read(table_store.load_table, table_id)).for_player(player)


@post("/api/tables/{table_id:str}/hide", summary="Hide a match", status_code=200, responses=PROBLEMS)
async def post_hide(request: Asked, table_id: TableId) -> Table:
    """Remove a match from your list: a finished one, or one without other people. The match itself stays."""
    server = server_of(request)
    player = await middleware.who(request, server)
    stored = await server.read(table_store.load_table, table_id)
    lobby_query.check_hiding(stored, player or "")
    await server.writer.write(lambda c: lobby_query.hide(c, table_id, player or ""))
    return stored.for_player(player)


@post("/api/tables/{table_id:str}/unhide", summary="Unhide a match", status_code=200, responses=PROBLEMS)
async def post_unhide(request: Asked, table_id: TableId) -> Table:
    """Show a hidden match in your list again."""
    server = server_of(request)
    player = await middleware.who(request, server)
    stored = await server.read(table_store.load_table, table_id)
    await server.writer.write(lambda c: lobby_query.unhide(c, table_id, player or ""))
    return stored.for_player(player)


@post(
    "/api/tables/{table_id:str}/rematch",
    summary="Rematch",
    status_code=201,
    responses=PROBLEMS,
    opt={"cost": 4} | SEATS,
)
async def post_rematch(request: Asked, table_id: TableId) -> Response[Table]:
    """Open a table with the same people and bots, everybody one seat further.

    With other people it is an offer: it starts when all of them have accepted, by this request or by taking their seat.
    """
    server = server_of(request)
    player = await middleware.who(request, server)
    if player is None:
        raise NotAllowed("Only the players of this match can ask for a rematch.")
    await ready_for(server, table_id)
    stored = await server.read(table_store.load_table, table_id)
    if stored.row.next is None and stored.seat_of(player) >= 0:  # else no table is opened
        await check_opening(request, player, [(chair.player, chair.bot) for chair in stored.chairs])
    served = server.served()
    new_id = await server.writer.write(
        lambda c: creation.rematch(c, table_id, player, now(), served), messages.TableChanged(table_id)
    )
    server.notify(messages.TableChanged(new_id))  # somebody may be waiting there in another process
    await server.table_changed(table_id)
    await server.table_changed(new_id)
    return await opened(request, new_id, player)
