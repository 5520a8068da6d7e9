"""Promise 1: an acknowledged move is on disk. The server is killed under load, again and again."""

from __future__ import annotations

import random
import time

import pytest

import ziggurat
from tests.cases import every_game
from tests.patience import PATIENCE, until
from tests.server.databases import on_postgresql
from tests.server.load import check_nothing_lost, couples, stored
from tests.server.serving import Person, Server, serving


@on_postgresql
@pytest.mark.parametrize(("tables", "kills"), [(2, 1), pytest.param(5, 3, marks=pytest.mark.long)])
def test_kill_under_load_loses_nothing(database_url: str, tables: int, kills: int) -> None:
    stream = random.Random(7)
    server = Server(database_url)
    players = couples(server, tables, seed=1)
    watcher = Person(server)
    bots_table = watcher.open_table("me", "random", "random", pace={"kind": "clock", "base": 3_600_000})
    counts = []
    for _ in range(kills):
        for couple in players:
            couple.start()
        deadline = time.monotonic() + PATIENCE
        wanted = sum(len(couple.acknowledged) for couple in players) + stream.randint(40, 120)
        while sum(len(couple.acknowledged) for couple in players) < wanted and time.monotonic() < deadline:
            time.sleep(0.002 * stream.random())  # the moment of the kill is drawn, not timed
            if all(not couple.is_alive() for couple in players):
                break
        server.kill()
        for couple in players:
            couple.join(PATIENCE)
            if couple.problem is not None:
                raise couple.problem
        acknowledged = {key: version for couple in players for key, version in couple.acknowledged.items()}
        check_nothing_lost(database_url, acknowledged)
        counts.append(len(acknowledged))
        server = Server(database_url, port=server.port)
        players = [couple.again() for couple in players if not couple.finished]
    assert counts == sorted(set(counts)), "nothing was played between two kills"
    chair = watcher.join(bots_table)
    before = chair.version
    while chair.view["actor"] != chair.seat:
        chair.hear("changed")
    answer = chair.play(chair.choices[0])
    assert answer["type"] == "done"
    assert chair.version > before
    server.stop()
    check_nothing_lost(database_url, acknowledged)


def test_bots_continue_after_a_kill(database_url: str) -> None:
    server = Server(database_url, bot_beat=20)
    host = Person(server)
    table = host.open_table("random", "me")
    chair = host.join(table)
    while chair.view["actor"] != 1:
        chair.hear("changed")
    chair.play(chair.choices[0])
    if chair.view["actor"] == 1 and "end" in [choice["text"] for choice in chair.view["choices"]]:
        chair.send("play", version=chair.version, move="end")
    server.kill()
    with serving(database_url, port=server.port, bot_beat=20):
        again = host.join(table)
        seen = again.version
        while again.view["actor"] != 1 or again.version <= seen:
            if again.view["actor"] == 1:
                again.play(again.choices[-1])
            else:
                again.hear("changed")
        assert again.version > seen


def test_clocks_stop_while_the_server_is_down(database_url: str) -> None:
    server = Server(database_url)
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", leave="loss", pace={"kind": "turn", "base": 3_600_000})
    began = time.monotonic()
    guest.sit(table)
    chair = host.join(table)
    chair.play(chair.choices[0])
    until(lambda: chair.ask("look")["clocks"][0] < 3_600_000, "the clock runs, once all games are loaded")
    server.kill()
    down = time.monotonic()
    time.sleep(3)  # the passing of time itself is what is tested
    down = time.monotonic() - down
    with serving(database_url, port=server.port):
        again = host.join(table)
        lasted = time.monotonic() - began
        used = 3_600 - again.welcome["clocks"][0] / 1000  # told as of now
        assert 0 < used <= lasted - down
        assert again.play("end")["type"] == "done"


def test_graceful_stop_asks_sockets_to_reconnect(database_url: str) -> None:
    server = Server(database_url)
    host = Person(server)
    chair = host.join(host.open_table("me", "random"))
    assert server.stop() == 0
    assert chair.is_cut() in (1001, 1012)


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_journal_replays_to_the_stored_digests(database_url: str, game: str) -> None:
    """Replaying the journal in another process gives the stored digests."""
    with serving(database_url) as server:
        host = Person(server)
        seats = ziggurat.game(game).seat_counts[0]
        table = host.open_table("me", *["random"] * (seats - 1), game=game, seed=11)
        chair = host.join(table)
        while chair.version < 40 and not chair.view["over"]:
            if chair.view["actor"] == 0:
                chair.play(chair.choices[0])
            else:
                chair.hear("changed")
    match = ziggurat.new(game, seats=seats, seed=11)
    for row in stored(database_url)[table]:
        if row.kind == "move":
            assert match.game.notation.write(row.value) == row.text
            match.play(row.value)
        if row.digest is not None:
            assert row.digest == match.digest()
