"""`ziggurat restore`: backups of earlier versions, and files that are refused before the database is touched."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect, select, text

from tests.commands import call
from tests.server.databases import on_both
from tests.server.storage.test_migrations import AFTER, HEAD, fill
from ziggurat.core.errors import ZigguratError
from ziggurat.server.accounts import identity
from ziggurat.server.storage import backup, database, schema

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "AFTER"
down_revision = "HEAD"


def upgrade():
    op.add_column("players", sa.Column("clan", sa.String(20)))
    op.execute("UPDATE players SET name = name || ' the Elder'")
""".replace("AFTER", AFTER).replace("HEAD", HEAD)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A backup of two players, one with a note at a table."""
    engine = database.connect(f"sqlite:///{tmp_path}/source.db")
    database.migrate(engine)
    fill(engine)
    backup.backup(engine, tmp_path / "saved.db")
    engine.dispose()
    return tmp_path / "saved.db"


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def names(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        return list(connection.execute(select(schema.players.c.name).order_by("name")).scalars())


@on_both
def test_backup_of_an_earlier_version_is_upgraded_in_a_copy(
    saved: Path, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "versions"
    folder.mkdir()
    (folder / f"{AFTER}_elders.py").write_text(NEXT)
    monkeypatch.setattr(database, "VERSIONS", [*database.VERSIONS, folder])
    before, files = saved.read_bytes(), sorted(tmp_path.iterdir())
    target = database.connect(database_url)
    assert backup.restore(saved, target) == 5
    assert names(target) == ["a the Elder", "b the Elder"]
    assert database.revision(target) == (AFTER, AFTER)
    target.dispose()
    assert saved.read_bytes() == before
    assert [path for path in sorted(tmp_path.iterdir()) if "ziggurat.db" not in path.name] == files


@on_both
def test_backup_that_has_been_served_is_restored_whole(saved: Path, database_url: str) -> None:
    """Its last rows may still lie in the file next to it."""
    with closing(sqlite3.connect(saved)) as served:
        served.execute("PRAGMA journal_mode=WAL")
        served.execute("INSERT INTO players (id, name, created) SELECT 'c', 'c', created FROM players LIMIT 1")
        served.commit()
        target = database.connect(database_url)
        backup.restore(saved, target)
        assert names(target) == ["a", "b", "c"]
        target.dispose()


def is_text(path: Path) -> None:
    path.write_text("Dear diary, " * 1000)


def is_short_text(path: Path) -> None:
    path.write_text("x")


def is_empty(path: Path) -> None:
    path.write_bytes(b"")


def is_foreign(path: Path) -> None:
    path.unlink()
    execute(path, "CREATE TABLE alembic_version (version_num TEXT)", "CREATE TABLE songs (title TEXT)")


def is_newer(path: Path) -> None:
    execute(path, "UPDATE alembic_version SET version_num = '0099'")


def is_unreleased(path: Path) -> None:
    execute(path, "UPDATE alembic_version SET version_num = '0012'", "DROP TABLE notes")


def lacks_a_table(path: Path) -> None:
    execute(path, "DROP TABLE notes")


def lacks_its_schema_number(path: Path) -> None:
    execute(path, "DELETE FROM alembic_version")


def is_cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def is_overwritten(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 * 10 :] = bytes(byte ^ 90 for byte in content[4096 * 10 :])
    path.write_bytes(content)


def is_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def is_missing(path: Path) -> None:
    path.unlink()


REFUSALS = {
    is_text: "{path} is not an SQLite database.",
    is_short_text: "{path} is not an SQLite database.",
    is_empty: "{path} is not a backup of Ziggurat: it lacks its tables.",
    is_foreign: "{path} is not a backup of Ziggurat: it lacks its tables.",
    is_newer: "{path} has schema 0099, made by a newer version of Ziggurat.",
    is_unreleased: "{path} has schema 0012, made by an unreleased version before 0024; it cannot be upgraded.",
    lacks_a_table: "{path} is damaged: it lacks notes.",
    lacks_its_schema_number: "{path} is damaged: it lacks its schema number.",
    is_cut: "{path} is damaged: database disk image is malformed.",
    is_overwritten: "{path} is damaged: database disk image is malformed.",
    is_a_folder: "{path} cannot be copied to {path.parent}: Is a directory.",
    is_missing: "There is no file {path}.",
}


@on_both
@pytest.mark.parametrize(("spoil", "sentence"), REFUSALS.items(), ids=lambda part: getattr(part, "__name__", ""))
def test_file_is_refused_before_the_database_is_touched(
    saved: Path, database_url: str, spoil: Callable[[Path], None], sentence: str
) -> None:
    spoil(saved)
    target = database.connect(database_url)
    with pytest.raises(ZigguratError) as refusal:
        backup.restore(saved, target)
    assert str(refusal.value) == sentence.format(path=saved)
    assert inspect(target).get_table_names() == []
    target.dispose()


@on_both
def test_database_with_tables_is_not_overwritten(saved: Path, database_url: str) -> None:
    target = database.connect(database_url)
    database.migrate(target)
    fill(target)
    with target.begin() as connection:
        connection.execute(text("UPDATE players SET name = 'c' WHERE id = 'a'"))
    with pytest.raises(ZigguratError, match="The database is not empty"):
        backup.restore(saved, target)
    assert names(target) == ["b", "c"]
    target.dispose()


@pytest.mark.parametrize("command", ["restore", "migrate"])
def test_database_that_a_server_uses_is_left_alone(saved: Path, tmp_path: Path, command: str) -> None:
    """A restored one has another key for cookies, and other clocks; the server would go on with its own."""
    served = f"sqlite:///{tmp_path}/served.db"
    engine = database.connect(served)
    database.migrate(engine)
    lock = database.lock(served)
    assert lock is not None
    with lock, engine.connect() as connection:
        secret = identity.stored_secret(connection)
        done = call(command, *([str(saved)] if command == "restore" else []), "--database", served)
        assert done.returncode != 0
        assert done.stderr.startswith(f"ziggurat: Another server is using {tmp_path}/served.db.")
        assert identity.stored_secret(connection) == secret
    assert call(command, *([str(saved)] if command == "restore" else []), "--database", served).returncode == 0
    engine.dispose()


@on_both
def test_rows_that_do_not_fit_are_refused_in_one_sentence(saved: Path, database_url: str) -> None:
    execute(saved, "UPDATE notes SET player = 'nobody'")
    target = database.connect(database_url)
    with pytest.raises(database.BadDatabase, match=r"saved\.db cannot be restored: (?i:.*foreign key)"):
        backup.restore(saved, target)
    assert names(target) == []
    target.dispose()


@pytest.mark.parametrize("content", ["x", "Dear diary, " * 1000], ids=["short", "long"])
def test_commands_refuse_a_file_that_is_no_database(tmp_path: Path, content: str) -> None:
    diary, target = tmp_path / "diary.txt", tmp_path / "new.db"
    diary.write_text(content)
    for command in (
        ["migrate", "--database", f"sqlite:///{diary}"],
        ["verify", "--database", f"sqlite:///{diary}"],
        ["restore", str(diary), "--database", f"sqlite:///{target}"],
    ):
        done = call(*command)
        assert done.returncode != 0
        assert done.stderr == f"ziggurat: {diary} is not an SQLite database.\n"
    assert diary.read_text() == content
    assert not target.exists()
