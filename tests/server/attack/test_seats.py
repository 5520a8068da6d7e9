"""Nobody sees the hand of a seat that is not theirs: after leaving, or by forking."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from sqlalchemy import select

import ziggurat
from tests.cases import among, every_game
from tests.playing import Setup, setups, somewhere
from tests.server.serving import Chair, Person, Server, play_to_the_end
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import frames

HANDS = [name for name in ziggurat.game_names() if ziggurat.game(name).secrets]  # seats hold what others do not see
NOTHING_DEALT = ("ur",)  # it begins the same every time


SETUPS = among(
    [setup for setup in setups() if setup.seats == 2 and setup.game in HANDS], lambda setup: setup.game == "babel"
)


def _spectator(view: Any) -> Any:
    return {**view, "choices": []}


def test_player_who_left_a_seat_no_longer_sees_its_hand(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", "random", game="babylonia", leave="bot")
    guest.sit(table)
    first, second = host.join(table), guest.join(table)
    watcher = Person(server).join(table)
    assert first.view != watcher.view
    assert first.ask("resign")["type"] == "done"
    changed = first.hear("changed", lambda message: message["kind"] == "resign")
    stream = random.Random(4)
    for _ in range(6):  # the bot on the seat that was left, and the others, play on
        while watcher.view["actor"] != 1:
            watcher.hear("changed")
        while second.version < watcher.version:
            second.hear("changed")
        second.play(stream.choice(second.choices))
        watcher.hear("changed", lambda message: message["version"] >= second.version)
    while watcher.view["actor"] != 1:  # until nobody but the guest can go on
        watcher.hear("changed")
    first.hear("changed", lambda message: message["version"] >= watcher.version)
    seen = {message["version"]: message for message in watcher.heard if message["type"] == "changed"}
    changes = [message for message in first.heard if message["type"] == "changed" and message["version"] in seen]
    assert len(changes) > 6
    for message in changes:
        assert message["view"] == seen[message["version"]]["view"]
        assert message.get("events") == seen[message["version"]].get("events")
    assert changed["view"] == seen[changed["version"]]["view"]
    own, theirs = host.join(table).welcome, Person(server).join(table).welcome
    assert own["seat"] == 0  # everybody knows whose it was
    assert own["view"] == theirs["view"]
    assert own["history"] == theirs["history"]
    for decision in range(3):
        shown = [chair.ask("past", decision=decision)["view"] for chair in (first, watcher)]
        assert shown[0] == shown[1]
    assert first.ask("hint")["type"] == first.ask("preview", version=first.version)["type"] == "refused"
    for path in ("replay", "replay/0", "log", "log.json"):
        assert host.refused("GET", f"/api/tables/{table}/{path}")[0] == 403
    play_to_the_end([second], stream)
    last = host.join(table).welcome
    assert last["view"] != Person(server).join(table).welcome["view"]  # it is over, and nothing is secret any more


def test_player_who_left_a_seat_gets_only_their_own_decisions(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", "random", game="babylonia", leave="bot")
    guest.sit(table)
    first, second = host.join(table), guest.join(table)
    watcher = Person(server).join(table)
    assert first.ask("resign")["type"] == "done"
    stream = random.Random(4)
    for _ in range(4):
        while watcher.view["actor"] != 1:
            watcher.hear("changed")
        while second.version < watcher.version:
            second.hear("changed")
        second.play(stream.choice(second.choices))
        watcher.hear("changed", lambda message: message["version"] >= second.version)
    while watcher.view["actor"] != 1:  # the bot has decided for the seat that was left
        watcher.hear("changed")
    decisions = host.ask("GET", "/api/me/export.json")["decisions"]
    assert [row["kind"] for row in decisions] == ["resign"]
    assert len(guest.ask("GET", "/api/me/export.json")["decisions"]) == 4


def test_player_who_left_a_seat_chats_with_the_spectators(server: Server) -> None:
    host, guest, third = (Person(server) for _ in range(3))
    table = host.open_table("me", "open", "open", leave="bot", game="babylonia")
    guest.sit(table)
    third.sit(table)
    first, second, watcher = host.join(table), guest.join(table), Person(server).join(table)
    assert first.ask("resign")["type"] == "done"
    assert first.ask("say", text="my hand was")["type"] == "done"
    assert watcher.hear("said")["line"]["seat"] == -1
    assert second.ask("say", text="among players")["type"] == "done"
    assert second.hear("said")["line"]["text"] == "among players"  # and not the host's before it
    assert watcher.ask("say", text="among spectators")["type"] == "done"
    first.hear("said", lambda message: message["line"]["text"] == "among spectators")
    heard = [message["line"]["text"] for message in first.heard if message["type"] == "said"]
    assert heard == ["my hand was", "among spectators"]
    assert [line["text"] for line in host.join(table).welcome["chat"]] == heard
    assert [line["text"] for line in third.join(table).welcome["chat"]] == ["among players"]


def test_player_who_left_a_seat_reports_the_chat_that_they_read(server: Server) -> None:
    """That of the spectators, and no longer that of the players."""
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", "random", leave="bot", game="babylonia")
    guest.sit(table)
    first, second, watcher = host.join(table), guest.join(table), Person(server).join(table)
    assert second.ask("say", text="before")["type"] == "done"
    players_line = first.hear("said")["line"]["id"]
    assert first.ask("resign")["type"] == "done"
    assert watcher.ask("say", text="you lost")["type"] == "done"
    spectators_line = first.hear("said", lambda message: message["line"]["text"] == "you lost")["line"]["id"]
    body = {"kind": "insults", "text": "", "table": table}
    assert host.refused("POST", "/api/reports", body | {"line": players_line})[0] == 404
    assert host.refused("POST", "/api/mutes", {"table": table, "line": players_line})[0] == 404
    host.ask("POST", "/api/reports", body | {"line": spectators_line})
    engine = database.connect(server.database)
    with engine.connect() as connection:
        query = select(schema.reports.c.context).where(schema.reports.c.table_id == table)
        assert [line["text"] for line in connection.execute(query).scalar_one()] == ["you lost"]
    engine.dispose()


def test_duplicate_resignation_is_acknowledged(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", "random", leave="bot")
    guest.sit(table)
    chair = host.join(table)
    assert chair.ask("resign", id="going")["type"] == "done"
    assert chair.ask("resign", id="going")["type"] == "done"
    assert host.join(table).ask("resign", id="going")["type"] == "done"


# ---------------------------------------------------------------------------------------------------------------- forks


def _fork(person: Person, log: str, decision: int, *who: str) -> str:
    imported = person.ask("POST", "/api/import", {"log": log})["id"]
    body = {"decision": decision, "seats": [{"who": name} for name in who]}
    return str(person.ask("POST", f"/api/tables/{imported}/fork", body)["id"])


def _seated(server: Server, log: str, decision: int, seats: int) -> tuple[Chair, Chair]:
    """The opener and another player, at a fork of the opener's log."""
    host, guest = Person(server), Person(server)
    table = _fork(host, log, decision, "me", "open", *["random"] * (seats - 2))
    guest.sit(table)
    return host.join(table), guest.join(table)


def _seen(match: ziggurat.Match, seat: int) -> Any:
    return json.loads(frames.encode(frames.without_choices(match.view(seat))))


@pytest.mark.parametrize(
    "game", every_game(now="babel", names=[name for name in ziggurat.game_names() if name not in NOTHING_DEALT])
)
def test_fork_at_the_start_is_dealt_again_for_others(server: Server, game: str) -> None:
    seats = ziggurat.game(game).seat_counts[0]
    match = ziggurat.new(game, seats=seats, seed=7)
    chairs = _seated(server, match.to_text(), 0, seats)
    views = [_seen(match, seat) for seat in (0, 1)]
    assert [_spectator(chair.view) for chair in chairs] != views


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_fork_hides_other_hands_from_its_opener(server: Server, setup: Setup) -> None:
    """The opener's seat sees what it saw before; what it could not see may differ from the log."""
    kept = different = 0
    for seed in range(4):
        match = somewhere(setup, seed)
        if match.over or len(match) == 0:
            continue
        first, second = _seated(server, match.to_text(), len(match), setup.seats)
        assert _spectator(first.view) == _seen(match, 0)
        kept += 1
        different += _spectator(second.view) != _seen(match, 1)
        first.close()
        second.close()
    assert kept
    assert different


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_secrets_are_redrawn_when_the_opener_leaves_a_fork(server: Server, setup: Setup) -> None:
    """The opener knows the seat's hand, so the next player gets another one."""
    kept = different = 0
    for seed in range(4):
        match = somewhere(setup, seed)
        if match.over or len(match) == 0:
            continue
        host, guest = Person(server), Person(server)
        table = _fork(host, match.to_text(), len(match), "me", "open")
        host.ask("POST", f"/api/tables/{table}/leave")
        host.sit(table, 1)
        guest.sit(table, 0)
        first, watcher = guest.join(table), Person(server).join(table)
        assert _spectator(watcher.view) == _seen(match, -1)
        kept += 1
        different += _spectator(first.view) != _seen(match, 0)
        first.close()
        watcher.close()
    assert kept
    assert different


def test_fork_against_bots_keeps_the_position(server: Server) -> None:
    match = somewhere(next(setup for setup in setups() if setup.game == "babylonia" and setup.seats == 2), 3)
    host = Person(server)
    chair = host.join(_fork(host, match.to_text(), len(match), "me", "random"))
    chair.ask("resign")
    truth = host.ask("GET", f"/api/tables/{chair.welcome['table']['id']}/replay/0")["position"]
    assert {**truth, "generator": None} == {**match.position(), "generator": None}
