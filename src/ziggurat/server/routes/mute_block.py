"""Mute, block, report; and what moderators have to say to one."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, post

from ziggurat.server.accounts import identity, user_text
from ziggurat.server.protocol import HushedLists, NewReport, Received, Standing, Whom
from ziggurat.server.refusals import NotFound, TooMuch
from ziggurat.server.routes.common import PROBLEMS, Asked, TableId, answer, player_of, server_of
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.social import mute_block, player_reference, reports
from ziggurat.server.social.mute_block import Hush
from ziggurat.server.tables import creation
from ziggurat.server.transport import middleware


@get("/api/peace", summary="Whom I have muted and blocked", responses=PROBLEMS)
async def get_lists(request: Asked) -> HushedLists:
    """Your lists. Nobody else can read them, and nobody is told that they are on one."""
    player = await middleware.who(request, server_of(request))
    return await server_of(request).read(mute_block.load_lists, player)


@post("/api/peace/mute", summary="Mute somebody", status_code=200, responses=PROBLEMS)
async def post_mute(request: Asked, data: Whom) -> Response[HushedLists]:
    """Read no more of what somebody says, anywhere."""
    return await _hush(request, data, Hush.MUTE)


@post("/api/peace/block", summary="Block somebody", status_code=200, responses=PROBLEMS)
async def post_block(request: Asked, data: Whom) -> Response[HushedLists]:
    """Sit at no table with somebody from now on, and read no more of what they say."""
    return await _hush(request, data, Hush.BLOCK)


async def _hush(request: Asked, data: Whom, kind: Hush) -> Response[HushedLists]:
    server = server_of(request)
    player = await player_of(request)

    def work(connection: Any) -> HushedLists:
        at = now()
        identity.keep(connection, player, at)
        other = player_reference.find(connection, data, player, at)
        mute_block.hush(connection, player, other, kind, creation.new_id(), at)
        return mute_block.load_lists(connection, player)

    lists = await server.writer.write(work, messages.Muted(player))
    await server.reload_chat(player)
    return answer(lists, request)


@delete("/api/peace/{hush_id:str}", summary="Unmute or unblock somebody", status_code=204, responses=PROBLEMS)
async def delete_hush(request: Asked, hush_id: TableId) -> None:
    """Take somebody off your lists."""
    server = server_of(request)
    player = await middleware.who(request, server)
    if player is None:
        raise NotFound("Nobody on your lists is meant by that.")
    await server.writer.write(lambda c: mute_block.unhush(c, player, hush_id), messages.Muted(player))
    await server.reload_chat(player)


@post("/api/reports", summary="Report somebody", status_code=201, responses=PROBLEMS)
async def post_report(request: Asked, data: NewReport) -> Response[Received]:
    """Tell the moderators about somebody; nobody else learns of it."""
    server = server_of(request)
    user_text.check_shown(data.text)
    player = await player_of(request)
    if not server.report_limiter.take(middleware.address(request)):
        raise TooMuch("Many reports have come from where you are; wait some minutes.")
    report_id = creation.new_id()
    await server.writer.write(lambda c: reports.report(c, player, data, report_id, now()))
    response = answer(Received(report_id), request)
    response.status_code = 201
    return response


@get("/api/me/standing", summary="Warnings to me", responses=PROBLEMS)
async def get_standing(request: Asked) -> Standing:
    """What moderators have to say to you, and whether you are one of them."""
    player = await middleware.who(request, server_of(request))
    return await server_of(request).read(reports.standing, player, now())


@post("/api/me/warnings/{warning_id:str}", summary="Acknowledge a warning", status_code=200, responses=PROBLEMS)
async def post_warning(request: Asked, warning_id: TableId) -> Standing:
    """Say that you have read a warning; before that you cannot chat."""
    server = server_of(request)
    middleware.check_cookie(request)
    player = await middleware.who(request, server)
    if player is None:
        raise NotFound("There is no such warning to you.")
    await server.writer.write(lambda c: reports.acknowledge(c, player, warning_id, now()))
    return await server.read(reports.standing, player, now())
