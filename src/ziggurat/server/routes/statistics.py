"""Statistics of players and bots."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import Parameter

from ziggurat.bots import LEVELS
from ziggurat.core.sentence import quoted, sentence
from ziggurat.server.protocol import Statistics
from ziggurat.server.ratings.statistics import MOST
from ziggurat.server.refusals import NotFound
from ziggurat.server.routes.common import PROBLEMS, Asked, server_of
from ziggurat.server.transport import middleware


@get("/api/me/statistics", summary="My statistics", responses=PROBLEMS, opt={"cost": 10})
async def get_mine(request: Asked) -> Statistics:
    """Your results by opponent and opening, and your accuracy in reviewed matches."""
    server = server_of(request)
    player = await middleware.who(request, server)
    return Statistics(0, MOST, []) if player is None else await server.statistics.of_player(player)


@get("/api/bots/{level:str}/statistics", summary="A bot's statistics", responses=PROBLEMS, opt={"cost": 10})
async def get_bot(request: Asked, level: Annotated[str, Parameter(max_length=40)]) -> Statistics:
    """A bot's results in its latest matches on this server."""
    if level not in LEVELS:
        raise NotFound(sentence("There is no level called {name}.", name=quoted(level)))
    return await server_of(request).statistics.of_bot(level)
