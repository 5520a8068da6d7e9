"""Backup of a database into an SQLite file, while the server runs, and restore."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Engine, delete, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

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
    """Copy a backup into an empty database; returns the number of rows.

    A file that cannot be restored is refused before anything is changed. A backup of an earlier version is upgraded
    in a temporary copy; the file itself stays as it is.
    """
    if not file.exists():
        raise BadOption(f"There is no file {file}.")
    database.check_header(file)
    with _folder_for_copy(file) as folder:
        source = database.connect(f"sqlite:///{_copy_file(file, Path(folder))}")
        try:
            _check_backup(file, source)
            _check_empty(target)
            database.migrate(source)
            database.migrate(target)
            return copy(source, target)
        except SQLAlchemyError as problem:
            raise database.BadDatabase(f"{file} cannot be restored: {database.reason(problem)}.") from problem
        finally:
            source.dispose()


def _folder_for_copy(file: Path) -> TemporaryDirectory[str]:
    """A temporary folder next to a file; if it is on a read-only disk, one among the system's temporary files."""
    try:
        return TemporaryDirectory(prefix=f".{file.name}-", dir=file.parent)
    except OSError:
        return TemporaryDirectory(prefix="ziggurat-")


def _copy_file(file: Path, folder: Path) -> Path:
    """Copy a backup, with what SQLite has not yet moved into it if it has been served."""
    copied = folder / "backup.db"
    try:
        shutil.copyfile(file, copied)
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{file}-wal", f"{copied}-wal")
    except OSError as problem:
        raise BadOption(f"{file} cannot be copied to {folder.parent}: {problem.strerror}.") from problem
    return copied


def _check_backup(file: Path, source: Engine) -> None:
    """Refuse the copy of a file that is damaged or was not written by a version we know."""
    try:
        with source.connect() as connection:
            tables = set(inspect(connection).get_table_names())
            damage = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one()
    except SQLAlchemyError as problem:
        raise database.BadDatabase(f"{file} is damaged: {database.reason(problem)}.") from problem
    if damage != "ok":
        raise database.BadDatabase(f"{file} is damaged: {' '.join(damage.split())}.")
    if not tables >= {"alembic_version", "players", "tables"}:
        raise database.BadDatabase(f"{file} is not a backup of Ziggurat: it lacks its tables.")
    current, needed = database.revision(source, str(file))
    missing = sorted(table.name for table in schema.metadata.sorted_tables if table.name not in tables)
    if current is None or (current == needed and missing):
        raise database.BadDatabase(f"{file} is damaged: it lacks {missing[0] if missing else 'its schema number'}.")


def _check_empty(target: Engine) -> None:
    current, _ = database.revision(target)
    if current is None:
        return
    with target.connect() as connection:
        table = connection.execute(select(schema.tables.c.id).limit(1)).first()
    if table is not None:
        raise BadOption("The database is not empty; a backup can only be restored into an empty one.")


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
