"""Backup of a database into an SQLite file, while the server runs, and restore."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine, delete, insert, select, text

from ziggurat.core.errors import BadOption
from ziggurat.core.outputs import check_output_files
from ziggurat.server.storage import database, schema

CHUNK = 1000  # rows
COUNTED = ("chat", "audit")  # tables with an id that the database assigns


def check_backup_file(file: Path) -> None:
    """Raise `BadOption` if a backup cannot be written to this file."""
    check_output_files(file, _part(file))
    if file.exists():
        raise BadOption(f"{file} already exists; choose a new file for the backup.")


def backup(source: Engine, file: Path) -> int:
    """Copy a database into a new SQLite file; returns the number of rows. Servers keep running."""
    check_backup_file(file)
    part = _part(file)
    part.unlink(missing_ok=True)
    target = database.connect(f"sqlite:///{part}")
    database.migrate(target)
    copied = copy(source, target)
    with target.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    target.dispose()
    part.rename(file)
    return copied


def _part(file: Path) -> Path:
    return file.with_name(f"{file.name}.part")


def restore(file: Path, target: Engine) -> int:
    """Copy a backup into an empty database; returns the number of rows."""
    if not file.exists():
        raise BadOption(f"There is no file {file}.")
    database.migrate(target)
    with target.connect() as connection:
        if connection.execute(select(schema.tables.c.id).limit(1)).first() is not None:
            raise BadOption("The database is not empty; a backup can only be restored into an empty one.")
    return copy(database.connect(f"sqlite:///{file}"), target)


def copy(source: Engine, target: Engine) -> int:
    """Copy all rows of one snapshot."""
    count = 0
    with source.connect() as reading, target.begin() as writing:
        database.begin_snapshot(reading)
        writing.execute(delete(schema.service))
        for table in schema.metadata.sorted_tables:
            if table is schema.questions:  # nobody waits for the answers any more
                continue
            for rows in reading.execute(select(table)).mappings().partitions(CHUNK):
                writing.execute(insert(table), [dict(row) for row in rows])
                count += len(rows)
        if writing.dialect.name == "postgresql":
            for name in COUNTED:
                last = f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))"  # noqa: S608
                writing.execute(text(last))
    return count
