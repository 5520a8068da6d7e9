"""Ratings: ranks, which matches count, each once, and recomputing."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, insert, select, update

import ziggurat
from tests.commands import call
from tests.patience import until
from tests.server.accounts.test_names import registered
from tests.server.serving import Chair, Person, Server, serving
from ziggurat.bots import LEVELS
from ziggurat.server.accounts import look_alikes
from ziggurat.server.protocol import Result, Status
from ziggurat.server.ratings import glicko, rated_match, records
from ziggurat.server.ratings.glicko import Rating
from ziggurat.server.ratings.rated_match import RatedSeat
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import creation, seat_store

CLOCK = {"kind": "clock", "base": 3_600_000, "increment": 0}
GUESTS = "Only registered players can play rated matches. To register, choose a login and a password."


# --------------------------------------------------------------------------------------------------------- the numbers


def after(*sides: tuple[str, int, Rating]) -> list[Rating]:
    placed = [RatedSeat(seat, subject, rank) for seat, (subject, rank, _) in enumerate(sides)]
    return [change.after for change in rated_match.rate(placed, [now for _, _, now in sides])]


def test_newcomers_move_much_and_against_each_other() -> None:
    winner, loser = after(("a", 0, rated_match.NEWCOMER), ("b", 1, rated_match.NEWCOMER))
    assert winner.rating - 1500 == pytest.approx(1500 - loser.rating)
    assert winner.rating > 1600
    assert winner.deviation == loser.deviation < rated_match.NEWCOMER.deviation


def test_glickman_example() -> None:
    """The worked example of glicko.pdf: three opponents in one rating period."""
    met = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    rating = glicko.after(Rating(1500, 200), met)
    assert rating.rating == pytest.approx(1464, abs=0.5)
    assert rating.deviation == pytest.approx(151.4, abs=0.05)


def test_draw_between_equals_changes_nothing() -> None:
    settled = Rating(1700, 50)
    for rating in after(("a", 0, settled), ("b", 0, settled), ("c", 0, settled)):
        assert rating.rating == pytest.approx(1700)


def test_match_of_several_seats_counts_as_pairs() -> None:
    first, second, third = after(*((name, rank, rated_match.NEWCOMER) for rank, name in enumerate("abc")))
    assert second.rating == pytest.approx(1500)
    assert first.rating - 1500 == pytest.approx(1500 - third.rating)


def test_level_on_two_seats_does_not_play_itself() -> None:
    king = rated_match.first("babylonia", "bot:king")
    one, two, person = after(("bot:king", 0, king), ("bot:king", 2, king), ("a", 1, rated_match.NEWCOMER))
    assert one == two
    alone, _ = after(("bot:king", 0, king), ("a", 0, rated_match.NEWCOMER))
    assert abs(one.rating - alone.rating) < 1
    assert person.rating > 1500


def test_levels_start_in_order_of_strength() -> None:
    for game in (*ziggurat.game_names(), "somebody-elses"):
        ratings = [rated_match.first(game, f"bot:{level}").rating for level in LEVELS]
        assert ratings == sorted(ratings)
        assert len(set(ratings)) == len(LEVELS)
    assert rated_match.first("ur", "somebody") == rated_match.NEWCOMER


@pytest.mark.parametrize(
    ("result", "left", "absent", "expected"),
    [
        (Result([1], [10, 30, 20], "", "end"), [], [], [2, 0, 1]),
        (Result([0], [20, 20, 20], "", "end"), [], [], [0, 1, 1]),  # a tie that the rules broke
        (Result([0, 1], [20, 20, 10], "", "end"), [], [], [0, 0, 2]),
        (Result([0], [50, 30, 20], "", "end"), [0], [], [2, 0, 1]),  # the bot that took over won for nobody
        (Result([2], [50, 30, 40], "", "end"), [0, 1], [], [1, 1, 0]),
        (Result([1], [50, 30, 20], "", "resigned", 0), [0], [], [2, 0, 0]),  # it was not played out
        (Result([1], [50, 30, 20], "", "end"), [0], [0], [None, 0, 1]),
    ],
)
def test_ranks_of_a_match(result: Result, left: list[int], absent: list[int], expected: list[int | None]) -> None:
    assert rated_match.ranks(result, left, absent) == expected


# ------------------------------------------------------------------------------------------------------- opening tables


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({}, "A rated match needs a clock, so that nobody can stall for ever."),
        ({"pace": CLOCK, "hints": True}, "A rated match has no hints; open a casual table for that."),
        ({"pace": CLOCK, "seed": 7}, "A rated match draws its own seed."),
    ],
)
def test_unratable_tables_are_refused(server: Server, more: dict[str, Any], reason: str) -> None:
    person = registered(server, f"Ashur {reason[15:20]}")
    body = {"game": "babel", "seats": [{"who": "me"}, {"who": "king"}], "rated": True, **more}
    assert person.refused("POST", "/api/tables", body)[1] == reason


def test_rated_tables_need_accounts(server: Server) -> None:
    guest, person = Person(server), registered(server, "Ea-nasir")
    body = {"game": "babel", "seats": [{"who": "me"}, {"who": "open"}], "rated": True, "pace": CLOCK}
    assert guest.refused("POST", "/api/tables", body) == (403, GUESTS)
    table = person.ask("POST", "/api/tables", body)
    assert table["rated"]
    assert not table["hints"]
    assert guest.refused("POST", f"/api/tables/{table['id']}/sit", {}) == (403, GUESTS)
    for bot in ("random", "greedy", "search"):
        with_bot = {**body, "seats": [{"who": "me"}, {"who": bot}]}
        assert "these bots" in person.refused("POST", "/api/tables", with_bot)[1]


# ------------------------------------------------------------------------------------------------------------- counting


def begin(host: Person, other: Person, **more: Any) -> tuple[str, list[Chair]]:
    """A rated match in which both have decided once."""
    table = host.open_table("me", "open", game="babel", rated=True, pace=CLOCK, **more)
    other.sit(table)
    chairs = [host.join(table), other.join(table)]
    moved: set[int] = set()
    while len(moved) < 2:
        for chair in chairs:
            chair.send("look")
            chair.hear("welcome")
            if chair.view["actor"] == chair.seat and chair.play(chair.choices[0])["type"] == "done":
                moved.add(chair.seat)  # a process that is behind is asked again
    return table, chairs


def seats(person: Person, table: str) -> list[dict[str, Any]]:
    seats: list[dict[str, Any]] = person.ask("GET", f"/api/tables/{table}")["seats"]
    return seats


def test_match_is_rated_when_it_ends(database_url: str) -> None:
    with serving(database_url) as server:
        anna, bob = registered(server, "Anna"), registered(server, "Bob")
        table, chairs = begin(anna, bob)
        assert [seat["rating"] for seat in seats(anna, table)] == [None, None]
        assert chairs[1].ask("resign")["type"] == "done"
        seated = chairs[0].hear("seated", lambda message: message["table"]["seats"][0]["before"] is not None)
        assert [seat["before"] for seat in seated["table"]["seats"]] == [1500, 1500]
        one, two = (seat["rating"] for seat in seated["table"]["seats"])
        assert one > 1600 > 1400 > two
        assert all(seat["provisional"] for seat in seated["table"]["seats"])
        again, _ = begin(bob, anna)
        assert [seat["rating"] for seat in seats(anna, again)] == [two, one]
        rematch = anna.ask("POST", f"/api/tables/{table}/rematch")
        assert rematch["rated"]


def test_rated_match_undoes_only_unseen_moves(server: Server) -> None:
    _, chairs = begin(registered(server, "Ibbi"), registered(server, "Sharkal"))
    chairs[0].send("look")
    welcome = chairs[0].hear("welcome")
    answer = chairs[0].ask("undo", version=welcome["version"], decisions=welcome["decisions"])
    assert answer["reason"] == "This match is rated: what others have seen cannot be taken back."


def test_casual_and_unplayed_matches_do_not_count(server: Server) -> None:
    anna, bob = registered(server, "Tashmetum"), registered(server, "Ninsun")
    casual = anna.open_table("me", "open", game="babel")
    bob.sit(casual)
    assert bob.join(casual).ask("resign")["type"] == "done"
    absent = anna.open_table("me", "open", game="babel", rated=True, pace=CLOCK)
    bob.sit(absent)
    chair = anna.join(absent)
    assert bob.join(absent).ask("resign")["type"] == "done"
    assert chair.hear("seated", lambda message: message["table"]["uncounted"] != "")["table"]["uncounted"] == "absent"
    for table in (casual, absent):
        assert [(seat["rating"], seat["before"]) for seat in seats(anna, table)] == [(None, None)] * 2


@pytest.mark.long
def test_two_processes_rate_each_match_once(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        anna, bob = registered(one, "Anna"), registered(two, "Bob")
        with ThreadPoolExecutor(4) as threads:
            begun = [begin(anna, bob) for _ in range(4)]
            list(threads.map(lambda match: match[1][1].ask("resign"), begun))
        engine = database.connect(postgres_url)
        with engine.begin() as connection:
            assert [row.matches for row in connection.execute(select(schema.ratings))] == [4, 4]
            stored = _everything(connection)
            assert records.recompute(connection) == records.Recomputed(4, 4, 0, 0.0)
            assert _everything(connection) == stored
        engine.dispose()


def test_leader_rates_missed_matches(database_url: str) -> None:
    with serving(database_url) as server:
        anna, bob = registered(server, "Anna"), registered(server, "Bob")
        table, chairs = begin(anna, bob)
        assert chairs[1].ask("resign")["type"] == "done"
        before = seats(anna, table)
    engine = database.connect(database_url)
    with engine.begin() as connection:  # as if counting had failed when it ended
        connection.execute(schema.rating_changes.delete())
        connection.execute(schema.ratings.delete())
        connection.execute(update(schema.tables).values(finished=None))
    engine.dispose()
    with serving(database_url) as server:
        person = Person(server)  # who is answered before there is a leader
        until(lambda: [seat["before"] for seat in seats(person, table)] == [1500, 1500])
        assert [seat["rating"] for seat in seats(person, table)] == [seat["rating"] for seat in before]


def test_unratable_match_does_not_block_others(database_url: str) -> None:
    """Neither later matches nor the server, although a new leader first counts missed matches."""
    engine = database.connect(database_url)
    database.migrate(engine)
    _season(engine, 3, seed=5)
    with engine.begin() as connection:
        connection.execute(schema.rating_changes.delete())
        connection.execute(schema.ratings.delete())
        connection.execute(update(schema.tables).values(finished=None))
        first = records.missed(connection)[0][0]
        connection.execute(update(schema.tables).where(schema.tables.c.id == first).values(result={"winners": "all"}))

    def left() -> list[str]:
        with engine.connect() as connection:
            return [table for table, _ in records.missed(connection)]

    with serving(database_url):
        until(lambda: left() == [first])
    engine.dispose()


# ------------------------------------------------------------------------------------------------------- counting again


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = database.connect(database_url)
    database.migrate(engine)
    yield engine
    engine.dispose()


PEOPLE = [f"person-{number}" for number in range(8)]


def _season(engine: Engine, matches: int, seed: int) -> None:
    """Store rated matches and count each in its own transaction."""
    stream = random.Random(seed)
    with engine.begin() as connection:
        for player in PEOPLE:
            look = look_alikes.skeleton(player)
            row = {"id": player, "name": player, "login": player, "created": 1, "handle": look, "looks": look}
            connection.execute(insert(schema.players).values(row))
    for number in range(matches):
        game = stream.choice(ziggurat.game_names())
        size = stream.choice(ziggurat.game(game).seat_counts)
        people = stream.sample(PEOPLE, stream.randint(1, size))
        if game == "babel" and stream.random() < 0.5:
            people = PEOPLE[:2]  # who play each other more often than counts
        chairs: creation.Chairs = [(player, None) for player in people]
        chairs += [(None, stream.choice(list(LEVELS))) for _ in range(size - len(people))]
        stream.shuffle(chairs)
        scores = [stream.randint(0, 30) for _ in range(size)]
        result: dict[str, Any] = {"winners": [scores.index(max(scores))], "scores": scores, "ending": "", "why": "end"}
        taken: list[int] = []
        if stream.random() < 0.2:
            result |= {"why": "resigned", "seat": stream.randrange(size)}
        elif stream.random() < 0.2:
            taken = [stream.randrange(size)]
        at = 1_700_000_000_000 + stream.randrange(5) * 60_000 + number * 7_000  # not always in order
        new = creation.row(game, people[0], at, rated=True, status=Status.FINISHED, result=result, taken_over=taken)
        with engine.begin() as connection:
            seat_store.open_table(connection, new, chairs)
            records.count(connection, new["id"], at)
            records.count(connection, new["id"], at)  # a second time, as another process might


def _everything(connection: Connection) -> list[Any]:
    rows: list[Any] = []
    for table in (schema.ratings, schema.rating_changes):
        rows += sorted(tuple(row) for row in connection.execute(select(table)))
    ordered = select(schema.tables.c.id, schema.tables.c.finished, schema.tables.c.uncounted)
    return rows + sorted((tuple(row) for row in connection.execute(ordered)), key=str)


def test_recompute_gives_the_same_ratings(engine: Engine, database_url: str) -> None:
    _season(engine, 120, seed=3)
    with engine.connect() as connection:
        before = _everything(connection)
        uncounted = set(connection.execute(select(schema.tables.c.uncounted)).scalars())
    assert uncounted == {None, "again"}
    done = call("ratings", "--recompute", "--json", "--database", database_url)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["matches"], report["changed"], report["largest"]) == (120, 0, 0.0)
    assert report["counted"] < 120
    with engine.connect() as connection:
        assert _everything(connection) == before


def test_recompute_repairs_ratings(engine: Engine) -> None:
    _season(engine, 40, seed=4)
    with engine.connect() as connection:
        before = _everything(connection)
    with engine.begin() as connection:
        connection.execute(update(schema.ratings).values(rating=schema.ratings.c.rating + 100))
        connection.execute(schema.rating_changes.delete())
    with engine.begin() as connection:
        report = records.recompute(connection)
        assert report.changed > 0
        assert report.largest == pytest.approx(100)
        assert _everything(connection) == before


@pytest.mark.long
def test_both_databases_give_the_same_ratings(postgres_url: str, tmp_path: Any) -> None:
    rows = []
    for url in (postgres_url, f"sqlite:///{tmp_path}/season.db"):
        engine = database.connect(url)
        database.migrate(engine)
        _season(engine, 60, seed=5)
        with engine.connect() as connection:
            rows.append(sorted(tuple(row) for row in connection.execute(select(schema.ratings))))
        engine.dispose()
    assert rows[0] == rows[1]


def test_rated_matches_of_the_same_people_are_limited_per_day(engine: Engine) -> None:
    with engine.begin() as connection:
        for player in PEOPLE[:2]:
            row = {"id": player, "name": player, "login": player, "created": 1, "handle": player}
            connection.execute(insert(schema.players).values(row))
        for number in range(10):
            result = {"winners": [0], "scores": [9, 1], "ending": "", "why": "end"}
            new = creation.row("babel", PEOPLE[0], number, rated=True, status=Status.FINISHED, result=result)
            seat_store.open_table(connection, new, [(PEOPLE[0], None), (PEOPLE[1], None)])
            records.count(connection, new["id"], number if number < 9 else records.DAY * 2)
        why = list(connection.execute(select(schema.tables.c.uncounted).order_by(schema.tables.c.finished)).scalars())
    assert why == [None] * 6 + ["again"] * 3 + [None]


def test_rated_search_matches_by_rating(own_server: Server) -> None:
    anna, bob = registered(own_server, "Anna"), registered(own_server, "Bob")
    _, chairs = begin(anna, bob)
    assert chairs[1].ask("resign")["type"] == "done"
    wish = {"game": "babel", "pace": "live", "seats": [2], "rated": True}
    for person in (anna, bob):
        person.ask("POST", "/api/seek", wish)
    engine = database.connect(own_server.database)
    with engine.connect() as connection:
        waiting = dict(
            connection.execute(
                select(schema.players.c.name, schema.seekers.c.rating).join_from(
                    schema.seekers, schema.players, schema.seekers.c.player == schema.players.c.id
                )
            ).all()
        )
    engine.dispose()
    assert waiting["Anna"] > 1600 > 1400 > waiting["Bob"]


def test_rated_search_opens_a_rated_table(own_server: Server) -> None:
    people = [registered(own_server, "Anna"), registered(own_server, "Bob")]
    wish = {"game": "babel", "pace": "live", "seats": [2], "rated": True}
    for person in people:
        person.ask("POST", "/api/seek", wish)
    table = until(lambda: people[0].ask("GET", "/api/seek")["table"])
    assert people[0].ask("GET", f"/api/tables/{table}")["rated"]
