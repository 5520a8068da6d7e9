"""Mute, block, report; and what moderators have to say to one."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, post

from ziggurat.server import guards, identity, notices, opening, peace, pointing, reporting, texts
from ziggurat.server.live import now
from ziggurat.server.peace import Hush
from ziggurat.server.protocol import HushedLists, NewReport, Received, Standing, Whom
from ziggurat.server.refusals import NotFound, TooMuch
from ziggurat.server.routes.asking import PROBLEMS, Asked, TableId, answer, hall_of, player_of


@get("/api/peace", summary="Whom I have muted and blocked", responses=PROBLEMS)
async def get_lists(request: Asked) -> HushedLists:
    """Your lists. Nobody else can read them, and nobody is told that they are on one."""
    player = await guards.who(request, hall_of(request))
    return await hall_of(request).read(peace.load_lists, player)


@post("/api/peace/mute", summary="Mute somebody", status_code=200, responses=PROBLEMS)
async def post_mute(request: Asked, data: Whom) -> Response[HushedLists]:
    """Read no more of what somebody says, anywhere."""
    return await _hush(request, data, Hush.MUTE)


@post("/api/peace/block", summary="Block somebody", status_code=200, responses=PROBLEMS)
async def post_block(request: Asked, data: Whom) -> Response[HushedLists]:
    """Sit at no table with somebody from now on, and read no more of what they say."""
    return await _hush(request, data, Hush.BLOCK)


async def _hush(request: Asked, data: Whom, kind: Hush) -> Response[HushedLists]:
    hall = hall_of(request)
    player = await player_of(request)

    def work(connection: Any) -> HushedLists:
        at = now()
        identity.keep(connection, player, at)
        other = pointing.find(connection, data, player, at)
        peace.hush(connection, player, other, kind, opening.new_id(), at)
        return peace.load_lists(connection, player)

    lists = await hall.writer.write(work, notices.Unheard(player))
    await hall.hears(player)
    return answer(lists, request)


@delete("/api/peace/{hush_id:str}", summary="Unmute or unblock somebody", status_code=204, responses=PROBLEMS)
async def delete_hush(request: Asked, hush_id: TableId) -> None:
    """Take somebody off your lists."""
    hall = hall_of(request)
    player = await guards.who(request, hall)
    if player is None:
        raise NotFound("Nobody on your lists is meant by that.")
    await hall.writer.write(lambda c: peace.unhush(c, player, hush_id), notices.Unheard(player))
    await hall.hears(player)


@post("/api/reports", summary="Report somebody", status_code=201, responses=PROBLEMS)
async def post_report(request: Asked, data: NewReport) -> Response[Received]:
    """Tell the moderators about somebody; nobody else learns of it."""
    hall = hall_of(request)
    texts.check_shown(data.text)
    player = await player_of(request)
    if not hall.reports.take(guards.address(request)):
        raise TooMuch("Many reports have come from where you are; wait some minutes.")
    report_id = opening.new_id()
    await hall.writer.write(lambda c: reporting.report(c, player, data, report_id, now()))
    response = answer(Received(report_id), request)
    response.status_code = 201
    return response


@get("/api/me/standing", summary="Warnings to me", responses=PROBLEMS)
async def get_standing(request: Asked) -> Standing:
    """What moderators have to say to you, and whether you are one of them."""
    player = await guards.who(request, hall_of(request))
    return await hall_of(request).read(reporting.standing, player, now())


@post("/api/me/warnings/{warning_id:str}", summary="Acknowledge a warning", status_code=200, responses=PROBLEMS)
async def post_warning(request: Asked, warning_id: TableId) -> Standing:
    """Say that you have read a warning; before that you cannot chat."""
    hall = hall_of(request)
    guards.check_cookie(request)
    player = await guards.who(request, hall)
    if player is None:
        raise NotFound("There is no such warning to you.")
    await hall.writer.write(lambda c: reporting.acknowledge(c, player, warning_id, now()))
    return await hall.read(reporting.standing, player, now())
