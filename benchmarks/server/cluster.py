"""Several server processes on one PostgreSQL: how much they take, and what a rolling restart costs.

    python benchmarks/server/cluster.py                      # 1, 2 and 4 processes, 1,000 tables, 5,000 sockets
    python benchmarks/server/cluster.py --servers 1,2 --tables 100 --sockets 500 --rate 50 --seconds 10
    python benchmarks/server/cluster.py --compare --servers 1,4 --rounds 4 --tables 200 --sockets 1000 --rate 50
    python benchmarks/server/cluster.py --matches 1000000    # instead: every page's queries, with so many behind it

Everything is real, as in bench.py, which measures one process: servers, PostgreSQL (started here, or the empty database
$ZIGGURAT_BENCH_DATABASE) and sockets, all on loopback. The two people of a table sit at different processes, spectators
at all of them. Moves are made at a steady rate; half-way every process is stopped and started again, one after the
other. Who is cut off comes back to another process, as a proxy would have it, and sends what was not answered again.
Processor time is the servers' own.

`--compare` keeps all services running beside each other, each with its own PostgreSQL, and lets one after the other
play for some seconds, round after round: machines differ from minute to minute. Processor time is that of the servers
and of PostgreSQL, with all their processes and without the clients', while playing and while nobody moves. With
`--apart` no process hands a socket over, so that up to all of them serve the same table. `--before FOLDER`, a checkout
of an earlier version, measures each size of that version in the same run too.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import secrets
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg
from sqlalchemy import Engine
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from bench import TICKS, cpu_seconds, memory, wait_until_ready  # noqa: E402
from tests.server import large_database, pages  # noqa: E402
from tests.server.load import Acknowledged, check_nothing_lost  # noqa: E402
from tests.server.postgres import Postgres, new_database  # noqa: E402
from tests.server.serving import Server  # noqa: E402
from tests.server.workers import measured  # noqa: E402

from ziggurat.server.run import allow_files  # noqa: E402
from ziggurat.server.runtime.coordinator import HEARTBEAT  # noqa: E402
from ziggurat.server.storage import database  # noqa: E402

AT_ONCE = 50  # sockets that are opened
TRIES = 4  # of every statement
HTTP = httpx.Client(timeout=60, limits=httpx.Limits(keepalive_expiry=3))
STATISTICS = "SELECT sum(xact_commit), pg_current_wal_lsn() - '0/0' FROM pg_stat_database WHERE datname LIKE 'bench-%'"
GONE = (WebSocketException, OSError, EOFError)


class Service:
    """Some server processes, each of which can be started anew on its port."""

    def __init__(self, url: str, count: int, *, hand_over: bool = True, source: str = "") -> None:
        """`source`: the `src` of an earlier version, which cannot hand sockets over."""
        self._url = url
        self._log = open(os.devnull, "wb")  # noqa: SIM115 - what they say is not measured
        self._settings: dict[str, Any] = {"source": source, "max_sockets": 20_000}
        self._settings["hand_over"] = None if source else "yes" if hand_over else "no"
        self.servers = [Server(url, port=_port(), log=self._log, **self._settings) for _ in range(count)]
        self._spent = 0.0
        self.sent = 0  # bytes of messages to sockets

    def cpu(self) -> float:
        """The processor time of all that have been."""
        return self._spent + sum(cpu_seconds(server.pid) for server in self.servers if server.alive)

    def address(self, number: int) -> str:
        """Where somebody is served: by the next process that is there."""
        there = [server for server in self.servers if server.alive] or self.servers
        return there[number % len(there)].url

    async def restart(self) -> None:
        """One after the other, as a host would for an update."""
        for number, server in enumerate(self.servers):
            self._spent += cpu_seconds(server.pid)
            await asyncio.to_thread(server.stop)
            self.servers[number] = await asyncio.to_thread(
                Server, self._url, port=server.port, log=self._log, **self._settings
            )

    def sockets(self) -> int:
        """How many are open."""
        return sum(int(measured(server, "ziggurat_sockets")) for server in self.servers)

    def stop(self) -> None:
        for server in self.servers:
            server.stop()
        self._log.close()


def _port() -> int:
    """A free port that no client is given as its own meanwhile: a server that is started anew needs it again."""
    while True:
        with suppress(OSError), socket.create_server(("127.0.0.1", random.randrange(20_000, 30_000))) as free:
            return int(free.getsockname()[1])


class Seat:
    """Somebody at a table, who comes back when cut off."""

    def __init__(self, service: Service, table: str, cookie: str, place: int) -> None:
        self._service, self._table, self._cookie, self._place = service, table, cookie, place
        self.reconnects = 0
        self.longest = 0.0  # seconds without a connection
        self.version, self.actor, self.over = -1, -1, False
        self.choices: list[int] = []

    async def open(self) -> None:
        headers = {"cookie": f"ziggurat={self._cookie}"} if self._cookie else {}
        while True:
            address = self._service.address(self._place).replace("http", "ws")
            path = f"{address}/api/tables/{self._table}/live?views=turn"
            try:
                self.socket: ClientConnection = await connect(
                    path, additional_headers=headers, compression=None, max_size=None, ping_interval=None
                )
                self.hear(await self.socket.recv())
            except GONE:
                self._place += 1
                await asyncio.sleep(0.05)
            else:
                return

    async def again(self) -> None:
        self.reconnects += 1
        began = time.perf_counter()
        await self.open()
        self.longest = max(self.longest, time.perf_counter() - began)

    def hear(self, text: Any) -> dict[str, Any]:
        self._service.sent += len(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] in ("welcome", "changed"):
            self.version = message["version"]
            self.over = message.get("result") is not None or bool((message.get("table") or {}).get("result"))
            view = message.get("view")
            self.actor = view["actor"] if view else message.get("actor", -1)
            self.choices = [choice["action"] for choice in view["choices"]] if view else []
        return message

    async def watch(self) -> None:
        """Be a spectator."""
        while True:
            try:
                async for text in self.socket:
                    self._service.sent += len(text)
            except GONE:
                pass
            await self.again()


class Couple:
    """Two people at a table, and every move that was acknowledged to them."""

    def __init__(self, seats: list[Seat], table: str, seed: int) -> None:
        self.seats, self.table, self._stream = seats, table, random.Random(seed)
        self.acknowledged: Acknowledged = {}
        self.latencies: list[float] = []
        self.refused = 0
        self._count = 0

    @property
    def over(self) -> bool:
        return any(seat.over for seat in self.seats)

    async def move(self) -> None:
        """One move, acknowledged and seen by both; sent again as often as it takes."""
        mover = await self._whose()
        if mover is None:
            return
        self._count += 1
        name, began = f"{id(self)}-{self._count}", time.perf_counter()
        message = {"type": "play", "id": name, "version": mover.version, "move": self._stream.choice(mover.choices)}
        reached = None
        while reached is None:
            try:
                await mover.socket.send(json.dumps(message))
                answer = await self._answer(mover, name)
            except GONE:
                await mover.again()
                continue
            if answer["type"] != "done":
                self.refused += answer["type"] == "refused" and mover.reconnects == 0
                return
            reached = answer["version"]
        self.latencies.append(time.perf_counter() - began)
        self.acknowledged[self.table, name] = reached
        for seat in self.seats:
            await self._follow(seat, reached)

    async def _answer(self, seat: Seat, name: str) -> dict[str, Any]:
        while (message := seat.hear(await seat.socket.recv())).get("id") != name:
            pass
        return message

    async def _follow(self, seat: Seat, version: int) -> None:
        while seat.version < version:
            try:
                seat.hear(await seat.socket.recv())
            except GONE:
                await seat.again()

    async def _whose(self) -> Seat | None:
        """Who can choose now; after a reconnection both are brought to the same position."""
        for _ in range(3):
            newest = max(seat.version for seat in self.seats)
            for seat in self.seats:
                await self._follow(seat, newest)
            for seat in self.seats:
                if seat.choices and not self.over:
                    return seat
            if self.over:
                return None
            for seat in self.seats:
                with suppress(*GONE):
                    await seat.socket.close()
                await seat.open()
        return None


async def load(url: str, wanted: argparse.Namespace, count: int) -> dict[str, Any]:
    """One line of the table."""
    service = Service(url, count, hand_over=not wanted.apart)
    try:
        for server in service.servers:
            wait_until_ready(server)
        return await _load(service, url, wanted, count)
    finally:
        service.stop()


async def _load(service: Service, url: str, wanted: argparse.Namespace, count: int) -> dict[str, Any]:
    before = [memory(server.pid) for server in service.servers]
    couples, spectators = await _gather(service, wanted)
    everybody = [*(seat for couple in couples for seat in couple.seats), *spectators]
    watching = [asyncio.create_task(seat.watch()) for seat in spectators]
    attended = [memory(server.pid) for server in service.servers]
    cpu = service.cpu()
    calm = await _play(couples, wanted.rate, wanted.seconds)
    used = service.cpu() - cpu
    restarting = asyncio.create_task(service.restart())
    shaken = await _play(couples, wanted.rate, wanted.seconds, restarting)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    acknowledged: Acknowledged = {}
    for couple in couples:
        acknowledged |= couple.acknowledged
    await asyncio.to_thread(check_nothing_lost, url, acknowledged)
    figures = {
        "processes": count,
        "tables": wanted.tables,
        "sockets": len(everybody),
        "moves_per_cpu_second": round(calm["moves"] / used),
        "p50_ms": calm["p50_ms"],
        "p99_ms": calm["p99_ms"],
        "restart_p99_ms": shaken["p99_ms"],
        "moves": len(acknowledged),
        "lost": 0,  # else it would have been found
        "refused": sum(couple.refused for couple in couples),
        "reconnects_each": round(sum(seat.reconnects for seat in everybody) / len(everybody), 2),
        "longest_away_s": round(max((seat.longest for seat in everybody), default=0), 2),
        "mb_at_start": round(sum(before) / 1e6),
        "mb_with_all_sockets": round(sum(attended) / 1e6),
    }
    await asyncio.gather(*(seat.socket.close() for seat in everybody))
    return figures | await asyncio.to_thread(_unattended, service, wanted.tables)


async def _gather(service: Service, wanted: argparse.Namespace) -> tuple[list[Couple], list[Seat]]:
    """Everybody who plays, and everybody who watches."""
    couples = [_couple(service, number, clock=wanted.clock) for number in range(wanted.tables)]
    places = range(max(0, wanted.sockets - 2 * wanted.tables))
    spectators = [Seat(service, couples[place % len(couples)].table, "", place) for place in places]
    gate = asyncio.Semaphore(AT_ONCE)

    async def enter(seat: Seat) -> None:
        async with gate:
            await seat.open()

    everybody = [*(seat for couple in couples for seat in couple.seats), *spectators]
    await asyncio.gather(*(enter(seat) for seat in everybody))
    return couples, spectators


async def compare(wanted: argparse.Namespace) -> None:
    """Services of different sizes, playing in turns."""
    with ExitStack() as stack:
        sides = []
        sources = [str(Path(wanted.before) / "src"), ""] if wanted.before else [""]
        for source, count in itertools.product(sources, map(int, wanted.servers.split(","))):
            postgres = Postgres(memory="256MB", waits=True)
            stack.callback(postgres.close)
            url = new_database(postgres.address, f"bench-{secrets.token_hex(4)}")
            service = Service(url, count, hand_over=not wanted.apart, source=source)
            stack.callback(service.stop)
            for server in service.servers:
                wait_until_ready(server)
            side = Side(count, "before" if source else "now", service, postgres, wanted)
            await asyncio.sleep(2 * HEARTBEAT)  # then all know each other
            await side.measure(asyncio.sleep(wanted.seconds), "empty")
            couples, spectators = await _gather(service, wanted)
            watching = [asyncio.create_task(seat.watch()) for seat in spectators]
            side.note_memory()
            sides.append((side, couples, watching))
            print(f"{service.sockets()} of {wanted.sockets} sockets at {count} processes", file=sys.stderr, flush=True)
        for _ in range(wanted.rounds):
            for side, couples, _ in sides:
                await side.measure(asyncio.sleep(wanted.seconds / 2), "idle")
                await side.measure(_play(couples, wanted.rate, wanted.seconds), "playing")
        for side, _, _ in sides:
            print(json.dumps(side.figures()), flush=True)
        for _, _, watching in sides:
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)


class Side:
    """What one of the services that are compared takes."""

    def __init__(
        self, count: int, version: str, service: Service, postgres: Postgres, wanted: argparse.Namespace
    ) -> None:
        self._count, self._version, self._service, self._postgres = count, version, service, postgres
        self._sockets = wanted.sockets
        self._moves = 0
        self._times: list[dict[str, Any]] = []
        self._spent = {kind: dict.fromkeys(self._now(), 0.0) for kind in ("empty", "idle", "playing")}
        self._memory = [sum(memory(server.pid) for server in service.servers)]

    def _now(self) -> dict[str, float]:
        with psycopg.connect(f"{self._postgres.address}/postgres") as connection:
            transactions, journal = connection.execute(STATISTICS).fetchall()[0]
        return {
            "server": sum(_with_children(server.pid) for server in self._service.servers),
            "postgresql": _with_children(self._postgres.pid),
            "transactions": float(transactions),
            "wal": float(journal),
            "sent": float(self._service.sent),
            "seconds": time.perf_counter(),
        }

    async def measure(self, doing: Any, kind: str) -> None:
        """Wait, or play."""
        before = self._now()
        played = await doing
        if played:
            await asyncio.sleep(1)  # PostgreSQL counts its transactions late
        for name, value in self._now().items():
            self._spent[kind][name] += value - before[name]
        if played:
            self._moves += played["moves"]
            self._times.append(played)

    def note_memory(self) -> None:
        """Note the servers' memory with everybody there; what they had before is noted first."""
        self._memory.append(sum(memory(server.pid) for server in self._service.servers))

    def figures(self) -> dict[str, Any]:
        """One line of the table; milliseconds of processor time."""
        moves = self._moves

        def a_move(name: str) -> float:
            """All that was spent while playing."""
            return self._spent["playing"][name] / moves

        def a_second(kind: str, name: str) -> float:
            return self._spent[kind][name] / self._spent[kind]["seconds"]

        def besides(name: str) -> float:
            """Without what was spent in as much time while nobody moved."""
            return a_move(name) - a_second("idle", name) * self._spent["playing"]["seconds"] / moves

        sockets_cost = a_second("idle", "server") - a_second("empty", "server")
        return {
            "version": self._version,
            "processes": self._count,
            "moves": moves,
            "moves_per_cpu_second": round(1 / (a_move("server") + a_move("postgresql"))),
            "server_ms_a_move": round(1000 * a_move("server"), 2),
            "postgresql_ms_a_move": round(1000 * a_move("postgresql"), 2),
            "server_ms_a_move_besides_idling": round(1000 * besides("server"), 2),
            "postgresql_ms_a_move_besides_idling": round(1000 * besides("postgresql"), 2),
            "transactions_a_move": round(besides("transactions"), 2),
            "wal_bytes_a_move": round(besides("wal")),
            "sent_bytes_a_move": round(besides("sent")),
            "empty_server_ms_a_second": round(1000 * a_second("empty", "server"), 1),
            "empty_postgresql_ms_a_second": round(1000 * a_second("empty", "postgresql"), 1),
            "idle_server_ms_a_second": round(1000 * a_second("idle", "server"), 1),
            "idle_postgresql_ms_a_second": round(1000 * a_second("idle", "postgresql"), 1),
            "idle_transactions_a_second": round(a_second("idle", "transactions"), 1),
            "idle_socket_ms_a_second": round(1000 * sockets_cost / self._sockets, 4),
            "memory_mb": [round(one / 2**20) for one in self._memory],
            "memory_kb_a_socket": round((self._memory[1] - self._memory[0]) / self._sockets / 1024, 1),
            "moves_a_second": round(moves / self._spent["playing"]["seconds"], 1),
            "p50_ms": min(one["p50_ms"] for one in self._times),
            "p99_ms": min(one["p99_ms"] for one in self._times),
        }


def _with_children(pid: int) -> float:
    """The processor time of a process and of all it has started, those that have ended included."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        tasks = Path(f"/proc/{pid}/task").iterdir()
        children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:  # it has ended, and counts for its parent
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS + sum(map(_with_children, children))


def _unattended(service: Service, tables: int) -> dict[str, Any]:
    """What tables cost at which nobody is: those that were left, and as many more that nobody ever opens."""
    _wait_until_empty(service)
    left = sum(memory(server.pid) for server in service.servers)
    for number in range(tables):
        _couple(service, number)
    _wait_until_empty(service)
    more = sum(memory(server.pid) for server in service.servers)
    return {"mb_when_all_have_left": round(left / 1e6), "mb_with_as_many_unattended": round(more / 1e6)}


def _wait_until_empty(service: Service) -> None:
    end = time.monotonic() + 60
    while any(measured(server, "ziggurat_tables") for server in service.servers) and time.monotonic() < end:
        time.sleep(0.5)


def _asked(url: str, cookie: str, body: Any = None) -> httpx.Response:
    """One connection for everybody, who are told apart by their cookies: thousands of clients would take minutes."""
    headers = {"cookie": f"ziggurat={cookie}"} if cookie else {}
    answer = HTTP.request("GET" if body is None else "POST", url, headers=headers, json=body)
    HTTP.cookies.clear()
    return answer.raise_for_status()


def _couple(service: Service, number: int, *, clock: bool = False) -> Couple:
    """A table with two guests, who are served by different processes."""
    places = [service.address(number), service.address(number + 1)]
    cookies = [_asked(f"{place}/api/me", "").cookies["ziggurat"] for place in places]
    wish: dict[str, Any] = {"game": "babylonia", "seats": [{"who": "me"}, {"who": "open"}]}
    if clock:
        wish["pace"] = {"kind": "clock", "base": 6 * 3_600_000}
    table = str(_asked(f"{places[0]}/api/tables", cookies[0], wish).json()["id"])
    _asked(f"{places[1]}/api/tables/{table}/sit", cookies[1], {})
    return Couple([Seat(service, table, cookie, number + at) for at, cookie in enumerate(cookies)], table, number)


async def _play(
    couples: list[Couple], rate: float, seconds: float, besides: asyncio.Task[None] | None = None
) -> dict[str, Any]:
    """Moves at a steady rate, table after table; as long as something else lasts, but so many seconds at least."""
    for couple in couples:
        couple.latencies.clear()
    busy: dict[int, asyncio.Task[None]] = {}
    began, number = time.perf_counter(), 0
    while time.perf_counter() - began < seconds or (besides is not None and not besides.done()):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        at = number % len(couples)
        number += 1
        if (at not in busy or busy[at].done()) and not couples[at].over:
            busy[at] = asyncio.create_task(couples[at].move())
    await asyncio.gather(*busy.values())
    if besides is not None:
        await besides
    waited = sorted(1000 * one for couple in couples for one in couple.latencies)
    return {"moves": len(waited), "p50_ms": _part(waited, 0.5), "p99_ms": _part(waited, 0.99)}


def _part(waited: list[float], part: float) -> float:
    return round(waited[int(part * (len(waited) - 1))], 1) if waited else 0.0


def queries(url: str, matches: int, journals: int) -> list[dict[str, Any]]:
    """What every page's dearest statement costs, with so many finished matches in the database, on this machine."""
    engine = database.connect(url)
    began = time.perf_counter()
    large_database.fill(engine, matches, journals)
    print(json.dumps({"matches": matches, "filled_in_s": round(time.perf_counter() - began)}), flush=True)
    queries = [
        {"page": name, "cpu_ms": round(max(_cost(engine, *one) for one in pages.statements(engine, asking)), 2)}
        for name, asking in pages.all_of_them(matches - 1).items()
    ]
    engine.dispose()
    return sorted(queries, key=lambda one: -one["cpu_ms"])


def _cost(engine: Engine, statement: str, values: Any) -> float:
    """Milliseconds of processor time that PostgreSQL spends on a statement, the least of some: others run here too."""
    with engine.connect() as connection:
        connection.exec_driver_sql("SET max_parallel_workers_per_gather = 0")
        pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
        took = []
        for _ in range(TRIES):
            before = _on_a_processor(pid)
            connection.exec_driver_sql(statement, values).all()
            took.append(_on_a_processor(pid) - before)
    return min(took)


def _on_a_processor(pid: int) -> float:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6


@contextmanager
def _database(stack: ExitStack) -> Iterator[str]:
    """An empty database."""
    given = os.environ.get("ZIGGURAT_BENCH_DATABASE")
    if given:
        yield given
        return
    postgres = Postgres(memory="256MB", waits=True)
    stack.callback(postgres.close)
    yield new_database(postgres.address, f"bench-{secrets.token_hex(4)}")


def main() -> None:
    """Measure; one JSON object a line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--servers", default="1,2,4", help="numbers of processes, one after the other")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--sockets", type=int, default=5000, help="two a table, the others are spectators'")
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=20.0, help="of playing, and again during the restart")
    parser.add_argument(
        "--matches", type=int, help="fill a database with so many instead, and ask every page's queries"
    )
    parser.add_argument("--journals", type=int, default=20_000, help="how many of them keep their decisions")
    parser.add_argument("--compare", action="store_true", help="keep all services running, and measure them in turns")
    parser.add_argument("--rounds", type=int, default=4, help="of --compare")
    parser.add_argument("--before", help="a checkout of an earlier version, for --compare")
    parser.add_argument("--clock", action="store_true", help="tables with clocks, which the leader follows too")
    parser.add_argument("--apart", action="store_true", help="let no process hand a socket over to another")
    wanted = parser.parse_args()
    allow_files()
    if wanted.matches:
        with ExitStack() as stack, _database(stack) as url:
            for line in queries(url, wanted.matches, wanted.journals):
                print(json.dumps(line), flush=True)
        return
    if wanted.compare:
        asyncio.run(compare(wanted))
        return
    for count in map(int, wanted.servers.split(",")):
        with ExitStack() as stack, _database(stack) as url:
            print(json.dumps(asyncio.run(load(url, wanted, count))), flush=True)


if __name__ == "__main__":
    main()
