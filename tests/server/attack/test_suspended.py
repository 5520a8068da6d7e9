"""A suspended process: clocks stop, and another process becomes the leader."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from tests.looping import run
from tests.patience import PATIENCE, until
from tests.server.runtime.test_processes import _leads, the_leader
from tests.server.serving import Person, Server, serving
from ziggurat.server.bots.readiness import Readiness
from ziggurat.server.process import ServerProcess
from ziggurat.server.runtime import coordinator
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database, schema
from ziggurat.server.storage.writer import Writer

TURN = 10_000  # milliseconds: longer than a busy machine takes from the start of a match to a signal


@contextmanager
def stopped(server: Server) -> Iterator[None]:
    os.kill(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.pid, signal.SIGCONT)


@pytest.mark.long
def test_clocks_stop_while_the_server_is_suspended(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db") as server:
        host = Person(server)
        until(lambda: all(game["ready"] for game in host.ask("GET", "/api/games")), "time goes by")
        chair = host.join(host.open_table("me", "random", leave="loss", pace={"kind": "turn", "base": TURN}))
        while chair.view["actor"] != chair.seat:
            chair.hear("changed")
        with stopped(server):
            time.sleep(1.2 * TURN / 1000)  # the passing of time itself is what is tested
        welcome = chair.ask("look")
        assert welcome["table"].get("result") is None
        assert 0 < welcome["clocks"][0] <= TURN
        assert not any(heard.get("kind") == "timeout" for heard in chair.heard)
        # And a turn that is not used still ends.
        assert chair.hear("changed", lambda message: message["kind"] == "timeout")["result"]["winners"] == [1]


@pytest.mark.long
def test_suspended_leader_is_replaced(postgres_url: str) -> None:
    with serving(postgres_url, bot_beat=20) as one, serving(postgres_url, bot_beat=20) as two:
        leader = the_leader([one, two])
        other = two if leader is one else one
        host = Person(other)
        chair = host.join(host.open_table("me", "random"))
        with stopped(leader):
            until(lambda: _leads(other), "another process leads")
            while not any(heard["type"] == "changed" and heard["seat"] == 1 for heard in chair.heard):
                if chair.view["actor"] == chair.seat:
                    chair.play(chair.choices[-1])
                else:
                    chair.hear("changed")
        until(lambda: not _leads(leader), "the former leader follows")
        assert _leads(other)


def test_process_suspended_in_a_transaction_does_not_block_others(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "IDLE", 1)
    with serving(postgres_url) as server:
        host = Person(server)
        chair = host.join(host.open_table("me", "random"))
        other = database.connect(postgres_url)  # as the writer of another process would
        database.limit_idle_transactions(other)
        with other.connect() as connection:
            connection.execute(update(schema.service).values(seen=schema.service.c.seen))  # and then nothing
            until(lambda: chair.ask("play", version=chair.version, move=chair.choices[-1])["type"] == "done", "a move")
            assert host.http.get("/readyz").text == "ok\n"
            connection.invalidate()
        other.dispose()


HOUR = 3_600_000


@pytest.mark.parametrize(("leap", "again"), [(-HOUR, None), (HOUR, None), (-HOUR, 0), (HOUR, 0), (-HOUR, HOUR)])
def test_clocks_run_on_when_the_machines_clock_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leap: int, again: int | None
) -> None:
    """Otherwise served time would stop for an hour after the clock is set back by an hour.

    Also if it is set again while the server writes down what the first leap means (found by the simulator).
    """
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.prepare(engine)
    moved = [0]
    monkeypatch.setattr(coordinator, "_time_of_day", lambda: int(time.time() * 1000) + moved[0])
    close_gap = coordinator._close_gap

    def close_and_leap(*args: Any, **more: Any) -> tuple[int, int]:
        written = close_gap(*args, **more)
        if moved[0] == leap and again is not None:
            moved[0] = again
        return written

    monkeypatch.setattr(coordinator, "_close_gap", close_and_leap)

    async def set_clock() -> tuple[int, int]:
        server = ServerProcess(Settings(database=str(engine.url)), engine)
        server.writer = Writer(engine, asyncio.get_running_loop(), server.process)
        server.coordinator = coordinator.Coordinator(server)
        server.games = Readiness(server.coordinator.game_ready)
        await server.coordinator.open()
        server.coordinator._frozen_at, server.coordinator._compiling = None, False
        before = server.served()
        moved[0] = leap
        assert abs(server.served() - before) < 60_000
        async with asyncio.timeout(PATIENCE):
            while (after := server.served()) <= before:
                await asyncio.sleep(0.05)
        await server.coordinator.close()
        await asyncio.to_thread(server.writer.close)
        return before, after

    before, after = run(set_clock())
    assert before < after < before + 60_000


@pytest.mark.parametrize("leap", [-3_600_000, 3_600_000])
def test_clocks_run_on_when_the_machines_clock_is_set_while_no_server_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leap: int
) -> None:
    """Otherwise clocks would stand still for an hour, and time in which no server ran would count."""
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.prepare(engine)
    moved = [0]
    monkeypatch.setattr(coordinator, "_time_of_day", lambda: int(time.time() * 1000) + moved[0])

    async def start() -> int:
        server = ServerProcess(Settings(database=str(engine.url)), engine)
        server.writer = Writer(engine, asyncio.get_running_loop(), server.process)
        server.coordinator = coordinator.Coordinator(server)
        await server.coordinator._close_gap()
        served = server.served()
        await asyncio.to_thread(server.writer.close)
        return served

    before = run(start())
    moved[0] = leap
    assert abs(run(start()) - before) < 60_000
    moved[0] = 0
    assert abs(run(start()) - before) < 60_000
