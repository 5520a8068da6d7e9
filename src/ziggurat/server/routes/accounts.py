"""Names, accounts, logging in and out."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, patch, post
from sqlalchemy import Connection

from ziggurat.server.accounts import guest_merge, identity, invitations, names, player_store, user_text
from ziggurat.server.notifications import settings as notification_settings
from ziggurat.server.process import ServerProcess
from ziggurat.server.protocol import (
    Credentials,
    Me,
    NewAccount,
    NewName,
    NewPassword,
    ServerInfo,
)
from ziggurat.server.refusals import CLOSED, NOTHING_HERE, NotAllowed, NotFound, TooMuch
from ziggurat.server.routes.common import PROBLEMS, Asked, answer, player_of, server_of, write_signed_in
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.transport import middleware
from ziggurat.server.transport.guests import EVERYBODY
from ziggurat.server.transport.rate_limits import RateLimiter


@get("/api/me", summary="Who am I?", responses=PROBLEMS, opt=EVERYBODY)
async def get_me(request: Asked) -> Response[Me]:
    """Your name and login. A new visitor becomes a guest."""
    player = await player_of(request)
    return answer(await server_of(request).read(_me, player), request)


@get("/api/server", summary="Who may come, and where they are", responses=PROBLEMS, opt=EVERYBODY)
async def get_server(request: Asked) -> ServerInfo:
    """Who may register, what visitors without an account may do, and the server's name, logo, colour and welcome."""
    settings = server_of(request).settings
    own = settings.own_look()
    texts = {"en": settings.welcome or settings.welcome_nl, "nl": settings.welcome_nl or settings.welcome}
    return ServerInfo(
        settings.registration,
        settings.guests,
        title=own.title,
        logo=own.logo.address if own.logo else None,
        colour=own.colour or None,
        welcome=texts if texts["en"] else {},
    )


@get("/api/server/logo", summary="The server's own logo", responses=PROBLEMS, opt=EVERYBODY)
async def get_logo(request: Asked) -> Response[bytes]:
    """The logo that the host has chosen."""
    logo = server_of(request).settings.own_look().logo
    if logo is None:
        raise NotFound(NOTHING_HERE)
    return Response(logo.content, media_type=logo.media_type, headers={"cache-control": "public, max-age=86400"})


# cost: it is broadcast to every table of this player
@patch("/api/me", summary="Change my name", responses=PROBLEMS, opt={"cost": 10})
async def patch_me(request: Asked, data: NewName) -> Response[Me]:
    """Choose your name."""
    server = server_of(request)
    name = user_text.read_name(data.name)
    player = await player_of(request)

    def work(connection: Any) -> tuple[Me, list[str]]:
        identity.keep(connection, player, now())
        displaced = names.rename(connection, player, name)
        return _me(connection, player), displaced

    me, displaced = await server.writer.write(work, messages.Renamed(player))
    await server.renamed(player)
    await _announce_renamed(server, displaced)
    return answer(me, request)


@post("/api/account", summary="Register", status_code=200, responses=PROBLEMS, opt={"cost": 20} | EVERYBODY)
async def post_account(request: Asked, data: NewAccount) -> Response[Me]:
    """Create an account with a login and a password. What you did as a guest stays yours.

    Some servers ask for an invitation, or register nobody: `GET /api/server` tells.

    API tokens, push devices and the feed of the guest are deleted.
    """
    middleware.check_cookie(request)
    player = await player_of(request)
    password = await server_of(request).passwords.hash(data.password, asker=middleware.asker(request))

    registration = server_of(request).settings.registration

    def work(connection: Any) -> tuple[Me, int, list[str]]:
        invitations.check_registration(connection, registration, data.invitation, now())
        identity.keep(connection, player, now())
        displaced = names.register(connection, player, data.login, password)
        player_store.delete_guest_credentials(connection, player)
        logouts = player_store.log_out(connection, player)
        return _me(connection, player), logouts, displaced

    server = server_of(request)
    me, logouts, displaced = await server.writer.write(work, messages.Renamed(player))
    await server.renamed(player)
    await _announce_renamed(server, displaced)
    return answer(me, request, player=player, logouts=logouts, cut=player)


@post("/api/login", summary="Log in", status_code=200, responses=PROBLEMS, opt={"cost": 20} | EVERYBODY)
async def post_login(request: Asked, data: Credentials) -> Response[Me]:
    """Log in on this device. What you did here as a guest moves to your account.

    API tokens, push devices and the feed of the guest are deleted.
    """
    server = server_of(request)
    middleware.check_cookie(request)
    accounts: RateLimiter = request.app.state.accounts
    if not request.app.state.logins.take(middleware.address(request)) or not accounts.take(data.login.lower()):
        raise TooMuch("Too many login attempts. Wait a minute.")
    row = await server.read(player_store.find_login, data.login)
    if not await server.passwords.is_right(row, data.password, asker=middleware.asker(request)) or row is None:
        raise NotAllowed("Wrong login or password.")
    accounts.forget(data.login.lower())
    return await log_in(request, row)


async def log_in(request: Asked, row: Any) -> Response[Me]:
    """Log a visitor in to an account, and merge the guest they were into it; refused if the account is closed."""
    server = server_of(request)
    if row.closed is not None:
        raise NotAllowed(CLOSED)
    guest, session, *_ = await middleware.visitor(request, server)

    def work(connection: Any) -> tuple[str, list[str]]:
        if session:
            player_store.end_session(connection, session, now(), identity.COOKIE_SECONDS * 1000)
        guest_row = player_store.find_player(connection, guest) if guest else None
        if guest_row is None or guest_row.login is not None:
            return session, []
        return guest_row.id, guest_merge.merge_guest(connection, guest_row.id, row.id)

    ended, moved_tables = await server.writer.write(work)
    for table_id in moved_tables:
        await server.writer.write(lambda connection: None, messages.TableChanged(table_id))  # tell the other processes
        await server.table_changed(table_id)
    return answer(Me(row.name, row.login, row.former), request, player=row.id, logouts=row.logouts, cut=ended)


@post("/api/logout", summary="Log out", status_code=200, responses=PROBLEMS, opt=EVERYBODY)
async def post_logout(request: Asked) -> Response[Me]:
    """Log out on this device, which becomes a new guest."""
    server = server_of(request)
    middleware.check_cookie(request)
    session = (await middleware.visitor(request, server)).session
    if session:
        await server.writer.write(
            lambda connection: player_store.end_session(connection, session, now(), identity.COOKIE_SECONDS * 1000)
        )
    player = identity.new_player()
    return answer(await server.read(_me, player), request, player=player, cut=session)


@post("/api/logout/everywhere", summary="Log out everywhere", status_code=200, responses=PROBLEMS)
async def post_logout_everywhere(request: Asked) -> Response[Me]:
    """Log out on all devices. Your feed gets new links. API tokens stay until you delete them."""
    server = server_of(request)
    row = await account_of(request)

    def work(connection: Any) -> None:
        player_store.log_out(connection, row.id)
        player_store.change_feed_key(connection, row.id)
        notification_settings.unsubscribe_all(connection, row.id)

    await server.writer.write(work)
    player = identity.new_player()
    return answer(await server.read(_me, player), request, player=player, cut=row.id)


@post("/api/password", summary="Change my password", status_code=200, responses=PROBLEMS, opt={"cost": 20})
async def post_password(request: Asked, data: NewPassword) -> Response[Me]:
    """Change your password.

    All other devices are logged out, your API tokens and passkeys are deleted, your feed gets new links, and links in
    earlier e-mails stop working.
    """
    server = server_of(request)
    row = await account_of(request)
    await check_password(request, row, data.old)
    password = await server.passwords.hash(data.new, asker=middleware.asker(request))
    logouts = await write_signed_in(request, row.id, lambda c: player_store.log_out(c, row.id, password))
    return answer(Me(row.name, row.login, row.former), request, player=row.id, logouts=logouts, cut=row.id)


def _me(connection: Connection, player: str) -> Me:
    row = player_store.find_player(connection, player)
    if row is None:
        return Me(identity.name_of(connection, player), None)
    return Me(row.name, row.login, row.former)


async def _announce_renamed(server: ServerProcess, guests: list[str]) -> None:
    """Show the new names of guests at their tables, in every process."""
    for guest in guests:
        await server.writer.write(lambda connection: None, messages.Renamed(guest))
        await server.renamed(guest)


async def check_password(request: Asked, row: Any, password: str) -> None:
    """Refuse a wrong password, and too many attempts."""
    if not request.app.state.logins.take(middleware.address(request)) or not request.app.state.accounts.take(row.login):
        raise TooMuch("Too many passwords tried. Wait a minute.")
    if not await server_of(request).passwords.is_right(row, password, asker=middleware.asker(request)):
        raise NotAllowed("Wrong password.")


async def account_of(request: Asked) -> Any:
    """The row of whoever sends the request; refused for guests and API clients."""
    middleware.check_cookie(request)
    player = await middleware.who(request, server_of(request))
    row = await server_of(request).read(player_store.find_player, player) if player else None
    if row is None or row.login is None:
        raise NotAllowed("You need an account for this. Register first.")
    return row
