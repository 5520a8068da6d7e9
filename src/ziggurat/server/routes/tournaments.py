"""Tournaments: listing and showing them, and what players and organizers can do."""

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
from ziggurat.server.transport.guests import SEATS

MATCHES = 6  # a tournament counts as this many stored matches towards the limits
TournamentId = Annotated[str, Parameter(max_length=20, pattern=r"^[a-z0-9]+$", description="the tournament's id")]


@get("/api/tournaments", summary="Tournaments", responses=PROBLEMS)
async def get_tournaments(request: Asked) -> Tournaments:
    """Running, upcoming and finished tournaments: public ones, and yours."""
    server = server_of(request)
    since = now() - int(server.settings.open_days * 86_400_000)
    return await server.read(summary.overview, await middleware.who(request, server), since)


# cost: it is listed for everybody
@post("/api/tournaments", summary="Create a tournament", status_code=201, responses=PROBLEMS, opt={"cost": 20} | SEATS)
async def post_tournament(request: Asked, data: NewTournament) -> Response[Tournament]:
    """Create a tournament. You are its organizer."""
    server, player = server_of(request), await player_of(request)
    new = await server.work(actions.plan, data, player, now())
    if data.bots or data.fill:
        server.quotas.check_bots()
    server.quotas.check_storing(middleware.address(request), MATCHES)
    await server.writer.write(lambda connection: actions.announce(connection, new, data))
    _count_bots(request, new["id"])
    response = answer(await _load(server, new["id"], player), request)
    response.status_code = 201
    return response


@get("/api/tournaments/{tournament_id:str}", summary="A tournament", responses=PROBLEMS, opt={"cost": 2})
async def get_tournament(request: Asked, tournament_id: TournamentId) -> Tournament:
    """A tournament's standings, rounds and tables, and your current table."""
    server = server_of(request)
    return await _load(server, tournament_id, await middleware.who(request, server))


@post("/api/tournaments/{tournament_id:str}/join", summary="Join", status_code=200, responses=PROBLEMS, opt=SEATS)
async def post_join(request: Asked, tournament_id: TournamentId) -> Response[Tournament]:
    """Join a tournament."""
    player = await player_of(request)
    server_of(request).quotas.check_joining(middleware.address(request))
    return await _change(request, tournament_id, player, lambda c: actions.join(c, tournament_id, player, now()))


@post("/api/tournaments/{tournament_id:str}/leave", summary="Withdraw", status_code=200, responses=PROBLEMS)
async def post_leave(request: Asked, tournament_id: TournamentId) -> Response[Tournament]:
    """Withdraw from a tournament. A running match continues."""
    player = await _known_player(request)
    return await _change(request, tournament_id, player, lambda c: actions.leave(c, tournament_id, player, now()))


# cost: it pairs a whole round
@post(
    "/api/tournaments/{tournament_id:str}/start", summary="Start", status_code=200, responses=PROBLEMS, opt={"cost": 10}
)
async def post_start(request: Asked, tournament_id: TournamentId) -> Response[Tournament]:
    """Start the first round; for the organizer. Does nothing if the tournament has started."""
    server, player = server_of(request), await _known_player(request)
    await server.director.start(tournament_id, player)
    _count_bots(request, tournament_id)
    return answer(await _load(server, tournament_id, player), request)


# cost: it pairs a whole round
@post(
    "/api/tournaments/{tournament_id:str}/next",
    summary="Start a round",
    status_code=200,
    responses=PROBLEMS,
    opt={"cost": 10},
)
async def post_next(request: Asked, tournament_id: TournamentId, data: PairRound) -> Response[Tournament]:
    """Pair a round; for the organizer. Does nothing if the round has started."""
    server, player = server_of(request), await _known_player(request)
    await server.director.next(tournament_id, player, data.round)
    return answer(await _load(server, tournament_id, player), request)


@post("/api/tournaments/{tournament_id:str}/drop", summary="Remove a player", status_code=200, responses=PROBLEMS)
async def post_drop(request: Asked, tournament_id: TournamentId, data: DropPlayer) -> Response[Tournament]:
    """Remove a player from further rounds; for the organizer."""
    player = await _known_player(request)
    return await _change(
        request, tournament_id, player, lambda c: actions.drop(c, tournament_id, player, data.player, now())
    )


@post("/api/tournaments/{tournament_id:str}/result", summary="Correct a result", status_code=200, responses=PROBLEMS)
async def post_correction(request: Asked, tournament_id: TournamentId, data: CorrectResult) -> Response[Tournament]:
    """Correct the result of a table; for the organizer."""
    player = await _known_player(request)
    return await _change(
        request, tournament_id, player, lambda c: actions.correct(c, tournament_id, player, data, now())
    )


@post("/api/tournaments/{tournament_id:str}/cancel", summary="Cancel", status_code=200, responses=PROBLEMS)
async def post_cancel(request: Asked, tournament_id: TournamentId) -> Response[Tournament]:
    """Cancel a tournament, or end it with the current standings if it has started; for the organizer."""
    player = await _known_player(request)
    return await _change(request, tournament_id, player, lambda c: actions.cancel(c, tournament_id, player, now()))


def _count_bots(request: Asked, tournament_id: str) -> None:
    """Count the bots of a tournament towards the limits of its organizer's network."""
    server_of(request).quotas.saw(f"{TOURNAMENT}{tournament_id}", middleware.address(request))


async def _known_player(request: Asked) -> str:
    player = await middleware.who(request, server_of(request))
    if player is None:
        raise NotAllowed("Open the page first, or send an API token, so that we know who you are.")
    return player


async def _change(request: Asked, tournament_id: str, player: str, work: Callable[[Any], None]) -> Response[Tournament]:
    server = server_of(request)
    await server.writer.write(work)
    return answer(await _load(server, tournament_id, player), request)


async def _load(server: ServerProcess, tournament_id: str, player: str | None) -> Tournament:
    return await server.read(summary.describe, tournament_id, player, server.served())
