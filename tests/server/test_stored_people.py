"""A database from before people could meet: everybody and everything in it comes along, and back.

`stored/before-meeting.sql` was written by the commit before names were one's own (revision 0012): two who are called
Anna, one who is called Moderator, a guest Anna, matches that are over, running, open, and one with a seat taken over.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Engine, MetaData, insert, select, text

from tests.server.databases import on_both
from tests.server.serving import Person, serving
from ziggurat.server.protocol import SeatKind
from ziggurat.server.storage import database, schema
from ziggurat.server.storage.verify import verify
from ziggurat.server.tables import table_store

STORED = Path(__file__).parent / "stored" / "before-meeting.sql"
BEFORE = "0012"


@pytest.fixture
def url(database_url: str, tmp_path: Path) -> str:
    """The old database, of either kind: its rows are put into tables that migrations made."""
    path = tmp_path / "before.db"
    connection = sqlite3.connect(path)
    connection.executescript(STORED.read_text("utf-8"))
    connection.close()
    source, target = database.connect(f"sqlite:///{path}"), database.connect(database_url)
    with target.begin() as there:
        command.upgrade(database.alembic_config(there), BEFORE)
    old, new = MetaData(), MetaData()
    old.reflect(source)
    new.reflect(target)
    with source.connect() as here, target.begin() as there:
        there.execute(new.tables["service"].delete())
        for table in new.sorted_tables:
            rows = [dict(row) for row in here.execute(select(old.tables[table.name])).mappings()]
            if rows and table.name != "alembic_version":
                there.execute(insert(table), rows)
        if there.dialect.name == "postgresql":
            there.execute(text("SELECT setval(pg_get_serial_sequence('chat', 'id'), (SELECT max(id) FROM chat))"))
    source.dispose()
    target.dispose()
    return database_url


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    engine = database.connect(url)
    database.migrate(engine)
    yield engine
    engine.dispose()


def test_everybody_keeps_their_matches_and_names_are_told_apart(engine: Engine) -> None:
    report = verify(engine)
    assert (report.gone, report.differences) == (0, [])
    with engine.connect() as connection:
        people = connection.execute(select(schema.players).order_by(schema.players.c.created)).all()
        names = {row.login: row.name for row in people}
        assert (names["anna"], names["ana"]) == ("Anna", "Ana")  # the first who came keeps it
        assert len({row.handle for row in people if row.login}) == 4
        assert names["anna2"] != "anna"
        assert names["boss"] != "Moderator"
        assert [row.former for row in people if row.login == "boss"] == ["Moderator"]
        guest = next(row for row in people if row.login is None)
        assert guest.handle is None
        assert guest.name != "Anna"
        (left,) = [
            seat
            for table_id in connection.execute(select(schema.tables.c.id)).scalars()
            for seat in table_store.load_table(connection, table_id).for_player(None).seats
            if seat.left
        ]
        assert (left.kind, left.left_at) == (SeatKind.BOT, 0)  # when it was left is not known


def test_and_they_go_on_playing(url: str) -> None:
    ready = database.connect(url)
    database.migrate(ready)  # as `ziggurat migrate` does, which PostgreSQL needs
    ready.dispose()
    with serving(url) as server:
        anna = Person(server)
        anna.ask("POST", "/api/login", {"login": "anna", "password": "a long password"})
        tables = {table["game"]: table for table in anna.ask("GET", "/api/tables?show=mine")["tables"]}
        assert set(tables) == {"babel", "ur", "amyitis"}  # only what the stored file has
        assert not any(table["rated"] for table in tables.values())
        assert anna.ask("GET", "/api/people/Anna")["name"] == "Anna"
        anna.join(tables["ur"]["id"]).close()
        assert anna.ask("GET", "/api/friends") == {"following": [], "followers": []}


@on_both
def test_and_there_is_a_way_back(engine: Engine) -> None:
    def count() -> dict[str, int]:
        tables = MetaData()
        with engine.connect() as connection:
            tables.reflect(connection)
            return {
                name: len(connection.execute(select(table)).all())
                for name, table in tables.tables.items()
                if name in ("players", "tables", "seats", "journal", "chat", "notes", "tokens")
            }

    before = count()
    with engine.begin() as connection:
        command.downgrade(database.alembic_config(connection), BEFORE)
    assert count() == before
    database.migrate(engine)
    assert count() == before
