"""Journal entries by SQLite's own driver, on a connection kept open for them: most of what a move costs is overhead.

All entries of a commit go in by one statement, and what changes in their tables' rows by another: each statement the
writer's thread waits for costs it and the event loop a change of hands, which is dearer than the statement itself.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import JSON, Engine
from sqlalchemy.exc import DBAPIError

from ziggurat.server.storage import schema
from ziggurat.server.tables.sitting import Entry, MatchRow

_ENTRY = ("table_id", *Entry._fields)
_ROW = ("id", *MatchRow.__annotations__)
_JSON = {name for name in _ROW if isinstance(schema.tables.c[name].type, JSON)}


class Append(NamedTuple):
    """A line for a table's journal, and what changes in the table's own row because of it (nothing: None)."""

    table_id: str
    entry: Entry
    row: MatchRow | None


class Appender:
    """Appends to journals in one transaction each time; for one thread alone."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Any = None

    def append(self, appends: list[Append]) -> bool:
        """Commit all of them and say true; false, and nothing is written, if one was written before."""
        try:
            connection = self._open()
            changed = {
                append.table_id: _row(append.table_id, append.row)  # the last entry of a table counts
                for append in appends
                if append.row is not None
            }
            if changed:  # else one statement is a transaction by itself
                connection.execute("BEGIN IMMEDIATE")
            self._execute(_insert(len(appends)), ((append.table_id, *append.entry) for append in appends))
            if changed:
                self._execute(_update(len(changed)), changed.values())
                connection.execute("COMMIT")
        except sqlite3.IntegrityError:
            self.close()
            return False
        except sqlite3.Error as problem:
            self.close()
            raise DBAPIError.instance("appending to journals", None, problem, sqlite3.Error) from problem
        return True

    def close(self) -> None:
        """Give the connection up: what it had begun is rolled back."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _open(self) -> Any:
        if self._connection is None:
            borrowed = self._engine.raw_connection()
            self._connection = borrowed.driver_connection
            borrowed.detach()
            self._connection.isolation_level = None  # transactions are begun and ended above, and nowhere else
            self._connection.execute("PRAGMA temp_store=MEMORY")  # what undoes a statement is not worth a file each
        return self._connection

    def _execute(self, statement: str, rows: Iterable[tuple[Any, ...]]) -> None:
        self._connection.execute(statement, [value for row in rows for value in row])


def _row(table_id: str, row: MatchRow) -> tuple[Any, ...]:
    values: dict[str, Any] = {"id": table_id, **row, "status": str(row["status"])}
    return tuple(json.dumps(values[name]) if name in _JSON else values[name] for name in _ROW)


def _values(columns: tuple[str, ...], rows: int) -> str:
    one = f"({', '.join('?' * len(columns))})"
    return ", ".join([one] * rows)


def _insert(rows: int) -> str:
    named = ", ".join(f'"{column}"' for column in _ENTRY)
    return f"INSERT INTO journal ({named}) VALUES {_values(_ENTRY, rows)}"  # noqa: S608 - names of ours alone


def _update(rows: int) -> str:
    named = ", ".join(f'"{column}"' for column in _ROW)
    changes = ", ".join(f'"{column}" = new."{column}"' for column in _ROW[1:])
    new = f"WITH new ({named}) AS (VALUES {_values(_ROW, rows)})"
    return f"{new} UPDATE tables SET {changes} FROM new WHERE tables.id = new.id"  # noqa: S608 - names of ours alone
