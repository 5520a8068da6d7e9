"""Matchmaking: who is seated with whom, once, by any process; and filters of the lobby."""

from __future__ import annotations

import random
import time
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select

from tests.patience import until
from tests.server.serving import Person, Server, serving
from ziggurat.server.accounts import identity
from ziggurat.server.protocol import Seek, SeekPace
from ziggurat.server.social.matchmaking import MAX_DIFFERENCE, Seeker, begin, group_seekers
from ziggurat.server.storage import schema
from ziggurat.server.storage.database import connect, migrate

LIVE = {"game": "babel", "seats": [2]}


def _seeker(name: str, **more: Any) -> Seeker:
    usual = {"game": "ur", "pace": "live", "seats": (2,), "rated": True, "rating": 1500.0, "since": 0}
    return Seeker(player=name, **{**usual, **more})


def _names(*waiting: Seeker, at: int = 0, blocked: Any = lambda one, other: False) -> list[str]:
    return ["".join(one.player for one in group) for group in group_seekers(waiting, at, blocked)]


def test_seekers_of_the_same_kind_are_grouped() -> None:
    assert _names(_seeker("a"), _seeker("b")) == ["ab"]
    for more in ({"game": "babel"}, {"pace": "days"}, {"rated": False}, {"seats": (3,)}):
        assert _names(_seeker("a"), _seeker("b", **more)) == []


def test_longest_waiting_first_with_the_closest_rating() -> None:
    people = [_seeker("a", since=2), _seeker("b", since=1, rating=1480.0), _seeker("c", since=3, rating=1479.0)]
    assert _names(*people) == ["bc"]


def test_rating_range_widens_with_waiting() -> None:
    strong, weak = _seeker("a", rating=2000.0), _seeker("b", rating=2000.0 - 2 * MAX_DIFFERENCE)
    assert _names(strong, weak, at=0) == []
    assert _names(strong, weak, at=60_000) == ["ab"]


def test_groups_of_three_and_four_all_fit_each_other() -> None:
    wants = {"seats": (3, 4)}
    assert _names(*(_seeker(name, **wants) for name in "abcd")) == ["abc"]
    assert _names(*(_seeker(name, seats=(4,)) for name in "abcd")) == ["abcd"]
    low, high = (
        _seeker("l", rating=1500.0 - MAX_DIFFERENCE, seats=(3,)),
        _seeker("h", rating=1500.0 + MAX_DIFFERENCE, seats=(3,)),
    )
    assert _names(_seeker("m", seats=(3,)), low, high) == []  # each is close to the middle one, but not to the other


def test_blocked_players_are_never_grouped() -> None:
    def blocked(one: str, other: str) -> bool:
        return {one, other} == {"a", "b"}

    assert _names(_seeker("a"), _seeker("b"), blocked=blocked) == []
    assert _names(_seeker("a"), _seeker("b", since=1), _seeker("c", since=2), blocked=blocked) == ["ac"]


def test_random_queues_give_valid_groups() -> None:
    stream = random.Random(1)
    for _ in range(300):
        people = [
            _seeker(
                str(number),
                game=stream.choice(["ur", "babel"]),  # only two, so that seekers match
                seats=tuple(sorted(stream.sample([2, 3, 4], stream.randint(1, 3)))),
                rating=stream.gauss(1500, 200),
                since=stream.randrange(60_000),
            )
            for number in range(stream.randrange(12))
        ]
        groups = list(group_seekers(people, 60_000))
        seated = [one.player for group in groups for one in group]
        assert len(seated) == len(set(seated))
        for group in groups:
            assert len({one.game for one in group}) == 1
            assert all(len(group) in one.seats for one in group)
        left = [one for one in people if one.player not in seated]
        assert not list(group_seekers(left, 60_000))  # nobody who fits is left


def _found(person: Person) -> str | None:
    table: str | None = person.ask("GET", "/api/seek")["table"]
    return table


def test_two_seekers_are_seated(own_server: Server) -> None:
    one, two = Person(own_server), Person(own_server)
    answer = one.ask("POST", "/api/seek", LIVE)
    assert (answer["table"], answer["others"]) == (None, 0)
    assert one.ask("POST", "/api/seek", LIVE)["since"] == answer["since"]  # asking again keeps the place in the queue
    two.ask("POST", "/api/seek", LIVE)
    table = until(lambda: _found(one))
    assert until(lambda: _found(two)) == table
    stored = one.ask("GET", f"/api/tables/{table}")
    assert stored["status"] == "running"
    assert stored["pace"]["kind"] == "clock"
    assert sum(seat["you"] for seat in stored["seats"]) == 1
    one.ask("DELETE", "/api/seek")
    assert one.refused("GET", "/api/seek") == (404, "You are not looking for a match.")
    chairs = one.join(str(table)), two.join(str(table))
    assert {chair.view["actor"] for chair in chairs} <= {0, 1}


def test_seeker_who_left_is_not_seated(own_server: Server) -> None:
    one, two, three = (Person(own_server) for _ in range(3))
    wish = {"game": "ur", "seats": [3]}
    one.ask("POST", "/api/seek", wish)
    one.ask("DELETE", "/api/seek")
    for person in (two, three):
        person.ask("POST", "/api/seek", wish)
    assert two.ask("GET", "/api/seek")["others"] == 1
    one.ask("POST", "/api/seek", wish)  # comes back
    assert until(lambda: _found(one)) == until(lambda: _found(two)) == until(lambda: _found(three))


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"game": "chess", "seats": [2]}, "There is no game"),
        ({"game": "babel", "seats": [3]}, "Babel"),
        ({"game": "babel", "seats": []}, ""),
        ({"game": "babel", "seats": [2] * 5}, ""),
        ({"game": "babel", "seats": [2], "pace": "years"}, ""),
        ({"game": "babel", "seats": [2], "rated": True}, "Only registered players can play rated matches"),
    ],
)
def test_impossible_searches_are_refused(server: Server, wish: dict[str, Any], reason: str) -> None:
    person = Person(server)
    status, said = person.refused("POST", "/api/seek", wish)
    assert status in (400, 403, 404, 409)
    assert reason in said
    assert person.refused("GET", "/api/seek")[0] == 404


@pytest.mark.long
def test_everybody_is_seated_once_when_the_leader_dies(postgres_url: str) -> None:
    """Twenty people look through two processes, one of which is killed: everybody is seated exactly once."""
    with serving(postgres_url) as one, serving(postgres_url) as two:
        people = [Person(one if number % 2 else two) for number in range(10)]
        for person in people:
            person.ask("POST", "/api/seek", LIVE)
        tables = [until(partial(_found, person)) for person in people]
        one.kill()
        more = [Person(two) for _ in range(10)]
        for person in more:
            person.ask("POST", "/api/seek", LIVE)
        tables += [until(partial(_found, person)) for person in more]
    assert len(tables) == 20
    assert all(tables.count(table) == 2 for table in tables)
    with connect(postgres_url).connect() as connection:
        seats = connection.execute(select(schema.seats.c.player)).scalars().all()
    assert len(seats) == len(set(seats)) == 20


def test_lobby_filters(server: Server) -> None:
    host, reader = Person(server), Person(server)
    days = {"kind": "turn", "base": 86_400_000}
    three = host.open_table("me", "open", "open", game="ur", public=True)
    two = host.open_table("me", "open", game="ur", public=True, pace=days)
    other = host.open_table("me", "open", game="babel", public=True)

    def listed(query: str) -> set[str]:
        tables = reader.ask("GET", f"/api/tables?show=open&{query}")["tables"]
        return {table["id"] for table in tables} & {three, two, other}

    assert listed("") == {three, two, other}
    assert listed("seats=3") == {three}
    assert listed("seats=2") == {two, other}
    assert listed("pace=turn") == {two}
    assert listed("pace=untimed&game=ur") == {three}
    assert listed("pace=clock") == set()
    assert reader.refused("GET", "/api/tables?pace=never")[0] == 400
    assert listed("rating=rated") == set()
    assert listed("rating=casual&seats=3") == {three}
    assert listed("rating=near") == {three, two, other}  # none of them has a rating yet


def test_old_open_turns_are_listed(server: Server) -> None:
    """Matches are listed by last change, so a long wait puts a match far down the list."""
    host = Person(server)
    waits = host.open_table("me", "random", game="babel")
    for _ in range(3):
        chair = host.join(host.open_table("me", "random", game="babel"))
        assert chair.ask("resign")["type"] == "done"
        chair.close()

    def listed(show: str) -> list[str]:
        return [table["id"] for table in host.ask("GET", f"/api/tables?show={show}&limit=2")["tables"]]

    assert waits not in listed("mine")
    assert listed("unfinished") == [waits]
    host.ask("POST", f"/api/tables/{waits}/hide")
    assert listed("unfinished") == []


def test_qr_code(server: Server) -> None:
    host = Person(server)
    table = host.open_table("me", "open")
    answer = host.http.get(f"/api/tables/{table}/code.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.content.startswith(b"<svg")
    assert host.refused("GET", "/api/tables/nosuchtable/code.svg")[0] == 404


def test_lobby_filter_near_rating(database_url: str) -> None:
    with serving(database_url) as running:
        strong, reader = Person(running), Person(running)
        table = strong.open_table("me", "open", game="ur", public=True)
        other = strong.open_table("me", "open", game="babel", public=True)
        with connect(database_url).begin() as connection:
            host = connection.execute(select(schema.tables.c.host)).scalars().first()
            row = {"game": "ur", "subject": host, "rating": 1800.0, "deviation": 50.0, "matches": 30}
            connection.execute(schema.ratings.insert().values(row))
        listed = reader.ask("GET", "/api/tables?show=open&rating=near")["tables"]
        assert [one["id"] for one in listed] == [other]
        assert {one["id"] for one in reader.ask("GET", "/api/tables?show=open")["tables"]} == {table, other}


def test_gone_seekers_are_deleted(database_url: str) -> None:
    engine = connect(database_url)
    migrate(engine)
    day, at = 86_400_000, int(time.time() * 1000)
    seen = {"just now": at, "yesterday": at - 2 * day}
    with engine.begin() as connection:
        for player, moment in seen.items():
            identity.keep(connection, player, moment)
            begin(connection, player, Seek("babel", [3], SeekPace.LIVE), moment)
        identity.keep(connection, "by letter", at)
        begin(connection, "by letter", Seek("babel", [2], SeekPace.DAYS), at - 2 * day)

    def left() -> list[str]:
        with engine.connect() as connection:
            return sorted(connection.execute(select(schema.seekers.c.player)).scalars())

    with serving(database_url):
        until(lambda: left() == ["by letter", "just now"])
    engine.dispose()


def test_watch_token_reads_a_search_and_does_not_prolong_it(own_server: Server) -> None:
    person = Person(own_server)
    token = person.ask("POST", "/api/tokens", {"label": "robot", "scope": "watch"})["token"]
    person.ask("POST", "/api/seek", LIVE)
    engine = connect(own_server.database)
    with engine.connect() as connection:
        before = connection.execute(select(schema.seekers.c.seen)).scalar_one()
    assert Person(own_server, token).ask("GET", "/api/seek")["game"] == LIVE["game"]
    with engine.connect() as connection:
        assert connection.execute(select(schema.seekers.c.seen)).scalar_one() == before
    person.ask("GET", "/api/seek")
    with engine.connect() as connection:
        assert connection.execute(select(schema.seekers.c.seen)).scalar_one() > before
    engine.dispose()
