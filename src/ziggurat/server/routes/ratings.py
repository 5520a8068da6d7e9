"""The leaderboard, and the pages of registered players."""

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

SHOWN = 100  # people of a leaderboard


@get("/api/leaderboard/{game:str}", summary="Who is strongest", responses=PROBLEMS)
async def get_leaderboard(request: Asked, game: Annotated[str, Parameter(max_length=40)]) -> Leaderboard:
    """The hundred people with the highest ratings in a game, and all levels; your own place, if you have a rating."""
    if game not in ziggurat.game_names():
        raise NotFound(sentence("There is no game called {name}.", name=quoted(game)))
    server = server_of(request)
    reader = await middleware.who(request, server)
    return await server.read(leaderboard.load, game, reader, SHOWN)


@get("/api/people/{name:str}", summary="A player", responses=PROBLEMS)
async def get_person(request: Asked, name: Annotated[str, Parameter(max_length=200)]) -> Profile:
    """What everybody may know of a registered player: ratings, and what came of public matches."""
    server = server_of(request)
    return await profiles.of_person(server, name, await middleware.who(request, server))
