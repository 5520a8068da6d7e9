"""An upgrade and the way back, as docs/hosting.md has them, of a database of the first schema with a running match."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import MetaData, insert, select

from tests.commands import call
from tests.server.postgres import new_database
from tests.server.serving import Chair, Person, serving
from tests.server.storage.test_migrations import HEAD
from ziggurat.server.storage import database, schema, upgrade

HOUR = 3_600_000  # milliseconds


def copy_as_first_schema(source: str, target: str) -> None:
    """Copy a database into an empty one, as the version with the first schema would have written it."""
    new, old = database.connect(source), database.connect(target)
    with upgrade.transaction(old) as connection:
        command.upgrade(database.alembic_config(connection), database.FIRST_REVISION)
    then = MetaData()
    then.reflect(old)
    with new.connect() as reading, old.begin() as writing:
        for table in schema.metadata.sorted_tables:
            if table.name in then.tables:
                known = [column for column in table.columns if column.name in then.tables[table.name].columns]
                for row in reading.execute(select(*known)).mappings():
                    writing.execute(insert(then.tables[table.name]).values(dict(row)))
    new.dispose()
    old.dispose()


def revision(url: str) -> str | None:
    engine = database.connect(url)
    found = database.revision(engine)[0]
    engine.dispose()
    return found


def journal(url: str) -> list[Any]:
    """What was decided, with the position's digest after it."""
    engine = database.connect(url)
    columns = schema.journal.c
    with engine.connect() as connection:
        query = select(columns.number, columns.kind, columns.text, columns.digest).order_by(columns.number)
        found = [tuple(row) for row in connection.execute(query)]
    engine.dispose()
    return found


def decide(chair: Chair, times: int) -> None:
    """Make so many decisions, each as soon as it is this seat's turn."""
    for _ in range(times):
        while chair.view["actor"] != chair.seat:
            chair.hear("changed")
        assert chair.play(chair.choices[0])["type"] == "done"


def begin_match(url: str) -> tuple[Person, str]:
    """Somebody in the middle of a match against a bot, with a clock."""
    with serving(url) as server:
        person = Person(server)
        table = person.open_table("me", "random", pace={"kind": "clock", "base": HOUR, "increment": 0})
        chair = person.join(table)
        decide(chair, 4)
        chair.close()
    return person, table


def play_on(url: str, person: Person, table: str, decided: int) -> None:
    """Go on with the match at a server, from the position in which it was left."""
    with serving(url) as server:
        person.move_to(server)
        chair = person.join(table)
        assert chair.version >= decided
        assert chair.welcome["clocks"][0] > HOUR - 600_000  # the clock stood still while no server ran
        decide(chair, 3)
        chair.close()


@pytest.mark.long
def test_running_match_survives_an_upgrade_and_the_way_back(tmp_path: Path) -> None:
    person, table = begin_match(f"sqlite:///{tmp_path}/new.db")
    url, file = f"sqlite:///{tmp_path}/ziggurat.db", tmp_path / "ziggurat.db"
    copy_as_first_schema(f"sqlite:///{tmp_path}/new.db", url)
    before = journal(url)
    assert len(before) >= 8
    for again in range(2):  # a host may try the upgrade once more
        play_on(url, person, table, before[-1][0])
        assert revision(url) == HEAD
        assert journal(url)[: len(before)] == before
        if again:
            break
        for suffix in ("-wal", "-shm"):
            Path(f"{file}{suffix}").unlink(missing_ok=True)
        file.rename(tmp_path / "upgraded.db")
        (copy,) = tmp_path.glob("ziggurat.db.schema-*.backup")
        copy.rename(file)
        assert revision(url) == database.FIRST_REVISION  # the earlier version can use it
        assert journal(url) == before  # as it was


@pytest.mark.long
def test_running_match_survives_both_on_postgresql(tmp_path: Path, postgres_address: str, postgres_url: str) -> None:
    """As with Compose: `migrate` by command, and back from a backup, in an empty database."""
    new, saved = f"sqlite:///{tmp_path}/new.db", tmp_path / "ziggurat-before.db"
    person, table = begin_match(new)
    copy_as_first_schema(new, postgres_url)
    copy_as_first_schema(new, f"sqlite:///{saved}")  # what the earlier version's `backup` writes
    before = journal(postgres_url)
    failed = call("serve", "--port", "0", "--database", postgres_url)
    assert failed.returncode == 2
    assert "ziggurat migrate" in failed.stderr
    assert call("migrate", "--database", postgres_url).returncode == 0
    play_on(postgres_url, person, table, before[-1][0])
    assert journal(postgres_url)[: len(before)] == before
    empty = new_database(postgres_address, f"back{secrets.token_hex(4)}")
    done = call("restore", str(saved), "--database", empty)
    assert done.returncode == 0, done.stderr
    assert journal(empty) == before
    play_on(empty, person, table, before[-1][0])
