"""Writes journal entries with the sqlite3 driver, on its own connection: most of the cost is overhead.

All entries of a commit take one statement, and all changed rows of `tables` another. Each statement switches between
the writer thread and the event loop, which costs more than the statement itself.
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
    """A journal entry, and the changed columns of its table's row (None if nothing changes)."""

    table_id: str
    entry: Entry
    row: MatchRow | None


class Appender:
    """Appends journal entries, one transaction per call. Use it in one thread only."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Any = None

    def append(self, appends: list[Append]) -> bool:
        """Commit all entries; false, and nothing is written, if one of them exists already."""
        try:
            connection = self._open()
            changed = {
                append.table_id: _row(append.table_id, append.row)  # the last entry of a table counts
                for append in appends
                if append.row is not None
            }
            if changed:  # a single statement is its own transaction
                connection.execute("BEGIN IMMEDIATE")
            self._execute(_insert(len(appends)), ((append.table_id, *append.entry) for append in appends))
            if changed:
                self._execute(_update(len(changed)), changed.values())
                connection.execute("COMMIT")
        except sqlite3.IntegrityError:
            self._roll_back()
            return False
        except sqlite3.Error as problem:
            self._roll_back()
            raise DBAPIError.instance("appending to journals", None, problem, sqlite3.Error) from problem
        return True

    def close(self) -> None:
        """Close the connection; an open transaction is rolled back."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _roll_back(self) -> None:
        """Undo a failed transaction. The connection stays open, because it may be the last one.

        SQLite reads its write-ahead log again after the last connection was closed, and then a commit in it counts
        that was never synced.
        """
        if self._connection is not None and self._connection.in_transaction:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    def _open(self) -> Any:
        if self._connection is None:
            borrowed = self._engine.raw_connection()
            self._connection = borrowed.driver_connection
            borrowed.detach()
            self._connection.isolation_level = None  # `append` begins and ends transactions
            self._connection.execute("PRAGMA temp_store=MEMORY")  # no temporary file for each statement
        return self._connection

    def _execute(self, statement: str, rows: Iterable[tuple[Any, ...]]) -> None:
        self._connection.execute(statement, [value for row in rows for value in row])


def _row(table_id: str, row: MatchRow) -> tuple[Any, ...]:
    values: dict[str, Any] = {"id": table_id, **row, "status": str(row["status"])}
    return tuple(json.dumps(values[name]) if name in _JSON else values[name] for name in _ROW)


def _values(columns: tuple[str, ...], rows: int) -> str:
    row = f"({', '.join('?' * len(columns))})"
    return ", ".join([row] * rows)


def _insert(rows: int) -> str:
    names = ", ".join(f'"{column}"' for column in _ENTRY)
    return f"INSERT INTO journal ({names}) VALUES {_values(_ENTRY, rows)}"  # noqa: S608 - our own names


def _update(rows: int) -> str:
    names = ", ".join(f'"{column}"' for column in _ROW)
    changes = ", ".join(f'"{column}" = new."{column}"' for column in _ROW[1:])
    new = f"WITH new ({names}) AS (VALUES {_values(_ROW, rows)})"
    return f"{new} UPDATE tables SET {changes} FROM new WHERE tables.id = new.id"  # noqa: S608 - our own names
