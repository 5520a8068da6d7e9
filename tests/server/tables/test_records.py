"""Our page gets redacted records in place of views, and makes the same views from them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import ziggurat
from tests.cases import every_game
from tests.playing import Setup, setups
from tests.server.serving import Chair, Person, Server, serving
from tests.server.tables.records import BUILD, RecordReader, made
from ziggurat.server.protocol import Changed, Leave, Pace
from ziggurat.server.tables import frames
from ziggurat.server.tables.sitting import MOVE, START, UNDO, Entry, Plan, Sitting

SMALL = 1000  # bytes of a message about a decision
DECISIONS = 60


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("records")
    (folder / "version.json").write_text(json.dumps({"version": BUILD}))
    with serving(f"sqlite:///{folder}/ziggurat.db", page=folder) as running:
        yield running


@pytest.mark.parametrize("setup", [pytest.param(setup, id=str(setup)) for setup in setups()])
def test_a_record_gives_every_seat_the_view_that_it_would_be_sent(setup: Setup) -> None:
    plan = Plan(
        setup.game,
        ziggurat.game(setup.game).rules_version,
        setup.seats,
        setup.options,
        7,
        None,
        Pace(),
        Leave.BOT,
        "random",
        (None,) * setup.seats,
    )
    sitting, stream = Sitting(plan), random.Random(str(setup))
    sitting.apply(Entry(0, START, -1, 0, None, None, 1))
    seats = range(-1, setup.seats)
    readers = {seat: RecordReader() for seat in seats}
    had = {seat: sitting.match.record(seat).tobytes() for seat in seats}
    for seat, reader in readers.items():
        first = frames.encode(Changed(0, MOVE, 0, 0, 0, [], record=frames.seen_record(seat, had[seat])))
        assert reader.read(first.decode(), setup.game)["view"] == made(sitting.match, seat)
    while not sitting.over and sitting.number < DECISIONS:
        back = sitting.match.can_undo() and stream.random() < 0.1
        kind, value = (UNDO, 1) if back else (MOVE, stream.choice(sitting.match.legal()))
        entry = sitting.entry(kind, sitting.actor, value, 2)
        update = frames.Update(sitting, entry, sitting.apply(entry), 2)
        for seat in (sitting.actor, stream.choice(seats)) if sitting.number % 8 else seats:
            text = frames.encode(update.changed(seat, view=True, had=had[seat])).decode()
            had[seat] = update.record(seat)
            assert readers[seat].read(text, setup.game)["view"] == made(sitting.match, seat)


def hear_alike(usual: Chair, ours: Chair, reader: RecordReader, game: str, version: int) -> None:
    """Both sockets of a person hear the same, until the position has a version."""
    for chair in (usual, ours):
        while chair.version < version:
            chair.hear("changed")
    said = [json.loads(text) for text in usual.raw if _is_about_the_match(text)]
    made_here = [reader.read(text, game) for text in ours.raw if _is_about_the_match(text)]
    assert made_here == said
    for chair in (usual, ours):
        chair.raw.clear()


def _is_about_the_match(text: str) -> bool:
    return json.loads(text)["type"] in ("welcome", "changed") and "present" not in json.loads(text)


@pytest.mark.parametrize("game", every_game())
def test_two_people_and_a_spectator_are_told_the_same_in_short(server: Server, game: str) -> None:
    people = [Person(server) for _ in range(3)]
    table = people[0].open_table("me", "open", game=game)
    people[1].sit(table)
    usual, ours = [[one.join(table, build=build) for one in people] for build in ("", BUILD)]
    readers = [RecordReader() for _ in people]
    for one, reader in zip(ours, readers, strict=True):
        assert "view" not in one.welcome
        assert reader.read(one.raw[-1], game)["view"] == usual[ours.index(one)].welcome["view"]
        one.raw.clear()
    for one in usual:
        one.raw.clear()
    stream = random.Random(game)
    for number in range(DECISIONS):
        chair = next((one for one in usual[:2] if one.seat == usual[2].view["actor"]), None)
        if chair is None:
            break
        if number == DECISIONS - 1:  # a bot takes over, and the reader sees what a spectator sees
            assert chair.ask("resign")["type"] == "done"
            chair.hear("changed")
        elif number % 5 == 4 and _changes(chair)[-1].get("undoable"):
            assert chair.ask("undo", version=chair.version, decisions=1)["type"] == "done"
            chair.hear("changed")
        else:
            assert chair.play(stream.choice(chair.choices))["type"] == "done"
        for one, other, reader in zip(usual, ours, readers, strict=True):
            hear_alike(one, other, reader, game, chair.version)
    assert {"move", "undo", "resign"} <= {message["kind"] for message in _changes(usual[2])}
    sizes = [size for reader in readers for size in reader.sizes]
    assert len(sizes) > DECISIONS
    assert max(sizes) < SMALL
    for one in (*usual, *ours):
        one.close()


def _changes(chair: Chair) -> list[dict[str, Any]]:
    return [message for message in chair.heard if message["type"] == "changed"]


def test_a_page_of_another_build_gets_views(server: Server) -> None:
    person = Person(server)
    table = person.open_table("me", "random", game="ur")
    chair = person.join(table, build="yesterday")
    assert "record" not in chair.welcome
    assert chair.welcome["view"]
    assert "view" not in chair.ask("look", build=BUILD)  # from now on
    assert set(chair.heard[-1]["record"]) == {"seat", "whole"}
    again = chair.ask("look")  # and from now on not
    assert again["view"] == chair.welcome["view"]
    assert "record" not in again
    assert chair.ask("look", build="x" * 41)["type"] == "refused"
    chair.close()


def test_a_match_begins_for_a_page_that_waits_for_it(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", game="babel")
    chair = host.join(table, build=BUILD)
    assert not {"view", "record"} & set(chair.welcome)
    guest.sit(table)
    seated = chair.hear("seated", lambda message: message["table"]["status"] == "running")
    assert seated["table"]["id"] == table
    begun = chair.ask("look", build=BUILD)
    assert RecordReader().read(json.dumps(begun), "babel")["view"]["seat"] == chair.ask("look")["seat"]
    chair.close()
