"""Schema changes: complete or not at all, whenever the process is killed; tested with a made-up migration."""

from __future__ import annotations

import ast
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
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, event, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from tests.cases import first
from tests.server.databases import on_both
from ziggurat.server.storage import database, schema, upgrade

MOST = 400  # statements of all migrations together
HEAD = str(ScriptDirectory.from_config(database.alembic_config()).get_current_head())
AFTER = f"{int(HEAD) + 1:04}"
NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "AFTER"
down_revision = "HEAD"


def upgrade():
    op.create_table("clans", sa.Column("id", sa.String(20), primary_key=True), sa.Column("founded", sa.BigInteger()))
    op.add_column("players", sa.Column("clan", sa.String(20)))
    op.create_index("players_clan", "players", ["clan"])
    op.execute("INSERT INTO clans (id, founded) SELECT name, created FROM players")
    op.execute("UPDATE players SET clan = name")
    op.drop_index("notes_player", "notes")
    with op.batch_alter_table("notes") as batch:  # SQLite copies the table
        batch.alter_column("text", new_column_name="words", existing_type=sa.Text())
        batch.drop_constraint("notes_player_fk", type_="foreignkey")
    op.drop_table("push_keys")
""".replace("AFTER", AFTER).replace("HEAD", HEAD)


def contents(path: Path) -> dict[str, Any]:
    """The whole database, by table: columns and rows."""
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


def fill(engine: Engine) -> None:
    """Two players, one with a note at a table."""
    table = {"id": "t", "game": "babel", "rules": 1, "options": {}, "seed": "1", "pace": {}, "leave": "bot"}
    table |= {"stand_in": "random", "public": True, "host": "a", "status": "open", "turn": -1, "bot_turn": False}
    with engine.begin() as connection:
        connection.execute(insert(schema.players), [{"id": name, "name": name, "created": 5} for name in "ab"])
        connection.execute(insert(schema.tables).values(**table, created=1, changed=1))
        connection.execute(insert(schema.notes).values(table_id="t", player="a", text="take the city"))


@pytest.fixture
def current(tmp_path: Path) -> Path:
    """A database file of today's schema, with rows in it."""
    path = tmp_path / "current.db"
    engine = database.connect(f"sqlite:///{path}")
    database.migrate(engine)
    fill(engine)
    engine.dispose()
    return path


@pytest.fixture
def update(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From then on this is a later version of Ziggurat, with one migration more."""

    def add_migration() -> None:
        folder = tmp_path / "versions"
        folder.mkdir()
        (folder / f"{AFTER}_clans.py").write_text(NEXT)
        monkeypatch.setattr(database, "VERSIONS", [*database.VERSIONS, folder])

    return add_migration


def run_in_another_process(work: Callable[[], None]) -> int:
    """Run in a fork of this process; its exit status."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def migrate_and_kill(path: Path, statement: int) -> int:
    """Migrate a file in a process that is killed before its nth statement; exit status 0 if it finished."""

    def work() -> None:
        engine, count = database.connect(f"sqlite:///{path}"), 0

        def kill(*_: Any) -> None:
            nonlocal count
            count += 1
            if count == statement:
                os.kill(os.getpid(), signal.SIGKILL)

        event.listen(engine, "before_cursor_execute", kill)
        database.migrate(engine)
        os._exit(0)

    return run_in_another_process(work)


def kill_at_every_statement(original: Path, step: int) -> None:
    before = contents(original)
    whole = Path(shutil.copy(original, original.with_name("whole.db")))
    assert migrate_and_kill(whole, 0) == 0
    after = without_service(contents(whole))
    assert after != without_service(before)
    for statement in range(1, MOST, step):
        path = Path(shutil.copy(original, original.with_name("killed.db")))
        status = migrate_and_kill(path, statement)
        if status == 0:
            assert statement > 1
            return
        assert status == -signal.SIGKILL
        assert contents(path) == before, f"killed at statement {statement}"
        if statement % 5 == 1:
            assert migrate_and_kill(path, 0) == 0
            assert without_service(contents(path)) == after, f"migrated after a kill at statement {statement}"
        for file in original.parent.glob("killed.db*"):
            file.unlink()
    raise AssertionError(f"there are more than {MOST} statements")


def without_service(tables: dict[str, Any]) -> dict[str, Any]:
    """Without the server's own row: a new database gets a new secret."""
    return {name: rows for name, rows in tables.items() if name != "service"}


@on_both
def test_migrations_create_the_schema(database_url: str) -> None:
    engine = database.connect(database_url)
    database.migrate(engine)
    with engine.connect() as connection:
        defaults = engine.dialect.name == "sqlite"  # PostgreSQL cannot compare JSON
        context = MigrationContext.configure(connection, opts={"compare_server_default": defaults})
        assert compare_metadata(context, schema.metadata) == []
    assert database.revision(engine) == (HEAD, HEAD)
    engine.dispose()


@on_both
def test_database_of_the_first_schema_is_upgraded(database_url: str) -> None:
    """With its rows, and to the same schema as a new one has."""
    engine = database.connect(database_url)
    with upgrade.transaction(engine) as connection:
        command.upgrade(database.alembic_config(connection), database.FIRST_REVISION)
        connection.execute(text("INSERT INTO players (id, name, created) VALUES ('a', 'Anna', 5)"))
        connection.execute(text("INSERT INTO audit (at, by, action, name, text) VALUES (1, '', 'warn', 'Bob', 'why')"))
        connection.execute(text("INSERT INTO service (id, seen, downtime, secret) VALUES (1, 2, 3, 'key')"))
    database.migrate(engine)
    assert database.revision(engine) == (HEAD, HEAD)
    with engine.connect() as connection:
        defaults = engine.dialect.name == "sqlite"  # PostgreSQL cannot compare JSON
        context = MigrationContext.configure(connection, opts={"compare_server_default": defaults})
        assert compare_metadata(context, schema.metadata) == []
        player = connection.execute(select(schema.players)).one()
        assert (player.name, player.admin) == ("Anna", False)
        assert connection.execute(select(schema.audit.c.text)).scalar_one() == "why"
        service = connection.execute(select(schema.service)).one()
        assert (service.downtime, service.secret, service.backed_up) == (3, "key", None)
    with pytest.raises(SQLAlchemyError, match="the audit log cannot be changed"), engine.begin() as connection:
        connection.execute(text("DELETE FROM audit"))
    engine.dispose()


@on_both
def test_audit_log_cannot_be_changed(database_url: str) -> None:
    engine = database.connect(database_url)
    database.migrate(engine)
    row = {"at": 1, "by": "Anna", "action": "warn", "name": "Bob", "text": "why"}
    with engine.begin() as connection:
        connection.execute(insert(schema.audit).values(row))
    for statement in ("UPDATE audit SET text = ''", "DELETE FROM audit"):
        with pytest.raises(SQLAlchemyError, match="the audit log cannot be changed"), engine.begin() as connection:
            connection.execute(text(statement))
    engine.dispose()


def test_migrations_import_no_application_code() -> None:
    for path in database.MIGRATIONS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not [name for name in modules if name.startswith("ziggurat")], path.name


@pytest.mark.parametrize("step", first(37, 1))
def test_killed_creation_leaves_an_empty_file(tmp_path: Path, step: int) -> None:
    """`make test` kills at every 37th statement, `make long` at every one."""
    new = tmp_path / "new.db"
    database.connect(f"sqlite:///{new}").connect().close()
    kill_at_every_statement(new, step)


def test_killed_migration_changes_nothing(current: Path, update: Callable[[], None]) -> None:
    update()
    kill_at_every_statement(current, 1)


@on_both
def test_migration_changes_schema_and_rows(database_url: str, update: Callable[[], None]) -> None:
    engine = database.connect(database_url)
    database.migrate(engine)
    fill(engine)
    update()
    database.migrate(engine)
    assert database.revision(engine) == (AFTER, AFTER)
    with engine.connect() as connection:
        clans = connection.execute(text("SELECT clans.id, founded, clan FROM clans JOIN players ON clan = clans.id"))
        assert sorted(map(tuple, clans)) == [("a", 5, "a"), ("b", 5, "b")]
        assert connection.execute(text("SELECT words FROM notes")).scalars().all() == ["take the city"]
    engine.dispose()


def test_file_is_backed_up_before_a_migration(current: Path, update: Callable[[], None]) -> None:
    update()
    before = contents(current)
    engine = database.connect(f"sqlite:///{current}")
    database.prepare(engine)
    (backup,) = current.parent.glob("*.backup")
    assert backup.name == f"current.db.schema-{HEAD}.backup"
    assert contents(backup) == before
    assert backup.stat().st_mode & 0o777 == 0o600
    backup.unlink()
    database.prepare(engine)
    assert not [*current.parent.glob("*.backup*")]  # nothing to do, nothing to back up
    engine.dispose()


def test_without_a_backup_nothing_is_changed(current: Path, update: Callable[[], None]) -> None:
    update()
    before = contents(current)
    current.with_name(f"current.db.schema-{HEAD}.backup").mkdir()  # a folder cannot be replaced by a file
    engine = database.connect(f"sqlite:///{current}")
    with pytest.raises(upgrade.NoBackup, match=r"the backup .* could not be written"):
        database.prepare(engine)
    engine.dispose()
    assert contents(current) == before


def test_new_file_needs_no_backup(current: Path) -> None:
    assert [*current.parent.glob("*.backup*")] == []


def test_postgresql_is_migrated_only_by_command(postgres_url: str, update: Callable[[], None]) -> None:
    engine = database.connect(postgres_url)
    database.prepare(engine)  # an empty one is created
    update()
    for refuse in (database.prepare, database.check):
        with pytest.raises(database.BadDatabase, match=f"has schema {HEAD} and this program needs {AFTER}; run `zigg"):
            refuse(engine)
    engine.dispose()


@pytest.mark.parametrize(
    ("revision", "problem"),
    [
        ("0023", "The database has schema 0023, made by an unreleased version before 0024; it cannot be upgraded."),
        ("0031", "The database has schema 0031, made by a newer version of Ziggurat."),
    ],
)
def test_unknown_revision_is_refused(current: Path, revision: str, problem: str) -> None:
    engine = database.connect(f"sqlite:///{current}")
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))  # noqa: S608 - our own
    for refuse in (database.prepare, database.check, database.migrate):
        with pytest.raises(database.BadDatabase) as refusal:
            refuse(engine)
        assert str(refusal.value) == problem
    with engine.connect() as connection:
        assert connection.execute(select(schema.players.c.name)).scalars().all() == ["a", "b"]
    engine.dispose()
