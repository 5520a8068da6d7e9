"""Files are private, and unreadable or unwritable ones are reported without a traceback."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.commands import call
from tests.patience import PATIENCE
from tests.server.serving import Person, serving
from ziggurat.core.errors import BadOption
from ziggurat.server import settings
from ziggurat.server.accounts import player_store
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database

DEPLOY = Path(__file__).parents[3] / "deploy"


def _mode(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def _run(*words: str, before: tuple[str, ...] = (), **more: Any) -> subprocess.CompletedProcess[str]:
    command = [*before, sys.executable, "-m", "ziggurat", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


@pytest.mark.long
def test_files_are_private(tmp_path: Path) -> None:
    file, copy = tmp_path / "ziggurat.db", tmp_path / "copy.db"
    before = os.umask(0o022)
    try:
        with serving(f"sqlite:///{file}", fresh=True) as server:
            Person(server).open_table("me", "random")
            beside = sorted(path for path in tmp_path.iterdir())
            assert {path.name for path in beside} >= {"ziggurat.db", "ziggurat.db-wal", "ziggurat.db.lock"}
            assert {path.name: _mode(path) for path in beside} == {path.name: "0o600" for path in beside}
        assert _run("backup", str(copy), "--database", f"sqlite:///{file}").returncode == 0
        assert _mode(copy) == "0o600"
        restored = tmp_path / "restored.db"
        assert _run("restore", str(copy), "--database", f"sqlite:///{restored}").returncode == 0
        assert _mode(restored) == "0o600"
    finally:
        os.umask(before)


def test_file_modes_are_tightened_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "ziggurat.db"
    with serving(f"sqlite:///{file}"):
        pass
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    with (tmp_path / "log").open("wb") as log, serving(f"sqlite:///{file}", log=log):
        assert _mode(file) == _mode(tmp_path / "ziggurat.db.lock") == "0o600"
    log_text = (tmp_path / "log").read_text()
    assert f"{file} was readable by other users (mode 644); changed to private" in log_text


def test_reading_a_missing_database_does_not_create_it(tmp_path: Path) -> None:
    done = call("verify", "--database", f"sqlite:///{tmp_path}/none.db")
    assert done.returncode != 0
    assert "There is no database" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_corrupt_file_is_reported_in_sentences(tmp_path: Path) -> None:
    file = tmp_path / "ziggurat.db"
    with serving(f"sqlite:///{file}") as server:
        person = Person(server)
        tables = [person.open_table("me", "random") for _ in range(3)]
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE tables SET options = '{' WHERE id = ?", (tables[0],))
        connection.execute("UPDATE tables SET game = 'chess' WHERE id = ?", (tables[1],))
    done = call("verify", "--database", f"sqlite:///{file}")
    assert done.returncode == 1
    assert f"Table {tables[0]}: " in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    whole = file.read_bytes()
    stream = secrets.SystemRandom()
    for _ in range(4):  # pages overwritten with rubbish, and a file that breaks off
        broken = bytearray(whole)
        start = stream.randrange(4096, len(broken) - 4096)
        broken[start : start + 4096] = stream.randbytes(4096)
        file.write_bytes(broken)
        done = call("verify", "--database", f"sqlite:///{file}")
        assert "Traceback" not in done.stdout + done.stderr
    for rubbish in (whole[: len(whole) // 2], b"this is no database at all" * 1000):
        file.write_bytes(rubbish)
        done = call("verify", "--database", f"sqlite:///{file}")
        assert done.returncode in (1, 2)
        assert "Traceback" not in done.stdout + done.stderr
        assert "malformed" in done.stdout + done.stderr or "not an SQLite database" in done.stderr


def test_malformed_file_is_reported_and_not_served(tmp_path: Path) -> None:
    """An index without its entries: every match can still be replayed."""
    file = tmp_path / "ziggurat.db"
    engine = database.connect(f"sqlite:///{file}")
    database.prepare(engine)
    with engine.begin() as connection:
        player_store.keep_player(connection, "0" * 32, "Anna", 0)
    assert database.find_damage(engine) is None
    engine.dispose()
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = opened.execute("PRAGMA page_size").fetchone()
        index = "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'players'"
        (page,) = opened.execute(index).fetchone()
    broken = bytearray(file.read_bytes())
    broken[(page - 1) * size : page * size] = b"\x0a\0\0\0\0" + size.to_bytes(2) + bytes(size - 7)  # an empty leaf
    file.write_bytes(broken)

    done = call("verify", "--database", f"sqlite:///{file}")
    assert done.returncode == 1
    assert "The file is malformed: " in done.stdout
    engine = database.connect(f"sqlite:///{file}")
    with pytest.raises(database.BadDatabase, match=r"The database is damaged \(.*\); restore a backup"):
        database.prepare(engine)
    engine.dispose()


@pytest.fixture
def read_only() -> Iterator[Path]:
    """A folder with a database that nobody may write to."""
    folder = Path(tempfile.mkdtemp())
    with serving(f"sqlite:///{folder}/ziggurat.db"):
        pass
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.long
def test_read_only_disk_is_reported_at_the_start(read_only: Path) -> None:
    root = os.geteuid() == 0  # who may write everywhere, unless it is taken from them
    before = ("setpriv", "--bounding-set=-all", "--inh-caps=-all") if root else ()
    serve = ["serve", "--port", "0", "--database", f"sqlite:///{read_only}/ziggurat.db"]
    done = _run(*serve, before=before, timeout=PATIENCE * 3)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "cannot: " in done.stderr
    read_only.chmod(0o777)  # the lock can be made again, the database not
    (read_only / "ziggurat.db.lock").unlink()
    done = _run(*serve, before=before, timeout=PATIENCE * 3)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "The database cannot be opened: " in done.stderr


def test_secret_can_be_in_a_file(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("0123456789abcdef" * 4 + "\n")
    database = f"sqlite:///{tmp_path}/ziggurat.db"
    with serving(database, secret_file=key) as server:
        person = Person(server)
        table = person.open_table("me", "random")
    with serving(database, secret="0123456789abcdef" * 4) as server:
        person.move_to(server)
        assert person.join(table).seat == 0
    with serving(database) as server:  # with the key in the database it is another
        person.move_to(server)
        assert person.join(table).seat == -1


@pytest.mark.long
def test_bad_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "short").write_text("short")
    (tmp_path / "long").write_text("0" * 64)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"secret_file": str(tmp_path / "none")}, "cannot be read"),
        ({"secret_file": str(tmp_path)}, "cannot be read"),
        ({"secret_file": str(tmp_path / "short")}, "holds 5 characters; a key needs 32"),
        ({"secret_file": str(tmp_path / "long"), "secret": "x"}, "are both set"),
    ]
    for chosen, sentence in wrong:
        with pytest.raises(BadOption, match=sentence):
            Settings(**chosen).cookie_secret()
    done = _run("serve", "--port", "0", cwd=tmp_path, env={**os.environ, "ZIGGURAT_SECRET_FILE": "none"})
    assert done.stderr == "ziggurat: ZIGGURAT_SECRET_FILE, none, cannot be read.\n"


@pytest.mark.parametrize(("name", "command"), [("ziggurat", "serve"), ("ziggurat-backup", "backup --keep 14")])
def test_the_units_for_systemd_set_what_exists_and_lock_the_rest(tmp_path: Path, name: str, command: str) -> None:
    unit = (DEPLOY / f"{name}.service").read_text()
    assert "\nUser=ziggurat\n" in unit  # both run as the same user, or one could not read the other's files
    assert "\nStateDirectory=ziggurat\n" in unit
    variables = {settings.variable(name) for name in Settings.__dataclass_fields__} | {
        "ZIGGURAT_CACHE",
        "ZIGGURAT_SETTINGS",
    }
    assert set(re.findall(r"ZIGGURAT_[A-Z_]+(?==)", unit)) <= variables
    for line in ("DynamicUser=yes", "ProtectSystem=strict", "PrivateTmp=yes", "NoNewPrivileges=yes", "UMask=0077"):
        assert f"\n{line}\n" in unit
    if shutil.which("systemd-analyze") is None:
        return
    copy = tmp_path / f"{name}.service"
    assert unit.count(f"\nExecStart=/opt/ziggurat/bin/ziggurat {command}\n") == 1
    copy.write_text(unit.replace(f"/opt/ziggurat/bin/ziggurat {command}", "/bin/true"))
    timers = [shutil.copy(path, tmp_path) for path in DEPLOY.glob(f"{name}.timer")]
    done = subprocess.run(["systemd-analyze", "verify", copy, *timers], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    judged = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(copy)]
    done = subprocess.run(judged, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
