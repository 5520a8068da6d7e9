"""One SQLite server for the tests that do not need one of their own."""

from __future__ import annotations

import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ziggurat
from tests.cases import first
from tests.server.postgres import new_database, postgres
from tests.server.serving import Server, serving
from ziggurat import warmup


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """With games that have yet to be compiled a server refuses most of what tests do."""
    games = map(ziggurat.game, ziggurat.game_names())
    if not all(warmup.is_compiled(game, part) for game in games for part in warmup.PARTS):
        subprocess.run([sys.executable, "-m", "ziggurat", "warm"], check=True, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(f"sqlite:///{folder}/ziggurat.db", shared=True) as running:
        yield running


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    with postgres() as address:
        yield address


@pytest.fixture
def postgres_url(postgres_address: str) -> str:
    """An empty PostgreSQL database."""
    return new_database(postgres_address, f"test-{secrets.token_hex(4)}")


@pytest.fixture(params=first("sqlite", "postgresql"))
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, of each kind in turn: SQLite in `make test`, PostgreSQL in `make long`.

    A test that `make test` runs on PostgreSQL is marked `on_postgresql` or `on_both` (`tests/server/databases.py`).
    """
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/ziggurat.db"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One on which nobody else looks for a match."""
    with serving(f"sqlite:///{tmp_path}/ziggurat.db") as running:
        yield running
