"""Remote workers for tests: real processes, and a fake one that the test controls."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import psycopg

from tests.patience import until
from tests.server.serving import Person, Server
from tests.template import Served
from ziggurat.server.bots import remote_queue
from ziggurat.server.bots.worker import Question


class WorkerProcess:
    """A process that runs `ziggurat think`."""

    def __init__(self, database: str, bots: int = 1) -> None:
        self._process = Served(["think", "--database", database, "--bots", str(bots)], {}, sys.stderr.fileno())
        line = self._process.stdout.readline()
        assert line.startswith("Running"), f"the worker did not start: {line!r}"

    @property
    def pid(self) -> int:
        return self._process.pid

    def end(self, signal: int) -> int:
        self._process.send_signal(signal)
        return self._process.wait()


class FakeWorker:
    """A worker that does what the test says, with the workers' database role."""

    def __init__(self, url: str, kinds: list[str]) -> None:
        self.connection = psycopg.connect(url, autocommit=True)
        self._kinds = kinds

    def announce(self, bots: int = 1) -> None:
        payload = remote_queue.write_message(remote_queue.Alive("fake", bots, self._kinds))
        self.connection.execute(remote_queue.NOTIFY, {"channel": remote_queue.FROM_WORKERS, "payload": payload})

    def take(self) -> tuple[str, Question]:
        """Lease the next question."""
        return until(self.try_to_take)

    def try_to_take(self) -> tuple[str, Question] | None:
        self.announce()
        values = {"taker": "fake", "lease": 2000, "kinds": self._kinds}
        row: Any = self.connection.execute(remote_queue.TAKE, values).fetchone()
        return row and (row[0], msgspec.msgpack.decode(row[1], type=Question))

    def answer(self, name: str, answer: bytes) -> bool:
        """Whether the question was still in the queue."""
        payload = remote_queue.write_message(remote_queue.Answered(name))
        values = {"id": name, "taker": "fake", "answer": answer, "payload": payload}
        return self.connection.execute(remote_queue.ANSWER, values).fetchone() is not None


@contextmanager
def fake_worker(url: str, kinds: list[str]) -> Iterator[FakeWorker]:
    worker = FakeWorker(url, kinds)
    with worker.connection:
        yield worker


def measured(server: Server, name: str) -> float:
    """A server's metric; 0 if it has no value yet."""
    lines = Person(server).http.get("/metrics").text.splitlines()
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(name))


def new_role(address: str, url: str) -> str:
    """The database's URL for a role with only the grants that the documentation gives to workers."""
    with psycopg.connect(url, autocommit=True) as connection:
        if connection.execute("SELECT FROM pg_roles WHERE rolname = 'thinker'").fetchone() is None:
            connection.execute("CREATE ROLE thinker LOGIN")
        connection.execute(remote_queue.GRANTS.format(role="thinker"))
    return url.replace(address, address.replace("ziggurat@", "thinker@"))
