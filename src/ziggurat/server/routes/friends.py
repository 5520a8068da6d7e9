"""Following players, and inviting them."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post, put
from litestar.params import Parameter

from ziggurat.server.accounts import player_store
from ziggurat.server.protocol import Friends, Invitation, Invite
from ziggurat.server.refusals import NotAllowed
from ziggurat.server.routes.common import PROBLEMS, Asked, TableId, server_of
from ziggurat.server.runtime.clock import now
from ziggurat.server.social import friends
from ziggurat.server.transport import middleware

Name = Annotated[str, Parameter(min_length=1, max_length=64, description="a registered player's name")]


async def _registered(request: Asked) -> str:
    """The player who sends the request; refused for guests, who would lose their friends with their cookie."""
    server = server_of(request)
    player = await middleware.who(request, server)
    row = await server.read(player_store.find_player, player) if player else None
    if row is None or row.login is None:
        raise NotAllowed("Only registered players can follow others. Register first.")
    return str(row.id)


@get("/api/friends", summary="My friends", responses=PROBLEMS, opt={"cost": 2})
async def get_friends(request: Asked) -> Friends:
    """Players you follow, which of them are online, and who follows you."""
    server = server_of(request)
    player = await _registered(request)
    return await server.read(friends.load_friends, player, now())


@put("/api/players/{name:str}/follow", summary="Follow a player", status_code=200, responses=PROBLEMS)
async def put_follow(request: Asked, name: Name) -> Friends:
    """Follow a registered player."""
    server = server_of(request)
    player = await _registered(request)
    await server.writer.write(lambda connection: friends.follow(connection, player, name, now()))
    return await server.read(friends.load_friends, player, now())


@delete("/api/players/{name:str}/follow", summary="Unfollow a player", status_code=200, responses=PROBLEMS)
async def delete_follow(request: Asked, name: Name) -> Friends:
    """Stop following a player."""
    server = server_of(request)
    player = await _registered(request)
    await server.writer.write(lambda connection: friends.unfollow(connection, player, name))
    return await server.read(friends.load_friends, player, now())


@post("/api/tables/{table_id:str}/invite", summary="Invite a player", status_code=204, responses=PROBLEMS)
async def post_invitation(request: Asked, table_id: TableId, data: Invite) -> None:
    """Invite one of your followers to your table, while it has free seats."""
    server = server_of(request)
    player = await _registered(request)
    await server.writer.write(lambda connection: friends.invite(connection, table_id, player, data.name, now()))


@get("/api/invitations", summary="My invitations", responses=PROBLEMS)
async def get_invitations(request: Asked) -> list[Invitation]:
    """The tables you are invited to that have a free seat."""
    server = server_of(request)
    player = await middleware.who(request, server)
    return await server.read(friends.load_invitations, player) if player else []


@delete("/api/invitations/{table_id:str}", summary="Decline an invitation", status_code=204, responses=PROBLEMS)
async def delete_invitation(request: Asked, table_id: TableId) -> None:
    """Remove an invitation from your list."""
    server = server_of(request)
    player = await middleware.who(request, server)
    if player is not None:
        await server.writer.write(lambda connection: friends.decline(connection, table_id, player))
