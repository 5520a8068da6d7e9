"""Backup of a database into an SQLite file, while the server runs, and restore."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Engine, delete, func, insert, inspect, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.core.outputs import check_output_files
from ziggurat.server.runtime.clock import now
from ziggurat.server.storage import database, schema
from ziggurat.server.storage.verify import VerifyReport, verify

CHUNK = 1000  # rows
COUNTED = ("chat", "audit")  # tables with an id that the database assigns


class FailedBackup(ZigguratError):
    """A backup could not be written, or is not what was written."""


def check_backup_file(file: Path) -> None:
    """Raise `BadOption` if a backup cannot be written to this file."""
    check_output_files(file, _part(file))
    if file.exists():
        raise BadOption(f"{file} already exists; choose a new file for the backup.")


def backup(source: Engine, file: Path) -> int:
    """Copy a database into a new SQLite file and check it; returns the number of rows. Servers keep running.

    The file appears once it has been restored into a temporary database and compared, row count by row count. Only
    then the database notes the time, for the server's warning about old backups.
    """
    check_backup_file(file)
    part, begun = _part(file), now()
    with _reporting(source, file):
        _remove(part)
        try:
            counts = _write(source, part)
            _check_copy(part, counts)
            part.rename(file)
        except BaseException:
            _remove(part)
            raise
    try:
        with source.begin() as connection:
            connection.execute(update(schema.service).values(backed_up=begun))
    except SQLAlchemyError as problem:
        raise FailedBackup(
            f"{file} is a good backup, but its time could not be stored: {database.reason(problem)}."
        ) from problem
    return counts.total()


def _write(source: Engine, part: Path) -> Counter[str]:
    target = database.connect(f"sqlite:///{part}")
    try:
        database.migrate(target)
        counts = copy(source, target)
        with target.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
        return counts
    finally:
        target.dispose()


def _check_copy(part: Path, counts: Counter[str]) -> None:
    """Refuse a backup that cannot be restored, or has other rows than were written."""
    with TemporaryDirectory(prefix=f".{part.name}-", dir=part.parent) as folder:
        target = database.connect(f"sqlite:///{folder}/restored.db")
        try:
            restore(part, target)
            restored = _count_rows(target)
        finally:
            target.dispose()
    for name in counts | restored:
        if counts[name] != restored[name]:
            raise FailedBackup(
                f"The backup is not good: of {counts[name]} rows in {name}, {restored[name]} could be restored."
            )


def _count_rows(engine: Engine) -> Counter[str]:
    with engine.connect() as connection:
        return Counter(
            {
                table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
                for table in schema.metadata.sorted_tables
            }
        )


@contextmanager
def _reporting(source: Engine, file: Path) -> Iterator[None]:
    """Say in one sentence why a backup failed: a full disk is the usual reason."""
    try:
        yield
    except (SQLAlchemyError, OSError) as problem:
        why = database.reason(problem) if isinstance(problem, SQLAlchemyError) else problem.strerror
        raise FailedBackup(
            f"The backup {file} could not be written: {why}. The database and earlier backups are unchanged."
        ) from problem


def _part(file: Path) -> Path:
    return file.with_name(f"{file.name}.part")


def _remove(part: Path) -> None:
    """Remove what an unfinished backup left."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        part.with_name(part.name + suffix).unlink(missing_ok=True)


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
            with database.unserved(target):
                database.migrate(source)
                database.migrate(target)
                return copy(source, target).total()
        except SQLAlchemyError as problem:
            raise database.BadDatabase(f"{file} cannot be restored: {database.reason(problem)}.") from problem
        finally:
            source.dispose()


def rehearse(file: Path) -> tuple[int, VerifyReport]:
    """Restore a backup into a temporary database and replay every match; the number of rows, and what differs."""
    with _folder_for_copy(file) as folder:
        target = database.connect(f"sqlite:///{folder}/restored.db")
        try:
            return restore(file, target), verify(target)
        finally:
            target.dispose()


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


def copy(source: Engine, target: Engine) -> Counter[str]:
    """Copy all rows of one snapshot; returns their number, by table."""
    counts: Counter[str] = Counter()
    with source.connect() as reading, target.begin() as writing:
        database.begin_snapshot(reading)
        writing.execute(delete(schema.service))
        for table in schema.metadata.sorted_tables:
            if table is schema.questions:  # nobody waits for the answers any more
                continue
            for rows in reading.execute(select(table)).mappings().partitions(CHUNK):
                writing.execute(insert(table), [dict(row) for row in rows])
                counts[table.name] += len(rows)
        if writing.dialect.name == "postgresql":
            for name in COUNTED:
                last = f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))"  # noqa: S608
                writing.execute(text(last))
    return counts
