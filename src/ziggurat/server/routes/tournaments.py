"""Tournaments: the list, one of them, and what players and organizers do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import Parameter

from ziggurat.server.process import ServerProcess
from ziggurat.server.protocol import CorrectResult, DropPlayer, NewTournament, PairRound, Tournament, Tournaments
from ziggurat.server.refusals import NotAllowed
from ziggurat.server.routes.common import PROBLEMS, Asked, answer, player_of, server_of
from ziggurat.server.runtime.clock import now
from ziggurat.server.tables.quotas import TOURNAMENT
from ziggurat.server.tournaments import actions, summary
from ziggurat.server.transport import middleware

MATCHES = 6  # as so many a tournament counts: its list is short, and everybody reads it
TournamentId = Annotated[str, Parameter(max_length=20, pattern=r"^[a-z0-9]+$", description="the tournament's id")]


@get("/api/tournaments", summary="The tournaments", responses=PROBLEMS)
async def get_tournaments(request: Asked) -> Tournaments:
    """Those that are running, to come and over: the public ones, and yours."""
    server = server_of(request)
    since = now() - int(server.settings.open_days * 86_400_000)
    return await server.read(summary.overview, await middleware.who(request, server), since)


@post("/api/tournaments", summary="Announce a tournament", status_code=201, responses=PROBLEMS)
async def post_tournament(request: Asked, data: NewTournament) -> Response[Tournament]:
    """Announce a tournament, which you then organize."""
    server, player = server_of(request), await player_of(request)
    new = await server.work(actions.plan, data, player, now())
    if data.bots or data.fill:
        server.quotas.check_bots()
    server.quotas.check_storing(middleware.address(request), MATCHES)
    await server.writer.write(lambda connection: actions.announce(connection, new, data))
    _seen(request, new["id"])
    response = answer(await _told(server, new["id"], player), request)
    response.status_code = 201
    return response


@get("/api/tournaments/{tournament_id:str}", summary="A tournament", responses=PROBLEMS)
async def get_tournament(request: Asked, tournament_id: TournamentId) -> Tournament:
    """Standings, rounds and tables, and the table that waits for you."""
    server = server_of(request)
    return await _told(server, tournament_id, await middleware.who(request, server))


@post("/api/tournaments/{tournament_id:str}/join", summary="Join", status_code=200, responses=PROBLEMS)
async def post_join(request: Asked, tournament_id: TournamentId) -> Response[Tournament]:
    """Take part in a tournament."""
    player = await player_of(request)
    server_of(request).quotas.check_joining(middleware.address(request))
    return await _changed(request, tournament_id, player, lambda c: actions.join(c, tournament_id, player, now()))


@post("/api/tournaments/{tournament_id:str}/leave", summary="Withdraw", status_code=200, responses=PROBLEMS)
async def post_leave(request: Asked, tournament_id: TournamentId) -> Response[Tournament]:
    """Take part no more. A match that is running goes on."""
    player = await _somebody(request)
    return await _changed(request, tournament_id, player, lambda c: actions.leave(c, tournament_id, player, now()))


@post("/api/tournaments/{tournament_id:str}/start", summary="Start it", status_code=200, responses=PROBLEMS)
async def post_start(request: Asked, tournament_id: TournamentId) -> Response[Tournament]:
    """Begin the first round; for its organizer. A tournament that has begun is left as it is."""
    server, player = server_of(request), await _somebody(request)
    await server.director.start(tournament_id, player)
    _seen(request, tournament_id)
    return answer(await _told(server, tournament_id, player), request)


@post("/api/tournaments/{tournament_id:str}/next", summary="Begin a round", status_code=200, responses=PROBLEMS)
async def post_next(request: Asked, tournament_id: TournamentId, data: PairRound) -> Response[Tournament]:
    """Pair a round; for its organizer. One that has begun is left as it is."""
    server, player = server_of(request), await _somebody(request)
    await server.director.next(tournament_id, player, data.round)
    return answer(await _told(server, tournament_id, player), request)


@post("/api/tournaments/{tournament_id:str}/drop", summary="Take a player out", status_code=200, responses=PROBLEMS)
async def post_drop(request: Asked, tournament_id: TournamentId, data: DropPlayer) -> Response[Tournament]:
    """Give a player no more tables; for its organizer."""
    player = await _somebody(request)
    return await _changed(
        request, tournament_id, player, lambda c: actions.drop(c, tournament_id, player, data.player, now())
    )


@post("/api/tournaments/{tournament_id:str}/result", summary="Correct a result", status_code=200, responses=PROBLEMS)
async def post_correction(request: Asked, tournament_id: TournamentId, data: CorrectResult) -> Response[Tournament]:
    """Say how a table ended; for its organizer."""
    player = await _somebody(request)
    return await _changed(
        request, tournament_id, player, lambda c: actions.correct(c, tournament_id, player, data, now())
    )


@post("/api/tournaments/{tournament_id:str}/cancel", summary="End it", status_code=200, responses=PROBLEMS)
async def post_cancel(request: Asked, tournament_id: TournamentId) -> Response[Tournament]:
    """Cancel a tournament, or end it as it stands once it has begun; for its organizer."""
    player = await _somebody(request)
    return await _changed(request, tournament_id, player, lambda c: actions.cancel(c, tournament_id, player, now()))


def _seen(request: Asked, tournament_id: str) -> None:
    """Its bots think on the account of where its organizer is, however many tournaments there are from there."""
    server_of(request).quotas.saw(f"{TOURNAMENT}{tournament_id}", middleware.address(request))


async def _somebody(request: Asked) -> str:
    player = await middleware.who(request, server_of(request))
    if player is None:
        raise NotAllowed("Tell us who you are first: open the page, or send an API token.")
    return player


async def _changed(
    request: Asked, tournament_id: str, player: str, work: Callable[[Any], None]
) -> Response[Tournament]:
    server = server_of(request)
    await server.writer.write(work)
    return answer(await _told(server, tournament_id, player), request)


async def _told(server: ServerProcess, tournament_id: str, player: str | None) -> Tournament:
    return await server.read(summary.describe, tournament_id, player, server.served())
