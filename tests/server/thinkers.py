"""Thinkers for tests: real ones, as processes, and one whose part the test plays."""

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


class Thinker:
    """A process that runs `ziggurat think`."""

    def __init__(self, database: str, bots: int = 1) -> None:
        self._process = Served(["think", "--database", database, "--bots", str(bots)], {}, sys.stderr.fileno())
        line = self._process.stdout.readline()
        assert line.startswith("Thinking"), f"the thinker did not start: {line!r}"

    @property
    def pid(self) -> int:
        return self._process.pid

    def end(self, signal: int) -> int:
        self._process.send_signal(signal)
        return self._process.wait()


class Played:
    """A thinker's part, in a test's own hand, with a role that may do what a thinker may."""

    def __init__(self, url: str, kinds: list[str]) -> None:
        self.connection = psycopg.connect(url, autocommit=True)
        self._kinds = kinds

    def say(self, bots: int = 1) -> None:
        notice = remote_queue.write_notice(remote_queue.Alive("played", bots, self._kinds))
        self.connection.execute(remote_queue.TELL, {"channel": remote_queue.FROM_THINKERS, "notice": notice})

    def take(self) -> tuple[str, Question]:
        """The next question, for a while."""
        return until(self.look)

    def look(self) -> tuple[str, Question] | None:
        self.say()
        values = {"taker": "played", "lease": 2000, "kinds": self._kinds}
        row: Any = self.connection.execute(remote_queue.TAKE, values).fetchone()
        return row and (row[0], msgspec.msgpack.decode(row[1], type=Question))

    def answer(self, name: str, answer: bytes) -> bool:
        """Whether the question was still there to be answered."""
        notice = remote_queue.write_notice(remote_queue.Answered(name))
        values = {"id": name, "taker": "played", "answer": answer, "notice": notice}
        return self.connection.execute(remote_queue.ANSWER, values).fetchone() is not None


@contextmanager
def playing_a_thinker(url: str, kinds: list[str]) -> Iterator[Played]:
    played = Played(url, kinds)
    with played.connection:
        yield played


def measured(server: Server, name: str) -> float:
    """What a server says of itself; 0 if nothing yet."""
    lines = Person(server).http.get("/metrics").text.splitlines()
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(name))


def new_role(address: str, url: str) -> str:
    """A database's address for a role that may do what the documentation grants a thinker."""
    with psycopg.connect(url, autocommit=True) as connection:
        if connection.execute("SELECT FROM pg_roles WHERE rolname = 'thinker'").fetchone() is None:
            connection.execute("CREATE ROLE thinker LOGIN")
        connection.execute(remote_queue.GRANTS.format(role="thinker"))
    return url.replace(address, address.replace("ziggurat@", "thinker@"))
