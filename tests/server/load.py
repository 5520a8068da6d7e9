"""Load: people who play as fast as they can and remember every acknowledgement."""

from __future__ import annotations

import random
import threading
from typing import Any

import httpx
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from tests.server.serving import Chair, Person, Server
from ziggurat.server.storage import database, schema

Acknowledged = dict[tuple[str, str], int]  # by table and message id: the version it was given


class Couple(threading.Thread):
    """Two people at one table, who play on until the connection breaks."""

    def __init__(self, people: tuple[Person, Person], table: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.people = people
        self.table = table
        self.stream = random.Random(seed)
        self.acknowledged: Acknowledged = {}
        self.pending: tuple[str, int, int] | None = None  # id, version and move of the last message without an answer
        self.problem: BaseException | None = None
        self.finished = False
        self._number = 0

    def run(self) -> None:
        try:
            self.play_on()
        except (ConnectionClosed, OSError, EOFError, TimeoutError, httpx.HTTPError):
            pass  # the server was killed
        except BaseException as problem:  # noqa: BLE001 - told to the test by whoever joins this thread
            self.problem = problem

    def play_on(self) -> None:
        chairs = {chair.seat: chair for chair in (person.join(self.table, "turn") for person in self.people)}
        if self.pending is not None:
            self._resend(chairs)
        while True:
            newest = max(chairs.values(), key=lambda chair: chair.version)
            for chair in chairs.values():
                while chair.version < newest.version:
                    chair.hear("changed")
            if newest.view["over"] or any(message.get("result") for message in newest.heard[-3:]):
                self.finished = True
                return
            actors = [message["actor"] for message in newest.heard if message["type"] == "changed"]
            actor = actors[-1] if actors else newest.view["actor"]
            chair = chairs[actor]
            self._move(chair, self.stream.choice(chair.choices))

    def _move(self, chair: Chair, action: int) -> None:
        self._number += 1
        name = f"m{self.ident}-{id(self)}-{self._number}"
        self.pending = name, chair.version, action
        answer = chair.ask("play", id=name, version=chair.version, move=action)
        assert answer["type"] == "done", answer
        self.acknowledged[self.table, name] = answer["version"]
        self.pending = None
        while chair.version < answer["version"]:
            chair.hear("changed")

    def _resend(self, chairs: dict[int, Chair]) -> None:
        """Send the last message again, because its answer was lost; it must count once."""
        assert self.pending is not None
        name, version, action = self.pending
        for chair in chairs.values():
            answer = chair.ask("play", id=name, version=version, move=action)
            if answer["type"] == "done":
                self.acknowledged[self.table, name] = answer["version"]
        self.pending = None
        reached = self.acknowledged[self.table, name]
        for chair in chairs.values():
            while chair.version < reached:
                chair.hear("changed")

    def again(self) -> Couple:
        """The same people at the same table, after a restart."""
        twin = Couple(self.people, self.table, self.stream.randrange(2**30))
        twin.acknowledged = self.acknowledged
        twin.pending = self.pending
        return twin


def couples(server: Server, count: int, seed: int, game: str = "babylonia") -> list[Couple]:
    """Tables with two people each."""
    made = []
    for number in range(count):
        host, guest = Person(server), Person(server)
        table = host.open_table("me", "open", game=game)
        guest.sit(table)
        made.append(Couple((host, guest), table, seed + number))
    return made


def stored(url: str) -> dict[str, list[Any]]:
    """Every journal in a database."""
    engine = database.connect(url)
    journals: dict[str, list[Any]] = {}
    with engine.connect() as connection:
        query = select(schema.journal).order_by(schema.journal.c.table_id, schema.journal.c.number)
        for row in connection.execute(query):
            journals.setdefault(row.table_id, []).append(row)
    engine.dispose()
    return journals


def check_nothing_lost(url: str, acknowledged: Acknowledged) -> None:
    """Every acknowledged move is stored under its version, none twice, and no journal has a gap."""
    journals = stored(url)
    for rows in journals.values():
        assert [row.number for row in rows] == list(range(len(rows)))
        clients = [(row.seat, row.client) for row in rows if row.client is not None]
        assert len(clients) == len(set(clients))
    for (table, name), version in acknowledged.items():
        numbers = [row.number for row in journals[table] if row.client == name]
        assert numbers == [version], f"move {name} at {table} was acknowledged as {version}, stored are {numbers}"
