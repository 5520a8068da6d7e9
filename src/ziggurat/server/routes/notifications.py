"""How one is told of one's turns: addresses, devices, wishes, feeds, vacations; and another password by a letter."""

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
    Forgotten,
    Me,
    NewAddress,
    NewFeed,
    NewVacation,
    PushKey,
    Reaching,
    ResetPassword,
    Subscription,
    Unsubscription,
    Vacation,
    Wishes,
)
from ziggurat.server.refusals import NotAllowed, NotFound, TooMuch
from ziggurat.server.routes.accounts import account_of
from ziggurat.server.routes.common import PROBLEMS, Asked, answer, player_of, server_of
from ziggurat.server.runtime.clock import now
from ziggurat.server.transport import middleware

KeyInPath = Annotated[str, Parameter(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
READ = [HttpMethod.GET, HttpMethod.HEAD]  # feed readers and calendars look first whether there is anything
NO_MAIL = sentence("This server writes no letters.")
NO_PUSH = sentence("This server pushes no notices.")


@get("/api/reaching", summary="How am I told of my turns?", responses=PROBLEMS)
async def get_reaching(request: Asked) -> Response[Reaching]:
    """How you are told of your turns; without a cookie, what there would be."""
    middleware.check_cookie(request)
    player = await player_of(request)
    return answer(await _told(server_of(request), player), request)


async def _told(server: ServerProcess, player: str) -> Reaching:
    at, settings = now(), server.settings

    def work(connection: Any) -> Reaching:
        found = vacations.current(connection, player, at)
        vacation = None if found is None else Vacation(found.begins, found.ends)
        left = vacations.left(connection, player, at, settings.vacation_days)
        summary = notification_settings.summary(connection, player, at)
        mail = bool(settings.smtp_host)
        return Reaching(mail=mail, push=settings.push, vacation=vacation, vacation_left=left, **summary)

    return await server.read(work)


@put("/api/reaching/wishes", summary="Choose how I am told", responses=PROBLEMS)
async def put_wishes(request: Asked, data: Wishes) -> Response[Reaching]:
    """Choose by which ways, and at which tables, you are told of your turn."""
    middleware.check_cookie(request)
    player = await player_of(request)

    def work(connection: Any) -> None:
        identity.keep(connection, player, now())
        notification_settings.wish(connection, player, data)

    await server_of(request).writer.write(work)
    return answer(await _told(server_of(request), player), request)


# ---------------------------------------------------------------------------------------------------------------- mail


def _mails(server: ServerProcess) -> ServerProcess:
    if not server.settings.smtp_host:
        raise NotFound(NO_MAIL)
    return server


@post("/api/address", summary="Give an address", status_code=200, responses=PROBLEMS)
async def post_address(request: Asked, data: NewAddress) -> Response[Reaching]:
    """Give an address to be written to. It counts once the link in the letter to it has been followed."""
    server = _mails(server_of(request))
    row = await account_of(request)
    if not request.app.state.logins.take(middleware.address(request)) or not request.app.state.accounts.take(row.login):
        raise TooMuch("Too many passwords were tried; wait a minute.")
    address = email_addresses.read(data.address)
    if not await server.passwords.is_right(row, data.password):
        raise NotAllowed("That is not your password.")
    work = partial(
        email_addresses.ask, row=row, address=address, language=data.language.value, site=server.settings.site
    )
    await server.writer.write(partial(work, at=now()))
    server.outbox.wake()
    return answer(await _told(server, row.id), request)


@delete("/api/address", summary="Take my address away", status_code=200, responses=PROBLEMS)
async def delete_address(request: Asked) -> Response[Reaching]:
    """Have no address, and ask for none to be confirmed."""
    server = _mails(server_of(request))
    row = await account_of(request)
    await server.writer.write(partial(email_addresses.leave, row=row, site=server.settings.site))
    server.outbox.wake()
    return answer(await _told(server, row.id), request)


@post("/api/address/confirm", summary="Follow the link in a letter", status_code=204, responses=PROBLEMS)
async def post_confirm(request: Asked, data: FollowedLink) -> None:
    """Confirm an address by the key in the letter to it, whoever is logged in here."""
    server = _mails(server_of(request))
    middleware.check_cookie(request)
    _count_key(request)
    await server.writer.write(partial(email_addresses.confirm, key=data.key, site=server.settings.site, at=now()))
    server.outbox.wake()


def _count_key(request: Asked) -> None:
    if not request.app.state.logins.take(middleware.address(request)):
        raise TooMuch("Too many links were tried; wait a minute.")


@post("/api/mail/stop/{key:str}", summary="No more letters", status_code=204, responses=PROBLEMS)
async def post_stop(request: Asked, key: KeyInPath) -> None:
    """Be written to no more about turns, by the key in a letter: mail programs ask so too (RFC 8058)."""
    server = _mails(server_of(request))
    await server.writer.write(lambda connection: notification_settings.stop_letters(connection, key))


@get("/api/mail/stop/{key:str}", include_in_schema=False)
async def get_stop(request: Asked, key: KeyInPath) -> Redirect:
    """Looking at the link changes nothing: mail servers look at all of them. The page has the button."""
    _mails(server_of(request))
    return Redirect(f"/stop#{key}")


@post("/api/reset", summary="I have forgotten my password", status_code=202, responses=PROBLEMS)
async def post_reset(request: Asked, data: Forgotten) -> None:
    """Have a link sent to whoever has this login or address. The answer is the same, and as fast, if nobody has."""
    server = _mails(server_of(request))
    middleware.check_cookie(request)
    if not request.app.state.resets.take(middleware.address(request)):
        raise TooMuch("Too many links to another password were asked for; wait some minutes.")
    if request.app.state.resets.take(f"who {data.who.lower()}"):  # refused in silence: nobody learns who is asked for
        server.run_in_background(_forgotten(server, data.who))


async def _forgotten(server: ServerProcess, who: str) -> None:
    await server.writer.write(partial(email_addresses.forget_password, who=who, site=server.settings.site, at=now()))
    server.outbox.wake()


@post("/api/reset/password", summary="Set another password by a letter", status_code=200, responses=PROBLEMS)
async def post_reset_password(request: Asked, data: ResetPassword) -> Response[Me]:
    """Set another password by the key in a letter; every other device is logged out, your API tokens are deleted."""
    server = _mails(server_of(request))
    middleware.check_cookie(request)
    _count_key(request)
    await server.read(email_addresses.check_reset, data.key, now())
    password = await server.passwords.hash(data.password)
    row, logouts = await server.writer.write(partial(email_addresses.reset, key=data.key, password=password, at=now()))
    return answer(Me(row.name, row.login), request, player=row.id, logouts=logouts, cut=row.id)


# ---------------------------------------------------------------------------------------------------------------- push


def _pushes(server: ServerProcess) -> ServerProcess:
    if not server.settings.push:
        raise NotFound(NO_PUSH)
    return server


@get("/api/push", summary="The key to subscribe with", responses=PROBLEMS)
async def get_push(request: Asked) -> PushKey:
    """The key a browser subscribes with; the server makes it when it is first asked for, and keeps it."""
    server = _pushes(server_of(request))
    key = await server.read(push.public_key)
    return PushKey(key or await server.writer.write(push.make_key))


@post("/api/push", summary="Tell this device", status_code=200, responses=PROBLEMS)
async def post_push(request: Asked, data: Subscription) -> Response[Reaching]:
    """Have notices pushed to a device."""
    server = _pushes(server_of(request))
    middleware.check_cookie(request)
    push.check_endpoint(data.endpoint, local=server.settings.push_local)
    await asyncio.to_thread(notification_settings.check_keys, data)
    player = await player_of(request)

    def work(connection: Any) -> None:
        identity.keep(connection, player, now())
        if push.public_key(connection) is None:
            push.make_key(connection)
        notification_settings.subscribe(connection, player, data, now())

    await server.writer.write(work)
    server.mark_reachable(player)
    return answer(await _told(server, player), request)


@post("/api/push/stop", summary="Tell this device no more", status_code=200, responses=PROBLEMS)
async def post_push_stop(request: Asked, data: Unsubscription) -> Response[Reaching]:
    """Have notices pushed to a device no more."""
    server = server_of(request)
    middleware.check_cookie(request)
    player = await player_of(request)
    await server.writer.write(lambda connection: notification_settings.unsubscribe(connection, player, data.endpoint))
    return answer(await _told(server, player), request)


# --------------------------------------------------------------------------------------------------------------- feeds


@post("/api/feeds", summary="Another address for my feeds", status_code=200, responses=PROBLEMS)
async def post_feed(request: Asked, data: NewFeed) -> Response[Reaching]:
    """Have feeds of your open turns, or have them at another address: the one before leads nowhere any more."""
    server = server_of(request)
    middleware.check_cookie(request)
    player = await player_of(request)

    def work(connection: Any) -> None:
        identity.keep(connection, player, now())
        notification_settings.make_feed(connection, player, data.language.value, now())

    await server.writer.write(work)
    return answer(await _told(server, player), request)


@delete("/api/feeds", summary="No more feeds", status_code=200, responses=PROBLEMS)
async def delete_feed(request: Asked) -> Response[Reaching]:
    """Have no feeds."""
    server = server_of(request)
    middleware.check_cookie(request)
    player = await player_of(request)
    await server.writer.write(lambda connection: notification_settings.end_feed(connection, player))
    return answer(await _told(server, player), request)


@route("/api/feeds/{key:str}/turns.atom", http_method=READ, summary="My turns as a feed", responses=PROBLEMS)
async def get_atom(request: Asked, key: KeyInPath) -> Response[bytes]:
    """Your open turns as an Atom feed, for whoever knows its address."""
    site = _site(request)
    feed = await server_of(request).read(feeds.load, key, site)
    body = feeds.atom(feed, site, request.scope["path"])
    return Response(body, media_type="application/atom+xml", headers={"cache-control": "private, no-cache"})


@route("/api/feeds/{key:str}/turns.ics", http_method=READ, summary="My turns as a calendar", responses=PROBLEMS)
async def get_calendar(request: Asked, key: KeyInPath) -> Response[bytes]:
    """Your open turns as a calendar, with deadlines as events, for whoever knows its address."""
    feed = await server_of(request).read(feeds.load, key, _site(request))
    return Response(feeds.calendar(feed), media_type="text/calendar", headers={"cache-control": "private, no-cache"})


def _site(request: Asked) -> str:
    return server_of(request).settings.site or f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"


# ----------------------------------------------------------------------------------------------------------- vacations


@post("/api/vacation", summary="Go on vacation", status_code=200, responses=PROBLEMS)
async def post_vacation(request: Asked, data: NewVacation) -> Response[Reaching]:
    """Let your clocks stand still from now on, at tables where a turn takes a day or more."""
    server = server_of(request)
    row = await account_of(request)
    most = server.settings.vacation_days
    await server.writer.write(partial(vacations.begin, player=row.id, days=data.days, at=now(), most=most))
    await server.vacations.run_once()
    return answer(await _told(server, row.id), request)


@delete("/api/vacation", summary="Be back", status_code=200, responses=PROBLEMS)
async def delete_vacation(request: Asked) -> Response[Reaching]:
    """Let your clocks go on."""
    server = server_of(request)
    row = await account_of(request)
    await server.writer.write(partial(vacations.end, player=row.id, at=now()))
    await server.vacations.run_once()
    return answer(await _told(server, row.id), request)
