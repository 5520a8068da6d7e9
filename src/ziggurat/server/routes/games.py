"""The games, their rules, examples and lessons."""

from __future__ import annotations

from typing import Annotated, Protocol

from litestar import Response, get, post
from litestar.params import Parameter

import ziggurat
from ziggurat.core.sentence import quoted, sentence
from ziggurat.server.protocol import (
    GameCard,
    LessonCard,
    LessonMoves,
    LessonPlayed,
    WorkedExample,
)
from ziggurat.server.refusals import NotFound
from ziggurat.server.routes.common import PROBLEMS, Asked, as_json, server_of
from ziggurat.server.runtime.services import HasGames, Reads
from ziggurat.server.study.game_cards import game_card
from ziggurat.server.study.lessons import lesson_cards, play_lesson, worked_examples
from ziggurat.server.tables import table_store
from ziggurat.server.transport.guests import EVERYBODY


@get("/api/games", summary="The games", responses=PROBLEMS, opt=EVERYBODY)
async def get_games(request: Asked) -> list[GameCard]:
    """All games, with their seats, options and bots."""
    games = server_of(request).games
    return [
        game_card(ziggurat.game(name), ready=games.is_ready(name), ahead=games.ahead(name))
        for name in ziggurat.game_names()
    ]


class GamesServer(HasGames, Reads, Protocol):
    """What it takes to know whether a table's game is compiled."""


async def ready_for(server: GamesServer, table_id: str) -> None:
    """Refuse a request until the rules of a table's game are compiled."""
    await server.games.require((await server.read(table_store.load_table, table_id)).row.game)


def _check(name: str) -> None:
    if name not in ziggurat.game_names():
        raise NotFound(sentence("There is no game called {name}.", name=quoted(name)))


@get(
    "/api/games/{name:str}/rules",
    summary="The rules of a game",
    media_type="text/markdown",
    responses=PROBLEMS,
    opt=EVERYBODY,
)
async def get_rules(
    name: Annotated[str, Parameter(max_length=40)], language: Annotated[str, Parameter(max_length=8)] = "en"
) -> str:
    """The rules as Markdown, with the clause numbers that refusals cite; in English if they are not translated."""
    _check(name)
    return ziggurat.game(name).rules_text(language)


@get("/api/games/{name:str}/examples", summary="Worked examples of a game", responses=PROBLEMS)
async def get_examples(request: Asked, name: Annotated[str, Parameter(max_length=40)]) -> Response[list[WorkedExample]]:
    """Example positions with moves, scores and explanations, step by step."""
    _check(name)
    server = server_of(request)
    await server.games.require(name)
    return as_json(await server.work(worked_examples, name))


@get("/api/games/{name:str}/lessons", summary="The lessons of a game", responses=PROBLEMS)
async def get_lessons(
    name: Annotated[str, Parameter(max_length=40)], language: Annotated[str, Parameter(max_length=8)] = "en"
) -> list[LessonCard]:
    """The lessons, in order; in English if they are not translated."""
    _check(name)
    return lesson_cards(name, language)


@post("/api/games/{name:str}/lessons/{lesson:str}", summary="Play in a lesson", status_code=200, responses=PROBLEMS)
async def post_lesson(
    request: Asked,
    name: Annotated[str, Parameter(max_length=40)],
    lesson: Annotated[str, Parameter(max_length=40)],
    data: LessonMoves,
) -> Response[LessonPlayed]:
    """Play moves from the lesson's position. The answer says whether they solve the task. Nothing is stored.

    With `why`, it also says why nothing can be done with a piece or place.
    """
    _check(name)
    server = server_of(request)
    await server.games.require(name)
    return as_json(await server.work(play_lesson, name, lesson, data.moves, data.why))
