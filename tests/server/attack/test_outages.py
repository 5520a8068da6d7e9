"""Database outages and full disks: every table recovers by itself."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

import ziggurat
from tests.looping import run
from tests.patience import PATIENCE, until
from tests.server.load import check_nothing_lost
from tests.server.postgres import Postgres, new_database
from tests.server.serving import Chair, Person, Server, serving
from ziggurat.server.accounts import identity
from ziggurat.server.bots.readiness import Readiness
from ziggurat.server.process import ServerProcess
from ziggurat.server.protocol import NewTable, SeatPlan
from ziggurat.server.refusals import Unreachable
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.coordinator import Coordinator
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database
from ziggurat.server.storage.writer import Writer
from ziggurat.server.tables import creation, seat_store
from ziggurat.server.transport import link_previews
from ziggurat.server.transport.send_queue import Subscriber, Views

HOST, GUEST = "0" * 32, "1" * 32


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """Limits file sizes, so that no file of the server can grow."""
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


def decide(chair: Chair) -> dict[str, Any]:
    """Reloads the table and plays if it is this seat's turn; returns the last message."""
    seen = chair.ask("look")
    if seen["type"] != "welcome" or not seen.get("view") or seen["view"]["actor"] != chair.seat:
        return seen
    return chair.ask("play", version=chair.version, move=chair.choices[-1])


def plays_on(chair: Chair) -> bool:
    """Checks that a person's move is accepted and that the bots move after it."""

    def decided() -> dict[str, Any] | None:
        answer = decide(chair)
        return answer if answer["type"] == "done" else None

    version = until(decided, "somebody's decision is taken")["version"]

    def bot_decided() -> bool:
        seen = decide(chair)
        return seen.get("view") is not None and seen["version"] > version and seen["view"]["actor"] != chair.seat

    def over_or_answered() -> bool:
        if bot_decided():
            return True
        return any(heard["type"] == "changed" and heard["seat"] != chair.seat for heard in chair.heard[-50:])

    return until(over_or_answered, "a bot decides")


def status(server: Server, path: str) -> int:
    return httpx.get(f"{server.url}{path}", timeout=PATIENCE).status_code


@pytest.fixture
def database_server() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.mark.parametrize(("tables", "outages"), [(2, 1), pytest.param(6, 3, marks=pytest.mark.long)])
def test_tables_recover_after_a_postgresql_outage(database_server: Postgres, tables: int, outages: int) -> None:
    url = new_database(database_server.address, "outages")
    with serving(url, bot_beat=20) as one, serving(url, bot_beat=20) as two:
        chairs: list[Chair] = []
        for number in range(tables):
            host = Person((one, two)[number % 2])
            pace = {"kind": "clock", "base": 3_600_000} if number % 3 == 0 else {"kind": "untimed"}
            chairs.append(host.join(host.open_table("me", "random", "random", pace=pace)))
        acknowledged: dict[tuple[str, str], int] = {}
        for outage in range(outages):
            database_server.kill()
            assert {status(server, "/readyz") for server in (one, two)} == {503}
            for chair in chairs:
                answer = decide(chair)
                assert answer["type"] in ("refused", "welcome"), answer
            database_server.start()
            for number, chair in enumerate(chairs):
                assert plays_on(chair), f"table {number} after outage {outage}"
            for chair in chairs:
                table = chair.welcome["table"]["id"]
                done = [heard for heard in chair.heard if heard["type"] == "done"]
                acknowledged |= {(table, heard["id"]): heard["version"] for heard in done}
        assert {status(server, "/readyz") for server in (one, two)} == {200}
    check_nothing_lost(url, acknowledged)


@pytest.mark.long
@pytest.mark.parametrize("named", ["read-write", "any"])
def test_tables_continue_on_the_standby(database_server: Postgres, named: str) -> None:
    """The primary dies in the middle of everything; the standby, which has all that was acknowledged, is promoted."""
    primary = new_database(database_server.address, "failover")
    standby = Postgres(primary=database_server)
    try:
        ports = f"port={database_server.port},{standby.port}"
        url = f"postgresql://ziggurat@/failover?host=127.0.0.1,127.0.0.1&{ports}&target_session_attrs={named}"
        with serving(primary):
            pass  # makes the schema
        with serving(url, bot_beat=5, fresh=True) as one, serving(url, bot_beat=5, fresh=True) as two:
            hosts = [Person((one, two)[number % 2]) for number in range(4)]
            pace = {"kind": "clock", "base": 3_600_000}
            chairs = [host.join(host.open_table("me", "random", "random", pace=pace)) for host in hosts]
            for chair in chairs:
                assert plays_on(chair)
            playing = threading.Thread(target=lambda: [decide(chair) for _ in range(20) for chair in chairs])
            playing.start()
            database_server.kill()
            playing.join()
            assert {status(server, "/readyz") for server in (one, two)} == {503}
            standby.promote()
            for number, chair in enumerate(chairs):
                assert plays_on(chair), f"table {number} after the failover"
            until(lambda: {status(server, "/readyz") for server in (one, two)} == {200}, "both write again")
            done = [(chair, heard) for chair in chairs for heard in chair.heard if heard["type"] == "done"]
            acknowledged = {(chair.welcome["table"]["id"], heard["id"]): heard["version"] for chair, heard in done}
        check_nothing_lost(f"{standby.address}/failover", acknowledged)
    finally:
        standby.close()


def test_tables_recover_after_a_full_disk(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", bot_beat=20) as server:
        people = [Person(server) for _ in range(4)]
        chairs = [host.join(host.open_table("me", "random", "random")) for host in people]
        timed = people[0].open_table("me", "open", leave="loss", pace={"kind": "turn", "base": 2_000})
        waiting = people[0].join(timed)  # before the clock runs
        people[1].sit(timed)
        with full_disk(server):
            until(lambda: status(server, "/readyz") == 503, "the server says that it cannot write")
            assert status(server, "/healthz") == 200
            for chair in chairs:
                until(lambda chair=chair: decide(chair)["type"] == "refused", "a decision is refused")  # type: ignore[misc]
                assert decide(chair)["type"] == "refused"  # and again: nothing else has broken
            assert people[0].refused("POST", "/api/tokens", {"label": "x"})[0] == 503
        assert status(server, "/readyz") == 200
        for chair in chairs:
            assert plays_on(chair)
        assert waiting.hear("changed", lambda message: message["kind"] == "timeout")["result"]["winners"] == [1]


class Disk:
    """A small file system of its own, which can fail as a dying disk does: everything on it becomes read-only."""

    def __init__(self, folder: Path) -> None:
        self._image, self.path = folder / "disk.img", folder / "disk"
        self.path.mkdir()
        with self._image.open("wb") as image:
            image.truncate(64 * 2**20)
        problem = self._try("mkfs.ext4", "-q", self._image) or self.mount()
        if problem:
            pytest.skip(f"no file system can be mounted here, so a failing disk was not tried: {problem}")

    def mount(self) -> str:
        return self._try("mount", "-o", "loop,errors=remount-ro", self._image, self.path)

    def fail(self) -> None:
        """What the kernel does after a write error, also while files are open."""
        assert not self._try("mount", "-o", "remount,abort", self.path)

    def unmount(self) -> None:
        assert not self._try("umount", self.path)

    def _try(self, *command: Any) -> str:
        """Why a command failed; empty if it did not."""
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError as problem:
            return str(problem)
        return (done.stderr or f"status {done.returncode}").strip() if done.returncode else ""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    made = Disk(tmp_path)
    yield made
    made.unmount()


@pytest.mark.long
def test_disk_that_becomes_read_only_loses_nothing(disk: Disk) -> None:
    """Moves are refused, the match can still be looked at, and after a repair everything acknowledged is there."""
    url = f"sqlite:///{disk.path}/ziggurat.db"
    server = Server(url, bot_beat=20)
    try:
        host, guest = Person(server), Person(server)
        table = host.open_table("me", "open")
        guest.sit(table)
        chairs = [host.join(table), guest.join(table)]
        playing = host.join(host.open_table("me", "random", "random"))
        for _ in range(10):
            assert any(decide(chair)["type"] == "done" for chair in chairs)
        disk.fail()
        until(lambda: status(server, "/readyz") == 503, "the server says that it cannot write")
        for chair in (*chairs, playing):
            assert decide(chair)["type"] in ("refused", "welcome")
        assert {decide(chair)["type"] for chair in chairs} == {"refused", "welcome"}
        assert host.refused("POST", "/api/tokens", {"label": "x"})[0] == 503
        assert host.ask("GET", f"/api/tables/{table}")["status"] == "running"
        assert server.alive
    finally:
        stopped = server.stop()
    assert stopped == 0
    done = [(chair, heard) for chair in chairs for heard in chair.heard if heard["type"] == "done"]
    acknowledged = {(chair.welcome["table"]["id"], heard["id"]): heard["version"] for chair, heard in done}
    assert len(acknowledged) == 10
    version = max(acknowledged.values())
    disk.unmount()
    assert not disk.mount()
    with serving(url, fresh=True) as again:
        host.move_to(again)
        chair = host.join(table)
        assert chair.version == version  # no refused move came back
        chair.close()
    check_nothing_lost(url, acknowledged)


@pytest.mark.long
def test_sockets_opened_during_an_outage_are_asked_to_reconnect(database_server: Postgres) -> None:
    url = new_database(database_server.address, "coming")
    with serving(url) as server:
        host = Person(server)
        table = host.open_table("me", "random")
        database_server.kill()
        for method, path in (("GET", "/api/me"), ("GET", f"/api/tables/{table}"), ("GET", "/api/tables")):
            assert host.refused(method, path) == (503, "The database does not answer; try again in a moment.")
        assert host.refused("POST", "/api/tables", {"game": "babylonia", "seats": [{"who": "me"}, {"who": "open"}]})[
            0
        ] in (503,)
        database_server.start()
        assert host.join(table).view is not None


def test_page_is_served_without_a_database(tmp_path: Path) -> None:
    """The link preview comes from the database; the page does not wait for it."""

    async def ask() -> str:
        server = ServerProcess(Settings(), database.connect(f"sqlite:///{tmp_path}/nothing.db"))
        stuck = asyncio.Event()

        async def read(*_: Any) -> Any:
            await stuck.wait()  # a database that answers nothing, not even that it is gone

        server.read = read  # type: ignore[assignment, method-assign]
        return await link_previews.tags(server, "Club", "http://here", "/table/abc")

    assert 'content="http://here/api/games/babylonia/card.png"' in run(ask())


def test_time_runs_after_the_last_game_was_loaded_during_an_outage(tmp_path: Path) -> None:
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.prepare(engine)
    outage = [False]
    event.listen(engine, "checkout", lambda c, *_: c.execute(f"PRAGMA query_only={int(outage[0])}"))

    async def get_ready() -> None:
        server = ServerProcess(Settings(database=str(engine.url)), engine)
        server.writer = Writer(engine, asyncio.get_running_loop(), server.process)
        server.coordinator = Coordinator(server)
        released = asyncio.Semaphore(0)

        async def then() -> None:
            try:
                await server.coordinator.game_ready()
            finally:
                released.release()

        server.games = Readiness(then)
        await asyncio.sleep(0.01)  # in which nobody serves: there is a gap, and so time stands still until all is ready
        await server.coordinator.open()
        held = server.served()
        outage[0] = True
        server.games.open()
        for _ in ziggurat.game_names():
            await released.acquire()
        assert server.served() == held
        outage[0] = False
        async with asyncio.timeout(PATIENCE):
            while server.served() == held:
                await asyncio.sleep(0.05)
        await server.games.close()
        await server.coordinator.close()
        await asyncio.to_thread(server.writer.close)

    run(get_ready())


def test_start_is_broadcast_after_a_failed_reload(tmp_path: Path) -> None:
    """The database fails just after the last seat is taken: all are still told that the match has begun."""
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.prepare(engine)
    outage = [False]

    def check(*_: Any) -> None:
        if outage[0]:
            raise OperationalError("reading", None, Exception("the database is gone"))

    event.listen(engine, "checkout", check)

    async def sit_down() -> dict[str, Any]:
        server = ServerProcess(Settings(database=str(engine.url)), engine)
        await server.open()
        await server.games.require("babylonia")
        wish = NewTable("babylonia", [SeatPlan("me"), SeatPlan("open")])
        new, chairs = creation.plan_table(wish, HOST, 0)
        await server.writer.write(lambda c: creation.store_table(c, new, chairs, HOST, 0))
        table, ready = await server.table(new["id"]), asyncio.Event()
        subscriber = Subscriber(HOST, Views.ALWAYS, 100, 1_000_000)
        received: asyncio.Queue[bytes] = asyncio.Queue()
        ready.set()

        def receive(messages: list[bytes]) -> None:
            for message in messages:
                received.put_nowait(message)

        sending = asyncio.create_task(subscriber.send_all(ready, receive))
        table.subscribe(subscriber)

        def begin(connection: Any) -> None:
            identity.keep(connection, GUEST, 0)
            seat_store.sit_down(connection, table.id, GUEST, None)
            seat_store.start_if_full(connection, table.id, 0, 0)

        await server.writer.write(begin)
        outage[0] = True
        with pytest.raises(Unreachable):
            await server.table_changed(table.id)
        outage[0] = False
        async with asyncio.timeout(PATIENCE):
            while (welcome := msgspec.json.decode(await received.get()))["type"] != "welcome":
                pass
        await server.close()
        await sending
        return dict(welcome)

    welcome = run(sit_down())
    assert welcome["table"]["status"] == "running"
    assert welcome["view"]["choices"]


def test_cancelled_request_does_not_load_a_table_twice(tmp_path: Path) -> None:
    """Sockets that come before and after must end up at the same table."""
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.prepare(engine)

    async def come() -> None:
        server = ServerProcess(Settings(database=str(engine.url)), engine)
        server.writer = Writer(engine, asyncio.get_running_loop(), server.process)
        new, chairs = creation.plan_table(NewTable("babylonia", [SeatPlan("me"), SeatPlan("open")]), HOST, 0)
        await server.writer.write(lambda c: creation.store_table(c, new, chairs, HOST, 0))
        patient, impatient = (asyncio.create_task(server.table(new["id"])) for _ in range(2))
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.sleep(0)
        assert await server.table(new["id"]) is await patient
        await asyncio.to_thread(server.writer.close)

    run(come())


@pytest.mark.long
def test_bot_moves_after_its_table_was_reloaded(tmp_path: Path) -> None:
    """A table is reloaded twice after an outage; at the second time a bot has already been asked."""
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.prepare(engine)

    async def think() -> None:
        server = ServerProcess(Settings(database=str(engine.url)), engine)
        await server.open()
        await server.games.require("babylonia")
        wish = NewTable("babylonia", [SeatPlan("random"), SeatPlan("me")])
        new, chairs = creation.plan_table(wish, HOST, now())
        await server.writer.write(lambda c: creation.store_table(c, new, chairs, HOST, now()))
        table = await server.table(new["id"])
        await table.reload()
        async with asyncio.timeout(PATIENCE):
            while table.sitting is None or table.sitting.actor_is_bot:
                await asyncio.sleep(0.05)
        await server.close()

    run(think())
