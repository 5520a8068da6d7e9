"""Passkeys: making, naming and deleting them, and signing in with one."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Response, delete, get, patch, post

from ziggurat.server.accounts import passkeys, player_store, user_text
from ziggurat.server.accounts.passkeys import ADD, CONFIRM, ENTER, NOT_YOURS, Site
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
from ziggurat.server.routes.accounts import account_of, check_password, enter
from ziggurat.server.routes.common import PROBLEMS, Asked, TableId, answer, player_of, server_of
from ziggurat.server.runtime.clock import now
from ziggurat.server.tables import creation
from ziggurat.server.transport import middleware


def site_of(request: Asked) -> Site:
    """What this server is called in a request."""
    return passkeys.read_site(request.headers.get("host", ""), secure=server_of(request).settings.secure)


@get("/api/passkeys", summary="My passkeys", responses=PROBLEMS)
async def get_passkeys(request: Asked) -> list[PasskeyListed]:
    """The passkeys you can sign in with."""
    row = await account_of(request)
    return await server_of(request).read(passkeys.listed, row.id)


@post("/api/passkeys/add", summary="Begin to add a passkey", status_code=200, responses=PROBLEMS)
async def post_add(request: Asked, data: AddPasskey) -> PasskeyAsked:
    """What your browser needs to make a passkey; your password shows that it is you."""
    server = server_of(request)
    row = await account_of(request)
    site = site_of(request)
    await check_password(request, row, data.password)
    have = await server.read(passkeys.load, row.id)
    passkeys.check_room(have)
    challenge = await server.writer.write(lambda c: passkeys.new_challenge(c, row.id, ADD, now()))
    return PasskeyAsked(await server.work(passkeys.ask_to_add, site, row, _holder(request, row, have), challenge, have))


@post("/api/passkeys", summary="Add a passkey", status_code=201, responses=PROBLEMS)
async def post_passkey(request: Asked, data: NewPasskey) -> list[PasskeyListed]:
    """Keep a passkey that your browser has made."""
    server = server_of(request)
    row = await account_of(request)
    label = user_text.check_label(data.label)
    site = site_of(request)
    challenge = await spent(request, data.credential, row.id, ADD)
    made = await server.work(passkeys.verify_new, site, data.credential, challenge)

    def work(connection: Any) -> list[PasskeyListed]:
        holder = _holder(request, row, passkeys.load(connection, row.id))
        passkeys.add(connection, row.id, made, holder, label, creation.new_id(), now())
        return passkeys.listed(connection, row.id)

    added: list[PasskeyListed] = await server.writer.write(work)
    return added


@patch("/api/passkeys/{passkey_id:str}", summary="Name a passkey", status_code=204, responses=PROBLEMS)
async def patch_passkey(request: Asked, passkey_id: TableId, data: PasskeyLabel) -> None:
    """Call a passkey something else."""
    row = await account_of(request)
    label = user_text.check_label(data.label)
    await server_of(request).writer.write(lambda c: passkeys.rename(c, row.id, passkey_id, label))


@delete("/api/passkeys/{passkey_id:str}", summary="Delete a passkey", status_code=204, responses=PROBLEMS)
async def delete_passkey(request: Asked, passkey_id: TableId) -> None:
    """Sign in with it no more; where you are signed in you stay so."""
    row = await account_of(request)
    await server_of(request).writer.write(lambda c: passkeys.remove(c, row.id, passkey_id))


@post("/api/passkeys/ask", summary="Begin to sign in with a passkey", status_code=200, responses=PROBLEMS)
async def post_ask(request: Asked) -> Response[PasskeyAsked]:
    """What your browser needs to sign in with a passkey: whose it is, the passkey tells."""
    server = server_of(request)
    middleware.check_cookie(request)
    site = site_of(request)
    player = await player_of(request)
    challenge = await server.writer.write(lambda c: passkeys.new_challenge(c, player, ENTER, now()))
    return answer(PasskeyAsked(await server.work(passkeys.ask_to_sign, site, challenge)), request)


@post("/api/passkeys/confirm", summary="Begin to confirm with a passkey", status_code=200, responses=PROBLEMS)
async def post_confirm(request: Asked) -> PasskeyAsked:
    """What your browser needs to show, by one of your passkeys, that it is you who deletes the account."""
    server = server_of(request)
    row = await account_of(request)
    site = site_of(request)
    have = await server.read(passkeys.load, row.id)
    here = [one for one in have if one.site == site.name]
    if not here:
        raise NotAllowed("You have no passkey for this address; your password does it as well.")
    challenge = await server.writer.write(lambda c: passkeys.new_challenge(c, row.id, CONFIRM, now()))
    return PasskeyAsked(await server.work(passkeys.ask_to_sign, site, challenge, here))


@post("/api/passkeys/login", summary="Sign in with a passkey", status_code=200, responses=PROBLEMS)
async def post_login(request: Asked, data: SignedByPasskey) -> Response[Me]:
    """Become the account on this device; what you did here as a guest comes along."""
    middleware.check_cookie(request)
    if not request.app.state.logins.take(middleware.address(request)):
        raise TooMuch("Too many attempts to log in; wait a minute.")
    player = await middleware.who(request, server_of(request))
    if player is None:
        raise NotAllowed(NOT_YOURS)
    owner = await signed_by(request, data.credential, player, ENTER)
    row = await server_of(request).read(player_store.find_player, owner)
    if row is None or row.login is None:
        raise NotAllowed(NOT_YOURS)
    return await enter(request, row)


def _holder(request: Asked, row: Any, have: list[Any]) -> str:
    """What authenticators call a player: as before, should the server's key have changed since."""
    return str(have[0].holder) if have else server_of(request).keys.holder(row.id)


async def spent(request: Asked, credential: dict[str, Any], player: str, purpose: str) -> bytes:
    """The challenge that was signed, if it was a good one until now."""
    work = partial(passkeys.spend, credential=credential, player=player, purpose=purpose, at=now())
    challenge = await server_of(request).writer.write(work)
    if challenge is None:
        raise NotAllowed(NOT_YOURS)
    return bytes(challenge)


async def signed_by(request: Asked, credential: dict[str, Any], player: str, purpose: str) -> str:
    """Whose passkey has signed what `player` was asked to have signed."""
    server = server_of(request)
    site = site_of(request)
    challenge = await spent(request, credential, player, purpose)
    key = await server.read(passkeys.find, credential)
    signs = await server.work(passkeys.verify_signed, site, credential, challenge, key)
    return str(await server.writer.write(lambda c: passkeys.note_use(c, key, signs, now())))
