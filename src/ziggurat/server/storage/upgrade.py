"""Makes schema changes atomic, and backs an SQLite file up before them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine

from ziggurat.core.errors import ZigguratError


class NoBackup(ZigguratError):
    """The backup before a schema change could not be written."""


def back_up(engine: Engine, current: str | None, needed: str | None) -> None:
    """Copy an SQLite file that is about to change to `<file>.schema-<revision>.backup`; a new file needs no copy."""
    path = engine.url.database
    if current is None or current == needed or not path:
        return
    backup = Path(f"{path}.schema-{current}.backup")
    part = Path(f"{backup}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY, 0o600))  # as private as the file itself
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
        with part.open("r+b") as written:  # Windows flushes only files that are open for writing
            os.fsync(written.fileno())
        part.replace(backup)
    except (OSError, sqlite3.Error) as problem:
        part.unlink(missing_ok=True)
        raise NoBackup(
            f"The schema of {path} needs an upgrade, but the backup {backup} could not be written: {problem}. "
            "Nothing was changed."
        ) from problem


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """One transaction around everything, including statements that change the schema.

    By default Python's sqlite3 begins a transaction only before rows change: tables and columns created by a process
    that is killed in the middle would stay.
    """
    with engine.connect() as connection:
        if connection.dialect.name != "sqlite":
            with connection.begin():
                yield connection
            return
        driver: Any = connection.connection.driver_connection
        isolation_level, driver.isolation_level = driver.isolation_level, None
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection
            connection.commit()
        finally:
            connection.rollback()  # after a commit this does nothing
            driver.isolation_level = isolation_level
