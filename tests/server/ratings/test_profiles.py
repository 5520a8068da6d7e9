"""Leaderboard and public profiles, which show nothing private."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from sqlalchemy import insert, update

from tests.server.accounts.test_names import registered
from tests.server.ratings.test_ratings import begin
from tests.server.serving import Person, Server, serving
from ziggurat.bots import LEVELS
from ziggurat.server.accounts import look_alikes
from ziggurat.server.ratings import leaderboard, rated_match
from ziggurat.server.storage import database, schema


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db") as running:
        yield running


def profile(reader: Person, name: str) -> Any:
    return reader.ask("GET", f"/api/players/{quote(name, safe='')}")


def finish(host: Person, other: Person, **more: Any) -> str:
    """A match that the host wins: the other resigns it."""
    table = host.open_table("me", "open", game="babel", **more)
    other.sit(table)
    assert other.join(table).ask("resign")["type"] == "done"
    return table


def test_profile_of_a_player(own_server: Server) -> None:
    anna, bob, guest = registered(own_server, "Anna of Ur"), registered(own_server, "Bob"), Person(own_server)
    empty = profile(guest, "Anna of Ur")
    assert (empty["record"]["played"], empty["favourite"], empty["latest"], empty["ratings"]) == (0, "", [], [])
    assert not empty["you"]
    finish(anna, guest)
    finish(anna, bob)
    finish(bob, anna)
    rated, chairs = begin(anna, bob)
    chairs[1].ask("resign")
    shown = profile(anna, "anna OF ur")
    assert shown["name"] == "Anna of Ur"
    assert shown["you"]
    assert shown["record"] == {"played": 4, "won": 3, "shared": 0}
    assert shown["streak"] == {"now": 1, "best": 2}
    assert shown["favourite"] == "babel"
    assert shown["latest"][0]["id"] == rated
    assert len(shown["latest"]) == 4
    opponents = {one["name"]: (one["played"], one["ahead"]) for one in shown["games"][0]["opponents"]}
    assert opponents == {"Bob": (3, 2), "": (1, 1)}  # guests are one, without a name
    [own] = shown["ratings"]
    assert (own["game"], own["matches"], own["provisional"]) == ("babel", 1, True)
    assert [point["rating"] for point in own["history"]] == [own["rating"]]


def test_profile_leaves_out_private_matches(own_server: Server) -> None:
    anna, bob = registered(own_server, "Anna"), registered(own_server, "Bob")
    table = finish(anna, bob, public=False)
    for reader in (anna, bob, Person(own_server)):
        shown = profile(reader, "Anna")
        assert shown["record"]["played"] == 0
        assert (shown["games"], shown["latest"], shown["streak"]) == ([], [], {"now": 0, "best": 0})
        assert table not in str(shown)


def test_unknown_player_has_no_profile(own_server: Server) -> None:
    guest = Person(own_server)
    guest.ask("PATCH", "/api/me", {"name": "Wanderer"})
    hostile = ("Wanderer", "King", "x" * 150, "%00", "\u202eanna", "🎲", "' OR 1=1 --", "<script>")
    for name in hostile:
        status, reason = guest.refused("GET", f"/api/players/{quote(name, safe='')}")
        assert (status, reason) == (404, "There is no registered player with that name."), name
    assert guest.http.get(f"/api/players/{'x' * 400}").status_code == 400


def test_profile_name_is_found_without_accents(own_server: Server) -> None:
    registered(own_server, "Anna/Bob? #1 100%")
    assert profile(Person(own_server), "Anna Bob? #1 100%")["name"] == "Anna/Bob? #1 100%"


def test_profile_contains_no_id_or_login(own_server: Server) -> None:
    anna = registered(own_server, "Anna")
    login = anna.ask("GET", "/api/me")["login"]
    player = next(iter(anna.http.cookies.values())).partition(".")[0]
    for path in ("/api/players/Anna", "/api/leaderboard/babel"):
        text = Person(own_server).http.get(path).text
        assert player not in text
        assert login not in text


def test_new_leaderboard_lists_bot_levels(server: Server) -> None:
    board = Person(server).ask("GET", "/api/leaderboard/ur")
    assert [one["name"] for one in board["entries"] if one["kind"] == "bot"] == list(reversed(LEVELS))
    assert board["you"] is None
    assert Person(server).refused("GET", "/api/leaderboard/chess")[0] == 404


def test_leaderboard_on_both_databases(database_url: str) -> None:
    engine = database.connect(database_url)
    database.migrate(engine)
    people = [("Anna", 2000.0, 60.0), ("Bob", 2200.0, 60.0), ("Carl", 2100.0, 200.0), ("Dora", 1000.5, 50.0)]
    with engine.begin() as connection:
        for name, value, deviation in people:
            row = {"id": name, "name": name, "login": name.lower(), "created": 1, "handle": look_alikes.skeleton(name)}
            connection.execute(insert(schema.players).values(row))
            row = {"game": "babel", "subject": name, "rating": value, "deviation": deviation, "matches": 9}
            connection.execute(insert(schema.ratings).values(row))
        moved = {"game": "babel", "subject": "bot:king", "rating": 900.0, "deviation": 50.0, "matches": 3}
        connection.execute(insert(schema.ratings).values(moved))
        board = leaderboard.load(connection, "babel", "Dora", 2)
        named = {one.name: one.place for one in board.entries}
        assert list(named)[:3] == ["gilgamesh", "governor", "mayor"]  # 2789, 2524 and 2279
        assert (named["Bob"], named["Anna"]) == (4, 5)
        assert "Carl" not in named  # provisional
        assert named["king"] == len(named)
        assert board.you is not None
        assert (board.you.place, board.you.rating) == (8, 1000)
        assert [one.place for one in board.entries] == sorted(named.values())
        carl = leaderboard.load(connection, "babel", "Carl", 2).you
        assert carl is not None
        assert (carl.place, carl.provisional) == (0, True)
        connection.execute(update(schema.players).where(schema.players.c.id == "Bob").values(handle=None))  # is no more
        connection.execute(update(schema.players).where(schema.players.c.id == "Anna").values(closed=1))
        assert {"Anna", "Bob"}.isdisjoint(one.name for one in leaderboard.load(connection, "babel", None, 10).entries)
        assert rated_match.first("babel", "bot:gilgamesh").rating == 2789
    engine.dispose()
