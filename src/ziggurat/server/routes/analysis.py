"""The analysis board: positions, engine lines, and stored studies."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, TypeVar

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import Parameter

import ziggurat
from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import user_text
from ziggurat.server.bots.worker import new_seed
from ziggurat.server.protocol import (
    EngineLines,
    EngineRequest,
    PutPiece,
    SetUp,
    StudyCard,
    StudyContents,
    StudyLog,
    StudyMoment,
    StudyPath,
    StudyStart,
    StudyText,
    StudyTree,
)
from ziggurat.server.refusals import NotFound, NotReady
from ziggurat.server.routes.common import PROBLEMS, Asked, answer, as_json, player_of, server_of
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.services import HasGames
from ziggurat.server.study import analysis, studies
from ziggurat.server.study.replay_worker import (
    AnalysisRequest,
    IdentifyGame,
    OpenStudy,
    PlacePiece,
    PrepareSearch,
    ShowPosition,
)
from ziggurat.server.transport import middleware
from ziggurat.warmup import is_compiled

T = TypeVar("T")
StudyId = Annotated[str, Parameter(max_length=20, pattern=r"^[a-z0-9]+$", description="the study's id")]


async def _ready(server: HasGames, game: str) -> str:
    """The name of a game; refused until its rules are compiled."""
    name = ziggurat.game(game).name
    await server.games.require(name)
    return name


async def _open(request: Asked, question: OpenStudy, game: str) -> analysis.OpenedStudy:
    """Open a study; refused if it is of a match that the asker still plays."""
    return await _ask(request, question, analysis.OpenedStudy, await _ready(server_of(request), game))


async def _ask(request: Asked, question: AnalysisRequest, kind: type[T], game: str) -> T:
    """The answer of a replay worker, which knows the asker's running matches."""
    server = server_of(request)
    live = await server.live_guard.matches(await middleware.who(request, server), game)
    guarded_question = msgspec.structs.replace(question, live=live)
    return await server.replayers.ask(guarded_question, kind, game, asker=middleware.asker(request))


# cost: it parses strangers' texts
@post("/api/analysis", summary="Begin an analysis", status_code=200, responses=PROBLEMS, opt={"cost": 10})
async def post_analysis(request: Asked, data: StudyStart) -> Response[StudyContents]:
    """Start a study from a position, or from a new match."""
    return as_json((await _open(request, OpenStudy(start=data), data.game)).encoded)


# cost: it parses strangers' texts
@post(
    "/api/analysis/text", summary="Analyse a log or a position", status_code=200, responses=PROBLEMS, opt={"cost": 10}
)
async def post_text(request: Asked, data: StudyText) -> Response[StudyContents]:
    """Start a study from a log, with its variations, or from a position as JSON."""
    game = await server_of(request).replayers.ask(IdentifyGame(data.text), str, asker=middleware.asker(request))
    return as_json((await _open(request, OpenStudy(text=data), game)).encoded)


# cost: it parses strangers' texts
@post("/api/analysis/log", summary="A study as text", status_code=200, responses=PROBLEMS, opt={"cost": 10})
async def post_log(request: Asked, data: StudyTree) -> StudyLog:
    """The study as a log with variations (docs/logs.md)."""
    return StudyLog((await _open(request, OpenStudy(tree=data), data.start.game)).text)


# cost: it plays a line to its end
@post("/api/analysis/position", summary="A position of a study", status_code=200, responses=PROBLEMS, opt={"cost": 4})
async def post_position(request: Asked, data: StudyPath) -> Response[StudyMoment]:
    """A position: its view, its choices, and what the last step did. Nothing is stored."""
    game = await _ready(server_of(request), data.start.game)
    return as_json(await _ask(request, ShowPosition(data), bytes, game))


# cost: it plays a line to its end
@post("/api/analysis/setup", summary="Set up a position", status_code=200, responses=PROBLEMS, opt={"cost": 4})
async def post_setup(request: Asked, data: PutPiece) -> Response[SetUp]:
    """Put a piece on the board; refused, with the reason, if the resulting position is impossible."""
    game = await _ready(server_of(request), data.game)
    return as_json(await _ask(request, PlacePiece(data), bytes, game))


# cost: it plays a line to its end
@post("/api/analysis/lines", summary="Search for lines", status_code=200, responses=PROBLEMS, opt={"cost": 4})
async def post_lines(request: Asked, data: EngineRequest) -> Response[EngineLines]:
    """Likely continuations from a position. Ask again with more iterations to search deeper; nothing is stored."""
    server = server_of(request)
    player = await player_of(request)
    game = await _ready(server, data.start.game)
    if not await asyncio.to_thread(is_compiled, ziggurat.game(game), "champions"):
        raise NotReady(
            sentence(
                "The analysis of {game} is still being compiled. Try again in a minute.", game=ziggurat.game(game).title
            )
        )
    ground = await _ask(request, PrepareSearch(data), analysis.SearchStart, game)
    if len(ground.choices) < 2:
        return answer(analysis.forced_lines(game, ground), request)
    question = analysis.line_request(game, ground, data, new_seed())
    result = await server.line_search.search(player, middleware.address(request), question)
    return answer(analysis.found_lines(game, result, data.most), request)


# ------------------------------------------------------------------------------------------------------ stored studies


async def _open_checked(request: Asked, tree: StudyTree) -> analysis.OpenedStudy:
    """Open a study to be stored; refused if a comment cannot be shown to others."""
    for entry in tree.entries:
        if entry.comment:
            user_text.check_shown(entry.comment)
    return await _open(request, OpenStudy(tree=tree), tree.start.game)


@get("/api/studies", summary="My studies", responses=PROBLEMS)
async def get_studies(request: Asked) -> list[StudyCard]:
    """Your stored studies, the last changed first."""
    server = server_of(request)
    player = await middleware.who(request, server)
    return [] if player is None else await server.read(studies.list_own, player)


# cost: it parses strangers' texts
@post("/api/studies", summary="Save a study", status_code=201, responses=PROBLEMS, opt={"cost": 10})
async def post_study(request: Asked, data: StudyTree) -> Response[StudyCard]:
    """Save a study. Its id is a link that everybody can open."""
    server = server_of(request)
    player = await player_of(request)
    opened = await _open_checked(request, data)
    server.quotas.check_storing(middleware.address(request))
    at = now()
    study_id = await server.writer.write(
        partial(studies.save, player=player, opened=opened, at=at, most=server.settings.max_studies)
    )
    response = answer(StudyCard(study_id, opened.game, opened.title, at), request)
    response.status_code = 201
    return response


@put("/api/studies/{study_id:str}", summary="Change a study", responses=PROBLEMS, opt={"cost": 10})
async def put_study(request: Asked, study_id: StudyId, data: StudyTree) -> StudyCard:
    """Save changes to your study. To change somebody else's, save it as your own first."""
    server = server_of(request)
    player = await player_of(request)
    opened = await _open_checked(request, data)
    at = now()
    await server.writer.write(partial(studies.change, study_id=study_id, player=player, opened=opened, at=at))
    return StudyCard(study_id, opened.game, opened.title, at)


@delete("/api/studies/{study_id:str}", summary="Delete a study", status_code=200, responses=PROBLEMS)
async def delete_study(request: Asked, study_id: StudyId) -> list[StudyCard]:
    """Delete your study. Returns the others."""
    server = server_of(request)
    player = await player_of(request)
    await server.writer.write(partial(studies.delete_own, study_id=study_id, player=player))
    return await server.read(studies.list_own, player)


@get("/api/studies/{study_id:str}", summary="A study", responses=PROBLEMS, opt={"cost": 10})
async def get_study(request: Asked, study_id: StudyId) -> Response[StudyContents]:
    """A stored study."""
    server = server_of(request)
    row = await server.read(studies.load, study_id)
    if row.game not in ziggurat.game_names():
        raise NotFound("The game of this study is no longer on this server.")
    opened = await _open(request, OpenStudy(text=StudyText(row.text)), row.game)
    study = msgspec.json.decode(opened.encoded, type=dict[str, msgspec.Raw])
    yours = await middleware.who(request, server) == row.owner
    stored = {"id": msgspec.Raw(msgspec.json.encode(study_id)), "yours": msgspec.Raw(msgspec.json.encode(yours))}
    return as_json(msgspec.json.encode({**study, **stored}))
