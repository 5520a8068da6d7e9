"""For moderators. To everybody else there is nothing here, and the description of the interface says nothing of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import get, post
from litestar.connection import ASGIConnection
from litestar.params import Parameter

from ziggurat.server import guards, leaving, moderating, opening, texts
from ziggurat.server.hall import Hall
from ziggurat.server.live import now
from ziggurat.server.protocol import AuditPage, Decision, ModerationAction, ReportPage, ReportWhole
from ziggurat.server.routes.asking import PROBLEMS, Asked, TableId, hall_of


async def _moderator(connection: ASGIConnection[Any, Any, Any, Any]) -> Any:
    """The asker's row, if they are a moderator, and in a browser: a token that leaks is no moderator."""
    hall: Hall = connection.app.state.hall
    row = await hall.read(moderating.check, await guards.who(connection, hall))
    guards.check_cookie(connection)
    return row


async def moderators_only(connection: ASGIConnection[Any, Any, Any, Any], _: Any) -> None:
    """Before anything of a request is read: what is wrong with it would tell that it could be right."""
    await _moderator(connection)


HIDDEN: dict[str, Any] = {"include_in_schema": False, "responses": PROBLEMS, "guards": [moderators_only]}


@get("/api/moderation/reports", **HIDDEN)
async def get_reports(
    request: Asked,
    show: Literal["open", "dealt"] = "open",
    before: Annotated[str | None, Parameter(max_length=40, pattern=r"^[0-9]{1,15}-[a-z0-9]{1,20}$")] = None,
) -> ReportPage:
    """Reports, the last first."""
    row = await _moderator(request)
    at, _, report_id = (before or "").partition("-")
    mark = (int(at), report_id) if before else None
    return await hall_of(request).read(moderating.list_reports, row.id, dealt=show == "dealt", before=mark)


@get("/api/moderation/reports/{report_id:str}", **HIDDEN)
async def get_report(request: Asked, report_id: TableId) -> ReportWhole:
    """One report, and what is known about whom it is about."""
    row = await _moderator(request)
    return await hall_of(request).read(moderating.load_report, row.id, report_id)


@post("/api/moderation/reports/{report_id:str}", status_code=200, **HIDDEN)
async def post_decision(request: Asked, report_id: TableId, data: Decision) -> ReportWhole:
    """Do something about it."""
    hall = hall_of(request)
    row = await _moderator(request)
    texts.check_chat(data.text)
    new_id = opening.new_id()
    whom = await hall.writer.write(lambda c: moderating.decide(c, row, report_id, data, new_id, now()))
    if data.action is ModerationAction.CLOSE:
        hall.cut(whom)
        await leaving.leave_everything(hall, whom)
    return await hall.read(moderating.load_report, row.id, report_id)


@get("/api/moderation/audit", **HIDDEN)
async def get_audit(request: Asked, before: Annotated[int | None, Parameter(ge=1, le=2**31 - 1)] = None) -> AuditPage:
    """What moderators did, the last first."""
    await _moderator(request)
    return await hall_of(request).read(moderating.list_audit, before)
