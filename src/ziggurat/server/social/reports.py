"""Reports of players to the moderators, and the warnings that moderators send back.

A report contains a copy of the chat around it, which stays when a line is deleted later.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, and_, func, insert, select

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import identity, player_store
from ziggurat.server.protocol import ModerationStatus, ModeratorWarning, NewReport, PlayerReference
from ziggurat.server.refusals import BadText, NotFound, Refused, TooMuch
from ziggurat.server.social import player_reference
from ziggurat.server.storage import schema
from ziggurat.server.tables import table_store

reports, warnings = schema.reports, schema.warnings
MAX_PER_DAY = 10  # reports by one player
CONTEXT_LINES = 20  # chat lines before the last one that is reported
SAID_BY_ANOTHER = sentence("You can only report chat lines of the player you are reporting.")


def store_report(connection: Connection, asker: str, new: NewReport, new_id: str, at: int) -> None:
    """Store a report; refused if it is empty, a duplicate, or one too many."""
    if not new.text.strip() and not new.lines and new.line is None and new.kind == "other":
        raise BadText("Describe what the moderators should look at.")
    identity.keep(connection, asker, at)
    reference = PlayerReference(name=new.name, table=new.table, seat=new.seat, line=new.line)
    reported = player_reference.find(connection, reference, asker, at)
    lines = sorted({*new.lines, *([new.line] if new.line is not None else [])})
    context = _context(connection, new.table, asker, reported, lines)
    _check_limits(connection, asker, reported, new.table, at)
    row: dict[str, Any] = {"id": new_id, "reporter": asker, "reported": reported, "kind": new.kind, "text": new.text}
    row |= {"name": identity.name_of(connection, reported), "table_id": new.table, "at": at}
    connection.execute(insert(reports).values(row | {"lines": lines, "context": context}))


def _check_limits(connection: Connection, asker: str, reported: str, table: str | None, at: int) -> None:
    today = and_(reports.c.reporter == asker, reports.c.at > at - identity.DAY)
    if connection.execute(select(func.count()).where(today)).scalar_one() >= MAX_PER_DAY:
        raise TooMuch(
            sentence(
                "You have already sent {reports} reports today. The moderators will read them.", reports=MAX_PER_DAY
            )
        )
    same = and_(reports.c.reporter == asker, reports.c.reported == reported, reports.c.dealt.is_(None))
    if connection.execute(select(reports.c.id).where(same, reports.c.table_id.is_not_distinct_from(table))).first():
        raise Refused("You have already reported this. A moderator will look at it.")


def _context(
    connection: Connection, table_id: str | None, asker: str, reported: str, lines: list[int]
) -> list[dict[str, Any]]:
    """The chat that the asker could read at the table, up to the last line that is reported, or to now."""
    if table_id is None:
        if lines:
            raise NotFound("There is no such chat line at this table.")
        return []
    stored = table_store.load_table(connection, table_id)
    if any(player != reported for player in player_reference.find_speakers(connection, stored, asker, lines)):
        raise Refused(SAID_BY_ANOTHER)
    chat = schema.chat
    query = select(chat).where(chat.c.table_id == table_id)
    if stored.row.status != "finished":
        query = query.where(chat.c.seat >= 0 if stored.room_of(stored.seat_of(asker)) >= 0 else chat.c.seat < 0)
    if lines:
        query = query.where(chat.c.id <= max(lines))
    rows = connection.execute(query.order_by(chat.c.id.desc()).limit(CONTEXT_LINES)).all()
    missing = [line for line in lines if line not in {row.id for row in rows}]
    rows = [*rows, *connection.execute(select(chat).where(chat.c.id.in_(missing)).order_by(chat.c.id.desc()))]
    by = {reported: "reported", asker: "reporter"}
    return [
        {"id": row.id, "who": row.name, "seat": row.seat, "text": row.text, "at": row.at}
        | {"by": by.get(row.player, "other"), "pointed": row.id in lines}
        for row in reversed(rows)
    ]


# ------------------------------------------------------------------------------------------------------------ warnings


def load_moderation_status(connection: Connection, player: str | None, at: int) -> ModerationStatus:
    """A player's unread warnings, whether they are silenced, and whether they are a moderator."""
    row = player_store.find_player(connection, player) if player else None
    if row is None:
        return ModerationStatus([])
    unread = select(warnings).where(warnings.c.player == row.id, warnings.c.acknowledged.is_(None))
    warned = [
        ModeratorWarning(warning.id, warning.text, warning.at)
        for warning in connection.execute(unread.order_by(warnings.c.at))
    ]
    silenced = row.silenced if row.silenced > at else 0
    return ModerationStatus(warned, silenced, bool(row.moderator and row.login), bool(row.admin and row.login))


def acknowledge(connection: Connection, player: str, warning_id: str, at: int) -> None:
    """Store that a player has read a warning."""
    own = and_(warnings.c.id == warning_id, warnings.c.player == player)
    if connection.execute(select(warnings.c.id).where(own)).first() is None:
        raise NotFound("You have no such warning.")
    connection.execute(warnings.update().where(own, warnings.c.acknowledged.is_(None)).values(acknowledged=at))
