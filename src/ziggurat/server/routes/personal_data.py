"""Data export and account deletion."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.params import Parameter
from litestar.response import Stream

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import deletion, export, identity, player_store, privacy
from ziggurat.server.accounts.passkeys import CONFIRM, NOT_YOURS
from ziggurat.server.administration import roles
from ziggurat.server.protocol import DeleteAccount, Me
from ziggurat.server.refusals import NotAllowed, Refused
from ziggurat.server.routes.accounts import check_password
from ziggurat.server.routes.common import PROBLEMS, Asked, answer, server_of, write_signed_in
from ziggurat.server.routes.passkeys import verify_owner
from ziggurat.server.runtime.clock import now
from ziggurat.server.transport import middleware
from ziggurat.server.transport.guests import EVERYBODY

ADMIN_STAYS = sentence("You are an admin of this server. End that role first, on the admin page or by command.")
FILE = 'attachment; filename="ziggurat.json"'


@get("/api/me/export.json", summary="Download my data", responses=PROBLEMS, opt={"cost": 40})
async def get_export(request: Asked) -> Stream:
    """Everything that is stored about you, as one JSON file: account, seats, decisions, chat, notes, ratings, ..."""
    middleware.check_cookie(request)
    server = server_of(request)
    player = await middleware.who(request, server)
    chunks = export.export(server, player or "", now())
    return Stream(chunks, media_type="application/json", headers={"content-disposition": FILE})


@get("/api/privacy", summary="The privacy policy", media_type="text/markdown", responses=PROBLEMS, opt=EVERYBODY)
async def get_privacy(request: Asked, language: Annotated[str, Parameter(pattern=r"^[a-z]{2}$")] = "en") -> str:
    """The privacy policy of this server as Markdown; in English if it is not translated."""
    return privacy.read(server_of(request).settings.privacy, language)


@post("/api/me/delete", summary="Delete my account", status_code=200, responses=PROBLEMS, opt={"cost": 10})
async def post_delete(request: Asked, data: DeleteAccount) -> Response[Me]:
    """Delete your account and your data for good. Running matches are resigned; finished matches stay, anonymously."""
    server = server_of(request)
    middleware.check_cookie(request)
    player = await middleware.who(request, server)
    if player is None:
        raise NotAllowed("Nothing is stored about you.")
    if not data.sure:
        raise Refused("This cannot be undone. Confirm that you are sure.")
    row = await server.read(player_store.find_player, player)
    if roles.is_admin(row):
        raise Refused(ADMIN_STAYS)
    if row is not None and row.login is not None:
        if data.credential is not None:
            owner = await verify_owner(request, data.credential, player, CONFIRM)
            if owner is None or owner.id != player:
                raise NotAllowed(NOT_YOURS)
        else:
            await check_password(request, row, data.password or "")
        await write_signed_in(request, player, lambda connection: None)  # the password may have changed meanwhile
    at = now()
    await deletion.delete_account(server, player, lambda connection: deletion.delete_player(connection, player, at))
    guest = identity.new_player()
    name = await server.read(identity.name_of, guest)
    return answer(Me(name, None), request, player=guest, cut=player)
