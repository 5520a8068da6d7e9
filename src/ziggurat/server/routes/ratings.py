"""The leaderboard, and profiles of registered players."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import Parameter

import ziggurat
from ziggurat.core.sentence import quoted, sentence
from ziggurat.server.protocol import Leaderboard, Profile
from ziggurat.server.ratings import leaderboard, profiles
from ziggurat.server.refusals import NotFound
from ziggurat.server.routes.common import PROBLEMS, Asked, server_of
from ziggurat.server.transport import middleware

LEADERBOARD_SIZE = 100


@get("/api/leaderboard/{game:str}", summary="A leaderboard", responses=PROBLEMS, opt={"cost": 2})
async def get_leaderboard(request: Asked, game: Annotated[str, Parameter(max_length=40)]) -> Leaderboard:
    """The hundred people with the highest ratings in a game, all bots with a rating, and your own place."""
    if game not in ziggurat.game_names():
        raise NotFound(sentence("There is no game called {name}.", name=quoted(game)))
    server = server_of(request)
    reader = await middleware.who(request, server)
    return await server.read(leaderboard.load, game, reader, LEADERBOARD_SIZE)


@get("/api/players/{name:str}", summary="A player", responses=PROBLEMS, opt={"cost": 10})
async def get_person(request: Asked, name: Annotated[str, Parameter(max_length=200)]) -> Profile:
    """A registered player's profile: ratings, and results of public matches."""
    server = server_of(request)
    return await profiles.of_person(server, name, await middleware.who(request, server))
