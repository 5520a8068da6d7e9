"""Expensive requests run in other processes, with a deadline and a budget, and delay nobody."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import ziggurat
from tests.cases import every_game
from tests.looping import run
from tests.patience import PATIENCE, until
from tests.server.serving import Chair, Person, Server, serving
from ziggurat.server.protocol import Leave, Pace
from ziggurat.server.refusals import TooMuch
from ziggurat.server.runtime.fair_queue import Asker
from ziggurat.server.storage import database
from ziggurat.server.storage.verify import verify
from ziggurat.server.study import replay_worker
from ziggurat.server.study.replay_pool import ReplayPool
from ziggurat.server.study.replay_worker import IdentifyGame
from ziggurat.server.tables import creation, frames, table_store
from ziggurat.server.tables.sitting import MOVE, START, UNDO, Entry, Plan, Sitting


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("costs")
    with serving(f"sqlite:///{folder}/ziggurat.db", requests=20, messages_each=20) as running:
        yield running


def finished_log(game: str = "babylonia") -> str:
    match = ziggurat.new(game, seed=1)
    stream = random.Random(1)
    while not match.over:
        match.play(stream.choice(match.legal()))
    return match.to_text()


def from_address(server: Server, address: str, cookies: httpx.Cookies | None = None) -> httpx.Client:
    """A person behind a proxy, with another address."""
    return httpx.Client(base_url=server.url, headers={"x-forwarded-for": address}, cookies=cookies, timeout=PATIENCE)


def at_once(chair: Chair, count: int, kind: str, **fields: Any) -> list[dict[str, Any]]:
    """The answers to messages that are sent at once, so that no budget refills meanwhile."""
    names = [chair.send(kind, **fields) for _ in range(count)]
    answers: dict[str, dict[str, Any]] = {}
    while len(answers) < count:
        message = chair.receive()
        if message.get("id") in names:
            answers[message["id"]] = message
    return [answers[name] for name in names]


def test_imports_are_charged_by_address_and_by_player(server: Server) -> None:
    log = {"log": finished_log()}
    with from_address(server, "192.0.2.1") as first:
        first.get("/api/me")
        assert first.post("/api/import", json=log).status_code == 201

        def refused_after_it(*others: tuple[str, httpx.Cookies | None]) -> bool:
            """Whether somebody who never asked is refused as soon as the first one is: budgets refill while we look."""
            for address, cookies in others:
                while first.post("/api/import", json=log).status_code != 429:
                    pass
                with from_address(server, address, cookies) as other:
                    if other.post("/api/import", json=log).status_code == 429:
                        return True
            return False

        assert refused_after_it(*[("192.0.2.1", None)] * 20)  # each time another player
        assert refused_after_it(*[(f"192.0.2.{number}", first.cookies) for number in range(10, 30)])
    with from_address(server, "192.0.2.3") as stranger:
        assert stranger.post("/api/import", json=log).status_code == 201


@pytest.mark.parametrize(
    ("address", "path"),
    [("198.51.100.1", "/api/import/"), ("198.51.100.2", "/api//import"), ("198.51.100.3", "/api/%69mport")],
)
def test_another_spelling_of_a_path_is_charged_as_well(server: Server, address: str, path: str) -> None:
    with from_address(server, address) as client:
        assert 429 in [client.post(path, json={"log": "x"}).status_code for _ in range(30)]


def test_imports_count_as_opened_tables(tmp_path: Path) -> None:
    """Imports, new tables and forks stay on the disk, so each address has an hourly limit."""
    log = {"log": finished_log()}
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", openings=4) as server:
        with from_address(server, "192.0.2.1") as first:
            answers = [first.post("/api/import", json=log) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        reason = "Too many tables were opened from your network; wait a few minutes."
        assert answers[-1].json()["reason"] == reason
        with from_address(server, "192.0.2.2") as other:
            assert other.post("/api/import", json=log).status_code == 201


def test_chat_costs_more_than_a_move(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", messages_each=4) as server:
        host = Person(server)
        chair = host.join(host.open_table("me", "random"))
        said = [answer["type"] for answer in at_once(chair, 8, "say", text="x" * 500)]
        assert said[:2] == ["done", "done"]
        assert "refused" in said


def test_partly_stored_import_is_an_unfinished_match(tmp_path: Path) -> None:
    """A long journal is stored in parts; the server may be killed in between."""
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    engine = database.connect(url)
    database.prepare(engine)
    answered = replay_worker.answer(replay_worker.ReadLog(finished_log(), 0))
    brought = msgspec.msgpack.decode(answered.data, type=replay_worker.ImportedLog)
    whole, half = (creation.plan_import(brought, "0" * 32, 0) for _ in range(2))
    chairs: creation.Chairs = [(None, None)] * len(brought.names)
    with engine.begin() as connection:
        creation.store_import(connection, whole, chairs, brought.names, "0" * 32, brought.entries[:40])
        creation.store_entries(connection, whole["id"], brought.entries[40:])
        creation.end_import(connection, whole)
        creation.store_import(connection, half, chairs, brought.names, "0" * 32, brought.entries[:40])
    assert verify(engine).differences == []
    with engine.connect() as connection:
        endings = [table_store.load_table(connection, new["id"]).for_player(None).result for new in (whole, half)]
    assert endings[0] == brought.result
    assert endings[1] is not None
    assert endings[1].why == "unfinished"
    engine.dispose()


def test_messages_are_charged_by_player_over_all_sockets(server: Server) -> None:
    with from_address(server, "192.0.2.4") as client:
        client.get("/api/me")
        host = Person(server)
        table = host.open_table("me", "random")
        chairs = [host.join(table) for _ in range(4)]
        answers = [answer for chair in chairs for answer in at_once(chair, 12, "look")]
        refused = {answer["reason"] for answer in answers if answer["type"] == "refused"}
        assert refused == {"Too many messages; wait a moment."}
        assert answers[0]["type"] == "welcome"
        until(lambda: chairs[0].ask("look")["type"] == "welcome", "the budget fills again")


def replayer_of(server: Server) -> int | None:
    """The id of a server's replay process."""
    children = Path(f"/proc/{server.pid}/task").glob("*/children")
    for child in {int(pid) for file in children for pid in file.read_text().split()}:
        if b"ziggurat.server.study.replay_worker" in Path(f"/proc/{child}/cmdline").read_bytes():
            return child
    return None


def test_replays_of_one_address_do_not_delay_others() -> None:
    """With one process: another address is next, and what one address asks for beyond its share is refused."""
    free, done = asyncio.Event(), list[str]()

    async def slowly(request: Any, game: str) -> bytes:
        await free.wait()
        return msgspec.msgpack.encode("ur")

    async def scene() -> list[Any]:
        pool = ReplayPool(1, PATIENCE)
        pool._answered = slowly  # type: ignore[method-assign]

        async def ask(address: str) -> None:
            await pool.ask(IdentifyGame("log"), str, asker=Asker(address))
            done.append(address)

        flood = [asyncio.create_task(ask("192.0.2.1")) for _ in range(12)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(ask(f"192.0.2.{number}")) for number in (2, 3)]
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*others)
        return await asyncio.gather(*flood, return_exceptions=True)

    answers = run(scene())
    assert done[:3] == ["192.0.2.1", "192.0.2.2", "192.0.2.3"]
    assert [isinstance(answer, TooMuch) for answer in answers] == [False] * 9 + [True] * 3


@pytest.mark.long
def test_slow_import_is_given_up_without_delaying_others(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", replay_seconds=5, anew=True) as server:
        host = Person(server)
        table = host.open_table("me", "random")
        chair = host.join(table)
        log = {"log": finished_log()}
        assert host.ask("POST", "/api/import", log)["status"] == "finished"
        stuck = until(lambda: replayer_of(server), "there is a process for it")
        os.kill(stuck, signal.SIGSTOP)  # as a log would that keeps it busy for ever

        async def bring_and_look() -> tuple[httpx.Response, int]:
            looked = 0
            async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client:
                bringing = asyncio.create_task(client.post("/api/import", json=log))
                while not bringing.done():
                    await asyncio.to_thread(chair.ask, "look")
                    looked += 1
            return await bringing, looked

        answer, looked = run(bring_and_look())
        assert (answer.status_code, answer.json()["reason"]) == (429, "That match takes too long to replay.")
        assert looked > 3
        assert host.ask("POST", "/api/import", log)["status"] == "finished"  # another has taken its place
        assert replayer_of(server) != stuck


@pytest.mark.long
def test_killed_idle_process_is_not_asked(tmp_path: Path) -> None:
    """As the kernel does when memory runs out: no request is lost."""
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", anew=True) as server:
        host, log = Person(server), {"log": finished_log()}
        host.ask("POST", "/api/import", log)
        waiting = replayer_of(server)
        assert waiting
        os.kill(waiting, signal.SIGKILL)
        until(lambda: replayer_of(server) is None, "it is gone")
        assert host.ask("POST", "/api/import", log)["status"] == "finished"


@pytest.mark.long
def test_password_hashing_is_limited(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", anew=True) as server:  # copies make passwords in no time

        async def register(client: httpx.AsyncClient, number: int) -> httpx.Response:
            return await client.post("/api/account", json={"login": f"login{number}", "password": "correct horse"})

        async def register_all() -> list[httpx.Response]:
            limits = httpx.Limits(max_connections=100)
            async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, limits=limits) as client:
                return await asyncio.gather(*(register(client, number) for number in range(100)))

        answers = run(register_all())
        assert {answer.status_code for answer in answers} <= {200, 409, 429}  # 409: one guest, registered twice
        refused = {answer.json()["reason"] for answer in answers if answer.status_code == 429}
        assert refused == {"Too many people are logging in. Try again in a moment."}
        assert any(answer.status_code == 200 for answer in answers)


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_history_equals_a_replay(game: str) -> None:
    seats = ziggurat.game(game).seat_counts[0]
    plan = Plan(game, 1, seats, {}, 5, None, Pace(), Leave.LOSS, "random", (None,) * seats)
    sitting, stream = Sitting(plan), random.Random(5)
    sitting.apply(Entry(0, START, -1, 0, None, None, 0))
    history = frames.History(sitting)
    for number in range(1, 120):
        if sitting.over:
            break
        back = stream.randrange(1, 4)
        if stream.random() < 0.1 and len(sitting.match) >= back:
            sitting.apply(Entry(number, UNDO, 0, back, None, None, 0))
        else:
            sitting.apply(Entry(number, MOVE, sitting.actor, stream.choice(sitting.match.legal()), None, None, 0))
        if stream.random() < 0.3:
            seat = stream.randrange(-1, seats)
            assert msgspec.json.decode(history.of(seat)) == _replayed(sitting, seat)
            assert history.missing(seat) == 0


def _replayed(sitting: Sitting, seat: int) -> list[object]:
    again = sitting.match.at(0)
    expected = []
    for decision, action in enumerate(sitting.match.actions):
        rows, _ = again.decide(action)
        expected += frames.events_for(again.game, rows, seat, decision)
    made: list[object] = msgspec.json.decode(msgspec.json.encode(expected))
    return made
