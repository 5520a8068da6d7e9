"""Finished matches: stepping through them, their logs, playing on from them, and logs from elsewhere."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Response, get, post
from litestar.params import Parameter

from ziggurat.server import guards, naming, opening, replayer, replays, store
from ziggurat.server.live import now
from ziggurat.server.protocol import (
    Fork,
    Import,
    Moment,
    Replay,
    Reviewed,
    Table,
)
from ziggurat.server.refusals import Refused
from ziggurat.server.replayer import Again, Brought, Read, Which
from ziggurat.server.routes.asking import PROBLEMS, Asked, TableId, as_json, hall_of, player_of
from ziggurat.server.routes.tables import check_opening, open_table, opened
from ziggurat.server.sitting import Entry

PART = 200  # entries of a journal that are stored at once: others are not to wait for a long log
T = TypeVar("T")


@get("/api/tables/{table_id:str}/replay", summary="A finished match", responses=PROBLEMS)
async def get_replay(request: Asked, table_id: TableId) -> Response[Replay]:
    """Every decision of a finished match, with all secrets."""
    hall = hall_of(request)
    player = await guards.who(request, hall)
    stored, journal = await hall.read(replays.load, table_id)
    steps: Any = replays.moves_alone(journal)
    readable = replays.is_readable(stored)
    if readable:
        steps = msgspec.Raw(await _again(request, bytes, Again("steps", stored.plan(), journal)))
    return as_json(Replay(stored.for_player(player), steps, readable))


async def _again(request: Asked, kind: type[T], question: Again) -> T:
    hall = hall_of(request)
    await hall.games.require(question.plan.game)
    return await hall.replayers.again(kind, question, asker=guards.address(request))


async def _finished(request: Asked, table_id: str) -> tuple[store.Stored, list[Entry]]:
    stored, journal = await hall_of(request).read(replays.load, table_id)
    replays.check_readable(stored)
    return stored, journal


@get("/api/tables/{table_id:str}/replay/{decision:int}", summary="A moment of a finished match", responses=PROBLEMS)
async def get_moment(
    request: Asked, table_id: TableId, decision: Annotated[int, Parameter(ge=0, le=2**31 - 1)]
) -> Response[Moment]:
    """The position before a decision (counted from 0): every seat's view and the whole truth."""
    stored, journal = await _finished(request, table_id)
    return as_json(await _again(request, bytes, Again("moment", stored.plan(), journal, decision)))


@get("/api/tables/{table_id:str}/log", summary="The log, as text", media_type="text/plain", responses=PROBLEMS)
async def get_log(request: Asked, table_id: TableId) -> str:
    """The log of a finished match; `ziggurat replay` and this server's import read it."""
    stored, journal = await _finished(request, table_id)
    text = await _again(request, str, Again("text", stored.plan(), journal))
    return naming.write([chair.name for chair in stored.chairs]) + text


@get("/api/tables/{table_id:str}/log.json", summary="The log, as JSON", responses=PROBLEMS)
async def get_log_json(request: Asked, table_id: TableId) -> Response[dict[str, Any]]:
    """The log of a finished match, for programs."""
    stored, journal = await _finished(request, table_id)
    return as_json(await _again(request, bytes, Again("json", stored.plan(), journal)))


@get("/api/tables/{table_id:str}/review", summary="The review of a finished match", responses=PROBLEMS)
async def get_review(request: Asked, table_id: TableId) -> Response[Reviewed]:
    """What each decision cost and what would have been better, the same for everybody; or how far it is."""
    return as_json(await hall_of(request).reviews.state(table_id))


@post("/api/tables/{table_id:str}/review", summary="Let a match be reviewed", status_code=202, responses=PROBLEMS)
async def post_review(request: Asked, table_id: TableId) -> Response[Reviewed]:
    """Ask for the review of a finished match; it is made once, in the background, however many ask."""
    hall = hall_of(request)
    await player_of(request)
    await hall.reviews.ask(table_id, partial(hall.limits.check_storing, guards.address(request)))
    return as_json(await hall.reviews.state(table_id), 202)


@post("/api/tables/{table_id:str}/fork", summary="Play on from a finished match", status_code=201, responses=PROBLEMS)
async def post_fork(request: Asked, table_id: TableId, data: Fork) -> Response[Table]:
    """A new table that begins in the middle of a finished match; what is drawn from there on is drawn anew."""
    player = await player_of(request)
    stored, journal = await _finished(request, table_id)
    chairs = opening.check_fork(stored, data.seats, player)
    await check_opening(request, player, chairs)
    own = opening.seen_by(chairs)
    found = await _again(request, replayer.Fork, Again("fork", stored.plan(), journal, data.decision, own))
    if found.over:
        raise Refused("The match is over at that decision; take an earlier one.")
    anew = own is not None and data.decision == 0 and stored.row.start is None  # one could pick a log by one's hand
    start = None if anew else found.start
    new = opening.plan_fork(stored, start, chairs, player, now(), public=data.public)
    return await open_table(request, new, chairs, player)


@post("/api/import", summary="Bring a log", status_code=201, responses=PROBLEMS)
async def post_import(request: Asked, data: Import) -> Response[Table]:
    """Store a log as a finished match, to step through, to link to and to fork from."""
    hall = hall_of(request)
    player = await player_of(request)
    asker = guards.address(request)
    game = await hall.replayers.ask(Which(data.log), str, asker=asker)
    await hall.games.require(game)
    brought = await hall.replayers.ask(Read(data.log, hall.served()), Brought, game, asker=asker)
    hall.limits.check_storing(asker)
    new = opening.plan_import(brought, player, now())
    parts = [brought.entries[start : start + PART] for start in range(0, len(brought.entries), PART)]
    await hall.writer.write(lambda c: opening.store_import(c, new, brought.names, player, parts[0]))
    try:
        for part in parts[1:]:
            await hall.writer.write(partial(opening.store_entries, table_id=new["id"], entries=part))
        await hall.writer.write(partial(opening.end_import, new=new))
    except Refused:
        await hall.writer.write(partial(opening.forget_import, table_id=new["id"]))
        raise
    return await opened(request, new["id"], player)
