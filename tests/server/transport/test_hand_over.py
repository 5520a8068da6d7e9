"""All sockets of a table are served by one process of a machine, wherever they come."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.looping import run
from tests.patience import until
from tests.server.attack.test_suspended import stopped
from tests.server.load import check_nothing_lost
from tests.server.serving import Chair, Person, Server, play_to_the_end, serving
from tests.server.workers import measured
from ziggurat.server.runtime.messages import Alive, Envelope
from ziggurat.server.runtime.peers import Peers
from ziggurat.server.transport.hand_over import HandOver


@contextmanager
def processes(url: str, count: int) -> Iterator[list[Server]]:
    with ExitStack() as stack:
        yield [stack.enter_context(serving(url, hand_over="yes", bot_beat=20)) for _ in range(count)]


def sockets(servers: list[Server]) -> list[int]:
    """How many sockets each process serves."""
    return [int(measured(server, "ziggurat_sockets")) for server in servers]


def find_home(servers: list[Server], person: Person, table: str) -> Server:
    """The process that serves a table, once the processes have found each other."""
    chairs: list[Chair] = []

    def serving_all() -> list[Server]:
        while chairs:
            chairs.pop().close()
        until(lambda: not any(sockets(servers)), "all are closed")
        for server in servers:
            person.move_to(server)
            chairs.append(person.join(table))
        return [server for server, count in zip(servers, sockets(servers), strict=True) if count == len(servers)]

    home = until(serving_all, "one process serves all")[0]
    while chairs:
        chairs.pop().close()
    return home


def test_one_process_serves_all_sockets_of_a_table(postgres_url: str) -> None:
    with processes(postgres_url, 2) as servers:
        host, guest = (Person(server) for server in servers)
        tables = [host.open_table("me", "open", public=False) for _ in range(12)]
        homes = {table: find_home(servers, host, table) for table in tables}
        assert set(homes.values()) == set(servers)  # each serves some of them
        for table in tables[:1]:
            guest.sit(table)
            chairs = [host.join(table), guest.join(table)]
            assert sockets([homes[table]]) == [2]
            assert play_to_the_end(chairs, random.Random(1))["winners"]


@pytest.mark.long
def test_killing_the_home_of_a_table_loses_nothing(postgres_url: str) -> None:
    with processes(postgres_url, 3) as servers:
        host = Person(servers[0])
        table = host.open_table("me", "random")
        acknowledged = {}
        while len(servers) > 1:
            home = find_home(servers, host, table)
            others = [server for server in servers if server is not home]
            host.move_to(others[0])
            chair = host.join(table)
            assert sockets([home]) == [1]
            for number in range(5):
                while chair.view["actor"] != 0:
                    chair.hear("changed")
                name = f"{len(others)}-{number}"
                answer = chair.ask("play", id=name, version=chair.version, move=chair.choices[-1])
                acknowledged[table, name] = answer["version"]
                chair.hear("changed", lambda message, answer=answer: message["version"] >= answer["version"])  # type: ignore[misc]
            home.kill()
            assert chair.is_cut() == 1006
            check_nothing_lost(postgres_url, acknowledged)
            servers = others
        host.move_to(servers[0])
        assert play_to_the_end([host.join(table)], random.Random(2))["winners"]


@pytest.mark.long
def test_sockets_are_served_elsewhere_while_the_home_is_suspended(postgres_url: str) -> None:
    with processes(postgres_url, 2) as servers:
        host = Person(servers[0])
        table = host.open_table("me", "random")
        home = find_home(servers, host, table)
        other = next(server for server in servers if server is not home)
        host.move_to(other)
        with stopped(home):
            chair = host.join(table)
            assert sockets([other]) == [1]
            while chair.view["actor"] != 0:
                chair.hear("changed")
            assert chair.play(chair.choices[0])["type"] == "done"
        chair.close()
        assert find_home(servers, host, table) is home


def alive(process: str, place: str) -> Envelope:
    return Envelope(process, Alive(place))


NAMES = [f"process{number}" for number in range(4)]
TARGETS = [b"/api/tables/t%d/live?views=turn" % number for number in range(400)]


def _group(names: list[str], place: str = "here") -> list[HandOver]:
    """Processes that know each other."""
    group = []
    for name in names:
        peers = Peers()
        for other in names:
            if other != name:
                peers.hear(alive(other, place))
        group.append(HandOver(name, peers))
        group[-1].place = "here"
    return group


def _home(group: list[HandOver], names: list[str], target: bytes) -> str:
    """The process that every other hands a socket to."""
    [home] = {(one.homes(target) or [name])[0] for one, name in zip(group, names, strict=True)}
    return home


def test_all_processes_agree_on_the_home_of_a_table() -> None:
    group = _group(NAMES)
    homes = [_home(group, NAMES, target) for target in TARGETS]
    assert all(60 < homes.count(name) < 140 for name in NAMES)
    fewer = _group(NAMES[:3])
    for target, home in zip(TARGETS, homes, strict=True):
        if home != NAMES[3]:  # only the tables of a process that ends move
            assert _home(fewer, NAMES[:3], target) == home


@pytest.mark.parametrize("target", [b"/api/lobby/live", b"/api/tables/t1", b"/api/tables/../live", b"/"])
def test_only_sockets_of_tables_are_handed_over(target: bytes) -> None:
    assert all(one.homes(target) == [] for one in _group(NAMES))


def test_processes_of_other_machines_are_not_asked() -> None:
    assert all(one.homes(target) == [] for one in _group(NAMES, "elsewhere") for target in TARGETS)


def test_connection_goes_to_a_process_that_answers() -> None:
    """One that is gone, or has just gone, is passed over; what it should have had is not lost."""

    async def give() -> None:
        peers, taken = Peers(), asyncio.get_running_loop().create_future()

        async def adopt(client: socket.socket, head: bytes) -> None:
            taken.set_result((client, head))

        giving, taking = HandOver("giving", peers), HandOver("taking", Peers())
        channel = f"channel of {os.getpid()}"
        giving.open(channel, adopt)
        taking.open(channel, adopt)
        client, server = socket.socketpair()
        assert await giving.reserve(["nobody"]) is None
        reserved = await giving.reserve(["nobody", "taking"])
        assert reserved is not None
        assert giving.send(reserved, server.fileno(), b"GET / HTTP/1.1\r\n\r\n")
        server.close()
        received, head = await taken
        assert head == b"GET / HTTP/1.1\r\n\r\n"
        received.sendall(b"here I am")
        assert client.recv(100) == b"here I am"
        received.close()

        reserved = await giving.reserve(["taking"])
        assert reserved is not None
        taking.close()
        assert not giving.send(reserved, client.fileno(), b"late")
        assert await giving.reserve(["taking"]) is None
        client.close()
        giving.close()

    run(give())


ASK = """
import os, socket, sys
os.setuid(65534)
asking = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
asking.connect(chr(0) + sys.argv[1])
print(asking.recv(100))
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody else")
def test_other_users_of_the_machine_are_turned_away() -> None:
    async def adopt(client: socket.socket, head: bytes) -> None:
        raise AssertionError

    async def ask() -> bytes:
        taking = HandOver("taking", Peers())
        taking.open(f"channel of {os.getpid()}", adopt)
        address = taking._address("taking")[1:]
        asking = await asyncio.create_subprocess_exec(sys.executable, "-c", ASK, address, stdout=subprocess.PIPE)
        answer, _ = await asking.communicate()
        taking.close()
        return answer

    assert run(ask()) == b"b''\n"
