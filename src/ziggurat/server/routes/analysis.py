"""The analysis board: positions of studies, lines to go on by, and studies that are kept and shared."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import Parameter

import ziggurat
from ziggurat.core.sentence import sentence
from ziggurat.reviewing.looks import Lines
from ziggurat.server.accounts import user_text
from ziggurat.server.bots.worker import new_seed
from ziggurat.server.process import ServerProcess
from ziggurat.server.protocol import (
    EngineLine,
    EngineLines,
    LinesWanted,
    PutPiece,
    SetUp,
    Studied,
    StudyCard,
    StudyLog,
    StudyMoment,
    StudyPath,
    StudyStart,
    StudyText,
    StudyTree,
)
from ziggurat.server.refusals import NotFound, NotReady
from ziggurat.server.routes.common import PROBLEMS, Asked, answer, as_json, player_of, server_of
from ziggurat.server.study import analysis, replay_worker, studies
from ziggurat.server.study.replay_worker import At, Open, Put, Which
from ziggurat.server.tables.live import now
from ziggurat.server.transport import middleware
from ziggurat.warmup import is_compiled

StudyId = Annotated[str, Parameter(max_length=20, pattern=r"^[a-z0-9]+$", description="the study's id")]


async def _ready(server: ServerProcess, game: str) -> str:
    """Refuse what needs the rules of a game before they are compiled."""
    found = ziggurat.game(game).name
    await server.games.require(found)
    return found


async def _open(request: Asked, question: Open, game: str) -> analysis.Opened:
    """Open a study; refused if its main line ends in a match that the asker still plays."""
    server = server_of(request)
    await _ready(server, game)
    found = await server.replayers.ask(question, analysis.Opened, game, asker=middleware.address(request))
    await server.check_finished(await middleware.who(request, server), game, found.seen.known)
    return found


@post("/api/analysis", summary="Begin an analysis", status_code=200, responses=PROBLEMS)
async def post_analysis(request: Asked, data: StudyStart) -> Response[Studied]:
    """A study of a position that was set up, or of a match that nobody has played."""
    return as_json((await _open(request, Open(start=data), data.game)).told)


@post("/api/analysis/text", summary="Analyse a log or a position", status_code=200, responses=PROBLEMS)
async def post_text(request: Asked, data: StudyText) -> Response[Studied]:
    """A study of a log, with its variations, or of a position as JSON."""
    game = await server_of(request).replayers.ask(Which(data.text), str, asker=middleware.address(request))
    return as_json((await _open(request, Open(text=data), game)).told)


@post("/api/analysis/log", summary="A study as text", status_code=200, responses=PROBLEMS)
async def post_log(request: Asked, data: StudyTree) -> StudyLog:
    """The study as a log with variations (docs/logs.md)."""
    return StudyLog((await _open(request, Open(tree=data), data.start.game)).text)


@post("/api/analysis/position", summary="A position of a study", status_code=200, responses=PROBLEMS)
async def post_position(request: Asked, data: StudyPath) -> Response[StudyMoment]:
    """What a position looks like, what can be decided there, and what its last step did. Nothing is kept."""
    server = server_of(request)
    game = await _ready(server, data.start.game)
    found = await server.replayers.ask(At(data), analysis.Stood, game, asker=middleware.address(request))
    await server.check_finished(await middleware.who(request, server), game, found.seen.known)
    return as_json(found.told)


@post("/api/analysis/setup", summary="Set a position up", status_code=200, responses=PROBLEMS)
async def post_setup(request: Asked, data: PutPiece) -> Response[SetUp]:
    """Put a piece on the board of a position; refused with the reason if the position that comes of it cannot be."""
    server = server_of(request)
    game = await _ready(server, data.game)
    found = await server.replayers.ask(Put(data), analysis.Stood, game, asker=middleware.address(request))
    await server.check_finished(await middleware.who(request, server), game, found.seen.known)
    return as_json(found.told)


@post("/api/analysis/lines", summary="Search for lines", status_code=200, responses=PROBLEMS)
async def post_lines(request: Asked, data: LinesWanted) -> Response[EngineLines]:
    """How it may go on from a position. Ask again, for more iterations, to go deeper: nothing is kept in between."""
    server = server_of(request)
    player = await player_of(request)
    game = await _ready(server, data.start.game)
    if not await asyncio.to_thread(is_compiled, ziggurat.game(game), "champions"):
        raise NotReady(
            sentence("What an analysis of {game} needs is still being compiled.", game=ziggurat.game(game).title)
        )
    ground = await server.replayers.ask(
        replay_worker.Lines(data), analysis.Ground, game, asker=middleware.address(request)
    )
    await server.check_finished(player, game, ground.seen.known)
    if len(ground.choices) < 2:  # there is nothing to search for
        moves = [analysis.move_of(game, ground.actor, action) for action in ground.choices]
        lines = [EngineLine(1.0, [], [action], [move]) for action, move in zip(ground.choices, moves, strict=True)]
        return answer(EngineLines([], lines, 0, 0), request)
    question = Lines(game, ground.record, ground.actor, data.open, new_seed(), data.iterations, data.most)
    found = await server.searching.lines(player, middleware.address(request), question)
    told = [
        EngineLine(
            line.visits,
            line.expected,
            [action for _, action in line.moves],
            [analysis.move_of(game, seat, action) for seat, action in line.moves],
        )
        for line in found.lines
    ]
    return answer(EngineLines(found.expected, told, found.iterations, found.depth), request)


# ------------------------------------------------------------------------------------------------------- kept studies


async def _checked(request: Asked, tree: StudyTree) -> analysis.Opened:
    """A study as it is kept: every comment is one that others can be shown."""
    for entry in tree.entries:
        if entry.comment:
            user_text.check_shown(entry.comment)
    return await _open(request, Open(tree=tree), tree.start.game)


@get("/api/studies", summary="My studies", responses=PROBLEMS)
async def get_studies(request: Asked) -> list[StudyCard]:
    """The studies you keep, the last changed first."""
    server = server_of(request)
    player = await middleware.who(request, server)
    return [] if player is None else await server.read(studies.mine, player)


@post("/api/studies", summary="Keep a study", status_code=201, responses=PROBLEMS)
async def post_study(request: Asked, data: StudyTree) -> Response[StudyCard]:
    """Keep a study; its id is a link that everybody can open."""
    server = server_of(request)
    player = await player_of(request)
    opened = await _checked(request, data)
    server.limits.check_storing(middleware.address(request))
    at = now()
    study_id = await server.writer.write(
        partial(studies.keep, player=player, opened=opened, at=at, most=server.settings.max_studies)
    )
    response = answer(StudyCard(study_id, opened.game, opened.title, at), request)
    response.status_code = 201
    return response


@put("/api/studies/{study_id:str}", summary="Change a study", responses=PROBLEMS)
async def put_study(request: Asked, study_id: StudyId, data: StudyTree) -> StudyCard:
    """Keep what has become of a study of yours; others' you keep as one of your own."""
    server = server_of(request)
    player = await player_of(request)
    opened = await _checked(request, data)
    at = now()
    await server.writer.write(partial(studies.change, study_id=study_id, player=player, opened=opened, at=at))
    return StudyCard(study_id, opened.game, opened.title, at)


@delete("/api/studies/{study_id:str}", summary="Delete a study", status_code=200, responses=PROBLEMS)
async def delete_study(request: Asked, study_id: StudyId) -> list[StudyCard]:
    """Delete a study of yours; the others come back."""
    server = server_of(request)
    player = await player_of(request)
    await server.writer.write(partial(studies.forget, study_id=study_id, player=player))
    return await server.read(studies.mine, player)


@get("/api/studies/{study_id:str}", summary="A study", responses=PROBLEMS)
async def get_study(request: Asked, study_id: StudyId) -> Response[Studied]:
    """A study that somebody keeps, whole."""
    server = server_of(request)
    row = await server.read(studies.load, study_id)
    if row.game not in ziggurat.game_names():
        raise NotFound("The game of this study is not here any more.")
    opened = await _open(request, Open(text=StudyText(row.text)), row.game)
    told = msgspec.json.decode(opened.told, type=dict[str, msgspec.Raw])
    yours = await middleware.who(request, server) == row.owner
    kept = {"id": msgspec.Raw(msgspec.json.encode(study_id)), "yours": msgspec.Raw(msgspec.json.encode(yours))}
    return as_json(msgspec.json.encode({**told, **kept}))
