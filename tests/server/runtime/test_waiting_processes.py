"""Processes are told only of what somebody waits for there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from tests.looping import run
from tests.patience import until
from tests.server.serving import Chair, Person, serving
from ziggurat.server.runtime import clock, messages
from ziggurat.server.runtime.messages import PresenceReport, PresenceReported
from ziggurat.server.runtime.peers import SILENCE, Peers
from ziggurat.server.storage import database
from ziggurat.server.tables import presence
from ziggurat.server.tables.presence import Presence


class Listener:
    """Hears what processes send each other."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def until_said(self, text: str) -> list[messages.AnyMessage]:
        """All messages until somebody has said something."""
        heard: list[messages.AnyMessage] = []
        for notification in self._connection.notifies():
            heard.append(messages.read(notification.payload).message)
            if isinstance(heard[-1], messages.ChatWritten) and heard[-1].line.text == text:
                break
        return heard


@contextmanager
def listening(url: str) -> Iterator[Listener]:
    engine = database.connect(url)
    with engine.connect() as connection:
        channel = messages.channel(connection)
    with psycopg.connect(database.dsn(engine), autocommit=True) as listener:
        listener.execute(f"LISTEN {channel}")
        yield Listener(listener)
    engine.dispose()


def play(chairs: list[Chair]) -> None:
    """One move, seen by both."""
    mover = chairs[chairs[0].view["actor"]]
    assert mover.play(mover.choices[-1])["type"] == "done"
    for chair in chairs:
        while chair.version < mover.version:
            chair.hear("changed")


def test_moves_are_sent_only_where_the_table_is_open(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two, listening(postgres_url) as listener:
        host, guest = Person(one), Person(one)
        table = host.open_table("me", "open")
        guest.sit(table)
        chairs = [host.join(table), guest.join(table)]
        said = iter(range(1000))

        def is_sent() -> bool:
            """Whether the next move is; what is said after it is sent after it."""
            play(chairs)
            text = f"move {next(said)}"
            assert chairs[0].ask("say", text=text)["type"] == "done"
            return any(isinstance(message, messages.Entered) for message in listener.until_said(text))

        until(lambda: not is_sent(), "nobody else waits")
        assert not is_sent()
        watcher = Person(two).join(table)
        assert is_sent()
        watcher.hear("changed", lambda message: message["version"] == chairs[0].version)
        watcher.close()
        until(lambda: not is_sent(), "nobody else waits any more")


@pytest.mark.long
def test_killed_process_is_not_present_for_long(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        host = Person(one)
        chair = host.join(host.open_table("me", "random"))
        Person(two).join(chair.welcome["table"]["id"])
        assert chair.hear("present", lambda message: message["spectators"] == 1)
        two.kill()
        assert chair.hear("present", lambda message: message["spectators"] == 0)


class Spectator:
    """Somebody who watches."""

    seat = -1


class Table:
    """What `Presence` needs of a table at which one spectator is."""

    id = "t1"
    bots = (None, None)

    def __init__(self, number: int) -> None:
        self.sent: list[messages.AnyMessage] = []
        self.refreshed = 0
        self.stored = SimpleNamespace(row=SimpleNamespace(status="running", changed=0))
        self.sitting = SimpleNamespace(number=number, over=False, actor_is_bot=False)
        self.subscribers = {Spectator(): None}
        self.server = SimpleNamespace(process="here", peers=Peers(), notify=self.sent.append)

    def refresh(self) -> None:
        self.refreshed += 1

    def spawn(self, work: Any) -> None:
        pass

    def listeners(self) -> list[Any]:
        return []


def _presence(table: Table) -> Presence:
    return Presence(table)  # type: ignore[arg-type]


HEARD = messages.Envelope("there", messages.Alive())


def _watched(number: int, *, asking: bool = False) -> PresenceReport:
    return PresenceReport("there", [], 1, asking=asking, number=number)


def test_first_visit_asks_at_once_who_else_is_there() -> None:
    async def visit() -> list[messages.AnyMessage]:
        table = Table(number=3)
        _presence(table).visit()
        return table.sent

    assert run(visit()) == [PresenceReported("t1", PresenceReport("here", [], 1, asking=True, number=3))]


def test_missed_entries_are_read_and_told_of() -> None:
    """An entry that was stored before a process knew that it is awaited elsewhere."""

    async def hear(report: PresenceReport, *, watched: bool = True) -> Table:
        table = Table(number=3)
        if not watched:
            table.subscribers = {}
        _presence(table).receive(report)
        return table

    behind = run(hear(_watched(4)))
    assert (behind.refreshed, behind.sent) == (1, [])
    ahead = run(hear(_watched(2, asking=True), watched=False))
    assert (ahead.refreshed, ahead.sent) == (0, [PresenceReported("t1", PresenceReport("here", [], 0, number=3))])
    level = run(hear(_watched(3, asking=True), watched=False))
    assert (level.refreshed, level.sent) == (0, [])


def test_entries_are_awaited_until_the_others_had_time_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    time_now = time.monotonic()
    monkeypatch.setattr(clock, "monotonic", lambda: time_now)

    async def live() -> None:
        nonlocal time_now
        table = Table(number=3)
        here = _presence(table)
        assert here.awaited_elsewhere  # it has not asked
        here.visit()
        assert here.awaited_elsewhere
        time_now += presence.REPLY
        assert not here.awaited_elsewhere
        table.server.peers.hear(HEARD)
        here.receive(_watched(3))
        assert here.awaited_elsewhere
        here.receive(PresenceReport("there", [], 0))
        assert not here.awaited_elsewhere
        here.receive(_watched(3))
        here.forget_silent()
        assert here.awaited_elsewhere
        time_now += SILENCE
        here.forget_silent()
        assert not here.awaited_elsewhere
        assert table.server.peers.hear(HEARD)  # it is back after a silence
        await asyncio.sleep(0)

    run(live())
