"""Promise 6: several processes. Players on different ones see each other at once; killing one loses nothing."""

from __future__ import annotations

import os
import random
import socket
import time

import pytest

from tests.looping import run
from tests.patience import PATIENCE
from tests.server.load import check_nothing_lost, stored
from tests.server.serving import Chair, Person, Server, play_to_the_end, serving
from ziggurat.core.errors import BadOption
from ziggurat.server.storage import database


def _leads(server: Server) -> bool:
    return "ziggurat_leader 1.0" in Person(server).http.get("/metrics").text


def the_leader(servers: list[Server]) -> Server:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        leaders = [server for server in servers if _leads(server)]
        if leaders:
            assert len(leaders) == 1
            return leaders[0]
        time.sleep(0.05)  # asked over HTTP: there is nothing to wait on
    raise AssertionError("nobody leads")


def test_people_on_different_processes_play_together(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        host, guest = Person(one), Person(two)
        table = host.open_table("me", "open")
        waiting = host.join(table)
        guest.sit(table)
        assert waiting.hear("seated", lambda message: message["table"]["status"] == "running")
        chairs = [host.join(table), guest.join(table)]
        chairs[0].ask("say", text="hello over there")
        assert chairs[1].hear("said")["line"]["text"] == "hello over there"
        result = play_to_the_end(chairs, random.Random(1))
        assert result["winners"]
        third = Person(one).join(table)
        assert third.welcome["table"]["result"] == result


@pytest.mark.long
def test_names_and_rematches_reach_the_other_process(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        host, guest = Person(one), Person(two)
        table = host.open_table("me", "open")
        guest.sit(table)
        chair = guest.join(table)
        host.ask("PATCH", "/api/me", {"name": "Nisaba"})
        assert chair.hear("seated", lambda message: message["table"]["seats"][0]["name"] == "Nisaba")
        assert chair.ask("resign")["type"] == "done"
        offer = host.ask("POST", f"/api/tables/{table}/rematch")["id"]
        assert chair.hear("seated", lambda message: message["table"]["next"] == offer)
        assert guest.ask("GET", "/api/tables?show=open")["tables"] == []  # it is nobody else's
        waiting = host.join(offer)
        assert guest.ask("POST", f"/api/tables/{table}/rematch")["id"] == offer
        assert waiting.hear("seated", lambda message: message["table"]["status"] == "running")


@pytest.mark.long
def test_duplicate_chat_reaches_the_other_process_once(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        host, guest = Person(one), Person(two)
        table = host.open_table("me", "open")
        guest.sit(table)
        here, there = host.join(table), guest.join(table)
        for name in ("hello", "hello", "bye"):
            here.ask("say", id=name, text=name)
        assert [there.hear("said")["line"]["text"] for _ in range(2)] == ["hello", "bye"]


@pytest.mark.long
def test_simultaneous_moves_on_different_processes_count_once(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        host = Person(one)
        table = host.open_table("me", "open")
        Person(two).sit(table)
        here = host.join(table)
        host.move_to(two)
        there = host.join(table)
        done = 0
        for number in range(15):
            legal = here.choices
            if not legal:
                break
            chairs: list[Chair] = [here, there]
            for chair in chairs:
                chair.send("play", id=f"{number}-{chairs.index(chair)}", version=here.version, move=legal[0])
            answers = []
            for position, chair in enumerate(chairs):
                name = f"{number}-{position}"
                answers.append(next(message for message in iter(chair.receive, None) if message.get("id") == name))
            assert sorted(answer["type"] for answer in answers) == ["done", "refused"], answers
            done += 1
            version = next(answer["version"] for answer in answers if answer["type"] == "done")
            for chair in chairs:
                while chair.version < version:
                    chair.hear("changed")
        assert done > 1
    assert len(stored(postgres_url)[table]) == done + 1


def test_killing_a_process_loses_nothing_and_bots_continue(postgres_url: str) -> None:
    servers = [Server(postgres_url, bot_beat=20), Server(postgres_url, bot_beat=20)]
    try:
        leader = the_leader(servers)
        other = next(server for server in servers if server is not leader)
        host = Person(leader)
        table = host.open_table("me", "random", "random")
        chair = host.join(table)
        acknowledged = {}
        for number in range(12):
            while chair.view["actor"] != 0:
                chair.hear("changed")
            answer = chair.ask("play", id=f"k{number}", version=chair.version, move=chair.choices[-1])
            acknowledged[table, f"k{number}"] = answer["version"]
            chair.hear("changed", lambda message, answer=answer: message["version"] >= answer["version"])  # type: ignore[misc]
        leader.kill()
        check_nothing_lost(postgres_url, acknowledged)
        host.move_to(other)
        chair = host.join(table)
        assert chair.ask("play", id="k11", version=0, move=0)["version"] == acknowledged[table, "k11"]
        result = play_to_the_end([chair], random.Random(2))
        assert result["winners"]
        assert _leads(other)
        entries = stored(postgres_url)[table]
        assert [entry.number for entry in entries] == list(range(len(entries)))
    finally:
        for server in servers:
            if server.alive:
                server.stop()


def test_vanished_database_is_noticed(postgres_url: str) -> None:
    """No connection is closed then: a process waiting for the leader's lock would wait for hours."""

    def silence(number: int) -> int:
        with socket.socket(fileno=os.dup(number)) as connection:
            assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            idle, each, count = (
                connection.getsockopt(socket.IPPROTO_TCP, option)
                for option in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
            )
            assert idle + each * count <= 15
            return connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)

    async def of_its_own() -> int:
        async with await database.open_async_connection(database.dsn(engine)) as connection:
            return silence(connection.fileno())

    engine = database.connect(postgres_url)
    with engine.connect() as connection:
        assert silence(connection.connection.driver_connection.fileno()) == 15_000  # type: ignore[union-attr]
    assert run(of_its_own()) == 15_000
    engine.dispose()


def test_bad_database_url_is_refused_without_its_password() -> None:
    with pytest.raises(BadOption, match=r"^'nowhere' is not a database address. Examples:"):
        database.connect("nowhere")
    with pytest.raises(BadOption, match=r"^This is not a database address. Examples: [^@]*user@host/name\.$"):
        database.connect("postgresql:/me:hush@host/name")
