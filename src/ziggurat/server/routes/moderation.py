"""For moderators. Everybody else gets "not found", and the OpenAPI description leaves these routes out."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import get, post
from litestar.params import Parameter

from ziggurat.server.accounts import user_text
from ziggurat.server.protocol import AuditPage, ModerationAction, ModerationDecision, ReportDetails, ReportPage
from ziggurat.server.routes.common import Asked, RoleGuard, TableId, server_of
from ziggurat.server.runtime.clock import now
from ziggurat.server.social import moderation
from ziggurat.server.tables import creation, departure

moderators_only = RoleGuard(moderation.check)
HIDDEN = moderators_only.hidden


@get("/api/moderation/reports", **HIDDEN)
async def get_reports(
    request: Asked,
    show: Literal["open", "dealt"] = "open",
    before: Annotated[str | None, Parameter(max_length=40, pattern=r"^[0-9]{1,15}-[a-z0-9]{1,20}$")] = None,
) -> ReportPage:
    """Reports, the latest first."""
    row = await moderators_only.player(request)
    at, _, report_id = (before or "").partition("-")
    mark = (int(at), report_id) if before else None
    return await server_of(request).read(moderation.list_reports, row.id, dealt=show == "dealt", before=mark)


@get("/api/moderation/reports/{report_id:str}", **HIDDEN)
async def get_report(request: Asked, report_id: TableId) -> ReportDetails:
    """One report, with its context and history."""
    row = await moderators_only.player(request)
    return await server_of(request).read(moderation.load_report, row.id, report_id)


@post("/api/moderation/reports/{report_id:str}", status_code=200, **HIDDEN)
async def post_decision(request: Asked, report_id: TableId, data: ModerationDecision) -> ReportDetails:
    """Act on a report."""
    server = server_of(request)
    row = await moderators_only.player(request)
    user_text.check_chat(data.text)
    new_id = creation.new_id()
    reported = await server.writer.write(lambda c: moderation.decide(c, row, report_id, data, new_id, now()))
    if data.action is ModerationAction.CLOSE:
        server.disconnect(reported)
        await departure.leave_everything(server, reported)
    return await server.read(moderation.load_report, row.id, report_id)


@get("/api/moderation/audit", **HIDDEN)
async def get_audit(request: Asked, before: Annotated[int | None, Parameter(ge=1, le=2**31 - 1)] = None) -> AuditPage:
    """The audit log, the latest first."""
    await moderators_only.player(request)
    return await server_of(request).read(moderation.list_audit, before)
