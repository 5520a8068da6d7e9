"""Reports: something about somebody that a moderator should see, with what was said around it.

What was said is copied: a line that is deleted later, with its writer's account say, is still in the report.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, and_, func, insert, select

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import identity, player_store
from ziggurat.server.protocol import NewReport, Standing, Warned, Whom
from ziggurat.server.refusals import BadText, NotFound, Refused, TooMuch
from ziggurat.server.social import player_reference
from ziggurat.server.storage import schema
from ziggurat.server.tables import table_store

reports, warnings = schema.reports, schema.warnings
A_DAY = 10  # reports by one player
AROUND = 20  # lines of the chat before the last one that a report is about
SAID_BY_ANOTHER = sentence("The lines that a report is about were said by whoever is reported.")


def report(connection: Connection, asker: str, new: NewReport, new_id: str, at: int) -> None:
    """Store a report, as far as one player may make reports."""
    if not new.text.strip() and not new.lines and new.line is None and new.kind == "other":
        raise BadText("Say what the moderators should look at.")
    identity.keep(connection, asker, at)
    whom = Whom(name=new.name, table=new.table, seat=new.seat, line=new.line)
    reported = player_reference.find(connection, whom, asker, at)
    lines = sorted({*new.lines, *([new.line] if new.line is not None else [])})
    context = _context(connection, new.table, asker, reported, lines)
    _check_number(connection, asker, reported, new.table, at)
    row: dict[str, Any] = {"id": new_id, "reporter": asker, "reported": reported, "kind": new.kind, "text": new.text}
    row |= {"name": identity.name_of(connection, reported), "table_id": new.table, "at": at}
    connection.execute(insert(reports).values(row | {"lines": lines, "context": context}))


def _check_number(connection: Connection, asker: str, reported: str, table: str | None, at: int) -> None:
    mine = and_(reports.c.reporter == asker, reports.c.at > at - identity.DAY)
    if connection.execute(select(func.count()).where(mine)).scalar_one() >= A_DAY:
        raise TooMuch(sentence("You have made {reports} reports today; the moderators read them.", reports=A_DAY))
    same = and_(reports.c.reporter == asker, reports.c.reported == reported, reports.c.dealt.is_(None))
    if connection.execute(select(reports.c.id).where(same, reports.c.table_id.is_not_distinct_from(table))).first():
        raise Refused("You have reported that already; a moderator will look at it.")


def _context(
    connection: Connection, table_id: str | None, asker: str, reported: str, lines: list[int]
) -> list[dict[str, Any]]:
    """What the asker could read at the table, up to the last line that is meant, or to now."""
    if table_id is None:
        if lines:
            raise NotFound("That was not said at this table.")
        return []
    stored = table_store.load_table(connection, table_id)
    if any(player != reported for player in player_reference.said_by(connection, stored, asker, lines)):
        raise Refused(SAID_BY_ANOTHER)
    chat = schema.chat
    query = select(chat).where(chat.c.table_id == table_id)
    if stored.row.status != "finished":
        query = query.where(chat.c.seat >= 0 if stored.seat_of(asker) >= 0 else chat.c.seat < 0)
    if lines:
        query = query.where(chat.c.id <= max(lines))
    rows = connection.execute(query.order_by(chat.c.id.desc()).limit(AROUND)).all()
    missing = [line for line in lines if line not in {row.id for row in rows}]
    rows = [*rows, *connection.execute(select(chat).where(chat.c.id.in_(missing)).order_by(chat.c.id.desc()))]
    by = {reported: "reported", asker: "reporter"}
    return [
        {"id": row.id, "who": row.name, "seat": row.seat, "text": row.text, "at": row.at}
        | {"by": by.get(row.player, "other"), "pointed": row.id in lines}
        for row in reversed(rows)
    ]


# -------------------------------------------------------------------------------------------------- one's own standing


def standing(connection: Connection, player: str | None, at: int) -> Standing:
    """What moderators have to say to somebody."""
    row = player_store.find_player(connection, player) if player else None
    if row is None:
        return Standing([])
    unread = select(warnings).where(warnings.c.player == row.id, warnings.c.acknowledged.is_(None))
    found = [Warned(one.id, one.text, one.at) for one in connection.execute(unread.order_by(warnings.c.at))]
    return Standing(found, row.silenced if row.silenced > at else 0, bool(row.moderator and row.login))


def acknowledge(connection: Connection, player: str, warning_id: str, at: int) -> None:
    """Somebody has read a warning."""
    mine = and_(warnings.c.id == warning_id, warnings.c.player == player)
    if connection.execute(select(warnings.c.id).where(mine)).first() is None:
        raise NotFound("There is no such warning to you.")
    connection.execute(warnings.update().where(mine, warnings.c.acknowledged.is_(None)).values(acknowledged=at))
