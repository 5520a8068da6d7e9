"""What visitors without an account may do, where the host has limited that (`ZIGGURAT_GUESTS`)."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import player_store
from ziggurat.server.process import ServerProcess
from ziggurat.server.refusals import NotAllowed
from ziggurat.server.settings import GUESTS
from ziggurat.server.transport import middleware

PLAY, WATCH, NONE = GUESTS
# Marks of route handlers: those that take a seat or open a table, and those that everybody needs to log in.
SEATS: dict[str, Any] = {"seats": True}
EVERYBODY: dict[str, Any] = {"everybody": True}
MEMBERS_PLAY = sentence("Only members can play on this server. Log in or register first.")
MEMBERS_ONLY = sentence("This server is for members only. Log in or register first.")


async def check_guest(connection: ASGIConnection[Any, Any, Any, Any], handler: Any) -> None:
    """A guard for every route: refuse visitors without an account what is for members."""
    server: ServerProcess = connection.app.state.server
    guests = server.settings.guests
    if guests == PLAY or not connection.scope["path"].startswith("/api/") or "everybody" in handler.opt:
        return
    if guests == WATCH and "seats" not in handler.opt:
        return
    player = await middleware.who(connection, server)
    if player is None or not await server.read(player_store.is_member, player):
        raise NotAllowed(MEMBERS_PLAY if guests == WATCH else MEMBERS_ONLY)
