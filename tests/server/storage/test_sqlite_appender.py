"""The SQLite appender writes all entries or none, each once, exactly as the writer does."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from tests.looping import run
from ziggurat.server.protocol import Status
from ziggurat.server.storage import database, schema
from ziggurat.server.storage.sqlite_appender import Append, Appender
from ziggurat.server.storage.writer import Writer
from ziggurat.server.tables.sitting import Entry, MatchRow

OVER = {"winners": [1], "scores": [3, 4], "ending": "seat 0 resigned"}


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.prepare(engine)
    row = {"game": "babel", "rules": 1, "options": {}, "seed": "1", "pace": {}, "leave": "bot", "stand_in": "random"}
    row |= {"public": True, "host": "h", "status": "running", "turn": 0, "bot_turn": False, "created": 1, "changed": 1}
    with engine.begin() as connection:
        connection.execute(insert(schema.tables), [{"id": name, **row} for name in "abc"])
    return engine


def append(table: str, number: int, client: str | None = None, row: MatchRow | None = None) -> Append:
    return Append(table, Entry(number, "move", 0, 5, "m d7", client, 2**40, None), row)


def changed(turn: int, result: dict[str, Any] | None = None) -> MatchRow:
    status = Status.FINISHED if result else Status.RUNNING
    return {
        "status": status,
        "turn": turn,
        "bot_turn": True,
        "deadline": None,
        "taken_over": [0],
        "vacation": [1],
        "taken_at": [3],
        "result": result,
        "changed": 2,
    }


def stored(engine: Engine) -> list[tuple[Any, ...]]:
    journal = schema.journal
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(select(journal).order_by("table_id", "number"))]


def row_of(engine: Engine, table: str) -> dict[str, Any]:
    tables = schema.tables
    with engine.connect() as connection:
        return dict(connection.execute(select(tables).where(tables.c.id == table)).one()._mapping)


def test_appender_stores_the_same_as_the_writer(engine: Engine) -> None:
    appends = [append("a", 0, "x", changed(1)), append("b", 0, None, changed(-1, OVER)), append("c", 0)]
    assert Appender(engine).append(appends)
    assert stored(engine) == [(one.table_id, *one.entry) for one in appends]
    fast = [row_of(engine, name) for name in "abc"]
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM journal"))
        connection.execute(text("UPDATE tables SET status = 'open', turn = 7, result = NULL, taken_over = '[]'"))

    async def slowly() -> list[Any]:
        writer = Writer(engine, asyncio.get_running_loop(), "one")
        waiting = [writer.append(*one) for one in appends] + [writer.write(lambda _: "mixed")]
        answers = await asyncio.gather(*waiting)
        await asyncio.to_thread(writer.close)
        return answers

    assert run(slowly()) == [True, True, True, "mixed"]
    slow = [row_of(engine, name) for name in "abc"]
    assert slow[:2] == fast[:2]
    assert (fast[1]["status"], fast[1]["result"], fast[1]["taken_over"], fast[1]["taken_at"]) == (
        "finished",
        OVER,
        [0],
        [3],
    )


@pytest.mark.parametrize(("number", "client"), [(0, "new"), (1, "x")])
def test_existing_entry_refuses_the_whole_batch(engine: Engine, number: int, client: str) -> None:
    appender = Appender(engine)
    assert appender.append([append("a", 0, "x")])
    before = stored(engine)
    assert not appender.append([append("b", 0, None, changed(1)), append("a", number, client)])
    assert stored(engine) == before
    assert row_of(engine, "b")["turn"] == 0
    assert appender.append([append("b", 0)])  # and it goes on


def test_only_the_duplicate_of_a_batch_is_refused(engine: Engine) -> None:
    async def together() -> list[Any]:
        writer = Writer(engine, asyncio.get_running_loop(), "one")
        waiting = [writer.append(*append("a", 0)), writer.append(*append("a", 0)), writer.append(*append("b", 0))]
        answers = await asyncio.gather(*waiting)
        await asyncio.to_thread(writer.close)
        return answers

    assert run(together()) in ([True, False, True], [True, True, True])
    assert [row[:2] for row in stored(engine)] == [("a", 0), ("b", 0)]


def test_full_disk_writes_nothing_and_recovers(engine: Engine) -> None:
    appender = Appender(engine)
    assert appender.append([append("a", 0)])
    full = [True]
    event.listen(engine, "connect", lambda c, _: c.execute(f"PRAGMA max_page_count={1 if full[0] else 100_000}"))
    engine.dispose()
    appender.close()
    many = [append("a", number, f"{number:040}") for number in range(1, 200)]
    with pytest.raises(SQLAlchemyError):
        appender.append(many)
    assert len(stored(engine)) == 1
    full[0] = False
    engine.dispose()
    appender.close()  # the limit belongs to a connection
    assert appender.append(many)
    assert len(stored(engine)) == 200
