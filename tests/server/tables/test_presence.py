"""Previews, past positions, planning ahead, and who has the table open."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

import ziggurat
from tests.playing import finish
from tests.server.serving import Chair, Person, Server, serving


def _pair(server: Server) -> tuple[Chair, Chair, str]:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open")
    guest.sit(table)
    return host.join(table), guest.join(table), table


def _play_some(chairs: tuple[Chair, Chair], decisions: int, stream: random.Random) -> None:
    for _ in range(decisions):
        chair = chairs[chairs[0].view["actor"]]
        assert chair.play(stream.choice(chair.choices))["type"] == "done"
        for other in chairs:
            while other.version < chair.version:
                other.hear("changed")


def test_every_event_has_its_decision(server: Server) -> None:
    first, second, *_ = _pair(server)
    _play_some((first, second), 12, random.Random(1))
    changes = [message for message in first.heard if message["type"] == "changed"]
    for number, change in enumerate(changes):
        assert change["decisions"] == number + 1
        assert len(change["scores"]) == 2
        assert all(event["decision"] == number for event in change.get("events", []))
    whole = first.ask("look")
    assert whole["decisions"] == 12
    assert whole["scores"] == changes[-1]["scores"] == [player["score"] for player in first.view["players"]]
    events = [event for change in changes for event in change.get("events", [])]
    assert whole["history"] == events


def test_undo_reduces_the_number_of_decisions(server: Server) -> None:
    first, *_ = _pair(server)
    first.play(first.choices[0])
    first.ask("undo", version=first.version)
    assert first.hear("changed")["decisions"] == 0


def test_preview_has_the_score_of_each_choice(server: Server) -> None:
    first, second, *_ = _pair(server)
    chairs = first, second
    stream = random.Random(3)
    previewed = 0
    for _ in range(60):
        chair = chairs[first.view["actor"]]
        answer = chair.ask("preview", version=chair.version)
        assert answer["type"] == "previewed"
        assert answer["version"] == chair.version
        gains = {int(action): gain for action, gain in answer["gains"].items()}
        assert set(gains) <= set(chair.choices)
        assert all(any(gain) for gain in gains.values())
        action = stream.choice(sorted(gains) or chair.choices)
        before = [player["score"] for player in chair.view["players"]]
        final = action in answer["final"]
        _play(chairs, chair, action)
        after = [player["score"] for player in chair.view["players"]]
        change = [new - old for new, old in zip(after, before, strict=True)]
        assert change == gains.get(action, [0, 0])
        previewed += action in gains
        assert final == ("undoable" not in [m for m in chair.heard if m["type"] == "changed"][-1])
    assert previewed > 3
    waiting = chairs[1 - first.view["actor"]]
    assert (
        waiting.ask("preview", version=waiting.version)["reason"]
        == "Only the player whose turn it is can see previews."
    )
    assert "version 0" in first.ask("preview", version=0)["reason"]


def _play(chairs: tuple[Chair, Chair], chair: Chair, action: int) -> None:
    assert chair.play(action)["type"] == "done"
    for other in chairs:
        while other.version < chair.version:
            other.hear("changed")


def test_past_position_is_what_the_seat_saw_then(server: Server) -> None:
    first, second, table = _pair(server)
    watcher = Person(server).join(table)
    chairs = first, second
    seen: list[list[Any]] = [[chair.view for chair in (*chairs, watcher)]]
    stream = random.Random(2)
    for _ in range(15):
        _play(chairs, chairs[first.view["actor"]], stream.choice(chairs[first.view["actor"]].choices))
        while watcher.version < first.version:
            watcher.hear("changed")
        seen.append([chair.view for chair in (*chairs, watcher)])
    for decision in (0, 7, 14, 15):
        for chair, view in zip((*chairs, watcher), seen[decision], strict=True):
            answer = chair.ask("past", decision=decision)
            assert answer["type"] == "shown"
            assert answer["decision"] == decision
            assert answer["view"] == {**view, "choices": []}
            assert answer["scores"] == [player["score"] for player in view["players"]]
    assert first.ask("past", decision=16)["reason"] == "The match has 15 decisions; there is no position 16."


def _hear_present(chair: Chair, seats: list[bool], spectators: int) -> None:
    chair.hear("present", lambda message: message["seats"] == seats and message["spectators"] == spectators)


def test_presence_is_broadcast(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", "random")
    first = host.join(table)
    assert first.welcome["present"] == {"type": "present", "seats": [True, False, True], "spectators": 0}
    watcher = Person(server).join(table)
    _hear_present(first, [True, False, True], 1)
    guest.sit(table)
    second = guest.join(table)
    _hear_present(first, [True, True, True], 1)
    second.close()
    watcher.close()
    _hear_present(first, [True, False, True], 0)


def test_presence_is_broadcast_at_most_once_a_second(server: Server) -> None:
    host = Person(server)
    table = host.open_table("me", "random")
    chair = host.join(table)
    began = time.monotonic()
    for _ in range(10):
        Person(server).join(table).close()
    Person(server).join(table)
    _hear_present(chair, [True, True], 1)
    heard = sum(message["type"] == "present" for message in chair.heard)
    assert heard <= 2 + (time.monotonic() - began)


@pytest.mark.long
def test_presence_includes_other_processes(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        host, guest = Person(one), Person(two)
        table = host.open_table("me", "open")
        guest.sit(table)
        first = host.join(table)
        second = guest.join(table)
        _hear_present(first, [True, True], 0)
        _hear_present(second, [True, True], 0)
        watcher = Person(two).join(table)
        _hear_present(first, [True, True], 1)
        watcher.close()
        second.close()
        _hear_present(first, [True, False], 0)


def test_past_positions_of_a_finished_match(server: Server) -> None:
    host = Person(server)
    match = finish(ziggurat.new("babylonia", seats=2, seed=5), random.Random(6))
    table = host.ask("POST", "/api/import", {"log": match.to_text()})["id"]
    chair = host.join(table)
    assert chair.welcome["decisions"] == len(match)
    assert chair.ask("past", decision=len(match))["scores"] == match.scores


def test_waiting_player_can_plan_ahead(server: Server) -> None:
    first, second, table = _pair(server)
    chairs, stream, right = (first, second), random.Random(4), 0
    for _ in range(40):
        actor = first.view["actor"]
        waits = chairs[1 - actor]
        answer = waits.ask("ahead", version=waits.version)
        assert answer["type"] == "plannable"
        planned = {choice["action"] for choice in answer["choices"]}
        _play_some(chairs, 1, stream)
        if first.view["actor"] != actor:
            right += bool(planned.intersection(waits.choices))
    assert right
    decides = chairs[first.view["actor"]]
    refusal = "You can plan ahead only while you wait for your turn."
    assert decides.ask("ahead", version=decides.version)["reason"] == refusal
    spectator = Person(server).join(table)
    assert spectator.ask("ahead", version=spectator.version)["reason"] == refusal
