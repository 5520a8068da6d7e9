"""Schema changes that happen completely or not at all, with a backup of an SQLite file before them."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from ziggurat.core.errors import ZigguratError

HALF_DONE = re.compile(r"duplicate column name|already exists|no such (?:column|index|table)")
ADD_COLUMN = re.compile(r'ALTER TABLE "?(\w+)"? ADD COLUMN "?(\w+)"?', re.IGNORECASE)
DROP_COLUMN = re.compile(r'ALTER TABLE "?(\w+)"? DROP COLUMN "?(\w+)"?', re.IGNORECASE)
CREATE = re.compile(r'CREATE (?:UNIQUE )?(?:TABLE|INDEX) "?(\w+)"?', re.IGNORECASE)
DROP = re.compile(r'DROP (?:TABLE|INDEX) "?(\w+)"?', re.IGNORECASE)
UNFINISHED_COPY = "_alembic_tmp_"  # tables that Alembic copies rows into before it renames them


class NoBackup(ZigguratError):
    """The backup that comes before a schema change could not be written."""


def back_up(engine: Engine, here: str | None, needed: str | None) -> None:
    """Copy an SQLite file that is about to change to `<file>.schema-<revision>.backup`; a new file needs no copy."""
    path = engine.url.database
    if here is None or here == needed or not path:
        return
    backup = Path(f"{path}.schema-{here}.backup")
    part = Path(f"{backup}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY, 0o600))  # it holds what the file itself holds
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(backup)
    except (OSError, sqlite3.Error) as problem:
        part.unlink(missing_ok=True)
        raise NoBackup(
            f"The schema of {path} has to change, but no backup could be written to {backup}: {problem}. "
            "Nothing was changed."
        ) from problem


@contextmanager
def transaction(engine: Engine, *, repair: bool = False) -> Iterator[Connection]:
    """One transaction around everything, also around statements that change the schema.

    Python's sqlite3 by itself begins one only before rows are changed, so that what creates tables and columns would
    be kept even if the process were killed in the middle.
    """
    with engine.connect() as connection:
        if connection.dialect.name != "sqlite":
            with connection.begin():
                yield connection
            return
        driver: Any = connection.connection.driver_connection
        usual, driver.isolation_level = driver.isolation_level, None
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            if repair:
                _drop_unfinished_copies(connection)
                event.listen(connection, "before_cursor_execute", _leave_out_what_is_done, retval=True)
            yield connection
            connection.commit()
        finally:
            connection.rollback()  # nothing, if all went well
            driver.isolation_level = usual


def is_half_done(engine: Engine, problem: SQLAlchemyError) -> bool:
    """Whether a migration failed because an earlier one, of a version without transactions, was interrupted."""
    return (
        engine.dialect.name == "sqlite"
        and isinstance(problem, OperationalError)
        and HALF_DONE.search(str(problem.orig)) is not None
    )


def _drop_unfinished_copies(connection: Connection) -> None:
    names = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars().all()
    for name in names:
        if name.startswith(UNFINISHED_COPY):
            connection.exec_driver_sql(f'DROP TABLE "{name}"')


def _leave_out_what_is_done(
    connection: Connection, cursor: Any, statement: str, parameters: Any, context: Any, many: bool
) -> tuple[str, Any]:
    return ("SELECT 1", ()) if _is_done(cursor, statement) else (statement, parameters)


def _is_done(cursor: Any, statement: str) -> bool:
    """Whether a statement that changes the schema has been executed before."""
    statement = statement.strip()
    if found := ADD_COLUMN.match(statement):
        return found[2] in _columns(cursor, found[1])
    if found := DROP_COLUMN.match(statement):
        return found[2] not in _columns(cursor, found[1])
    if found := CREATE.match(statement):
        return _exists(cursor, found[1])
    if found := DROP.match(statement):
        return not _exists(cursor, found[1])
    return False


def _columns(cursor: Any, table: str) -> set[str]:
    return {row[1] for row in cursor.execute(f'PRAGMA table_info("{table}")')}


def _exists(cursor: Any, name: str) -> bool:
    return cursor.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone() is not None
