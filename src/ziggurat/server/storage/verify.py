"""Checks an SQLite file, replays all stored matches and compares the results with the stored ones."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec
from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import SQLAlchemyError

from ziggurat.core.errors import ZigguratError
from ziggurat.server.protocol import Status
from ziggurat.server.storage import schema
from ziggurat.server.storage.database import BadDatabase, find_damage, reason
from ziggurat.server.study import replays
from ziggurat.server.tables import results, table_store
from ziggurat.server.tables.sitting import MOVE, Entry, Sitting


@dataclass
class VerifyReport:
    """The result of `verify`."""

    matches: int = 0
    entries: int = 0
    gone: int = 0  # matches whose rules version is not installed; they cannot be checked
    differences: list[str] = field(default_factory=list)  # the first of each match


def verify(engine: Engine) -> VerifyReport:
    """Check the file, replay every match and report the first difference in each."""
    report = VerifyReport()
    if damage := find_damage(engine):
        report.differences.append(f"The file is malformed: {damage}.")
    try:
        with engine.connect() as connection:
            ids = list(connection.execute(select(schema.tables.c.id).order_by(schema.tables.c.id)).scalars())
    except SQLAlchemyError as problem:
        raise BadDatabase(f"The database cannot be read: {reason(problem)}.") from problem
    for table_id in ids:
        try:
            with engine.connect() as connection:
                _verify_table(connection, table_id, report)
        except SQLAlchemyError as problem:
            report.differences.append(f"Table {table_id}: cannot be read: {reason(problem)}.")
        except (ZigguratError, msgspec.MsgspecError, ValueError, TypeError, LookupError) as problem:
            report.differences.append(f"Table {table_id}: damaged ({type(problem).__name__}).")
    return report


def _verify_table(connection: Connection, table_id: str, report: VerifyReport) -> None:
    stored = table_store.load_table(connection, table_id)
    journal = table_store.load_journal(connection, table_id)
    if not journal:
        return
    report.matches += 1
    report.entries += len(journal)
    if not replays.is_readable(stored):
        report.gone += 1
        return
    difference = first_difference(stored, journal)
    if difference:
        report.differences.append(f"Table {table_id}: {difference}")


def first_difference(stored: table_store.Stored, journal: list[Entry]) -> str | None:
    """The first difference between a match and its journal, in a sentence; None if there is none."""
    sitting = Sitting(stored.plan())
    for expected, entry in enumerate(journal):
        if entry.number != expected:
            return f"entry {expected} is missing."
        try:
            if entry.kind == MOVE and entry.text != sitting.match.game.notation.write(entry.value):
                return f"entry {entry.number} stores the move {entry.text!r} for action {entry.value}."
            sitting.apply(entry)
        except ZigguratError as problem:
            return f"entry {entry.number} cannot be played: {problem}"
        checked = entry.digest is not None and not stored.row.renumbered
        if checked and entry.digest != sitting.match.digest():
            return f"after entry {entry.number} the position is {sitting.match.digest()}, not {entry.digest}."
    if stored.row.status == Status.FINISHED and sitting.over:
        result = results.read_result(stored.row.result)
        if result != sitting.result:
            return f"the stored result is {result}, but the match ends with {sitting.result}."
    imported_unfinished = (
        stored.row.status == Status.FINISHED and stored.row.result["ending"] == results.IMPORTED_UNFINISHED
    )
    if (stored.row.status == Status.RUNNING) == sitting.over and not imported_unfinished:
        return f"the stored status is {stored.row.status}, which does not fit the journal."
    return None
