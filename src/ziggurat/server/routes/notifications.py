"""Notification settings: e-mail addresses, devices, feeds, vacations; and password reset by e-mail."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from litestar import HttpMethod, Response, delete, get, post, put, route
from litestar.params import Parameter
from litestar.response import Redirect

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import email_addresses, identity
from ziggurat.server.notifications import feeds, push, vacations
from ziggurat.server.notifications import settings as notification_settings
from ziggurat.server.process import ServerProcess
from ziggurat.server.protocol import (
    FollowedLink,
    Me,
    NewAddress,
    NewFeed,
    NewVacation,
    NotificationSettings,
    PushKey,
    ResetPassword,
    ResetRequest,
    Subscription,
    TurnNotificationSettings,
    Unsubscription,
    Vacation,
)
from ziggurat.server.refusals import NotAllowed, NotFound, TooMuch
from ziggurat.server.routes.accounts import account_of
from ziggurat.server.routes.common import PROBLEMS, Asked, answer, player_of, server_of, write_signed_in
from ziggurat.server.runtime.clock import now
from ziggurat.server.transport import middleware
from ziggurat.server.transport.guests import EVERYBODY

KeyInPath = Annotated[str, Parameter(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
READ = [HttpMethod.GET, HttpMethod.HEAD]  # feed readers and calendars send HEAD first
NO_MAIL = sentence("This server does not send e-mail.")
NO_PUSH = sentence("This server does not send push notifications.")


@get("/api/notifications", summary="My notification settings", responses=PROBLEMS, opt=EVERYBODY)
async def get_settings(request: Asked) -> Response[NotificationSettings]:
    """How you are notified of your turns. A new visitor gets the defaults."""
    middleware.check_cookie(request)
    player = await player_of(request)
    return answer(await _load_settings(server_of(request), player), request)


async def _load_settings(server: ServerProcess, player: str) -> NotificationSettings:
    at, settings = now(), server.settings

    def work(connection: Any) -> NotificationSettings:
        row = vacations.current(connection, player, at)
        vacation = None if row is None else Vacation(row.begins, row.ends)
        left = vacations.days_left(connection, player, at, settings.vacation_days)
        summary = notification_settings.summary(connection, player, at)
        mail = bool(settings.smtp_host)
        return NotificationSettings(mail=mail, push=settings.push, vacation=vacation, vacation_left=left, **summary)

    return await server.read(work)


@put("/api/notifications/turns", summary="Choose my notifications", responses=PROBLEMS)
async def put_turn_settings(request: Asked, data: TurnNotificationSettings) -> Response[NotificationSettings]:
    """Choose how, and at which tables, you are notified of your turns."""
    middleware.check_cookie(request)
    player = await player_of(request)

    def work(connection: Any) -> None:
        identity.keep(connection, player, now())
        notification_settings.store_turn_settings(connection, player, data)

    await server_of(request).writer.write(work)
    return answer(await _load_settings(server_of(request), player), request)


# ---------------------------------------------------------------------------------------------------------------- mail


def _require_mail(server: ServerProcess) -> ServerProcess:
    if not server.settings.smtp_host:
        raise NotFound(NO_MAIL)
    return server


@post("/api/email", summary="Set my e-mail address", status_code=200, responses=PROBLEMS, opt={"cost": 20})
async def post_address(request: Asked, data: NewAddress) -> Response[NotificationSettings]:
    """Set your e-mail address. It is used once you have opened the link in the confirmation e-mail."""
    server = _require_mail(server_of(request))
    row = await account_of(request)
    if not request.app.state.logins.take(middleware.address(request)) or not request.app.state.accounts.take(row.login):
        raise TooMuch("Too many passwords tried. Wait a minute.")
    address = email_addresses.read(data.address)
    if not await server.passwords.is_right(row, data.password, asker=middleware.asker(request)):
        raise NotAllowed("Wrong password.")
    await write_signed_in(
        request,
        row.id,
        partial(
            email_addresses.request_confirmation,
            row=row,
            address=address,
            language=data.language.value,
            site=server.settings.site,
            at=now(),
        ),
    )
    server.outbox.wake()
    return answer(await _load_settings(server, row.id), request)


@delete("/api/email", summary="Remove my e-mail address", status_code=200, responses=PROBLEMS)
async def delete_address(request: Asked) -> Response[NotificationSettings]:
    """Remove your e-mail address, also one that is not confirmed yet."""
    server = _require_mail(server_of(request))
    row = await account_of(request)
    await server.writer.write(partial(email_addresses.remove_address, row=row, site=server.settings.site))
    server.outbox.wake()
    return answer(await _load_settings(server, row.id), request)


@post(
    "/api/email/confirm",
    summary="Confirm an e-mail address",
    status_code=204,
    responses=PROBLEMS,
    opt={"cost": 10} | EVERYBODY,
)
async def post_confirm(request: Asked, data: FollowedLink) -> None:
    """Confirm an e-mail address by the key in the confirmation e-mail. You need not be logged in."""
    server = _require_mail(server_of(request))
    middleware.check_cookie(request)
    _limit_attempts(request)
    await server.writer.write(partial(email_addresses.confirm, key=data.key, site=server.settings.site, at=now()))
    server.outbox.wake()


def _limit_attempts(request: Asked) -> None:
    if not request.app.state.logins.take(middleware.address(request)):
        raise TooMuch("Too many links tried. Wait a minute.")


@post("/api/email/unsubscribe/{key:str}", summary="Unsubscribe", status_code=204, responses=PROBLEMS, opt=EVERYBODY)
async def post_stop(request: Asked, key: KeyInPath) -> None:
    """Turn off e-mail notifications by the key in an e-mail; also for mail programs' one-click (RFC 8058)."""
    server = _require_mail(server_of(request))
    await server.writer.write(lambda connection: notification_settings.unsubscribe_email(connection, key))


@get("/api/email/unsubscribe/{key:str}", include_in_schema=False, opt=EVERYBODY)
async def get_stop(request: Asked, key: KeyInPath) -> Redirect:
    """Redirect to a page with a button: GET must not unsubscribe, because mail servers open every link."""
    _require_mail(server_of(request))
    return Redirect(f"/stop#{key}")


@post(
    "/api/reset", summary="Request a password reset", status_code=202, responses=PROBLEMS, opt={"cost": 10} | EVERYBODY
)
async def post_reset(request: Asked, data: ResetRequest) -> None:
    """Send a password reset link to whoever has this login or e-mail address.

    The answer is the same, and as fast, if nobody has it.
    """
    server = _require_mail(server_of(request))
    middleware.check_cookie(request)
    if not request.app.state.resets.take(middleware.address(request)):
        raise TooMuch("Too many password reset links requested. Wait a few minutes.")
    if request.app.state.resets.take(f"who {data.who.lower()}"):  # silently, so that nobody learns of others' requests
        server.run_in_background(_request_reset(server, data.who))


async def _request_reset(server: ServerProcess, who: str) -> None:
    await server.writer.write(partial(email_addresses.request_reset, who=who, site=server.settings.site, at=now()))
    server.outbox.wake()


@post(
    "/api/reset/password",
    summary="Reset my password",
    status_code=200,
    responses=PROBLEMS,
    opt={"cost": 20} | EVERYBODY,
)
async def post_reset_password(request: Asked, data: ResetPassword) -> Response[Me]:
    """Choose a new password by the key in a link, from an e-mail or from whoever runs the server.

    All other devices are logged out, your API tokens and passkeys are deleted, your feed gets new links, and links in
    earlier e-mails stop working.
    """
    server = server_of(request)
    middleware.check_cookie(request)
    _limit_attempts(request)
    await server.read(email_addresses.check_reset, data.key, now())
    password = await server.passwords.hash(data.password, asker=middleware.asker(request))
    row, logouts = await server.writer.write(partial(email_addresses.reset, key=data.key, password=password, at=now()))
    return answer(Me(row.name, row.login), request, player=row.id, logouts=logouts, cut=row.id)


# ---------------------------------------------------------------------------------------------------------------- push


def _require_push(server: ServerProcess) -> ServerProcess:
    if not server.settings.push:
        raise NotFound(NO_PUSH)
    return server


@get("/api/push", summary="The server's push key", responses=PROBLEMS)
async def get_push(request: Asked) -> PushKey:
    """The public key with which a browser subscribes to push notifications."""
    server = _require_push(server_of(request))
    key = await server.read(push.public_key)
    return PushKey(key or await server.writer.write(push.make_key))


@post("/api/push", summary="Turn on push notifications", status_code=200, responses=PROBLEMS, opt={"cost": 10})
async def post_push(request: Asked, data: Subscription) -> Response[NotificationSettings]:
    """Send push notifications to this device."""
    server = _require_push(server_of(request))
    middleware.check_cookie(request)
    push.check_endpoint(data.endpoint, local=server.settings.push_local)
    await asyncio.to_thread(notification_settings.check_keys, data)
    player = await player_of(request)

    def work(connection: Any) -> None:
        if push.public_key(connection) is None:
            push.make_key(connection)
        notification_settings.subscribe(connection, player, data, now())

    await write_signed_in(request, player, work)
    server.mark_reachable(player)
    return answer(await _load_settings(server, player), request)


@post("/api/push/unsubscribe", summary="Turn off push notifications", status_code=200, responses=PROBLEMS)
async def post_push_unsubscribe(request: Asked, data: Unsubscription) -> Response[NotificationSettings]:
    """Stop push notifications to this device."""
    server = server_of(request)
    middleware.check_cookie(request)
    player = await player_of(request)
    await server.writer.write(lambda connection: notification_settings.unsubscribe(connection, player, data.endpoint))
    return answer(await _load_settings(server, player), request)


# --------------------------------------------------------------------------------------------------------------- feeds


@post("/api/feeds", summary="Create new feed links", status_code=200, responses=PROBLEMS)
async def post_feed(request: Asked, data: NewFeed) -> Response[NotificationSettings]:
    """Create private links to a feed and a calendar of your open turns. Earlier links stop working."""
    server = server_of(request)
    middleware.check_cookie(request)
    player = await player_of(request)

    def work(connection: Any) -> None:
        notification_settings.make_feed(connection, player, data.language.value, now())

    await write_signed_in(request, player, work)
    return answer(await _load_settings(server, player), request)


@delete("/api/feeds", summary="Delete my feed links", status_code=200, responses=PROBLEMS)
async def delete_feed(request: Asked) -> Response[NotificationSettings]:
    """Delete your feed and calendar links."""
    server = server_of(request)
    middleware.check_cookie(request)
    player = await player_of(request)
    await server.writer.write(lambda connection: notification_settings.delete_feed(connection, player))
    return answer(await _load_settings(server, player), request)


# cost: it may read a hundred tables
@route(
    "/api/feeds/{key:str}/turns.atom",
    http_method=READ,
    summary="My turns as a feed",
    responses=PROBLEMS,
    opt={"cost": 10} | EVERYBODY,
)
async def get_atom(request: Asked, key: KeyInPath) -> Response[bytes]:
    """Your open turns as an Atom feed. Whoever knows the link can read it."""
    site = _site(request)
    server = server_of(request)
    feed = await server.read(feeds.load, key, site)
    body = feeds.atom(feed, site, request.scope["path"], server.settings.title)
    return Response(body, media_type="application/atom+xml", headers={"cache-control": "private, no-cache"})


# cost: it may read a hundred tables
@route(
    "/api/feeds/{key:str}/turns.ics",
    http_method=READ,
    summary="My turns as a calendar",
    responses=PROBLEMS,
    opt={"cost": 10} | EVERYBODY,
)
async def get_calendar(request: Asked, key: KeyInPath) -> Response[bytes]:
    """Your open turns as a calendar, with deadlines as events. Whoever knows the link can read it."""
    feed = await server_of(request).read(feeds.load, key, _site(request))
    return Response(feeds.calendar(feed), media_type="text/calendar", headers={"cache-control": "private, no-cache"})


def _site(request: Asked) -> str:
    return server_of(request).settings.site or f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"


# ----------------------------------------------------------------------------------------------------------- vacations


@post("/api/vacation", summary="Go on vacation", status_code=200, responses=PROBLEMS, opt={"cost": 10})
async def post_vacation(request: Asked, data: NewVacation) -> Response[NotificationSettings]:
    """Stop your clocks from now on, at tables where a turn may take a day or more."""
    server = server_of(request)
    row = await account_of(request)
    most = server.settings.vacation_days
    await server.writer.write(partial(vacations.begin, player=row.id, days=data.days, at=now(), most=most))
    await server.vacations.run_once()
    return answer(await _load_settings(server, row.id), request)


@delete("/api/vacation", summary="End my vacation", status_code=200, responses=PROBLEMS)
async def delete_vacation(request: Asked) -> Response[NotificationSettings]:
    """Start your clocks again."""
    server = server_of(request)
    row = await account_of(request)
    await server.writer.write(partial(vacations.end, player=row.id, at=now()))
    await server.vacations.run_once()
    return answer(await _load_settings(server, row.id), request)
