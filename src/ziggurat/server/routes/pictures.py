"""Pictures of matches for sharing, link previews, and QR codes."""

from __future__ import annotations

import io
from typing import Annotated

from litestar import Response, get
from litestar.params import Parameter

import ziggurat
from ziggurat.server.routes.common import PROBLEMS, Asked, TableId, server_of
from ziggurat.server.tables import table_store
from ziggurat.server.transport import middleware
from ziggurat.server.transport.host_check import site_of

Decision = Annotated[
    int | None, Parameter(ge=0, le=2**31 - 1, description="before this decision, counted from 0; default: the end")
]
SeatOrSpectator = Annotated[
    int | None, Parameter(ge=-1, le=7, description="as this seat saw it (-1: a spectator); default: everything visible")
]
OVER = "public, max-age=86400"  # pictures of finished matches only change with the program that draws them
RUNNING = "public, max-age=60"


def _image(drawn: bytes, kind: str = "image/png", kept: str = OVER) -> Response[bytes]:
    return Response(drawn, media_type=kind, headers={"cache-control": kept})


@get(
    "/api/tables/{table_id:str}/picture.png",
    summary="A position as a picture",
    media_type="image/png",
    responses=PROBLEMS,
    opt={"cost": 4},
)
async def get_picture(
    request: Asked, table_id: TableId, decision: Decision = None, seat: SeatOrSpectator = None
) -> Response[bytes]:
    """A position of a finished match as PNG."""
    return _image(await server_of(request).pictures.picture(table_id, decision, seat, middleware.asker(request)))


@get(
    "/api/tables/{table_id:str}/film.webp",
    summary="A match as an animation",
    media_type="image/webp",
    responses=PROBLEMS,
    opt={"cost": 4},
)
async def get_film(request: Asked, table_id: TableId) -> Response[bytes]:
    """A finished match as an animated WebP, one picture per turn."""
    return _image(await server_of(request).pictures.film(table_id, middleware.asker(request)), "image/webp")


@get(
    "/api/tables/{table_id:str}/card.png",
    summary="A table's link preview",
    media_type="image/png",
    responses=PROBLEMS,
    opt={"cost": 4},
)
async def get_card(request: Asked, table_id: TableId, decision: Decision = None) -> Response[bytes]:
    """The preview picture of a link to a table. Of a running match it shows what a spectator sees."""
    return _image(await server_of(request).pictures.card(table_id, decision, middleware.asker(request)), kept=RUNNING)


@get(
    "/api/tables/{table_id:str}/thumbnail.png",
    summary="A table's board, small",
    media_type="image/png",
    responses=PROBLEMS,
    opt={"cost": 2},
)
async def get_thumbnail(request: Asked, table_id: TableId) -> Response[bytes]:
    """The board as a small picture for lists: what a spectator sees now, or the end of a finished match."""
    drawn = await server_of(request).pictures.thumbnail(table_id, middleware.asker(request))
    return _image(drawn, kept=RUNNING)


@get("/api/tables/{table_id:str}/code.svg", summary="A QR code", media_type="image/svg+xml", responses=PROBLEMS)
async def get_code(request: Asked, table_id: TableId) -> Response[bytes]:
    """The link to a table as a QR code."""
    import segno

    stored = await server_of(request).read(table_store.load_table, table_id)
    drawn = io.BytesIO()
    segno.make(f"{site_of(request)}/table/{stored.row.id}", error="m", micro=False).save(
        drawn, kind="svg", border=4, light="white", xmldecl=False
    )
    return _image(drawn.getvalue(), "image/svg+xml", kept=RUNNING)


@get(
    "/api/games/{game:str}/card.png",
    summary="A game's link preview",
    media_type="image/png",
    responses=PROBLEMS,
    opt={"cost": 4},
)
async def get_game_card(request: Asked, game: Annotated[str, Parameter(max_length=40)]) -> Response[bytes]:
    """The preview picture of links to a game."""
    return _image(await server_of(request).pictures.game_card(ziggurat.game(game).name, middleware.asker(request)))
