"""A schema change happens completely or not at all, whenever the process is killed."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import event

from tests.cases import first
from tests.commands import call
from ziggurat.server.storage import database

STORED = Path(__file__).parent / "stored" / "rules-1.sql"
STEPS = [script.revision for script in ScriptDirectory.from_config(database.alembic_config()).walk_revisions()][::-1]
MOST = 400  # statements of all migrations together


def old_database(folder: Path) -> Path:
    """A file of an earlier version, with matches in it."""
    path = folder / "old.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(STORED.read_text("utf-8"))
    return path


def contents(path: Path) -> dict[str, Any]:
    """The whole database, by table: columns (in whatever order they were added) and rows."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        names = connection.execute("SELECT type, name FROM sqlite_master ORDER BY 1, 2").fetchall()
        tables = {}
        for kind, name in names:
            if kind == "table":
                columns = sorted(row[1] for row in connection.execute(f'PRAGMA table_info("{name}")'))
                quoted = ", ".join(f'"{column}"' for column in columns)
                rows = connection.execute(f'SELECT {quoted} FROM "{name}"').fetchall()  # noqa: S608 - our own names
                tables[name] = (columns, sorted(map(repr, rows)))
        tables["all names"] = (names, [])
        return tables


def in_another_process(work: Callable[[], None]) -> int:
    """Do something in a copy of this process; how it ended."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def kill_at(path: Path, statement: int, migrate: Callable[[Any], None] = database.migrate) -> int:
    """Migrate a file in a process that is killed before so many statements; its exit status, 0 if it came through."""

    def work() -> None:
        engine, count = database.connect(f"sqlite:///{path}"), 0

        def look(*_: Any) -> None:
            nonlocal count
            count += 1
            if count == statement:
                os.kill(os.getpid(), signal.SIGKILL)

        event.listen(engine, "before_cursor_execute", look)
        migrate(engine)
        os._exit(0)

    return in_another_process(work)


def migrate_as_before(engine: Any) -> None:
    """Migrate as earlier versions did: what creates tables and columns was kept when they were killed."""
    with engine.begin() as connection:
        command.upgrade(database.alembic_config(connection), "head")


@pytest.mark.parametrize("step", first(37, 1))
def test_a_killed_migration_has_changed_nothing(tmp_path: Path, step: int) -> None:
    """`make test` kills at every 37th statement, `make long` at every one."""
    original = old_database(tmp_path)
    before = contents(original)
    whole = Path(shutil.copy(original, tmp_path / "whole.db"))
    assert kill_at(whole, 0) == 0
    after = contents(whole)
    assert after != before
    for statement in range(1, MOST, step):
        path = Path(shutil.copy(original, tmp_path / "killed.db"))
        status = kill_at(path, statement)
        if status == 0:
            break
        assert status == -signal.SIGKILL
        assert contents(path) == before, f"killed at statement {statement}"
        if statement % 5 == 1:
            assert kill_at(path, 0) == 0
            assert contents(path) == after, f"migrated again after a kill at statement {statement}"
        for rest in tmp_path.glob("killed.db*"):
            rest.unlink()
    else:
        raise AssertionError(f"there are more than {MOST} statements")


@pytest.mark.parametrize("step", first(5, 1))
def test_a_file_that_an_earlier_version_left_half_migrated_is_repaired(tmp_path: Path, step: int) -> None:
    original = old_database(tmp_path)
    whole = Path(shutil.copy(original, tmp_path / "whole.db"))
    assert kill_at(whole, 0) == 0
    damaged = 0
    for statement in range(1, MOST, step):
        path = Path(shutil.copy(original, tmp_path / "killed.db"))
        if kill_at(path, statement, migrate_as_before) == 0:
            break
        engine = database.connect(f"sqlite:///{path}")
        try:
            database.prepare(engine)
        except database.BadDatabase as refusal:
            damaged += 1
            assert f"`ziggurat migrate --repair --database sqlite:///{path}`" in str(refusal)  # noqa: PT017
            database.migrate(engine, repair=True)
            database.prepare(engine)
        engine.dispose()
        assert contents(path) == contents(whole), f"killed at statement {statement}"
        for rest in tmp_path.glob("killed.db*"):
            rest.unlink()
    assert damaged


def test_the_file_as_it_was_is_kept_beside_it(tmp_path: Path) -> None:
    path = old_database(tmp_path)
    before = contents(path)
    done = call("migrate", "--database", f"sqlite:///{path}")
    assert done.stdout == f"The database has schema {STEPS[-1]}.\n"
    (backup,) = tmp_path.glob("*.backup")
    assert contents(backup) == before
    assert backup.stat().st_mode & 0o777 == 0o600
    call("migrate", "--database", f"sqlite:///{path}")  # nothing to do: nothing to keep
    assert [*tmp_path.glob("*.backup*")] == [backup]


def test_without_a_backup_nothing_is_changed(tmp_path: Path) -> None:
    path = old_database(tmp_path)
    before = contents(path)
    revision, _ = database.revision(database.connect(f"sqlite:///{path}"))
    Path(f"{path}.schema-{revision}.backup").mkdir()  # a folder cannot be replaced by a file
    done = call("migrate", "--database", f"sqlite:///{path}")
    assert done.returncode != 0
    assert "no backup could be written" in done.stderr
    assert "Traceback" not in done.stderr
    assert contents(path) == before


def test_a_new_file_needs_no_backup(tmp_path: Path) -> None:
    database.migrate(database.connect(f"sqlite:///{tmp_path}/new.db"))
    assert [*tmp_path.glob("*.backup*")] == []
