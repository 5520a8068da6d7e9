"""Mute, block, report; and warnings by moderators."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, post

from ziggurat.server.accounts import identity, user_text
from ziggurat.server.protocol import ModerationStatus, MutesAndBlocks, NewReport, PlayerReference, ReportReceipt
from ziggurat.server.refusals import NotFound, TooMuch
from ziggurat.server.routes.common import PROBLEMS, Asked, TableId, answer, player_of, server_of
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.social import mute_block, player_reference, reports
from ziggurat.server.social.mute_block import MuteOrBlock
from ziggurat.server.tables import creation
from ziggurat.server.transport import middleware
from ziggurat.server.transport.guests import EVERYBODY


@get("/api/mutes-and-blocks", summary="Players I muted or blocked", responses=PROBLEMS)
async def get_lists(request: Asked) -> MutesAndBlocks:
    """The players you have muted or blocked. Nobody else sees your lists."""
    player = await middleware.who(request, server_of(request))
    return await server_of(request).read(mute_block.load_lists, player)


@post("/api/mutes", summary="Mute a player", status_code=200, responses=PROBLEMS, opt={"cost": 10})
async def post_mute(request: Asked, data: PlayerReference) -> Response[MutesAndBlocks]:
    """Hide a player's chat everywhere."""
    return await _mute_or_block(request, data, MuteOrBlock.MUTE)


@post("/api/blocks", summary="Block a player", status_code=200, responses=PROBLEMS, opt={"cost": 10})
async def post_block(request: Asked, data: PlayerReference) -> Response[MutesAndBlocks]:
    """Hide a player's chat everywhere, and never sit at a table with them."""
    return await _mute_or_block(request, data, MuteOrBlock.BLOCK)


async def _mute_or_block(request: Asked, data: PlayerReference, kind: MuteOrBlock) -> Response[MutesAndBlocks]:
    server = server_of(request)
    player = await player_of(request)

    def work(connection: Any) -> MutesAndBlocks:
        at = now()
        identity.keep(connection, player, at)
        other = player_reference.find(connection, data, player, at)
        mute_block.add(connection, player, other, kind, creation.new_id(), at)
        return mute_block.load_lists(connection, player)

    lists = await server.writer.write(work, messages.Muted(player))
    await server.reload_chat(player)
    return answer(lists, request)


@delete(
    "/api/mutes-and-blocks/{entry_id:str}", summary="Unmute or unblock a player", status_code=204, responses=PROBLEMS
)
async def delete_entry(request: Asked, entry_id: TableId) -> None:
    """Remove a player from your lists."""
    server = server_of(request)
    player = await middleware.who(request, server)
    if player is None:
        raise NotFound("That player is not on your lists.")
    await server.writer.write(lambda c: mute_block.remove(c, player, entry_id), messages.Muted(player))
    await server.reload_chat(player)


@post("/api/reports", summary="Report a player", status_code=201, responses=PROBLEMS, opt={"cost": 10})
async def post_report(request: Asked, data: NewReport) -> Response[ReportReceipt]:
    """Report a player to the moderators. Nobody else sees it."""
    server = server_of(request)
    user_text.check_shown(data.text)
    player = await player_of(request)
    if not server.report_limiter.take(middleware.address(request)):
        raise TooMuch("Too many reports from your network. Wait a few minutes.")
    report_id = creation.new_id()
    await server.writer.write(lambda c: reports.store_report(c, player, data, report_id, now()))
    response = answer(ReportReceipt(report_id), request)
    response.status_code = 201
    return response


@get("/api/me/moderation", summary="My warnings", responses=PROBLEMS, opt=EVERYBODY)
async def get_moderation_status(request: Asked) -> ModerationStatus:
    """Your unread warnings, whether you are silenced, and whether you are a moderator."""
    player = await middleware.who(request, server_of(request))
    return await server_of(request).read(reports.load_moderation_status, player, now())


@post("/api/me/warnings/{warning_id:str}", summary="Acknowledge a warning", status_code=200, responses=PROBLEMS)
async def post_warning(request: Asked, warning_id: TableId) -> ModerationStatus:
    """Confirm that you have read a warning. Until then you cannot chat."""
    server = server_of(request)
    middleware.check_cookie(request)
    player = await middleware.who(request, server)
    if player is None:
        raise NotFound("You have no such warning.")
    await server.writer.write(lambda c: reports.acknowledge(c, player, warning_id, now()))
    return await server.read(reports.load_moderation_status, player, now())
