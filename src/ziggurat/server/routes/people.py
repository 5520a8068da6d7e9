"""Who one is: names, accounts, logging in and out."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, patch, post

from ziggurat.server import guards, identity, notices, store, texts
from ziggurat.server.live import now
from ziggurat.server.protocol import (
    Credentials,
    Me,
    NewName,
    NewPassword,
)
from ziggurat.server.refusals import NotAllowed, TooMuch
from ziggurat.server.routes.asking import PROBLEMS, Asked, answer, hall_of, player_of


@get("/api/me", summary="Who am I?", responses=PROBLEMS)
async def get_me(request: Asked) -> Response[Me]:
    """Who you are; a newcomer becomes a guest."""
    player = await player_of(request)
    row = await hall_of(request).read(store.find_player, player)
    me = Me(identity.guest_name(player), None) if row is None else Me(row.name, row.login)
    return answer(me, request)


@patch("/api/me", summary="Change my name", responses=PROBLEMS)
async def patch_me(request: Asked, data: NewName) -> Response[Me]:
    """Choose what others call you."""
    hall = hall_of(request)
    name = texts.read_name(data.name)
    player = await player_of(request)

    def work(connection: Any) -> Me:
        identity.keep(connection, player, now())
        store.rename(connection, player, name)
        row = store.find_player(connection, player)
        return Me(name, row.login if row else None)

    me = await hall.writer.write(work, notices.Renamed(player))
    await hall.renamed(player)
    return answer(me, request)


@post("/api/account", summary="Register", status_code=200, responses=PROBLEMS)
async def post_account(request: Asked, data: Credentials) -> Response[Me]:
    """Give yourself a login and a password; everything you did as a guest stays yours, your cookie is a new one."""
    guards.check_cookie(request)
    player = await player_of(request)
    password = await hall_of(request).passwords.hash(data.password)

    def work(connection: Any) -> tuple[Me, int]:
        identity.keep(connection, player, now())
        store.register(connection, player, data.login, password)
        logouts = store.log_out(connection, player)
        return Me(identity.name_of(connection, player), data.login.lower()), logouts

    me, logouts = await hall_of(request).writer.write(work)
    return answer(me, request, player=player, logouts=logouts, cut=player)


@post("/api/login", summary="Log in", status_code=200, responses=PROBLEMS)
async def post_login(request: Asked, data: Credentials) -> Response[Me]:
    """Become the account on this device too; what you did here as a guest comes along."""
    hall = hall_of(request)
    guards.check_cookie(request)
    accounts: guards.Buckets = request.app.state.accounts
    if not request.app.state.logins.take(guards.address(request)) or not accounts.take(data.login.lower()):
        raise TooMuch("Too many attempts to log in; wait a minute.")
    guest, session, *_ = await guards.visitor(request, hall)
    row = await hall.read(store.find_login, data.login)
    if not await hall.passwords.is_right(row, data.password) or row is None:
        raise NotAllowed("That login and password do not belong together.")
    accounts.forget(data.login.lower())

    def work(connection: Any) -> list[str]:
        if session:
            store.end_session(connection, session, now(), identity.COOKIE_SECONDS * 1000)
        former = store.find_player(connection, guest) if guest else None
        if former is None or former.login is not None:
            return []
        return store.move_history(connection, former.id, row.id)

    for table_id in await hall.writer.write(work):
        await hall.writer.write(lambda connection: None, notices.Changed(table_id))  # tell the other processes
        await hall.table_changed(table_id)
    return answer(Me(row.name, row.login), request, player=row.id, logouts=row.logouts, cut=session)


@post("/api/logout", summary="Log out", status_code=200, responses=PROBLEMS)
async def post_logout(request: Asked) -> Response[Me]:
    """Be a new guest on this device; the cookie it had is worth nothing any more."""
    hall = hall_of(request)
    guards.check_cookie(request)
    session = (await guards.visitor(request, hall)).session
    if session:
        await hall.writer.write(
            lambda connection: store.end_session(connection, session, now(), identity.COOKIE_SECONDS * 1000)
        )
    player = identity.new_player()
    return answer(Me(identity.guest_name(player), None), request, player=player, cut=session)


@post("/api/logout/everywhere", summary="Log out everywhere", status_code=200, responses=PROBLEMS)
async def post_logout_everywhere(request: Asked) -> Response[Me]:
    """Be a new guest here, and nobody you know on every other device. API tokens stay until they are deleted."""
    hall = hall_of(request)
    row = await _account(request)
    await hall.writer.write(lambda connection: store.log_out(connection, row.id))
    player = identity.new_player()
    return answer(Me(identity.guest_name(player), None), request, player=player, cut=row.id)


@post("/api/password", summary="Change my password", status_code=200, responses=PROBLEMS)
async def post_password(request: Asked, data: NewPassword) -> Response[Me]:
    """Set another password; every other device is logged out, and your API tokens are deleted."""
    hall = hall_of(request)
    row = await _account(request)
    if not request.app.state.logins.take(guards.address(request)) or not request.app.state.accounts.take(row.login):
        raise TooMuch("Too many passwords were tried; wait a minute.")
    if not await hall.passwords.is_right(row, data.old):
        raise NotAllowed("That is not your password.")
    password = await hall.passwords.hash(data.new)
    logouts = await hall.writer.write(lambda connection: store.log_out(connection, row.id, password))
    return answer(Me(row.name, row.login), request, player=row.id, logouts=logouts, cut=row.id)


async def _account(request: Asked) -> Any:
    """The asker's row, if they are registered and no program."""
    guards.check_cookie(request)
    player = await guards.who(request, hall_of(request))
    row = await hall_of(request).read(store.find_player, player) if player else None
    if row is None or row.login is None:
        raise NotAllowed("You have no account; register first.")
    return row
