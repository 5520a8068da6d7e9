"""A write that was refused because the disk failed does not come back after a crash."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, insert, select

from tests.looping import run
from tests.sim import disk
from ziggurat.server.refusals import InDoubt, Refused, Unsaved
from ziggurat.server.storage import database, schema
from ziggurat.server.storage.writer import Writer
from ziggurat.server.tables.sitting import Entry

NAME = "ziggurat.db"
TABLE = {
    "id": "a", "game": "babel", "rules": 1, "options": {}, "seed": "1", "pace": {}, "leave": "bot", "host": "h",
    "stand_in": "random", "public": True, "status": "running", "turn": 0, "bot_turn": False, "created": 1, "changed": 1,
}  # fmt: skip


@pytest.fixture
def failing(tmp_path: Path) -> tuple[Engine, disk.Disk]:
    """A database on a simulated disk."""
    folder = tmp_path / "disk"
    folder.mkdir()
    simulated = disk.Disk(folder)
    engine = database.connect(disk.url(folder, NAME))
    database.prepare(engine)
    with engine.begin() as connection:
        connection.execute(insert(schema.tables), [TABLE])
    return engine, simulated


def failing_syncs(count: int) -> Callable[[str], int]:
    left = [count]

    def check(kind: str) -> int:
        if kind == "sync" and left[0] > 0:
            left[0] -= 1
            return disk.SYNC_ERROR
        return disk.OK

    return check


async def write(writer: Writer, number: int) -> Any:
    try:
        return await writer.append("a", Entry(number, "move", 0, 5, "m d7", f"client-{number}", 2**40), None)
    except Refused as problem:
        return problem


class FirstSurvive(random.Random):
    """A power cut after which only the first writes since the last sync are there."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._left = count

    def random(self) -> float:
        self._left -= 1
        return 0.0 if self._left >= 0 else 0.99


def numbers_after_crash(simulated: disk.Disk, folder: Path, surviving: int | None = None) -> list[int]:
    """The entries that the next server finds after `kill -9`, or after a power cut that few writes survive."""
    simulated.leave(folder, FirstSurvive(surviving or 0), power=surviving is not None)
    connection = sqlite3.connect(folder / NAME)
    numbers = [number for (number,) in connection.execute("SELECT number FROM journal ORDER BY number")]
    connection.close()
    return numbers


def test_refused_write_does_not_come_back(failing: tuple[Engine, disk.Disk], tmp_path: Path) -> None:
    engine, simulated = failing

    async def play() -> list[Any]:
        writer = Writer(engine, asyncio.get_running_loop(), "one")
        answers = [await write(writer, 0)]
        simulated.fault = failing_syncs(1)
        answers.append(await write(writer, 1))
        return answers

    stored, refused = run(play())
    assert stored is True
    assert type(refused) is Unsaved
    assert "nothing has changed" in str(refused)
    assert numbers_after_crash(simulated, tmp_path / "after") == [0]


def test_refused_write_is_reported_as_uncertain_if_a_crash_may_restore_it(
    failing: tuple[Engine, disk.Disk], tmp_path: Path
) -> None:
    engine, simulated = failing

    async def play() -> Any:
        writer = Writer(engine, asyncio.get_running_loop(), "one")
        simulated.fault = failing_syncs(100)
        return await write(writer, 0)

    doubt = run(play())
    assert type(doubt) is InDoubt
    assert "not known" in str(doubt)
    after = [numbers_after_crash(simulated, tmp_path / f"after-{count}", count) for count in range(12)]
    assert [0] in after
    assert [] in after


def test_reader_never_sees_what_was_not_synced(failing: tuple[Engine, disk.Disk]) -> None:
    """Not even if a failed write has closed the last connection: SQLite then reads its log again."""
    engine, simulated = failing

    async def play() -> None:
        writer = Writer(engine, asyncio.get_running_loop(), "one")
        await write(writer, 0)
        simulated.fault = failing_syncs(100)
        for _ in range(3):
            assert type(await write(writer, 1)) is InDoubt
            with engine.connect() as connection:
                assert connection.execute(select(schema.journal.c.number)).scalars().all() == [0]

    run(play())


def test_the_disk_recovers_and_the_write_is_repeated(failing: tuple[Engine, disk.Disk], tmp_path: Path) -> None:
    engine, simulated = failing

    async def play() -> list[Any]:
        writer = Writer(engine, asyncio.get_running_loop(), "one")
        simulated.fault = failing_syncs(100)
        answers = [await write(writer, 0)]
        simulated.fault = None
        return [*answers, await write(writer, 0), await write(writer, 1)]

    doubt, again, more = run(play())
    assert type(doubt) is InDoubt
    assert (again, more) == (True, True)
    assert numbers_after_crash(simulated, tmp_path / "after") == [0, 1]
