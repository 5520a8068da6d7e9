"""A database of the version before: its running and finished matches stay what they were.

`stored/rules-1.sql` was written by the commit before Ur and Amyitis came to rules 2, which every digest in it is of.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

from ziggurat.server.protocol import Status
from ziggurat.server.storage import database, schema
from ziggurat.server.storage.verify import verify
from ziggurat.server.study import replays
from ziggurat.server.tables import table_store
from ziggurat.server.tables.sitting import MOVE, Sitting

STORED = Path(__file__).parent / "stored" / "rules-1.sql"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    path = tmp_path / "old.db"
    connection = sqlite3.connect(path)
    connection.executescript(STORED.read_text("utf-8"))
    connection.close()
    engine = database.connect(f"sqlite:///{path}")
    database.migrate(engine)
    yield engine
    engine.dispose()


def stored_sittings(engine: Engine, status: Status) -> list[tuple[table_store.Stored, Sitting]]:
    with engine.connect() as connection:
        found = connection.execute(select(schema.tables.c.id).where(schema.tables.c.status == status)).scalars()
        sittings = []
        for table_id in found:
            stored = table_store.load_table(connection, table_id)
            sitting = Sitting(stored.plan())
            for entry in table_store.load_journal(connection, table_id):
                sitting.apply(entry)
            sittings.append((stored, sitting))
        return sittings


def test_every_match_comes_to_what_its_journal_says(engine: Engine) -> None:
    report = verify(engine)
    assert (report.matches, report.gone, report.differences) == (14, 0, [])


def test_running_matches_go_on_under_their_rules(engine: Engine) -> None:
    sittings = stored_sittings(engine, Status.RUNNING)
    # only what the stored file has
    assert {stored.row.game for stored, _ in sittings} == {"amyitis", "ur"}
    for _, sitting in sittings:
        assert sitting.match.rules == 1
        while not sitting.over:
            sitting.apply(sitting.entry(MOVE, sitting.actor, sitting.match.legal()[-1], 0))
        assert sitting.match.to_text().startswith(f"ziggurat match 1\ngame {sitting.plan.game}\nrules 1\n")


def test_finished_matches_can_be_looked_at_and_taken_along(engine: Engine) -> None:
    for stored, sitting in stored_sittings(engine, Status.FINISHED):
        assert replays.is_readable(stored)
        assert stored.row.result["scores"] == sitting.match.scores
        assert replays.as_json(sitting.match)["rules"] == 1


def test_options_are_called_as_they_are_today(engine: Engine) -> None:
    with engine.connect() as connection:
        bonuses = {
            str(table_store.load_table(connection, f"ur{number}running").for_player(None).options["bonus"])
            for number in range(3, 9)
        }
    assert bonuses == {"rulebook", "published"}
