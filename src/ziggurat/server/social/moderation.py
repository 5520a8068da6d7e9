"""What moderators see and do: reports, decisions, and the audit log of every decision.

Moderators see a report and the chat around it. Of a table they see no more than any spectator.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, delete, insert, or_, select, update

from ziggurat.server.accounts import player_store
from ziggurat.server.protocol import (
    AuditEntry,
    AuditPage,
    ContextLine,
    ModeratedPlayer,
    ModerationAction,
    ModerationDecision,
    ReportDetails,
    ReportKind,
    ReportListed,
    ReportPage,
)
from ziggurat.server.refusals import NOTHING_HERE, NotAllowed, NotFound, Refused
from ziggurat.server.storage import schema

reports, warnings, audit, players, tables = (
    schema.reports,
    schema.warnings,
    schema.audit,
    schema.players,
    schema.tables,
)
PAGE = 30
MAX_OTHERS = 20  # other reports about the same player that are shown with a report
HOUR = 3_600_000  # milliseconds
CLOSE, REOPEN = str(ModerationAction.CLOSE), str(ModerationAction.REOPEN)


def check(connection: Connection, player: str | None) -> Row[Any]:
    """A moderator's row. To everybody else these pages do not exist."""
    row = player_store.find_player(connection, player) if player else None
    if row is None or not row.moderator or row.login is None or row.closed is not None:
        raise NotFound(NOTHING_HERE)
    return row


# ------------------------------------------------------------------------------------------------------------- reading


def list_reports(connection: Connection, moderator: str, *, dealt: bool, before: tuple[int, str] | None) -> ReportPage:
    """A page of reports, the latest first, without those about the moderator."""
    query = select(reports).where(reports.c.dealt.is_not(None) if dealt else reports.c.dealt.is_(None))
    query = query.where(reports.c.reported != moderator)
    if before is not None:
        at, report_id = before
        query = query.where(or_(reports.c.at < at, and_(reports.c.at == at, reports.c.id < report_id)))
    rows = connection.execute(_newest(query).limit(PAGE + 1)).all()
    more = f"{rows[PAGE - 1].at}-{rows[PAGE - 1].id}" if len(rows) > PAGE else None
    return ReportPage(_listed(connection, rows[:PAGE]), more)


def load_report(connection: Connection, moderator: str, report_id: str) -> ReportDetails:
    """One report, with its context and what was done about the same player before."""
    row = _report(connection, moderator, report_id)
    about = select(reports).where(reports.c.reported == row.reported, reports.c.id != row.id)
    others = connection.execute(_newest(about).limit(MAX_OTHERS)).all()
    ids = _same_person(connection, row.reported)
    entries = select(audit).where(audit.c.player.in_(ids)).order_by(audit.c.id.desc())
    return ReportDetails(
        report=_listed(connection, [row])[0],
        context=[ContextLine(**line) for line in row.context],
        others=_listed(connection, others),
        history=[_entry(entry) for entry in connection.execute(entries)],
        yours=not connection.execute(select(players.c.moderator).where(players.c.id == row.reported)).scalar_one(),
    )


def list_audit(connection: Connection, before: int | None) -> AuditPage:
    """A page of the audit log, the latest first."""
    query = select(audit).order_by(audit.c.id.desc()).limit(PAGE + 1)
    if before is not None:
        query = query.where(audit.c.id < before)
    rows = connection.execute(query).all()
    return AuditPage([_entry(row) for row in rows[:PAGE]], rows[PAGE - 1].id if len(rows) > PAGE else None)


def _newest(query: Select[Any]) -> Select[Any]:
    return query.order_by(reports.c.at.desc(), reports.c.id.desc())


def _report(connection: Connection, moderator: str, report_id: str) -> Row[Any]:
    query = select(reports).where(reports.c.id == report_id, reports.c.reported != moderator)
    row = connection.execute(query).first()
    if row is None:
        raise NotFound("There is no such report.")
    return row


def _same_person(connection: Connection, player: str) -> list[str]:
    """The ids of a player, and of the guests they were before."""
    return [player, *connection.execute(select(players.c.id).where(players.c.became == player)).scalars()]


def _listed(connection: Connection, rows: Iterable[Row[Any]]) -> list[ReportListed]:
    rows = list(rows)
    ids = {player for row in rows for player in (row.reported, row.reporter)}
    people = {
        row.id: ModeratedPlayer(
            row.name, row.login is not None, row.closed is not None, row.silenced, row.deleted is not None
        )
        for row in connection.execute(select(players).where(players.c.id.in_(ids)))
    }
    games = {
        row.id: row.game
        for row in connection.execute(
            select(tables.c.id, tables.c.game).where(tables.c.id.in_({row.table_id for row in rows if row.table_id}))
        )
    }
    return [
        ReportListed(
            row.id,
            ReportKind(row.kind),
            row.text,
            row.at,
            row.dealt,
            people[row.reported],
            row.name,
            people[row.reporter],
            row.table_id,
            games.get(row.table_id),
        )
        for row in rows
    ]


def _entry(row: Row[Any]) -> AuditEntry:
    return AuditEntry(row.id, row.at, row.by, row.action, row.name, row.text, row.until, row.report, row.table_id)


# -------------------------------------------------------------------------------------------------------------- acting


def decide(
    connection: Connection, moderator: Row[Any], report_id: str, decision: ModerationDecision, new_id: str, at: int
) -> str:
    """Act on a report. Returns the reported player's id."""
    row = _report(connection, moderator.id, report_id)
    reported = connection.execute(select(players).where(players.c.id == row.reported)).one()
    if reported.moderator and decision.action is not ModerationAction.DISMISS:
        raise NotAllowed(
            "That player is a moderator. Only whoever runs this server can remove a moderator, on the server itself."
        )
    if reported.deleted is not None and decision.action is not ModerationAction.DISMISS:
        raise Refused("That account has been deleted. You can only dismiss the report.")
    until = _act(connection, reported, decision, new_id, at)
    connection.execute(update(reports).where(reports.c.id == row.id, reports.c.dealt.is_(None)).values(dealt=at))
    if reported.deleted is not None:  # the report kept the name only until now
        connection.execute(update(reports).where(reports.c.id == row.id).values(name=reported.name))
    add_audit_entry(
        connection, at, decision.action, reported, decision.text, moderator=moderator, report=row.id, until=until
    )
    return str(reported.id)


def _act(connection: Connection, reported: Row[Any], decision: ModerationDecision, new_id: str, at: int) -> int | None:
    this_player = players.c.id == reported.id
    match decision.action:
        case ModerationAction.WARN:
            row = {"id": new_id, "player": reported.id, "text": decision.text, "at": at}
            connection.execute(insert(warnings).values(row))
        case ModerationAction.SILENCE:
            if decision.hours is None:
                raise Refused("Enter the number of hours.")
            until = at + decision.hours * HOUR
            connection.execute(update(players).where(this_player).values(silenced=until))
            return until
        case ModerationAction.LIFT:
            if reported.silenced <= at:
                raise Refused("That player is not silenced.")
            connection.execute(update(players).where(this_player).values(silenced=0))
        case ModerationAction.CLOSE:
            close_account(connection, reported, at)
        case ModerationAction.REOPEN:
            reopen_account(connection, reported)
        case ModerationAction.DISMISS:
            pass
    return None


def close_account(connection: Connection, row: Row[Any], at: int) -> None:
    """Close a player's account: no cookie or token of theirs is valid any more."""
    if row.closed is not None:
        raise Refused("That account is already closed.")
    connection.execute(delete(schema.tokens).where(schema.tokens.c.player == row.id))
    closed = {"closed": at, "logouts": players.c.logouts + 1}
    connection.execute(update(players).where(players.c.id == row.id).values(closed))


def reopen_account(connection: Connection, row: Row[Any]) -> None:
    """Reopen a closed account."""
    if row.closed is None:
        raise Refused("That account is not closed.")
    connection.execute(update(players).where(players.c.id == row.id).values(closed=None))


def add_audit_entry(
    connection: Connection,
    at: int,
    action: str,
    player: Row[Any] | None,
    text: str,
    *,
    moderator: Row[Any] | None = None,
    report: str | None = None,
    until: int | None = None,
    table: str | None = None,
) -> None:
    """Add an entry to the audit log, whose rows the database lets nobody change."""
    row = {"at": at, "action": action, "text": text, "report": report, "table_id": table}
    row |= {"player": player and player.id, "name": player.name if player else ""}
    row |= {"moderator": moderator and moderator.id, "by": moderator.name if moderator else "", "until": until}
    connection.execute(insert(audit).values(row))
