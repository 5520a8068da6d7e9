"""Databases that servers of the tests begin with: making the tables takes longer than most tests do with them."""

from __future__ import annotations

import atexit
import secrets
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from functools import cache
from pathlib import Path

from ziggurat.server.storage import database


def begin(url: str) -> None:
    """Create an empty SQLite database unless the file exists."""
    file = Path(url.removeprefix("sqlite:///"))
    if not url.startswith("sqlite:///") or file.exists() or not file.parent.is_dir():
        return
    shutil.copy(_blank(), file)
    with closing(sqlite3.connect(file)) as connection, connection:
        now = int(time.time() * 1000)
        connection.execute("UPDATE service SET seen = ?, secret = ?", (now, secrets.token_hex(32)))


@cache
def _blank() -> Path:
    """One that our own commands have made, once for all tests of a worker."""
    folder = tempfile.mkdtemp(prefix="ziggurat-blank-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    engine = database.connect(f"sqlite:///{folder}/ziggurat.db")
    database.migrate(engine)
    engine.dispose()
    return Path(folder) / "ziggurat.db"
