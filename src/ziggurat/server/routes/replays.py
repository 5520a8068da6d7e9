"""Finished matches: replays, logs, reviews, forks, and imported logs."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Response, get, post
from litestar.params import Parameter

from ziggurat.server.protocol import (
    DeviceCopy,
    Fork,
    Import,
    Moment,
    Replay,
    Reviewed,
    ReviewTry,
    Status,
    Table,
    TryPlayed,
)
from ziggurat.server.refusals import Refused
from ziggurat.server.routes.common import PROBLEMS, Asked, TableId, answer, as_json, player_of, server_of
from ziggurat.server.routes.tables import check_opening, open_table, opened
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.study import replay_worker, replays
from ziggurat.server.study.replay_worker import CheckReview, IdentifyGame, ImportedLog, ReadLog, ReplayMatch
from ziggurat.server.tables import creation, log_names, table_store
from ziggurat.server.tables.sitting import Entry
from ziggurat.server.transport import middleware
from ziggurat.server.transport.guests import SEATS

PART = 200  # journal entries stored at once, so that a long log does not block other writes
T = TypeVar("T")


@get("/api/tables/{table_id:str}/replay", summary="A finished match", responses=PROBLEMS, opt={"cost": 4})
async def get_replay(request: Asked, table_id: TableId) -> Response[Replay]:
    """Every decision of a finished match, with all secrets."""
    server = server_of(request)
    player = await middleware.who(request, server)
    stored, journal = await server.read(replays.load, table_id)
    steps: Any = replays.moves_alone(journal)
    readable = replays.is_readable(stored)
    if readable:
        steps = msgspec.Raw(await _again(request, bytes, ReplayMatch("steps", stored.plan(), journal)))
    return as_json(Replay(stored.for_player(player), steps, readable))


async def _again(request: Asked, kind: type[T], question: ReplayMatch) -> T:
    server = server_of(request)
    await server.games.require(question.plan.game)
    return await server.replayers.replay(kind, question, asker=middleware.asker(request))


async def _finished(request: Asked, table_id: str) -> tuple[table_store.Stored, list[Entry]]:
    stored, journal = await server_of(request).read(replays.load, table_id)
    replays.check_readable(stored)
    return stored, journal


@get(
    "/api/tables/{table_id:str}/replay/{decision:int}",
    summary="A position of a finished match",
    responses=PROBLEMS,
    opt={"cost": 4},
)
async def get_moment(
    request: Asked, table_id: TableId, decision: Annotated[int, Parameter(ge=0, le=2**31 - 1)]
) -> Response[Moment]:
    """The position before a decision (counted from 0): every seat's view, and everything visible."""
    stored, journal = await _finished(request, table_id)
    return as_json(await _again(request, bytes, ReplayMatch("moment", stored.plan(), journal, decision)))


@get(
    "/api/tables/{table_id:str}/log",
    summary="The log, as text",
    media_type="text/plain",
    responses=PROBLEMS,
    opt={"cost": 4},
)
async def get_log(request: Asked, table_id: TableId) -> str:
    """The log of a finished match, which `ziggurat replay` and `POST /api/import` can read."""
    stored, journal = await _finished(request, table_id)
    text = await _again(request, str, ReplayMatch("text", stored.plan(), journal))
    return log_names.write([chair.name for chair in stored.chairs]) + text


@get("/api/tables/{table_id:str}/log.json", summary="The log, as JSON", responses=PROBLEMS, opt={"cost": 4})
async def get_log_json(request: Asked, table_id: TableId) -> Response[dict[str, Any]]:
    """The log of a finished match as JSON."""
    stored, journal = await _finished(request, table_id)
    return as_json(await _again(request, bytes, ReplayMatch("json", stored.plan(), journal)))


@get("/api/tables/{table_id:str}/review", summary="The review of a finished match", responses=PROBLEMS)
async def get_review(request: Asked, table_id: TableId) -> Response[Reviewed]:
    """The review of a finished match: the cost of each decision, and better ones. Or its progress."""
    return as_json(await server_of(request).reviews.state(table_id))


async def _check_no_help(request: Asked, table_id: str, player: str) -> None:
    """Refuse reviews of matches that come through positions of the player's running ones."""
    server = server_of(request)
    row = (await server.read(table_store.load_table, table_id)).row
    live = await server.live_guard.matches(player, row.game, helpless=True)
    if live and row.status == Status.FINISHED:
        stored, journal = await _finished(request, table_id)
        await server.games.require(row.game)
        question = CheckReview(stored.plan(), journal, live)
        await server.replayers.ask(question, type(None), row.game, asker=middleware.asker(request))


@post(
    "/api/tables/{table_id:str}/review",
    summary="Request a review",
    status_code=202,
    responses=PROBLEMS,
    opt={"cost": 4},
)
async def post_review(request: Asked, table_id: TableId) -> Response[Reviewed]:
    """Request the review of a finished match. It is made once, in the background."""
    server = server_of(request)
    await _check_no_help(request, table_id, await player_of(request))
    address = middleware.address(request)
    await server.reviews.ask(table_id, address, partial(server.quotas.check_storing, address))
    return as_json(await server.reviews.state(table_id), 202)


@post(
    "/api/tables/{table_id:str}/review/{decision:int}",
    summary="Try a reviewed decision again",
    status_code=200,
    responses=PROBLEMS,
    opt={"cost": 4},
)
async def post_try(
    request: Asked, table_id: TableId, decision: Annotated[int, Parameter(ge=0, le=100_000)], data: ReviewTry
) -> Response[TryPlayed]:
    """A decision of a reviewed match as its player saw it; with a move, what that would have been worth."""
    await _check_no_help(request, table_id, await player_of(request))
    reviews, asker = server_of(request).reviews, middleware.asker(request)
    return answer(await reviews.try_again(table_id, decision, data.move, data.why, asker=asker), request)


@post(
    "/api/tables/{table_id:str}/fork",
    summary="Play on from a finished match",
    status_code=201,
    responses=PROBLEMS,
    opt={"cost": 10} | SEATS,
)
async def post_fork(request: Asked, table_id: TableId, data: Fork) -> Response[Table]:
    """Open a table that starts in the middle of a finished match. Later random draws are new."""
    player = await player_of(request)
    stored, journal = await _finished(request, table_id)
    chairs = creation.check_fork(stored, data.seats, player)
    await check_opening(request, player, chairs)
    own = creation.seen_by(chairs)
    fork = await _again(
        request, replay_worker.ForkedPosition, ReplayMatch("fork", stored.plan(), journal, data.decision, own)
    )
    if fork.over:
        raise Refused("The match is over at that decision. Choose an earlier one.")
    # From the beginning of a match with hidden hands, deal anew: otherwise players could choose a hand they know.
    anew = own is not None and data.decision == 0 and stored.row.start is None
    start = None if anew else fork.start
    new = creation.plan_fork(stored, start, chairs, player, now(), public=data.public)
    return await open_table(request, new, chairs, player)


@post(
    "/api/tables/{table_id:str}/device",
    summary="Go on with a match on a device",
    status_code=200,
    responses=PROBLEMS,
    opt={"cost": 10},
)
async def post_device(request: Asked, table_id: TableId) -> Response[DeviceCopy]:
    """The log of your running match against bots, to go on without a server. Here it goes on too, uncounted."""
    server = server_of(request)
    player = await player_of(request)
    stored, journal = await server.writer.write(
        lambda c: creation.hand_over(c, table_id, player), messages.TableChanged(table_id)
    )
    replays.check_readable(stored)
    log = await _again(request, str, ReplayMatch("text", stored.plan(), journal))
    return answer(DeviceCopy(log, stored.for_player(player)), request)


@post("/api/import", summary="Import a log", status_code=201, responses=PROBLEMS, opt={"cost": 20} | SEATS)
async def post_import(request: Asked, data: Import) -> Response[Table]:
    """Store a log as a finished match, to replay, share and fork.

    With `device`, it is your own match, played on a device: it is marked so and never rated, and goes on here if it is
    not over.
    """
    server = server_of(request)
    player = await player_of(request)
    asker = middleware.asker(request)
    device = data.device
    chairs = None if device is None else creation.read_chairs(device.seats, player)
    game = await server.replayers.ask(IdentifyGame(data.log), str, asker=asker)
    await server.games.require(game)
    question = ReadLog(data.log, server.served(), live=await server.live_guard.matches(player, game, helpless=True))
    if device is not None and chairs is not None:
        question = msgspec.structs.replace(question, bots=[bot for _, bot in chairs], resigned=device.resigned)
    brought = await server.replayers.ask(question, ImportedLog, game, asker=asker)
    server.quotas.check_storing(asker.address)
    if device is None or chairs is None:
        chairs = [(None, None)] * len(brought.names)
        new = creation.plan_import(brought, player, now())
    else:
        new = creation.plan_kept(brought, device, chairs, player, now(), server.settings.stand_in)
        again = await server.read(table_store.exists, new["id"])  # because an answer was lost
        if again and await server.writer.write(partial(creation.is_kept, new=new, entries=len(brought.entries))):
            return await opened(request, new["id"], player)
        if new["status"] is Status.RUNNING:
            await check_opening(request, player, chairs)
    names = ["" if person or bot else name for (person, bot), name in zip(chairs, brought.names, strict=True)]
    parts = [brought.entries[start : start + PART] for start in range(0, len(brought.entries), PART)]
    await server.writer.write(lambda c: creation.store_import(c, new, chairs, names, player, parts[0]))
    try:
        for part in parts[1:]:
            await server.writer.write(partial(creation.store_entries, table_id=new["id"], entries=part))
        await server.writer.write(partial(creation.end_import, new=new), messages.TableChanged(new["id"]))
    except Refused:
        await server.writer.write(partial(creation.delete_import, table_id=new["id"], made=new["created"]))
        raise
    if new["status"] is Status.RUNNING:
        await server.table_changed(new["id"])  # a bot may be to move
    return await opened(request, new["id"], player)
