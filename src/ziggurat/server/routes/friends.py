"""People one follows, and inviting them."""

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
    """The asker, if they have an account: a guest's friends would be gone with their cookie."""
    server = server_of(request)
    player = await middleware.who(request, server)
    row = await server.read(player_store.find_player, player) if player else None
    if row is None or row.login is None:
        raise NotAllowed("Following people is for registered players; register first.")
    return str(row.id)


@get("/api/friends", summary="Whom I follow", responses=PROBLEMS)
async def get_friends(request: Asked) -> Friends:
    """Whom you follow, who of them is here, and who follows you."""
    server = server_of(request)
    player = await _registered(request)
    return await server.read(friends.listed, player, now())


@put("/api/people/{name:str}/follow", summary="Follow somebody", status_code=200, responses=PROBLEMS)
async def put_follow(request: Asked, name: Name) -> Friends:
    """Follow a registered player."""
    server = server_of(request)
    player = await _registered(request)
    await server.writer.write(lambda connection: friends.follow(connection, player, name, now()))
    return await server.read(friends.listed, player, now())


@delete("/api/people/{name:str}/follow", summary="Follow somebody no longer", status_code=200, responses=PROBLEMS)
async def delete_follow(request: Asked, name: Name) -> Friends:
    """Follow a player no longer."""
    server = server_of(request)
    player = await _registered(request)
    await server.writer.write(lambda connection: friends.unfollow(connection, player, name))
    return await server.read(friends.listed, player, now())


@post("/api/tables/{table_id:str}/invite", summary="Invite somebody", status_code=204, responses=PROBLEMS)
async def post_invitation(request: Asked, table_id: TableId, data: Invite) -> None:
    """Invite somebody who follows you to a table where you sit, and where seats are free."""
    server = server_of(request)
    player = await _registered(request)
    await server.writer.write(lambda connection: friends.invite(connection, table_id, player, data.name, now()))


@get("/api/invitations", summary="Who wants me at their table", responses=PROBLEMS)
async def get_invitations(request: Asked) -> list[Invitation]:
    """The tables you are invited to, as long as a seat is free there."""
    server = server_of(request)
    player = await middleware.who(request, server)
    return await server.read(friends.invited, player) if player else []


@delete("/api/invitations/{table_id:str}", summary="Decline an invitation", status_code=204, responses=PROBLEMS)
async def delete_invitation(request: Asked, table_id: TableId) -> None:
    """Do not be reminded of it any more."""
    server = server_of(request)
    player = await middleware.who(request, server)
    if player is not None:
        await server.writer.write(lambda connection: friends.decline(connection, table_id, player))
