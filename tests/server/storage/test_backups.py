"""`ziggurat backup --keep`: each backup is checked, the oldest go, and a server warns when the last one is too old."""

from __future__ import annotations

import logging
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine, delete, insert, select, update

from tests.commands import call
from tests.looping import run
from tests.patience import PATIENCE, until
from tests.server.databases import on_both
from tests.server.serving import Person, Server, serving
from tests.server.storage.test_migrations import fill
from ziggurat.core.errors import BadOption
from ziggurat.server.runtime import clock
from ziggurat.server.settings import Settings
from ziggurat.server.storage import backup, backup_rotation, database, schema

DAY = 86_400_000
NAME_A_FILE = "Name a file to write, or say how many backups to keep: `ziggurat backup --keep 14`."


@pytest.fixture
def source(tmp_path: Path) -> Engine:
    """A database with two players and a note."""
    engine = database.connect(f"sqlite:///{tmp_path}/source.db")
    database.migrate(engine)
    fill(engine)
    return engine


@pytest.fixture
def clocked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time of day, as its only item."""
    time = [1_790_000_000_000]
    for module in (backup, backup_rotation):
        monkeypatch.setattr(module, "now", lambda: time[0])
    return time


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != ".lock")


def test_only_the_newest_are_kept(source: Engine, tmp_path: Path, clocked: list[int]) -> None:
    folder = tmp_path / "backups"
    files = []
    for _ in range(4):
        files.append(backup_rotation.rotate(source, folder, 2).file)
        clocked[0] += DAY
    (folder / "mine.db").write_text("somebody's own")
    done = backup_rotation.rotate(source, folder, 2)
    assert done.deleted == [files[2]]
    assert names(folder) == ["mine.db", files[3].name, done.file.name]
    assert done.file.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    restored = database.connect(f"sqlite:///{tmp_path}/restored.db")
    assert backup.restore(done.file, restored) == 5
    restored.dispose()


def test_newest_is_kept_when_the_clock_was_an_hour_ahead(source: Engine, tmp_path: Path, clocked: list[int]) -> None:
    folder = tmp_path / "backups"
    ahead = backup_rotation.rotate(source, folder, 1).file
    clocked[0] -= backup_rotation.HOUR
    done = backup_rotation.rotate(source, folder, 1)
    assert done.deleted == [ahead]
    assert names(folder) == [done.file.name]


@on_both
def test_database_knows_its_last_good_backup(database_url: str, tmp_path: Path) -> None:
    engine = database.connect(database_url)
    database.migrate(engine)
    before = clock.now()
    done = call("backup", "--keep", "3", "--folder", str(tmp_path / "kept"), "--database", database_url)
    assert (done.returncode, done.stderr) == (0, "")
    (file,) = backup_rotation.kept(tmp_path / "kept")
    assert done.stdout == f"1 row saved in {file}.\n"
    with engine.connect() as connection:
        last = backup_rotation.last_backup(connection)
    assert last is not None
    assert before <= last <= clock.now()
    engine.dispose()


def test_backup_goes_next_to_the_file_by_default(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    assert call("migrate", "--database", url).returncode == 0
    assert call("backup", "--keep", "3", "--database", url).returncode == 0
    assert len(backup_rotation.kept(tmp_path / "backups")) == 1
    assert backup_rotation.default_folder(Settings(database=url, backups="/elsewhere")) == Path("/elsewhere")
    assert backup_rotation.default_folder(Settings(database="postgresql://x@y/z")) == Path("backups")


def spoil_rows(part: Path) -> None:
    with closing(sqlite3.connect(part)) as connection, connection:
        connection.execute("DELETE FROM notes")


def spoil_bytes(part: Path) -> None:
    content = bytearray(part.read_bytes())
    content[4096 * 10 :] = bytes(byte ^ 90 for byte in content[4096 * 10 :])
    part.write_bytes(content)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [(spoil_rows, "of 1 rows in notes, 0 could be restored"), (spoil_bytes, "is damaged: database disk image")],
)
def test_bad_backup_is_noticed_and_older_ones_stay(
    source: Engine, tmp_path: Path, clocked: list[int], monkeypatch: pytest.MonkeyPatch, spoil: Any, sentence: str
) -> None:
    folder = tmp_path / "backups"
    good = backup_rotation.rotate(source, folder, 1).file
    first = clocked[0]
    clocked[0] += DAY
    write = backup._write

    def write_badly(engine: Engine, part: Path) -> Any:
        counts = write(engine, part)
        spoil(part)
        return counts

    monkeypatch.setattr(backup, "_write", write_badly)
    with pytest.raises(Exception, match=sentence):
        backup_rotation.rotate(source, folder, 1)
    assert names(folder) == [good.name]
    with source.connect() as connection:
        assert backup_rotation.last_backup(connection) == first


FULL_DISK = """
import sys
from pathlib import Path
from sqlalchemy import event
from ziggurat.core.errors import ZigguratError
from ziggurat.server.storage import backup_rotation, database

source, folder = sys.argv[1:]
connect = database.connect

def connect_small(url, **options):
    engine = connect(url, **options)
    if url.endswith(".part"):  # SQLite says that the disk is full when a file may not grow
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA max_page_count=120"))
    return engine

database.connect = connect_small
try:
    backup_rotation.rotate(connect(source), Path(folder), 1)
except ZigguratError as problem:
    print(problem)
"""


def test_full_disk_loses_nothing(source: Engine, tmp_path: Path, clocked: list[int]) -> None:
    folder = tmp_path / "backups"
    good = backup_rotation.rotate(source, folder, 1).file
    with source.begin() as connection:
        text = {"table_id": "t", "player": "b", "text": "x" * 1_000_000}
        connection.execute(insert(schema.notes).values(text))
    line = [sys.executable, "-c", FULL_DISK, str(source.url), str(folder)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert "could not be written: database or disk is full. The database and earlier backups are unchanged." in (
        done.stdout
    ), done.stderr
    assert names(folder) == [good.name]
    with source.connect() as connection:
        assert len(connection.execute(select(schema.notes)).all()) == 2


def test_what_a_killed_run_left_is_removed(source: Engine, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for name in ("ziggurat-2026-11-18-030000.db.part", "ziggurat-2026-11-18-030000.db.part-wal"):
        (folder / name).write_text("half")
    done = backup_rotation.rotate(source, folder, 5)
    assert names(folder) == [done.file.name]


def test_two_runs_do_not_meet(source: Engine, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    with (
        backup_rotation._alone_in(folder),
        pytest.raises(BadOption, match=r"Another backup is being written into .*; wait until it is done"),
    ):
        backup_rotation.rotate(source, folder, 5)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], NAME_A_FILE),
        (
            ["x.db", "--keep", "3"],
            NAME_A_FILE,
        ),
        (["x.db", "--folder", "y"], "--folder and --every go with --keep, not with a file."),
        (["--keep", "3", "--folder", "{folder}/a/b"], "{folder}/a/b cannot be created: there is no folder {folder}/a."),
        (["--keep", "3", "--folder", "{folder}/file"], "Backups cannot be written into {folder}/file: File exists."),
    ],
)
def test_refusals(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    call("migrate", "--database", url)
    (tmp_path / "file").write_text("")
    done = call("backup", *(part.format(folder=tmp_path) for part in arguments), "--database", url)
    assert (done.returncode, done.stderr) == (2, f"ziggurat: {sentence.format(folder=tmp_path)}\n")


class EnoughError(Exception):
    """The loop has gone on for long enough."""


def stop(slept: list[float], seconds: float) -> None:
    slept.append(seconds)
    raise EnoughError


def test_loop_waits_for_the_day_and_tries_again(
    source: Engine, tmp_path: Path, clocked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, said, slept = tmp_path / "backups", list[str](), list[float]()
    rotate, fail = backup_rotation.rotate, [True]

    def fail_once(*arguments: Any) -> Any:
        if fail.pop() if fail else False:
            raise backup.FailedBackup("The disk is full.")
        return rotate(*arguments)

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        clocked[0] += int(seconds * 1000)
        if len(slept) == 3:
            raise EnoughError

    monkeypatch.setattr(backup_rotation, "rotate", fail_once)
    with pytest.raises(EnoughError):
        backup_rotation.repeat(source, folder, 2, 24, said.append, sleep)
    assert slept == [3600, 86400, 86400]
    assert said[0] == "The disk is full. It is tried again."
    assert len(said) == 3
    clocked[0] -= 30 * DAY  # the clock was a month ahead: the loop does not wait for a month
    slept.clear()
    with pytest.raises(EnoughError):
        backup_rotation.repeat(source, folder, 2, 24, said.append, lambda seconds: stop(slept, seconds))
    assert slept == [86400]
    assert len(said) == 4


# ---------------------------------------------------------------------------------------------------------- the warning


@pytest.mark.parametrize(
    ("last", "first", "hours", "sentence"),
    [
        (25, 900, 26, None),
        (27, 900, 26, "The last good backup is 27 hours old."),
        (24 * 9, 900, 26, "The last good backup is 9 days old."),
        (None, 27, 26, "There is no backup yet: run `ziggurat backup --keep 14` every day."),
        (None, 25, 26, None),
        (None, None, 26, None),
        (None, 900, 0, None),
        (
            -1,
            900,
            26,
            "The last good backup is from a time to come: this machine's clock was wrong then, or is wrong now.",
        ),
        (-1, 900, 0, None),
    ],
)
def test_warning_after_a_day(
    clocked: list[int], last: int | None, first: int | None, hours: float, sentence: str | None
) -> None:
    at = [None if age is None else clocked[0] - age * backup_rotation.HOUR for age in (last, first)]
    assert backup_rotation.backup_warning(at[0], at[1], hours) == sentence


def test_health_check_and_log_warn(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    engine = database.connect(url)
    database.migrate(engine)
    fill(engine)  # players of 1970
    with open(tmp_path / "log", "w+b") as log, serving(url, log=log) as server:
        Person(server)
        until_warned(log)
        assert health(server) == "ok\nThere is no backup yet: run `ziggurat backup --keep 14` every day.\n"
        assert call("backup", "--keep", "2", "--database", url).returncode == 0
        assert health(server) == "ok\n"
        with engine.begin() as connection:
            connection.execute(update(schema.service).values(backed_up=clock.now() - 3 * DAY))
        assert health(server) == "ok\nThe last good backup is 3 days old.\n"
    engine.dispose()


def health(server: Server) -> str:
    return httpx.get(f"{server.url}/healthz", timeout=PATIENCE).raise_for_status().text


def until_warned(log: Any) -> None:
    until(lambda: b"There is no backup yet" in Path(log.name).read_bytes())


class OldServer:
    """A server whose last backup is old."""

    leading = False
    settings = Settings(backup_hours=26)

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def read(self, work: Any, *arguments: Any) -> Any:
        with self._engine.connect() as connection:
            return work(connection, *arguments)


def test_every_process_logs_the_warning(source: Engine, caplog: pytest.LogCaptureFixture) -> None:
    with source.begin() as connection:
        connection.execute(update(schema.service).values(backed_up=clock.now() - 2 * DAY))
    with caplog.at_level(logging.WARNING):
        run(backup_rotation.BackupWatch(OldServer(source)).run_once())  # type: ignore[arg-type]
    assert [record.getMessage() for record in caplog.records] == ["The last good backup is 2 days old."]


# -------------------------------------------------------------------------------------------------------- the rehearsal


def test_rehearsal_changes_nothing_and_says_what_is_there(source: Engine, tmp_path: Path) -> None:
    with source.begin() as connection:
        connection.execute(delete(schema.notes))
    file = backup_rotation.rotate(source, tmp_path / "backups", 5).file
    before = file.read_bytes()
    done = call("restore", "--check", str(file))
    assert (done.returncode, done.stdout) == (0, f"4 rows and 0 matches are in {file}; it can be restored.\n")
    assert file.read_bytes() == before
    assert names(file.parent) == [file.name]
    spoil_bytes(file)
    done = call("restore", "--check", str(file))
    assert done.returncode == 2
    assert done.stderr.startswith(f"ziggurat: {file} is damaged: ")
