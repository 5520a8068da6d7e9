"""A lobby with a hundred thousand tables: own tables are found by an index."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, insert, text

from tests.cases import first
from ziggurat.server.protocol import Status
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import lobby_query, table_store

SOME = 20


def _fill(engine: Engine, many: int) -> None:
    """Tables of a thousand players, and a few of one player who opened some and sits at others."""
    players = [*(f"p{number}" for number in range(1_000)), "me"]
    usual: dict[str, Any] = {
        "game": "ur",
        "rules": 1,
        "options": {},
        "seed": "1",
        "pace": {},
        "leave": "bot",
    }
    usual |= {"stand_in": "random", "hints": True, "public": True, "status": Status.FINISHED, "turn": -1}
    usual |= {"bot_turn": False, "created": 0}
    rows, chairs = [], []
    for number in range(many):
        own = number % (many // SOME) == 0
        host = "me" if own and number % 2 else f"p{number % 1_000}"
        rows.append({**usual, "id": f"t{number}", "host": host, "changed": number})
        chairs.append({"table_id": f"t{number}", "seat": 0, "player": "me" if own else host})
    with engine.begin() as connection:
        connection.execute(insert(schema.players), [{"id": name, "name": name, "created": 0} for name in players])
        for start in range(0, many, 10_000):
            connection.execute(insert(schema.tables), rows[start : start + 10_000])
            connection.execute(insert(schema.seats), chairs[start : start + 10_000])
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))


def _plan(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> str:
    """The database's query plan for one's own tables."""
    asked: list[Any] = []

    def note(_: Connection, query: Any, limit: int) -> list[table_store.Stored]:
        asked.append(query.limit(limit))
        return []

    with monkeypatch.context() as patch:
        patch.setattr(lobby_query, "load_newest", note)
        lobby_query.list_tables(connection, "mine", "me", None, 51)
    explain = "EXPLAIN " if connection.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN "
    sql = str(asked[0].compile(connection.engine, compile_kwargs={"literal_binds": True}))
    return "\n".join(str(row[-1]) for row in connection.exec_driver_sql(explain + sql))


@pytest.mark.parametrize("many", first(10_000, 100_000))
def test_own_tables_are_found_by_an_index(database_url: str, many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = database.connect(database_url)
    database.migrate(engine)
    _fill(engine, many)
    with engine.connect() as connection:
        plan = _plan(connection, monkeypatch)
        own_tables = lobby_query.list_tables(connection, "mine", "me", None, 51)
    engine.dispose()
    assert len(own_tables) == SOME
    assert not re.search(r"SCAN tables|Seq Scan on tables|SCAN seats|Seq Scan on seats", plan), plan
    assert "tables_host" in plan, plan


def test_an_older_database_gets_the_index(tmp_path: Path) -> None:
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT name FROM sqlite_master WHERE name = 'tables_host_id'")).scalar_one()
    engine.dispose()
