"""Passkeys: adding, renaming and deleting them, and logging in with one."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Response, delete, get, patch, post

from ziggurat.server.accounts import passkeys, player_store, user_text
from ziggurat.server.accounts.passkeys import ADD, CONFIRM, ENTER, NOT_YOURS, RelyingParty
from ziggurat.server.protocol import (
    AddPasskey,
    Me,
    NewPasskey,
    PasskeyAsked,
    PasskeyLabel,
    PasskeyListed,
    SignedByPasskey,
)
from ziggurat.server.refusals import NotAllowed, TooMuch
from ziggurat.server.routes.accounts import account_of, check_password, log_in
from ziggurat.server.routes.common import PROBLEMS, Asked, TableId, answer, player_of, server_of, write_signed_in
from ziggurat.server.runtime.clock import now
from ziggurat.server.tables import creation
from ziggurat.server.transport import middleware
from ziggurat.server.transport.guests import EVERYBODY


def site_of(request: Asked) -> RelyingParty:
    """The site of a request, which passkeys belong to."""
    return passkeys.read_site(request.headers.get("host", ""), secure=server_of(request).settings.secure)


@get("/api/passkeys", summary="My passkeys", responses=PROBLEMS)
async def get_passkeys(request: Asked) -> list[PasskeyListed]:
    """The passkeys you can log in with."""
    row = await account_of(request)
    return await server_of(request).read(passkeys.listed, row.id)


@post("/api/passkeys/add", summary="Start adding a passkey", status_code=200, responses=PROBLEMS, opt={"cost": 10})
async def post_add(request: Asked, data: AddPasskey) -> PasskeyAsked:
    """The options with which your browser makes a passkey. Needs your password."""
    server = server_of(request)
    row = await account_of(request)
    site = site_of(request)
    await check_password(request, row, data.password)
    existing = await server.read(passkeys.load, row.id)
    passkeys.check_count(existing)
    challenge = await server.writer.write(lambda c: passkeys.new_challenge(c, row.id, ADD, now()))
    holder = _holder(request, row, existing)
    title = server.settings.title
    return PasskeyAsked(await server.work(passkeys.registration_options, site, title, row, holder, challenge, existing))


@post("/api/passkeys", summary="Add a passkey", status_code=201, responses=PROBLEMS)
async def post_passkey(request: Asked, data: NewPasskey) -> list[PasskeyListed]:
    """Store a passkey that your browser has made."""
    server = server_of(request)
    row = await account_of(request)
    label = user_text.check_label(data.label)
    site = site_of(request)
    challenge = await _use_challenge(request, data.credential, row.id, ADD)
    verified = await server.work(passkeys.verify_registration, site, data.credential, challenge)

    def work(connection: Any) -> list[PasskeyListed]:
        holder = _holder(request, row, passkeys.load(connection, row.id))
        passkeys.add(connection, row.id, verified, holder, label, creation.new_id(), now())
        return passkeys.listed(connection, row.id)

    return await write_signed_in(request, row.id, work)


@patch("/api/passkeys/{passkey_id:str}", summary="Name a passkey", status_code=204, responses=PROBLEMS)
async def patch_passkey(request: Asked, passkey_id: TableId, data: PasskeyLabel) -> None:
    """Change the label of a passkey."""
    row = await account_of(request)
    label = user_text.check_label(data.label)
    await server_of(request).writer.write(lambda c: passkeys.rename(c, row.id, passkey_id, label))


@delete("/api/passkeys/{passkey_id:str}", summary="Delete a passkey", status_code=204, responses=PROBLEMS)
async def delete_passkey(request: Asked, passkey_id: TableId) -> None:
    """Delete a passkey. Devices that are logged in stay logged in."""
    row = await account_of(request)
    await server_of(request).writer.write(lambda c: passkeys.remove(c, row.id, passkey_id))


@post(
    "/api/passkeys/options",
    summary="Start logging in with a passkey",
    status_code=200,
    responses=PROBLEMS,
    opt={"cost": 10} | EVERYBODY,
)
async def post_login_options(request: Asked) -> Response[PasskeyAsked]:
    """The options with which your browser logs in with a passkey. No login is needed."""
    server = server_of(request)
    middleware.check_cookie(request)
    site = site_of(request)
    player = await player_of(request)
    challenge = await server.writer.write(lambda c: passkeys.new_challenge(c, player, ENTER, now()))
    return answer(PasskeyAsked(await server.work(passkeys.login_options, site, challenge)), request)


@post(
    "/api/passkeys/confirm",
    summary="Start confirming with a passkey",
    status_code=200,
    responses=PROBLEMS,
    opt={"cost": 10},
)
async def post_confirm(request: Asked) -> PasskeyAsked:
    """The options with which your browser confirms, by a passkey, that you delete your account."""
    server = server_of(request)
    row = await account_of(request)
    site = site_of(request)
    usable = [passkey for passkey in await server.read(passkeys.load, row.id) if passkey.site == site.name]
    if not usable:
        raise NotAllowed("You have no passkey for this site. Use your password instead.")
    challenge = await server.writer.write(lambda c: passkeys.new_challenge(c, row.id, CONFIRM, now()))
    return PasskeyAsked(await server.work(passkeys.login_options, site, challenge, usable))


@post(
    "/api/passkeys/login",
    summary="Log in with a passkey",
    status_code=200,
    responses=PROBLEMS,
    opt={"cost": 10} | EVERYBODY,
)
async def post_login(request: Asked, data: SignedByPasskey) -> Response[Me]:
    """Log in on this device. What you did here as a guest moves to your account.

    API tokens, push devices and the feed of the guest are deleted.
    """
    middleware.check_cookie(request)
    if not request.app.state.logins.take(middleware.address(request)):
        raise TooMuch("Too many login attempts. Wait a minute.")
    player = await middleware.who(request, server_of(request))
    if player is None:
        raise NotAllowed(NOT_YOURS)
    row = await verify_owner(request, data.credential, player, ENTER)
    if row is None or row.login is None:
        raise NotAllowed(NOT_YOURS)
    return await log_in(request, row)


def _holder(request: Asked, row: Any, existing: list[Any]) -> str:
    """The user handle of a player's passkeys; unchanged if the server's key has changed since the first one."""
    return str(existing[0].holder) if existing else server_of(request).keys.holder(row.id)


async def _use_challenge(request: Asked, credential: dict[str, Any], player: str, purpose: str) -> bytes:
    work = partial(passkeys.use_challenge, credential=credential, player=player, purpose=purpose, at=now())
    challenge = await server_of(request).writer.write(work)
    if challenge is None:
        raise NotAllowed(NOT_YOURS)
    return bytes(challenge)


async def verify_owner(request: Asked, credential: dict[str, Any], player: str, purpose: str) -> Any:
    """The row of who owns the passkey that has signed `player`'s challenge; refused if the signature is wrong.

    The row is from the moment at which the passkey was valid: a cookie made from it ends with a new password.
    """
    server = server_of(request)
    site = site_of(request)
    challenge = await _use_challenge(request, credential, player, purpose)
    key = await server.read(passkeys.find, credential)
    signs = await server.work(passkeys.verify_login, site, credential, challenge, key)
    return await server.writer.write(lambda c: player_store.find_player(c, passkeys.note_use(c, key, signs, now())))
