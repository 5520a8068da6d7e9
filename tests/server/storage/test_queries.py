"""All queries of the pages use an index, so that they stay fast with a million matches."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, text

from tests.server import pages
from tests.server.large_database import fill
from ziggurat.server.protocol import SeatKind
from ziggurat.server.ratings import leaderboard
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import turns

MATCHES = 2000
SMALL = {"service", "seekers", "puzzles", "push_keys", "questions"}  # that do not grow with the service
GROWING = {table.name for table in schema.metadata.sorted_tables} - SMALL


@pytest.mark.long
def test_no_page_scans_a_growing_table(postgres_url: str) -> None:
    engine = database.connect(postgres_url)
    fill(engine, MATCHES, journals=200)
    plans = {
        f"{name}: {' '.join(statement.split())}": read
        for name, asking in pages.all_of_them(MATCHES - 1).items()
        for statement, values in pages.statements(engine, asking)
        if (read := GROWING & set(_read_through(engine, statement, values)))
    }
    engine.dispose()
    assert plans == {}


def test_leaderboard_place_does_not_scan_players(postgres_url: str) -> None:
    """With the planner's usual settings. Closed and deleted accounts have no place."""
    people, middle = 20_000, 10_000
    engine = database.connect(postgres_url)
    database.migrate(engine)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(
            text(
                "INSERT INTO players (id, name, login, handle, created, closed, deleted) "
                "SELECT 'p' || i, 'Player ' || i, 'l' || i, CASE WHEN i <> 20 THEN 'h' || i END, 0, "
                "CASE WHEN i = 10 THEN 1 END, CASE WHEN i = 20 THEN 1 END FROM generate_series(1, :people) AS i"
            ),
            {"people": people},
        )
        connection.execute(
            text(
                "INSERT INTO ratings (game, subject, rating, deviation, matches) "
                "SELECT 'ur', 'p' || i, 3000 - 0.01 * i, CASE WHEN i = 30 THEN 200 ELSE 60 END, 10 "
                "FROM generate_series(1, :people) AS i UNION SELECT 'ur', 'bot:scribe', 2950, 60, 10"
            ),
            {"people": people},
        )
        connection.execute(text("VACUUM ANALYZE"))
        for statement, values in pages.statements(engine, lambda c: leaderboard.load(c, "ur", f"p{middle}", 100)):
            plan = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", values).scalar_one()[0]["Plan"]
            assert pages.scans(plan) == [], statement
        board = leaderboard.load(connection, "ur", f"p{middle}", 100)
    engine.dispose()
    assert board.you is not None
    stronger = sum(one.kind is SeatKind.BOT and one.rating > board.you.rating for one in board.entries)
    assert board.you.place == middle - 3 + stronger  # one is closed, one is gone, one is provisional


def test_turn_number_comes_from_its_own_table(tmp_path: Path) -> None:
    """Two decisions in a row are one turn, however long the match at another table is."""
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    usual = {"game": "ur", "rules": 1, "options": {}, "seed": "1", "pace": {}, "leave": "bot", "stand_in": "random"}
    usual |= {
        "public": True,
        "host": "a",
        "status": "running",
        "turn": 0,
        "bot_turn": False,
        "created": 0,
        "changed": 0,
    }
    moves = {"short": [0, 1, 0], "long": [1] * 50}  # by table: whose decisions there were
    with engine.begin() as connection:
        connection.execute(insert(schema.players), [{"id": name, "name": name, "created": 0} for name in "ab"])
        for table, decided in moves.items():
            connection.execute(insert(schema.tables).values(id=table, **usual))
            chairs = [{"table_id": table, "seat": seat, "player": name} for seat, name in enumerate("ab")]
            connection.execute(insert(schema.seats), chairs)
            rows = [{"number": n, "seat": seat, "kind": "move", "value": 0, "at": 0} for n, seat in enumerate(decided)]
            connection.execute(insert(schema.journal), [{"table_id": table, **row} for row in rows])
        after = {row.id: row.after for row in turns.of_player(connection, "a")}
    engine.dispose()
    assert after == {"short": 0, "long": -1}


def _read_through(engine: Engine, statement: str, values: object) -> list[str]:
    """The tables that are scanned although scans are disabled: small tables would be scanned anyway."""
    with engine.connect() as connection:
        connection.execute(text("SET LOCAL enable_seqscan = off"))
        plan = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", values).scalar_one()[0]["Plan"]  # type: ignore[arg-type]
    return pages.scans(plan)
