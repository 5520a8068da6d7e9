"""Loading a table while somebody takes its last seat."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, event

from tests.looping import run
from tests.patience import PATIENCE
from ziggurat.server.accounts import identity
from ziggurat.server.bots.pool import Pool, TimedDecision
from ziggurat.server.bots.worker import Decision, Question
from ziggurat.server.process import ServerProcess
from ziggurat.server.protocol import NewTable, Say, SeatPlan, Status
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.fair_queue import Asker
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database
from ziggurat.server.tables import creation, loading, seat_store
from ziggurat.server.transport import sockets
from ziggurat.server.transport.send_queue import Subscriber, Views

HOST, GUEST = "0" * 32, "1" * 32


@pytest.fixture
def engine(database_url: str) -> Engine:
    engine = database.connect(database_url)
    database.prepare(engine)
    return engine


def open_table(engine: Engine) -> str:
    new, chairs = creation.plan_table(NewTable("babylonia", [SeatPlan("me"), SeatPlan("open")]), HOST, 0)
    with engine.begin() as connection:
        creation.store_table(connection, new, chairs, HOST, 0)
    return str(new["id"])


def take_the_last_seat(connection: Any, table_id: str) -> None:
    identity.keep(connection, GUEST, 0)
    seat_store.sit_down(connection, table_id, GUEST, None)
    seat_store.start_if_full(connection, table_id, 0, 0)


def test_seats_and_journal_are_read_in_one_snapshot(engine: Engine, database_url: str) -> None:
    """A match that starts between the two queries would be seen without its last player."""
    table_id = open_table(engine)
    other = database.connect(database_url)
    begun: list[str] = []

    def begin(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if "FROM journal" in statement and not begun:
            begun.append(statement)
            with other.begin() as writing:
                take_the_last_seat(writing, table_id)

    event.listen(engine, "before_cursor_execute", begin)
    with engine.connect() as connection:
        stored, journal = loading.load_snapshot(connection, table_id)
    assert begun
    assert (stored.row.status, [chair.player for chair in stored.chairs], journal) == (Status.OPEN, [HOST, None], [])
    with engine.connect() as connection:
        stored, journal = loading.load_snapshot(connection, table_id)
    assert (stored.row.status, [chair.player for chair in stored.chairs]) == (Status.RUNNING, [HOST, GUEST])
    assert len(journal) == 1
    other.dispose()
    engine.dispose()


def test_change_during_loading_is_loaded_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.prepare(engine)
    table_id = open_table(engine)
    read, go_on = threading.Event(), threading.Event()
    load = loading.load_snapshot

    def slowly(connection: Any, table_id: str) -> Any:
        snapshot = load(connection, table_id)
        read.set()
        assert go_on.wait(PATIENCE)
        return snapshot

    async def scene() -> None:
        server = ServerProcess(Settings(database=str(engine.url)), engine)
        await server.open()
        await server.games.require("babylonia")
        monkeypatch.setattr(loading, "load_snapshot", slowly)
        table_task = asyncio.create_task(server.table(table_id))
        await asyncio.to_thread(read.wait, PATIENCE)
        await server.writer.write(lambda connection: take_the_last_seat(connection, table_id))
        changing = asyncio.create_task(server.table_changed(table_id))
        await asyncio.sleep(0)  # it waits until the table is loaded
        go_on.set()
        table = await table_task
        table.subscribers[Subscriber(HOST, Views.ALWAYS, 100, 1_000_000)] = None  # so that it stays in memory
        await changing
        assert [chair.player for chair in table.stored.chairs] == [HOST, GUEST]
        assert table.sitting is not None
        await server.close()

    run(scene())
    engine.dispose()


def test_bot_that_is_thinking_is_not_asked_again_when_its_table_is_reloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.prepare(engine)
    moment = now()  # bots pause at tables that are older
    new, chairs = creation.plan_table(NewTable("babylonia", [SeatPlan("random"), SeatPlan("me")]), HOST, moment)
    with engine.begin() as connection:
        creation.store_table(connection, new, chairs, HOST, moment)
    questions, go_on = list[Question](), asyncio.Event()

    async def choose(_: Pool, question: Question, asker: Asker) -> TimedDecision:
        questions.append(question)
        await go_on.wait()
        return TimedDecision(Decision(question.legal[0], [], [], [], []), 0.0)

    async def scene() -> None:
        monkeypatch.setattr(Pool, "choose", choose)  # before the server resumes its tables
        server = ServerProcess(Settings(database=str(engine.url), bot_beat=0), engine)
        await server.open()
        await server.games.require("babylonia")
        table = await server.table(str(new["id"]))
        async with asyncio.timeout(PATIENCE):
            while not questions:
                await asyncio.sleep(0)
            await table.reload()
            await asyncio.sleep(0)
            assert len(questions) == 1
            go_on.set()
            while table.sitting is None or table.sitting.actor_is_bot:  # its answer is played all the same
                await asyncio.sleep(0.01)
        await server.close()

    run(scene())
    engine.dispose()


def test_welcome_is_the_first_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if presence, seats and chat change while it is being prepared; a line said meanwhile comes after it."""
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.prepare(engine)
    table_id = open_table(engine)
    read, go_on = threading.Event(), threading.Event()
    load = loading.load_side_data

    def slowly(*args: Any) -> Any:
        side_data = load(*args)
        read.set()
        assert go_on.wait(PATIENCE)
        return side_data

    async def scene() -> list[str]:
        server = ServerProcess(Settings(database=str(engine.url)), engine)
        await server.open()
        monkeypatch.setattr(loading, "load_side_data", slowly)
        table, ready, received = await server.table(table_id), asyncio.Event(), list[bytes]()
        subscriber = Subscriber(HOST, Views.ALWAYS, 100, 1_000_000)
        ready.set()
        sending = asyncio.create_task(subscriber.send_all(ready, received.extend))
        subscribing = asyncio.create_task(sockets._subscribe(server, table_id, subscriber))
        await asyncio.to_thread(read.wait, PATIENCE)
        line = await server.store_chat(table_id, HOST, 0, Say("1", "hello"))
        assert line is not None
        table.broadcast_chat(line, HOST)
        table.announce()
        table.presence._broadcast()
        await asyncio.sleep(0.01)
        go_on.set()
        await subscribing
        table.announce()
        await server.close()
        subscriber.close()
        await sending
        return [msgspec.json.decode(message)["type"] for message in received]

    assert run(scene()) == ["welcome", "said", "seated"]
    engine.dispose()
