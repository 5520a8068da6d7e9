"""How one is told of one's turns: addresses, devices, wishes, feeds, vacations; and another password by a letter."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from litestar import HttpMethod, Response, delete, get, post, put, route
from litestar.params import Parameter
from litestar.response import Redirect

from ziggurat.core.sentence import sentence
from ziggurat.server import addresses, feeds, guards, identity, pushing, reaching, vacations
from ziggurat.server.hall import Hall
from ziggurat.server.live import now
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
from ziggurat.server.routes.asking import PROBLEMS, Asked, answer, hall_of, player_of
from ziggurat.server.routes.people import account_of

KeyInPath = Annotated[str, Parameter(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
READ = [HttpMethod.GET, HttpMethod.HEAD]  # feed readers and calendars look first whether there is anything
NO_MAIL = sentence("This server writes no letters.")
NO_PUSH = sentence("This server pushes no notices.")


@get("/api/reaching", summary="How am I told of my turns?", responses=PROBLEMS)
async def get_reaching(request: Asked) -> Response[Reaching]:
    """How you are told of your turns; without a cookie, what there would be."""
    guards.check_cookie(request)
    player = await player_of(request)
    return answer(await _told(hall_of(request), player), request)


async def _told(hall: Hall, player: str) -> Reaching:
    at, settings = now(), hall.settings

    def work(connection: Any) -> Reaching:
        found = vacations.current(connection, player, at)
        vacation = None if found is None else Vacation(found.begins, found.ends)
        left = vacations.left(connection, player, at, settings.vacation_days)
        summary = reaching.summary(connection, player, at)
        mail = bool(settings.smtp_host)
        return Reaching(mail=mail, push=settings.push, vacation=vacation, vacation_left=left, **summary)

    return await hall.read(work)


@put("/api/reaching/wishes", summary="Choose how I am told", responses=PROBLEMS)
async def put_wishes(request: Asked, data: Wishes) -> Response[Reaching]:
    """Choose by which ways, and at which tables, you are told of your turn."""
    guards.check_cookie(request)
    player = await player_of(request)

    def work(connection: Any) -> None:
        identity.keep(connection, player, now())
        reaching.wish(connection, player, data)

    await hall_of(request).writer.write(work)
    return answer(await _told(hall_of(request), player), request)


# ---------------------------------------------------------------------------------------------------------------- mail


def _mails(hall: Hall) -> Hall:
    if not hall.settings.smtp_host:
        raise NotFound(NO_MAIL)
    return hall


@post("/api/address", summary="Give an address", status_code=200, responses=PROBLEMS)
async def post_address(request: Asked, data: NewAddress) -> Response[Reaching]:
    """Give an address to be written to. It counts once the link in the letter to it has been followed."""
    hall = _mails(hall_of(request))
    row = await account_of(request)
    if not request.app.state.logins.take(guards.address(request)) or not request.app.state.accounts.take(row.login):
        raise TooMuch("Too many passwords were tried; wait a minute.")
    address = addresses.read(data.address)
    if not await hall.passwords.is_right(row, data.password):
        raise NotAllowed("That is not your password.")
    work = partial(addresses.ask, row=row, address=address, language=data.language.value, site=hall.settings.site)
    await hall.writer.write(partial(work, at=now()))
    hall.outbox.wake()
    return answer(await _told(hall, row.id), request)


@delete("/api/address", summary="Take my address away", status_code=200, responses=PROBLEMS)
async def delete_address(request: Asked) -> Response[Reaching]:
    """Have no address, and ask for none to be confirmed."""
    hall = _mails(hall_of(request))
    row = await account_of(request)
    await hall.writer.write(partial(addresses.leave, row=row, site=hall.settings.site))
    hall.outbox.wake()
    return answer(await _told(hall, row.id), request)


@post("/api/address/confirm", summary="Follow the link in a letter", status_code=204, responses=PROBLEMS)
async def post_confirm(request: Asked, data: FollowedLink) -> None:
    """Confirm an address by the key in the letter to it, whoever is logged in here."""
    hall = _mails(hall_of(request))
    guards.check_cookie(request)
    _count_key(request)
    await hall.writer.write(partial(addresses.confirm, key=data.key, site=hall.settings.site, at=now()))
    hall.outbox.wake()


def _count_key(request: Asked) -> None:
    if not request.app.state.logins.take(guards.address(request)):
        raise TooMuch("Too many links were tried; wait a minute.")


@post("/api/mail/stop/{key:str}", summary="No more letters", status_code=204, responses=PROBLEMS)
async def post_stop(request: Asked, key: KeyInPath) -> None:
    """Be written to no more about turns, by the key in a letter: mail programs ask so too (RFC 8058)."""
    hall = _mails(hall_of(request))
    await hall.writer.write(lambda connection: reaching.stop_letters(connection, key))


@get("/api/mail/stop/{key:str}", include_in_schema=False)
async def get_stop(request: Asked, key: KeyInPath) -> Redirect:
    """Looking at the link changes nothing: mail servers look at all of them. The page has the button."""
    _mails(hall_of(request))
    return Redirect(f"/stop#{key}")


@post("/api/reset", summary="I have forgotten my password", status_code=202, responses=PROBLEMS)
async def post_reset(request: Asked, data: Forgotten) -> None:
    """Have a link sent to whoever has this login or address. The answer is the same, and as fast, if nobody has."""
    hall = _mails(hall_of(request))
    guards.check_cookie(request)
    if not request.app.state.resets.take(guards.address(request)):
        raise TooMuch("Too many links to another password were asked for; wait some minutes.")
    if request.app.state.resets.take(f"who {data.who.lower()}"):  # refused in silence: nobody learns who is asked for
        hall.later(_forgotten(hall, data.who))


async def _forgotten(hall: Hall, who: str) -> None:
    await hall.writer.write(partial(addresses.forget_password, who=who, site=hall.settings.site, at=now()))
    hall.outbox.wake()


@post("/api/reset/password", summary="Set another password by a letter", status_code=200, responses=PROBLEMS)
async def post_reset_password(request: Asked, data: ResetPassword) -> Response[Me]:
    """Set another password by the key in a letter; every other device is logged out, your API tokens are deleted."""
    hall = _mails(hall_of(request))
    guards.check_cookie(request)
    _count_key(request)
    await hall.read(addresses.check_reset, data.key, now())
    password = await hall.passwords.hash(data.password)
    row, logouts = await hall.writer.write(partial(addresses.reset, key=data.key, password=password, at=now()))
    return answer(Me(row.name, row.login), request, player=row.id, logouts=logouts, cut=row.id)


# ---------------------------------------------------------------------------------------------------------------- push


def _pushes(hall: Hall) -> Hall:
    if not hall.settings.push:
        raise NotFound(NO_PUSH)
    return hall


@get("/api/push", summary="The key to subscribe with", responses=PROBLEMS)
async def get_push(request: Asked) -> PushKey:
    """The key a browser subscribes with; the server makes it when it is first asked for, and keeps it."""
    hall = _pushes(hall_of(request))
    key = await hall.read(pushing.public_key)
    return PushKey(key or await hall.writer.write(pushing.make_key))


@post("/api/push", summary="Tell this device", status_code=200, responses=PROBLEMS)
async def post_push(request: Asked, data: Subscription) -> Response[Reaching]:
    """Have notices pushed to a device."""
    hall = _pushes(hall_of(request))
    guards.check_cookie(request)
    pushing.check_endpoint(data.endpoint, local=hall.settings.push_local)
    await asyncio.to_thread(reaching.check_keys, data)
    player = await player_of(request)

    def work(connection: Any) -> None:
        identity.keep(connection, player, now())
        if pushing.public_key(connection) is None:
            pushing.make_key(connection)
        reaching.subscribe(connection, player, data, now())

    await hall.writer.write(work)
    hall.can_be_reached(player)
    return answer(await _told(hall, player), request)


@post("/api/push/stop", summary="Tell this device no more", status_code=200, responses=PROBLEMS)
async def post_push_stop(request: Asked, data: Unsubscription) -> Response[Reaching]:
    """Have notices pushed to a device no more."""
    hall = hall_of(request)
    guards.check_cookie(request)
    player = await player_of(request)
    await hall.writer.write(lambda connection: reaching.unsubscribe(connection, player, data.endpoint))
    return answer(await _told(hall, player), request)


# --------------------------------------------------------------------------------------------------------------- feeds


@post("/api/feeds", summary="Another address for my feeds", status_code=200, responses=PROBLEMS)
async def post_feed(request: Asked, data: NewFeed) -> Response[Reaching]:
    """Have feeds of your open turns, or have them at another address: the one before leads nowhere any more."""
    hall = hall_of(request)
    guards.check_cookie(request)
    player = await player_of(request)

    def work(connection: Any) -> None:
        identity.keep(connection, player, now())
        reaching.make_feed(connection, player, data.language.value, now())

    await hall.writer.write(work)
    return answer(await _told(hall, player), request)


@delete("/api/feeds", summary="No more feeds", status_code=200, responses=PROBLEMS)
async def delete_feed(request: Asked) -> Response[Reaching]:
    """Have no feeds."""
    hall = hall_of(request)
    guards.check_cookie(request)
    player = await player_of(request)
    await hall.writer.write(lambda connection: reaching.end_feed(connection, player))
    return answer(await _told(hall, player), request)


@route("/api/feeds/{key:str}/turns.atom", http_method=READ, summary="My turns as a feed", responses=PROBLEMS)
async def get_atom(request: Asked, key: KeyInPath) -> Response[bytes]:
    """Your open turns as an Atom feed, for whoever knows its address."""
    site = _site(request)
    feed = await hall_of(request).read(feeds.load, key, site)
    body = feeds.atom(feed, site, request.scope["path"])
    return Response(body, media_type="application/atom+xml", headers={"cache-control": "private, no-cache"})


@route("/api/feeds/{key:str}/turns.ics", http_method=READ, summary="My turns as a calendar", responses=PROBLEMS)
async def get_calendar(request: Asked, key: KeyInPath) -> Response[bytes]:
    """Your open turns as a calendar, with deadlines as events, for whoever knows its address."""
    feed = await hall_of(request).read(feeds.load, key, _site(request))
    return Response(feeds.calendar(feed), media_type="text/calendar", headers={"cache-control": "private, no-cache"})


def _site(request: Asked) -> str:
    return hall_of(request).settings.site or f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"


# ----------------------------------------------------------------------------------------------------------- vacations


@post("/api/vacation", summary="Go on vacation", status_code=200, responses=PROBLEMS)
async def post_vacation(request: Asked, data: NewVacation) -> Response[Reaching]:
    """Let your clocks stand still from now on, at tables where a turn takes a day or more."""
    hall = hall_of(request)
    row = await account_of(request)
    most = hall.settings.vacation_days
    await hall.writer.write(partial(vacations.begin, player=row.id, days=data.days, at=now(), most=most))
    await hall.vacations.beat()
    return answer(await _told(hall, row.id), request)


@delete("/api/vacation", summary="Be back", status_code=200, responses=PROBLEMS)
async def delete_vacation(request: Asked) -> Response[Reaching]:
    """Let your clocks go on."""
    hall = hall_of(request)
    row = await account_of(request)
    await hall.writer.write(partial(vacations.end, player=row.id, at=now()))
    await hall.vacations.beat()
    return answer(await _told(hall, row.id), request)
