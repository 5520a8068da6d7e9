"""API tokens, with which programs play in a player's name."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, post
from sqlalchemy import delete as delete_rows
from sqlalchemy import insert, select

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import identity, user_text
from ziggurat.server.protocol import (
    NewToken,
    Scope,
    TokenListed,
    TokenMade,
)
from ziggurat.server.refusals import NotFound, Refused
from ziggurat.server.routes.common import PROBLEMS, Asked, TableId, answer, player_of, server_of, write_signed_in
from ziggurat.server.runtime.clock import now
from ziggurat.server.storage import schema
from ziggurat.server.tables import creation
from ziggurat.server.transport import middleware

MAX_TOKENS = 20


@get("/api/tokens", summary="My API tokens", responses=PROBLEMS)
async def get_tokens(request: Asked) -> list[TokenListed]:
    """Your API tokens, without the secret tokens themselves."""
    player = await middleware.who(request, server_of(request))

    def work(connection: Any) -> list[TokenListed]:
        tokens = schema.tokens
        columns = (tokens.c.id, tokens.c.label, tokens.c.created, tokens.c.scope, tokens.c.expires)
        query = select(*columns).where(tokens.c.player == (player or "")).order_by(tokens.c.created)
        return [
            TokenListed(row.id, row.label, row.created, Scope(row.scope), row.expires)
            for row in connection.execute(query)
        ]

    return await server_of(request).read(work)


@post("/api/tokens", summary="Create an API token", status_code=201, responses=PROBLEMS)
async def post_token(request: Asked, data: NewToken) -> Response[TokenMade]:
    """Create a token with which a program plays in your name, or only watches. It is shown only once."""
    middleware.check_cookie(request)
    label = user_text.check_label(data.label)
    player = await player_of(request)
    token, token_hash = identity.new_token()
    at = now()
    made = TokenMade(creation.new_id(), label, token, data.scope, at + data.days * identity.DAY)

    def work(connection: Any) -> None:
        existing = connection.execute(select(schema.tokens.c.id).where(schema.tokens.c.player == player)).all()
        if len(existing) >= MAX_TOKENS:
            raise Refused(sentence("You already have {tokens} tokens. Delete one first.", tokens=MAX_TOKENS))
        row = {"id": made.id, "player": player, "hash": token_hash, "label": label, "created": at}
        row |= {"scope": data.scope, "expires": made.expires}
        connection.execute(insert(schema.tokens).values(row))

    await write_signed_in(request, player, work)
    response = answer(made, request)
    response.status_code = 201
    return response


@delete("/api/tokens/{token_id:str}", summary="Delete an API token", status_code=204, responses=PROBLEMS)
async def delete_token(request: Asked, token_id: TableId) -> None:
    """Delete a token. Connections that use it are closed."""
    server = server_of(request)
    middleware.check_cookie(request)
    player = await middleware.who(request, server)
    tokens = schema.tokens
    own_token = delete_rows(tokens).where(tokens.c.id == token_id, tokens.c.player == (player or ""))
    if not await server.writer.write(lambda connection: connection.execute(own_token).rowcount):
        raise NotFound("You have no such token.")
    server.disconnect(token_id)
