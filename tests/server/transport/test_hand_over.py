"""All sockets of a table are served by one process of a machine, wherever they come."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
import uvicorn
from websockets.exceptions import WebSocketException

from tests.looping import run
from tests.patience import until
from tests.server.attack.test_suspended import stopped
from tests.server.load import check_nothing_lost
from tests.server.serving import Chair, Person, Server, play_to_the_end, serving
from tests.server.workers import measured
from ziggurat.server.process import CROWD, ServerProcess
from ziggurat.server.runtime.messages import Alive, Envelope
from ziggurat.server.runtime.peers import Peers
from ziggurat.server.settings import Settings
from ziggurat.server.transport import hand_over
from ziggurat.server.transport.connections import protocols
from ziggurat.server.transport.hand_over import PATIENCE, HandOver


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


@pytest.mark.long
def test_nobody_waits_for_a_process_that_is_killed_while_it_takes_sockets(postgres_url: str) -> None:
    with processes(postgres_url, 2) as servers, ThreadPoolExecutor(6) as people:
        host = Person(servers[0])
        table = host.open_table("me", "random")
        home = find_home(servers, host, table)
        other = next(server for server in servers if server is not home)
        host.move_to(other)

        def come(_: int) -> Chair:
            """As the page does: again, if the connection is cut."""
            while True:
                try:
                    return host.join(table)
                except (WebSocketException, OSError, EOFError):
                    pass

        coming = [people.submit(come, number) for number in range(60)]
        coming[10].result()
        home.kill()
        chairs = [one.result() for one in coming]
        assert sockets([other])[0] > 0  # who came after the end
        for chair in chairs:
            chair.close()


def test_process_takes_no_more_sockets_than_it_may_nor_a_crowd() -> None:
    def takes(table: str, *, sockets: int, watching: int) -> bool:
        tables = {"t1": SimpleNamespace(subscribers=range(watching))}
        here: Any = SimpleNamespace(tables=tables, sockets=sockets, settings=Settings(max_sockets=1000))
        return ServerProcess.takes_socket(here, table)

    assert takes("t1", sockets=999, watching=CROWD - 1)
    assert not takes("t1", sockets=999, watching=CROWD)
    assert takes("t2", sockets=999, watching=CROWD)
    assert not takes("t2", sockets=1000, watching=0)


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


TARGET = TARGETS[0]
HEAD = b"GET / HTTP/1.1\r\n\r\n"


class Taken:
    """The connections that a process was given, and whether it takes more."""

    def __init__(self, *, takes: bool = True) -> None:
        self.takes = takes
        self.asked: list[str] = []
        self.got: asyncio.Queue[tuple[socket.socket, bytes]] = asyncio.Queue()

    async def adopt(self, client: socket.socket, head: bytes) -> None:
        self.got.put_nowait((client, head))

    def one_more(self, table: str) -> bool:
        self.asked.append(table)
        return self.takes


@contextmanager
def opened(name: str, taken: Taken) -> Iterator[HandOver]:
    process = HandOver(name, Peers())
    process.open(f"channel of {os.getpid()}", taken.adopt, taken.one_more)
    try:
        yield process
    finally:
        process.close()


def test_connection_goes_to_a_process_that_answers() -> None:
    """One that is gone, or has just gone, is passed over; what it should have had is not lost."""

    async def give() -> None:
        taken = Taken()
        with opened("giving", taken) as giving, opened("taking", taken) as taking:
            client, server = socket.socketpair()
            assert await giving.reserve(TARGET, ["nobody"]) is None
            reserved = await giving.reserve(TARGET, ["nobody", "taking"])
            assert reserved is not None
            assert taken.asked == ["t0"]
            assert giving.send(reserved, server.fileno(), HEAD)
            server.close()
            received, head = await taken.got.get()
            assert head == HEAD
            assert not received.get_inheritable()  # else bots would keep it open
            received.sendall(b"here I am")
            assert client.recv(100) == b"here I am"
            received.close()

            reserved = await giving.reserve(TARGET, ["taking"])
            assert reserved is not None
            taking.close()
            assert not giving.send(reserved, client.fileno(), b"late")
            assert await giving.reserve(TARGET, ["taking"]) is None
            client.close()

    run(give())


def test_process_without_file_descriptors_rests_and_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> tuple[bytes, list[Any]]:
        loop, problems = asyncio.get_running_loop(), list[Any]()
        loop.set_exception_handler(lambda _, problem: problems.append(problem))
        with opened("taking", Taken()) as taking, hand_over._new_socket() as asking:
            usual = resource.getrlimit(resource.RLIMIT_NOFILE)
            lowest = os.dup(asking.fileno())
            os.close(lowest)
            resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, usual[1]))
            try:
                asking.connect(taking._address("taking"))
                asking.send(b"table")
                while "takes no sockets" not in caplog.text:
                    await asyncio.sleep(0.01)
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, usual)
            return await loop.sock_recv(asking, 5), problems

    assert run(ask()) == (b"ready", [])
    assert caplog.text.count("takes no sockets") == 1


def test_full_process_is_passed_over_and_asked_again() -> None:
    async def give() -> None:
        full, free = Taken(takes=False), Taken()
        with opened("giving", free) as giving, opened("full", full), opened("free", free):
            for number in range(2):
                reserved = await giving.reserve(TARGET, ["full", "free"])
                assert reserved is not None
                reserved.close()
                assert (len(full.asked), len(free.asked)) == (number + 1, number + 1)
            assert not giving._silent

    run(give())


def test_client_of_a_process_that_ends_with_its_connection_is_cut_off() -> None:
    """It has been sent and not been taken: the client comes back, rather than waiting for an answer."""

    async def give() -> None:
        with opened("giving", Taken()) as giving, opened("taking", Taken()) as taking:
            client, server = socket.socketpair()
            reserved = await giving.reserve(TARGET, ["taking"])
            assert reserved is not None
            assert giving.send(reserved, server.fileno(), HEAD)
            server.close()
            taking.close()
            assert client.recv(100) == b""
            client.close()

    run(give())


def test_process_that_accepts_nothing_delays_nobody_for_long() -> None:
    """Its backlog fills up; then it is not waited for at all."""

    async def give() -> None:
        with opened("giving", Taken()) as giving, ExitStack() as stack:
            hanging = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET))
            hanging.bind(giving._address("hanging"))
            hanging.listen(0)  # one connection may wait
            began = time.monotonic()
            assert await giving.reserve(TARGET, ["hanging"]) is None
            assert time.monotonic() - began >= PATIENCE  # it might still have answered
            assert "hanging" in giving._silent
            with patch.object(asyncio, "timeout", side_effect=AssertionError):
                assert await giving.reserve(TARGET, ["hanging"]) is None

    run(give())


@pytest.mark.parametrize("files", [(), ("/nowhere",)])
def test_place_is_known_where_a_sandbox_hides_the_boot_id(monkeypatch: pytest.MonkeyPatch, files: tuple[str]) -> None:
    async def place() -> str:
        with opened("one", Taken()) as one:
            return one.place

    usual = run(place())
    monkeypatch.setattr(hand_over, "MACHINE_IDS", files)
    hidden = run(place())
    assert hidden.startswith(socket.gethostname())
    assert usual.split()[1:] == hidden.split()[1:]


def test_server_runs_where_nothing_can_be_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sandbox without such sockets; a system without them."""

    async def places() -> list[str]:
        with opened("one", Taken()) as one, opened("one", Taken()) as again:  # the address is taken
            return [one.place, again.place]

    first, second = run(places())
    assert first
    assert not second
    monkeypatch.setattr(hand_over, "POSSIBLE", False)
    assert run(places()) == ["", ""]


class Waiting(HandOver):
    """Has a home for every socket, which takes its time."""

    def __init__(self) -> None:
        super().__init__("waiting", Peers())
        self.reserved: list[bytes] = []
        self.asked = asyncio.Event()

    def homes(self, target: bytes) -> list[str]:
        return ["home"]

    async def reserve(self, target: bytes, homes: list[str]) -> socket.socket | None:
        self.reserved.append(target)
        self.asked.set()
        await asyncio.sleep(PATIENCE)
        return None


@asynccontextmanager
async def listening(handing: HandOver, body: bytes) -> AsyncIterator[tuple[uvicorn.Server, int]]:
    """uvicorn with our protocols, and an application that sends a body and refuses every socket."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": body})
        else:
            await send({"type": "websocket.close"})

    http, sockets = protocols(Settings(), handing)
    config = uvicorn.Config(answer, http=http, ws=sockets, log_config=None, lifespan="off")
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    listener = socket.create_server(("127.0.0.1", 0))
    await server.startup([listener])
    try:
        yield server, listener.getsockname()[1]
    finally:
        await server.shutdown([listener])


UPGRADE = (
    b"GET /api/tables/t1/live HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_server_stops_while_a_socket_is_handed_over() -> None:
    async def stop() -> bytes:
        waiting = Waiting()
        async with listening(waiting, b"") as (_, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(UPGRADE)
            await waiting.asked.wait()
        rest = await reader.read()
        writer.close()
        return rest

    assert run(stop()) == b""


def test_socket_that_was_asked_for_before_an_answer_was_read_stays() -> None:
    """Its connection still has the answer to an earlier request to send."""
    body = bytes(20_000_000)

    async def ask(first: bytes) -> tuple[list[bytes], bytes]:
        waiting = Waiting()
        async with listening(waiting, body) as (_, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(first + UPGRADE)
            answers = await reader.read()
            writer.close()
        return waiting.reserved, answers

    reserved, answers = run(ask(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n"))
    assert not reserved
    assert body in answers
    assert answers.endswith(b"403 Forbidden") or b"HTTP/1.1 403" in answers[len(body) :]
    reserved, answers = run(ask(b""))
    assert reserved == [b"/api/tables/t1/live"]
    assert b"HTTP/1.1 403" in answers


ASK = """
import os, socket, sys
os.setuid(65534)
asking = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
asking.connect(chr(0) + sys.argv[1])
try:
    asking.send(b"t0")
    print(asking.recv(100))
except (ConnectionResetError, BrokenPipeError):
    print(b"")
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody else")
def test_other_users_of_the_machine_are_turned_away() -> None:
    async def ask() -> tuple[bytes, list[str]]:
        taken = Taken()
        with opened("taking", taken) as taking:
            address = taking._address("taking")[1:]
            asking = await asyncio.create_subprocess_exec(sys.executable, "-c", ASK, address, stdout=subprocess.PIPE)
            answer, _ = await asking.communicate()
        return answer, taken.asked

    assert run(ask()) == (b"b''\n", [])
