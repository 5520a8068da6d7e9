"""How much the table server takes: python benchmarks/server/bench.py [MEASUREMENT]…, all of those in `main` by default.

Everything is real: the server is a process of its own on loopback, with real rules, real sockets and a durable SQLite
file (or the PostgreSQL database named by $ZIGGURAT_BENCH_DATABASE). What is counted is the server's own processor time,
all its threads, read from /proc: the clients run beside it and would otherwise be measured too.

`peer` is npm's boardgame.io (folder boardgame/, installed on first use) with as many clients, over WebSockets, on a
board of 91 cells with secret hands: about as many decisions as a two-seat match of Babylonia, with far simpler rules.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import numpy as np
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.load import check_nothing_lost, couples  # noqa: E402
from tests.server.serving import Person, Server  # noqa: E402
from tests.server.tables.records import BUILD, RecordReader  # noqa: E402

import ziggurat  # noqa: E402
from ziggurat.core.bits import members  # noqa: E402
from ziggurat.core.choices import choosable  # noqa: E402

MATCHES = 50
CALM, LATE = 100.0, 100.0  # moves a second with which `capacity` begins; milliseconds with which it ends
RECORDS = "records"  # in place of views, as our page gets them
TICKS = os.sysconf("SC_CLK_TCK")


class Heard(msgspec.Struct):
    """What the clients need of the server's messages; the rest is skipped while reading."""

    type: str
    version: int = 0
    actor: int = -1
    view: dict[str, Any] | None = None
    record: dict[str, Any] | None = None  # in place of a view
    result: dict[str, Any] | None = None


_decoder = msgspec.json.Decoder(Heard)


def cpu_seconds(pid: int) -> float:
    """The processor time a process has used, in all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> int:
    """The memory a process holds, in bytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) * 1024


class Game:
    """Two clients at a table."""

    def __init__(self, url: str, table: str, cookies: list[str], views: str, seed: int) -> None:
        self.url, self.table, self.cookies, self.views = url, table, cookies, views
        self.stream = random.Random(seed)
        self.game = ziggurat.game("babylonia")
        self.sockets: list[ClientConnection] = []
        self.readers = [RecordReader() for _ in cookies] if views == RECORDS else []  # who make views as the page does
        self.moves = 0
        self.over = False
        self.latencies: list[float] = []

    async def open(self) -> None:
        asked = f"build={BUILD}" if self.views == RECORDS else f"views={self.views}"
        address = f"{self.url.replace('http', 'ws')}/api/tables/{self.table}/live?{asked}"
        for cookie in self.cookies:
            headers = {"cookie": f"ziggurat={cookie}"}
            self.sockets.append(await connect(address, additional_headers=headers, compression=None, max_size=None))
        texts = [await one.recv() for one in self.sockets]
        self.last = [self._read(seat, text) for seat, text in enumerate(texts)]
        self.actor = self.last[0].view["actor"] if self.last[0].view else 0
        self.choices = [choice["action"] for choice in (self.last[self.actor].view or {})["choices"]]
        self.version = 0

    def _read(self, seat: int, text: str | bytes) -> Heard:
        heard = _decoder.decode(text)
        if heard.record is not None:
            reader = self.readers[seat]
            reader.take(heard.record)
            records = np.frombuffer(reader.record, dtype=self.game.state)
            legal = members(choosable(self.game, records, seat))
            heard.view = {"actor": int(records["actor"][0]), "choices": [{"action": action} for action in legal]}
        return heard

    async def move(self) -> None:
        """One move, until its sender and the other have heard of it."""
        seat = self.actor
        message = {
            "type": "play",
            "id": f"m{self.moves}",
            "version": self.version,
            "move": self.stream.choice(self.choices),
        }
        began = time.perf_counter()
        await self.sockets[seat].send(json.dumps(message))
        heard: list[Heard] = []
        for listening in (seat, 1 - seat):
            while True:
                one = self._read(listening, await self.sockets[listening].recv())
                if one.type == "refused":
                    raise RuntimeError("a move was refused")
                if one.type == "done":
                    self.latencies.append(time.perf_counter() - began)
                if one.type == "changed":
                    heard.append(one)
                    break
        self.moves += 1
        self.version, self.actor, self.over = heard[0].version, heard[0].actor, heard[0].result is not None
        if self.over:
            return
        view = next(one.view for one in heard if one.view is not None and one.view["choices"])
        self.choices = [choice["action"] for choice in view["choices"]]

    async def close(self) -> None:
        for one in self.sockets:
            await one.close()


def open_games(server: Server, count: int, views: str, seed: int = 1) -> list[Game]:
    """So many tables with two guests each."""
    games = []
    for number in range(count):
        host, guest = Person(server), Person(server)
        table = host.open_table("me", "open")
        guest.sit(table)
        cookies = [next(iter(person.http.cookies.values())) for person in (host, guest)]
        games.append(Game(server.url, table, cookies, views, seed + number))
        host.http.close()
        guest.http.close()
    return games


async def throughput(server: Server, views: str) -> dict[str, float]:
    """All matches to the end, as fast as the clients can."""
    games = open_games(server, MATCHES, views)
    for game in games:
        await game.open()

    async def play(game: Game) -> None:
        while not game.over:
            await game.move()

    cpu, began = cpu_seconds(server.pid), time.perf_counter()
    await asyncio.gather(*(play(game) for game in games))
    used, passed = cpu_seconds(server.pid) - cpu, time.perf_counter() - began
    moves = sum(game.moves for game in games)
    for game in games:
        await game.close()
    return {"moves": moves, "moves_per_cpu_second": round(moves / used), "moves_per_second": round(moves / passed)}


def peer(folder: Path | None) -> dict[str, float]:
    """The same number of matches on boardgame.io, in memory or in files."""
    place = Path(__file__).parent / "boardgame"
    if not (place / "node_modules").exists():
        command = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
        subprocess.run(command, cwd=place, check=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    command = ["node", "server.js", port, *([str(folder)] if folder else [])]
    with subprocess.Popen(command, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            _line(server)
            clients = ["node", "clients.js", port, str(MATCHES)]
            with subprocess.Popen(clients, cwd=place, stdout=subprocess.PIPE, text=True) as playing:
                _line(playing)  # all matches are open
                cpu, began = cpu_seconds(server.pid), time.perf_counter()
                result = json.loads(_line(playing))
                used, passed = cpu_seconds(server.pid) - cpu, time.perf_counter() - began
        finally:
            server.terminate()
    moves = result["moves"]
    return {"moves": moves, "moves_per_cpu_second": round(moves / used), "moves_per_second": round(moves / passed)}


def _line(process: subprocess.Popen[str]) -> str:
    line = process.stdout.readline() if process.stdout else ""
    if not line:
        raise RuntimeError(f"{process.args!r} said nothing")
    return line


async def latency(server: Server, rate: float = 200.0, seconds: float = 10.0) -> dict[str, float]:
    """A steady pace: how long until a move is acknowledged."""
    games = open_games(server, MATCHES, "turn", seed=100)
    for game in games:
        await game.open()
    tasks: set[asyncio.Task[None]] = set()
    busy: dict[int, asyncio.Task[None]] = {}
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        index = number % len(games)
        game = games[index]
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        if index in busy and not busy[index].done():
            await busy[index]
        if not game.over:
            task = asyncio.create_task(game.move())
            busy[index] = task
            tasks.add(task)
    await asyncio.gather(*tasks)
    times = sorted(value for game in games for value in game.latencies)
    for game in games:
        await game.close()
    return {
        "moves": len(times),
        "p50_ms": round(1000 * statistics.median(times), 2),
        "p99_ms": round(1000 * times[int(0.99 * len(times))], 2),
        "worst_ms": round(1000 * times[-1], 2),
    }


async def _hear_change(listening: ClientConnection) -> None:
    while _decoder.decode(await listening.recv()).type != "changed":
        pass


async def capacity(server: Server, tables: int, seconds: float = 3.0) -> dict[str, Any]:
    """More and more moves a second, evenly over so many tables, until one in a hundred takes more than 100 ms.

    Every step has matches of its own: they end after some ninety decisions, and nobody moves at a table that is over.
    """
    steps: list[dict[str, float]] = []
    rate = CALM
    while True:
        games = open_games(server, tables, "turn", seed=tables)
        for game in games:
            await game.open()
        steps.append(await _at(games, rate, seconds))
        for game in games:
            await game.close()
        if steps[-1]["p99_ms"] > LATE or steps[-1]["moves_per_second"] < 0.8 * rate:
            break
        rate *= 1.4
    kept = max((step["moves_per_second"] for step in steps if step["p99_ms"] <= LATE), default=0)
    return {"tables": tables, "moves_per_second": kept, "steps": steps}


async def _at(games: list[Game], rate: float, seconds: float) -> dict[str, float]:
    """Play at a steady pace: table after table, each when its turn comes and its last move is through."""
    busy: dict[int, asyncio.Task[None]] = {}
    waited: list[float] = []

    async def move(game: Game, due: float) -> None:
        await game.move()
        waited.append(time.perf_counter() - due)  # from when it was to be made: what waits in line has begun to wait

    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = began + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        index = number % len(games)
        if index in busy and not busy[index].done():
            await busy[index]
        if not games[index].over:
            busy[index] = asyncio.create_task(move(games[index], due))
    await asyncio.gather(*busy.values())
    passed = time.perf_counter() - began
    waited.sort()
    return {
        "asked_per_second": round(rate),
        "moves_per_second": round(len(waited) / passed),
        "median_ms": round(1000 * statistics.median(waited), 1),
        "p99_ms": round(1000 * waited[int(0.99 * (len(waited) - 1))], 1),
    }


async def spectators(server: Server, count: int = 2000) -> dict[str, float]:
    """Idle spectators at one running table: what they take, and that they all hear a move."""
    game = open_games(server, 1, "turn", seed=200)[0]
    await game.open()
    before = memory(server.pid)
    address = f"{server.url.replace('http', 'ws')}/api/tables/{game.table}/live?views=always"
    sockets = []
    for _ in range(count):
        sockets.append(await connect(address, compression=None, max_size=None, ping_interval=None))
        await sockets[-1].recv()
    used = memory(server.pid) - before
    began = time.perf_counter()
    await game.move()
    await asyncio.gather(*(_hear_change(one) for one in sockets))
    seconds_taken = time.perf_counter() - began
    await asyncio.gather(*(one.close() for one in sockets))
    await game.close()
    return {"spectators": count, "megabytes": round(used / 1e6, 1), "all_told_ms": round(1000 * seconds_taken, 1)}


async def replay(server: Server) -> dict[str, float]:
    """Opening a finished match: the longest of a thousand random ones, four seats."""
    matches = []
    for seed in range(1000):
        stream, match = random.Random(seed), ziggurat.new("babylonia", seats=4, seed=seed)
        while not match.over:
            match.play(stream.choice(match.legal()))
        matches.append(match)
    match = max(matches, key=len)
    person = Person(server)
    table = person.ask("POST", "/api/import", {"log": match.to_text()})["id"]
    times = []
    with httpx.Client(base_url=server.url) as client:
        for _ in range(30):
            began = time.perf_counter()
            steps = client.get(f"/api/tables/{table}/replay").json()["steps"]
            times.append(time.perf_counter() - began)
    return {
        "decisions": len(steps),
        "median_ms": round(1000 * statistics.median(times), 1),
        "worst_ms": round(1000 * max(times), 1),
    }


def views() -> dict[str, float]:
    """The processor time of making one view for the seat that decides, in microseconds; the best of 20 matches.

    Each match is a new one, looked at once at every decision, as on a server.
    """
    figures = {}
    for name in ziggurat.game_names():
        rounds = []
        for seed in range(20):
            stream, match = random.Random(seed), ziggurat.new(name, seats=ziggurat.game(name).seat_counts[0], seed=seed)
            matches = []
            while not match.over:
                matches.append(match.copy())
                match.play(stream.choice(match.legal()))
            began = time.process_time()
            for one in matches:
                one.view(one.actor)
            rounds.append((time.process_time() - began) / len(matches))
        figures[name] = round(1e6 * min(rounds), 1)
    return figures


def writes(folder: Path, commits: int = 200) -> dict[str, float]:
    """The processor time of storing one move in SQLite, by how many share a commit, in microseconds; the best of 3.

    All in this process: the writer's own work, with as many tables as moves, every second of which goes to the other.
    """
    from sqlalchemy import insert

    from ziggurat.server.protocol import Status
    from ziggurat.server.storage import database, schema
    from ziggurat.server.storage.sqlite_appender import Append
    from ziggurat.server.storage.writer import WriteJob, Writer
    from ziggurat.server.tables.sitting import Entry, MatchRow

    figures: dict[str, float] = {}
    for size in (1, 4, 10, 25, 50):
        best = float("inf")
        for attempt in range(3):
            engine = database.connect(f"sqlite:///{folder}/writes-{size}-{attempt}.db")
            database.prepare(engine)
            row: dict[str, Any] = {
                "game": "babel",
                "rules": 1,
                "options": {},
                "seed": "1",
                "pace": {},
                "leave": "bot",
                "host": "h",
            }
            row |= {"stand_in": "random", "public": True, "status": "running", "turn": 0, "bot_turn": False}
            tables = [{"id": f"{number:014}", "created": 1, "changed": 1, **row} for number in range(size)]
            with engine.begin() as connection:
                connection.execute(insert(schema.tables), tables)
            loop = asyncio.new_event_loop()
            writer = Writer(engine, loop, "bench")
            began = time.thread_time()
            for number in range(commits):
                changed = MatchRow(
                    status=Status.RUNNING,
                    turn=number % 2,
                    bot_turn=False,
                    deadline=None,
                    taken_over=[],
                    taken_at=[],
                    vacation=[],
                    result=None,
                    changed=number,
                )
                entry = Entry(number, "move", 0, 5, "m d7", f"m{number}", number, None)
                rows = [changed if (number + table) % 2 else None for table in range(size)]
                appends = [Append(table["id"], entry, row) for table, row in zip(tables, rows, strict=True)]
                writer._transact([WriteJob(append, loop.create_future(), None) for append in appends])
            best = min(best, (time.thread_time() - began) / commits / size)
            writer.close()
            loop.close()
            engine.dispose()
        figures[str(size)] = round(1e6 * best, 1)
    return figures


def kills(database: str, count: int = 20) -> dict[str, float]:
    """Killed under load, again and again: how many acknowledged moves are gone afterwards."""
    stream = random.Random(3)
    server = Server(database)
    acknowledged: dict[tuple[str, str], int] = {}
    for _ in range(count):
        players = couples(server, 6, seed=stream.randrange(10**6))
        for couple in players:
            couple.start()
        wanted = stream.randint(30, 300)
        while sum(len(couple.acknowledged) for couple in players) < wanted and any(c.is_alive() for c in players):
            time.sleep(0.001)
        server.kill()
        for couple in players:
            couple.join(30)
            if couple.problem is not None:
                raise couple.problem
            acknowledged |= couple.acknowledged
        check_nothing_lost(database, acknowledged)
        server = Server(database, port=server.port)
    server.stop()
    return {"kills": count, "acknowledged": len(acknowledged), "lost": 0}


def wait_until_ready(server: Server) -> None:
    """A server that has just started loads its games, which is not to be measured."""
    with httpx.Client(base_url=server.url) as client:
        while not all(game["ready"] for game in client.get("/api/games").json()):
            time.sleep(0.1)


def main(names: list[str]) -> None:
    """Run the named measurements, or all; one JSON object each."""
    wanted = names or ["throughput", "peer", "latency", "capacity", "spectators", "replay", "views", "writes", "kills"]
    subprocess.run([sys.executable, "-m", "ziggurat", "warm"], check=True, stdout=subprocess.DEVNULL)
    given = os.environ.get("ZIGGURAT_BENCH_DATABASE")
    with tempfile.TemporaryDirectory(dir=ROOT / "build" if (ROOT / "build").exists() else None) as folder:
        database = given or f"sqlite:///{folder}/bench.db"
        measurements: dict[str, Any] = {
            "throughput": lambda server: {
                views: asyncio.run(throughput(server, views)) for views in ("turn", "always", RECORDS)
            },
            "latency": lambda server: asyncio.run(latency(server)),
            "capacity": lambda server: [asyncio.run(capacity(server, tables)) for tables in (100, 200)],
            "spectators": lambda server: asyncio.run(spectators(server)),
            "replay": lambda server: asyncio.run(replay(server)),
        }
        for name in wanted:
            if name == "peer":
                figures = {"memory": peer(None), "files": peer(Path(folder) / "boardgame")}
                print(json.dumps({name: figures}), flush=True)
                continue
            if name == "views":
                print(json.dumps({name: views()}), flush=True)
                continue
            if name == "writes":
                print(json.dumps({name: writes(Path(folder))}), flush=True)
                continue
            if name == "kills":
                print(json.dumps({name: kills(given or f"sqlite:///{folder}/kills.db")}), flush=True)
                continue
            (Path(folder) / "version.json").write_text(json.dumps({"version": BUILD}))
            server = Server(database, page=folder)
            try:
                wait_until_ready(server)
                print(json.dumps({name: measurements[name](server)}), flush=True)
            finally:
                server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
