"""Promise 3: secrets stay secret. The messages to a seat depend only on what it may know."""

from __future__ import annotations

import json
import random
import time

import numpy as np
import pytest

import ziggurat
from tests.cases import among
from tests.playing import Setup, setups, somewhere
from tests.server.load import stored
from tests.server.serving import Person, Server, play_to_the_end, serving
from ziggurat import Match
from ziggurat.core.errors import ZigguratError
from ziggurat.server.protocol import Ahead, Leave, Pace, PaceKind, Past, Preview, Prospects, Read
from ziggurat.server.tables import frames, queries
from ziggurat.server.tables.sitting import MOVE, START, Entry, Plan, Sitting

PACE = Pace(PaceKind.CLOCK, 60_000, 1_000)


def sitting_from(match: Match) -> Sitting:
    """A sitting that starts from a match's position."""
    nobody = (None,) * match.seats
    plan = Plan(
        match.game.name,
        match.game.rules_version,
        match.seats,
        dict(match.options),
        0,
        match.position(),
        PACE,
        Leave.BOT,
        "random",
        nobody,
    )
    sitting = Sitting(plan)
    sitting.apply(Entry(0, START, -1, 0, None, None, 1_000))
    return sitting


def everything_told(sitting: Sitting, seat: int, action: int) -> list[str]:
    """All messages to a seat around one decision: refusals, view, change, history."""
    texts = []
    for move in (action, -1, 10**6, "nonsense"):
        try:
            if seat != sitting.actor:
                sitting.read_move(seat, move)
        except ZigguratError as problem:
            texts.append(str(problem))
    texts.append(str(sitting.undoable(seat)))
    texts.append(frames.encode(sitting.match.view(seat)).decode())
    had = sitting.match.record(seat).tobytes()
    texts.append(repr(frames.seen_record(seat, had)))
    texts.append(frames.encode(queries.foreseen(sitting, seat, Prospects("r"))).decode())
    if seat == sitting.actor:
        texts.append(frames.encode(queries.previewed(sitting, seat, Preview("p", sitting.version))).decode())
    else:
        texts.append(frames.encode(queries.plannable(sitting, seat, Ahead("a", sitting.version))).decode())
    entry = sitting.entry(MOVE, sitting.actor, action, 2_000)
    entry = entry._replace(text=None, value=0)  # what is stored is not what is told
    rows = sitting.apply(entry._replace(value=action))
    update = frames.Update(sitting, entry, rows, 2_000)
    texts.append(frames.encode(update.changed(seat, view=True)).decode())
    texts.append(frames.encode(update.changed(seat, view=True, had=had)).decode())
    texts.append(bytes(frames.History(sitting).of(seat)).decode())
    texts.append(frames.encode(queries.told(sitting, seat, Read("t", history="full"))).decode())
    texts += [frames.encode(queries.shown(sitting, seat, Past("q", decision))).decode() for decision in (0, 1)]
    return texts


@pytest.mark.parametrize("setup", among(setups(), lambda setup: setup.game == "babel"), ids=str)
def test_positions_that_a_seat_cannot_distinguish_give_equal_messages(setup: Setup) -> None:
    game = ziggurat.game(setup.game)
    compared = 0
    for seed in range(12):
        match = somewhere(setup, seed)
        stream = random.Random(seed)
        for seat in range(-1, setup.seats):
            record = match.record(seat)
            game.engine().resample(record, seat, np.uint64(seed))
            other = ziggurat.load(setup.game, game.write_position(record[0]))
            both = sorted(set(match.legal()) & set(other.legal()))
            for action in stream.sample(both, min(3, len(both))):
                light = match.copy().play(action).can_undo() == 0  # chance or a secret came to light
                if light:
                    continue
                one, two = (
                    everything_told(sitting_from(match), seat, action),
                    everything_told(sitting_from(other), seat, action),
                )
                assert one == two
                compared += 1
    assert compared > 10


def test_refusals_use_only_what_the_seat_knows() -> None:
    for setup in setups()[:2]:
        game = ziggurat.game(setup.game)
        for seed in range(6):
            match = somewhere(setup, seed)
            seat = match.actor
            record = match.record(seat)
            game.engine().resample(record, seat, np.uint64(seed))
            sittings = [sitting_from(match), sitting_from(ziggurat.load(setup.game, game.write_position(record[0])))]
            for action in random.Random(seed).sample(range(game.actions), 60):
                answers = []
                for sitting in sittings:
                    try:
                        sitting.read_move(seat, action)
                        answers.append("legal")
                    except ZigguratError as problem:
                        answers.append(str(problem))
                assert answers[0] == answers[1]


def test_messages_contain_only_what_the_seat_may_know(server: Server) -> None:
    people = [Person(server) for _ in range(3)]
    host, guest, _ = people
    for person, name in zip(people, ("Ann", "Bea", "Cid"), strict=True):
        person.ask("PATCH", "/api/me", {"name": name})
    token = guest.ask("POST", "/api/tokens", {"label": "mine"})["token"]
    table = host.open_table("me", "open")
    guest.sit(table)
    chairs = [person.join(table) for person in people]
    play_to_the_end(chairs, random.Random(9))
    match = ziggurat.read(host.http.get(f"/api/tables/{table}/log").text)
    ids = [next(iter(person.http.cookies.values())).partition(".")[0] for person in people]
    for chair, person in zip(chairs, people, strict=True):
        everything = "".join(chair.raw)
        for secret in (*ids, token, str(match.seed), next(iter(person.http.cookies.values()))):
            assert secret not in everything
    again = ziggurat.new("babylonia", seats=2, seed=match.seed)
    actions = [row.value for row in stored(server.database)[table] if row.kind == "move"]
    changes = [[message for message in chair.heard if message["type"] == "changed"] for chair in chairs]
    for number, action in enumerate(actions):
        again.play(action)
        for seat, heard in zip((0, 1, -1), changes, strict=True):
            expected = frames.encode(again.view(seat)).decode()
            assert heard[number]["view"] == json.loads(expected)
            expected_texts = [event.text for event in again.events(seat, len(again) - 1)]
            assert [event["text"] for event in heard[number].get("events", [])] == expected_texts


def test_a_running_match_keeps_its_secrets(server: Server) -> None:
    host = Person(server)
    table = host.open_table("me", "open")
    Person(server).sit(table)
    for path in ("replay", "replay/0", "log", "log.json"):
        status, reason = host.refused("GET", f"/api/tables/{table}/{path}")
        assert status == 403
        assert reason == "The match is not over yet; hidden information is shown afterwards."
    status, _ = host.refused("POST", f"/api/tables/{table}/fork", {"decision": 0, "seats": [{"who": "me"}]})
    assert status == 403


def test_bots_answer_at_fixed_intervals(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A bot with one legal action takes as long as one with a hundred."""

    folder = tmp_path_factory.mktemp("beat")
    with serving(f"sqlite:///{folder}/ziggurat.db", bot_beat=150) as server:
        host = Person(server)
        chair = host.join(host.open_table("random", "me"))
        turns = 0
        while turns < 5:
            while chair.view["actor"] == 0:
                chair.hear("changed")
            while chair.view["actor"] == 1:
                began = time.monotonic()  # whoever is slow here sees answers come later, never earlier
                chair.play(chair.choices[-1])
            answers = 0
            while chair.view["actor"] == 0:
                chair.hear("changed")
                answers += 1
            assert time.monotonic() - began > 0.1 * answers
            turns += 1
