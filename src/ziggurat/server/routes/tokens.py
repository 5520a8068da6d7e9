"""Tokens by which programs play in a person's name."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, post
from sqlalchemy import delete as delete_rows
from sqlalchemy import insert, select

from ziggurat.core.sentence import sentence
from ziggurat.server import guards, identity, opening, schema, texts
from ziggurat.server.live import now
from ziggurat.server.protocol import (
    NewToken,
    Scope,
    TokenListed,
    TokenMade,
)
from ziggurat.server.refusals import NotFound, Refused
from ziggurat.server.routes.asking import PROBLEMS, Asked, TableId, answer, hall_of, player_of

MAX_TOKENS = 20


@get("/api/tokens", summary="My API tokens", responses=PROBLEMS)
async def get_tokens(request: Asked) -> list[TokenListed]:
    """The API tokens you have made, without the tokens themselves."""
    player = await guards.who(request, hall_of(request))

    def work(connection: Any) -> list[TokenListed]:
        tokens = schema.tokens
        columns = (tokens.c.id, tokens.c.label, tokens.c.created, tokens.c.scope, tokens.c.expires)
        query = select(*columns).where(tokens.c.player == (player or "")).order_by(tokens.c.created)
        return [
            TokenListed(row.id, row.label, row.created, Scope(row.scope), row.expires)
            for row in connection.execute(query)
        ]

    return await hall_of(request).read(work)


@post("/api/tokens", summary="Make an API token", status_code=201, responses=PROBLEMS)
async def post_token(request: Asked, data: NewToken) -> Response[TokenMade]:
    """A token by which a program plays in your name, or only sees what you see. It is shown this once."""
    guards.check_cookie(request)
    label = texts.check_label(data.label)
    player = await player_of(request)
    token, token_hash = identity.new_token()
    at = now()
    made = TokenMade(opening.new_id(), label, token, data.scope, at + data.days * identity.DAY)

    def work(connection: Any) -> None:
        identity.keep(connection, player, now())
        have = connection.execute(select(schema.tokens.c.id).where(schema.tokens.c.player == player)).all()
        if len(have) >= MAX_TOKENS:
            raise Refused(sentence("You have {tokens} tokens already; delete one first.", tokens=MAX_TOKENS))
        row = {"id": made.id, "player": player, "hash": token_hash, "label": label, "created": at}
        row |= {"scope": data.scope, "expires": made.expires}
        connection.execute(insert(schema.tokens).values(row))

    await hall_of(request).writer.write(work)
    response = answer(made, request)
    response.status_code = 201
    return response


@delete("/api/tokens/{token_id:str}", summary="Delete an API token", status_code=204, responses=PROBLEMS)
async def delete_token(request: Asked, token_id: TableId) -> None:
    """Make a token worthless, and end what it is being used for."""
    hall = hall_of(request)
    guards.check_cookie(request)
    player = await guards.who(request, hall)
    tokens = schema.tokens
    mine = delete_rows(tokens).where(tokens.c.id == token_id, tokens.c.player == (player or ""))
    if not await hall.writer.write(lambda connection: connection.execute(mine).rowcount):
        raise NotFound("You have no such token.")
    hall.cut(token_id)
