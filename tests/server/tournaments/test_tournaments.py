"""Tournaments on real servers: announce, join, play, results; each round once, even after a kill."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text

from tests.patience import PATIENCE
from tests.server.serving import Person, Server, serving
from ziggurat.server.protocol import NewTournament, System, TournamentStatus
from ziggurat.server.refusals import Refused
from ziggurat.server.storage import database
from ziggurat.server.tournaments import actions, storage

CLOCK = {"kind": "clock", "base": 600_000, "increment": 0}
DAYS = {"kind": "turn", "base": 86_400_000, "increment": 0}


def announce(organizer: Person, **wish: Any) -> str:
    body = {"title": "Club evening", "game": "babylonia", "pace": CLOCK, **wish}
    return str(organizer.ask("POST", "/api/tournaments", body)["id"])


def entered(server: Server, tournament: str, count: int) -> list[Person]:
    """Players who have joined, each with a name of their own."""
    people = [Person(server) for _ in range(count)]
    for number, person in enumerate(people):
        person.ask("PATCH", "/api/me", {"name": f"Player {number}"})
        person.ask("POST", f"/api/tournaments/{tournament}/join")
    return people


def look(person: Person, tournament: str) -> dict[str, Any]:
    tournament_now: dict[str, Any] = person.ask("GET", f"/api/tournaments/{tournament}")
    return tournament_now


def becomes(person: Person, tournament: str, when: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The tournament, once a condition holds."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        tournament_now = look(person, tournament)
        if when(tournament_now):
            return tournament_now
        time.sleep(0.05)  # asked over HTTP: there is nothing to wait on
    raise AssertionError(tournament_now)


def play_round(people: list[Person], tournament: str) -> None:
    """Everybody comes to their table, and the player on the last seat resigns."""
    for person in people:
        table = look(person, tournament)["table"]
        if table is not None and person.ask("GET", f"/api/tables/{table}")["status"] == "open":
            person.sit(table)
    for person in people:
        table = look(person, tournament)["table"]
        if table is None:
            continue
        with_me = person.ask("GET", f"/api/tables/{table}")
        if with_me["status"] == "running" and with_me["seats"][-1]["you"]:
            person.join(table).ask("resign")


def change(database: str, statement: str, **values: Any) -> None:
    """Let time pass: change times in the database."""
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(text(statement), values)
    engine.dispose()


def everybody_is_late(server: Server, tournament: str) -> None:
    change(server.database, "UPDATE tournament_tables SET until = 0 WHERE tournament = :this", this=tournament)


def names(found: dict[str, Any]) -> dict[int, str]:
    return {player["number"]: player["name"] for player in found["players"]}


def tables_of(found: dict[str, Any], number: int) -> list[dict[str, Any]]:
    return next(one["tables"] for one in found["past"] if one["number"] == number)


def has_begun(found: dict[str, Any], number: int) -> bool:
    return bool(found["round"] >= number)


def waits_elsewhere(found: dict[str, Any], before: str) -> bool:
    return bool(found["table"] != before)


def has_ended(found: dict[str, Any], number: int) -> bool:
    return all(table["status"] == "finished" for table in tables_of(found, number))


def test_swiss_tournament_from_announcement_to_winner(database_url: str) -> None:
    with serving(database_url) as server:
        organizer = Person(server)
        tournament = announce(organizer, rounds=2)
        people = entered(server, tournament, 5)
        assert [one["id"] for one in organizer.ask("GET", "/api/tournaments")["coming"]] == [tournament]
        begun = organizer.ask("POST", f"/api/tournaments/{tournament}/start")
        assert (begun["status"], begun["round"], begun["rounds"]) == ("running", 1, 2)
        assert sorted(len(table["seats"]) for table in tables_of(begun, 1)) == [1, 2, 2]
        assert organizer.ask("POST", f"/api/tournaments/{tournament}/start")["round"] == 1  # once is enough
        play_round(people, tournament)
        second = becomes(organizer, tournament, lambda found: found["round"] == 2)
        met = [
            frozenset(seat["player"] for seat in table["seats"])
            for number in (1, 2)
            for table in tables_of(second, number)
        ]
        assert len(met) == len(set(met))
        play_round(people, tournament)
        over = becomes(organizer, tournament, lambda found: found["status"] == "finished")
        assert sum(player["points"] for player in over["players"]) == 2 * 3
        assert [player["rank"] for player in over["players"]] == [1, 2, 3, 4, 5]
        byes = [table for number in (1, 2) for table in tables_of(over, number) if table["table"] is None]
        assert len({table["seats"][0]["player"] for table in byes}) == 2
        assert [one["id"] for one in organizer.ask("GET", "/api/tournaments")["over"]] == [tournament]
        table = next(table for table in tables_of(over, 1) if table["table"])
        assert Person(server).ask("GET", f"/api/tables/{table['table']}")["tournament"] == tournament


@pytest.mark.parametrize(("seats", "players"), [(3, 5), (4, 7)])
def test_tables_of_three_and_four(server: Server, seats: int, players: int) -> None:
    organizer = Person(server)
    tournament = announce(organizer, seats=seats, rounds=1, pace=DAYS, system="round-robin", game="ur")
    people = entered(server, tournament, players)
    begun = organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    assert sorted(len(table["seats"]) for table in tables_of(begun, 1)) == sorted([seats, players - seats])
    assert all(table["status"] == "running" for table in tables_of(begun, 1))  # nobody has to come at once
    for person in people:
        if (table := look(person, tournament)["table"]) is not None:  # else all others have left, and it is over
            person.join(table).ask("resign")
    over = becomes(organizer, tournament, lambda found: found["status"] == "finished")
    for table in tables_of(over, 1):
        assert min(seat["place"] for seat in table["seats"]) == 1
        assert abs(sum(seat["points"] for seat in table["seats"]) - len(table["seats"]) / 2) < 0.01


def test_correspondence_round_robin_opens_all_rounds_at_once(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, pace=DAYS, system="round-robin")
    people = entered(server, tournament, 4)
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    all_open = becomes(organizer, tournament, lambda found: found["round"] == 3)
    assert [table["status"] for number in (1, 2, 3) for table in tables_of(all_open, number)] == ["running"] * 6
    for person in people:
        while (table := look(person, tournament)["table"]) is not None:
            person.join(table).ask("resign")
            becomes(person, tournament, partial(waits_elsewhere, before=table))
    over = becomes(organizer, tournament, lambda found: found["status"] == "finished")
    assert sum(player["points"] for player in over["players"]) == 6


def test_bot_tournament_can_be_watched(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, game="babel", bots=["random", "greedy", "random"], system="round-robin", pace={})
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    over = becomes(Person(server), tournament, lambda found: found["status"] == "finished")
    assert sorted(player["name"] for player in over["players"]) == ["greedy", "random", "random 2"]
    assert over["rounds"] == 3
    assert all(player["bot"] and player["played"] == 2 for player in over["players"])
    table = next(table["table"] for table in tables_of(over, 1) if table["table"])
    assert Person(server).join(table).welcome["table"]["status"] == "finished"


def test_house_bot_fills_a_table(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, game="babel", fill="random", rounds=1, join=True)
    other, third = entered(server, tournament, 2)
    begun = organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    players = sorted(seat["player"] for table in tables_of(begun, 1) for seat in table["seats"])
    assert players == [-1, 0, 1, 2]
    assert look(other, tournament)["joined"]
    assert look(third, tournament)["table"]


def test_unrated_match_against_a_bot_undoes_only_unseen_moves(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, game="babel", bots=["random"], rounds=1, join=True)
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    table = look(organizer, tournament)["table"]
    organizer.sit(table)
    chair = organizer.join(table)
    seen = chair.ask("look")
    while not chair.view.get("choices") or seen.get("undoable", 0) >= seen["decisions"]:
        if chair.view.get("choices"):
            chair.play(chair.choices[0])
        else:
            chair.hear("changed")
        seen = chair.ask("look")
    answer = chair.ask("undo", version=seen["version"], decisions=seen["decisions"])
    assert answer["reason"] == "This is a tournament match: what others have seen cannot be taken back."


def test_no_show_loses_and_is_withdrawn_after_two(database_url: str) -> None:
    with serving(database_url) as server:
        organizer = Person(server)
        tournament = announce(organizer, rounds=3)
        people = entered(server, tournament, 2)
        organizer.ask("POST", f"/api/tournaments/{tournament}/start")
        for number in (1, 2):
            becomes(organizer, tournament, partial(has_begun, number=number))
            people[0].sit(look(people[0], tournament)["table"])
            everybody_is_late(server, tournament)
            becomes(organizer, tournament, partial(has_ended, number=number))
        over = becomes(organizer, tournament, lambda found: found["status"] == "finished")
        by_name = {player["name"]: player for player in over["players"]}
        assert by_name["Player 1"]["withdrawn"]
        assert by_name["Player 1"]["points"] == 0
        assert by_name["Player 0"]["points"] == 2
        seats = [seat for table in tables_of(over, 1) for seat in table["seats"]]
        assert [seat["absent"] for seat in sorted(seats, key=lambda seat: seat["player"])] == [False, True]


def test_table_where_nobody_shows_up(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, rounds=1, game="ur", seats=3)
    entered(server, tournament, 3)
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    everybody_is_late(server, tournament)
    over = becomes(organizer, tournament, lambda found: found["status"] == "finished")
    assert [player["points"] for player in over["players"]] == [0, 0, 0]


def test_bot_plays_for_a_no_show_at_a_larger_table(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, rounds=1, game="ur", seats=3)
    people = entered(server, tournament, 3)
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    table = look(people[0], tournament)["table"]
    for person in people[:2]:
        person.sit(table)
    everybody_is_late(server, tournament)
    chair = people[0].join(table)
    if chair.welcome["table"]["status"] == "open":
        chair.hear("seated", lambda message: message["table"]["status"] == "running")
    people[1].join(table).ask("resign")
    people[0].join(table).ask("resign")
    over = becomes(organizer, tournament, lambda found: found["status"] == "finished")
    by_name = {player["name"]: player["points"] for player in over["players"]}
    assert by_name["Player 2"] == 0
    assert by_name["Player 0"] > 0


def test_join_leave_and_join_late(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, rounds=2, automatic=False, pace=DAYS)
    people = entered(server, tournament, 3)
    assert people[0].refused("POST", f"/api/tournaments/{tournament}/join") == (
        409,
        "You have already joined this tournament.",
    )
    assert not people[2].ask("POST", f"/api/tournaments/{tournament}/leave")["joined"]
    assert len(look(organizer, tournament)["players"]) == 2
    assert people[2].refused("POST", f"/api/tournaments/{tournament}/leave")[0] == 409
    assert people[0].refused("POST", f"/api/tournaments/{tournament}/start")[0] == 403
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    late = people[2].ask("POST", f"/api/tournaments/{tournament}/join")
    assert late["joined"]
    assert late["table"] is None
    assert organizer.refused("POST", f"/api/tournaments/{tournament}/next", {"round": 2})[1].startswith(
        "The previous round"
    )
    play_round(people, tournament)
    becomes(organizer, tournament, lambda found: tables_of(found, 1)[0]["status"] == "finished")
    for _ in range(2):
        second = organizer.ask("POST", f"/api/tournaments/{tournament}/next", {"round": 2})
        assert second["round"] == 2
    assert sorted(len(table["seats"]) for table in tables_of(second, 2)) == [1, 2]
    withdrawn = people[0].ask("POST", f"/api/tournaments/{tournament}/leave")
    assert withdrawn["withdrawn"]
    assert len(withdrawn["players"]) == 3
    assert people[0].ask("POST", f"/api/tournaments/{tournament}/join")["joined"]  # and back again


def test_organizer_corrects_results_drops_players_and_ends(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, rounds=2, automatic=False, pace=DAYS, title="With  two   spaces")
    people = entered(server, tournament, 4)
    begun = organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    assert begun["title"] == "With two spaces"
    correction = {"round": 1, "number": 0, "places": [1, 1]}
    assert people[0].refused("POST", f"/api/tournaments/{tournament}/result", correction)[0] == 403
    for wrong in ([1], [2, 2], [1, 3], [1, 2, 3]):
        bad = {**correction, "places": wrong}
        assert organizer.refused("POST", f"/api/tournaments/{tournament}/result", bad)[0] == 400
    corrected = organizer.ask("POST", f"/api/tournaments/{tournament}/result", correction)
    table = tables_of(corrected, 1)[0]
    assert table["corrected"]
    assert [seat["points"] for seat in table["seats"]] == [0.5, 0.5]
    dropped = organizer.ask("POST", f"/api/tournaments/{tournament}/drop", {"player": 3})
    assert [player["withdrawn"] for player in sorted(dropped["players"], key=lambda one: one["number"])][3]
    again = organizer.ask("POST", f"/api/tournaments/{tournament}/drop", {"player": 3})
    assert again["revision"] == dropped["revision"]
    assert organizer.refused("POST", f"/api/tournaments/{tournament}/drop", {"player": 99})[0] == 404
    ended = organizer.ask("POST", f"/api/tournaments/{tournament}/cancel")
    assert ended["status"] == "finished"
    assert organizer.ask("POST", f"/api/tournaments/{tournament}/cancel")["status"] == "finished"
    assert people[0].refused("POST", f"/api/tournaments/{tournament}/join")[0] == 409


def test_arena_pairs_free_players_until_its_end(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, system="arena", minutes=30)
    people = entered(server, tournament, 4)
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    becomes(organizer, tournament, lambda found: found["round"] == 1 and len(tables_of(found, 1)) == 2)
    play_round(people, tournament)
    again = becomes(organizer, tournament, lambda found: found["round"] >= 2)
    pairs = [
        frozenset(seat["player"] for seat in table["seats"]) for number in (1, 2) for table in tables_of(again, number)
    ]
    assert len(set(pairs)) == len(pairs)  # nobody has met whom they had just met
    change(server.database, "UPDATE tournaments SET ends = 1 WHERE id = :this", this=tournament)
    over = becomes(organizer, tournament, lambda found: found["status"] == "finished")
    assert over["players"][0]["points"] == 2


def test_tournament_starts_at_its_start_time(server: Server) -> None:
    organizer = Person(server)
    soon = int(time.time() * 1000)
    tournament = announce(organizer, rounds=1, starts=soon)
    waits = becomes(organizer, tournament, lambda found: found["starts"] is None)  # too few have come
    assert waits["status"] == "open"
    second = announce(organizer, rounds=1, starts=soon + 3_600_000)
    entered(server, second, 2)
    change(server.database, "UPDATE tournaments SET starts = :soon WHERE id = :this", soon=soon, this=second)
    becomes(organizer, second, lambda found: found["status"] == "running")


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"rounds": 10_000}, "rounds"),
        ({"seats": 5}, "seats"),
        ({"title": "evil\u202etitle"}, "changes the direction"),
        ({"title": "  "}, "is empty"),
        ({"title": "\u2800"}, ""),
        ({"title": "x" * 81}, "title"),
        ({"game": "chess"}, "chess"),
        ({"game": "babel", "seats": 3}, "Babel is for"),
        ({"fill": "deepblue"}, "deepblue"),
        ({"bots": ["random"] * 17}, "bots"),
        ({"system": "arena"}, "at least 5 minutes"),
        ({"system": "arena", "minutes": 60, "pace": DAYS}, "correspondence"),
        ({"system": "swiss", "minutes": 60}, "Only an arena"),
        ({"starts": 5}, "within a year"),
        ({"pace": {"kind": "clock", "base": 1}}, "at least one second"),
        ({"rated": True, "pace": {}}, "needs a clock"),
        ({"rated": True, "bots": ["random"]}, "these bots"),
        ({"surprise": 1}, "surprise"),
        ({"options": {"nothing": True}}, "nothing"),
    ],
)
def test_bad_settings_are_refused(server: Server, wish: dict[str, Any], reason: str) -> None:
    body = {"title": "Club evening", "game": "babylonia", "pace": CLOCK, **wish}
    status, sentence = Person(server).refused("POST", "/api/tournaments", body)
    assert status == 400
    assert reason in sentence


def test_limit_of_tournaments_per_organizer(server: Server) -> None:
    organizer = Person(server)
    for _ in range(10):
        announce(organizer, public=False)
    body = {"title": "One more", "game": "babylonia"}
    status, reason = organizer.refused("POST", "/api/tournaments", body)
    assert status == 429
    assert "10 unfinished tournaments" in reason


def test_limit_of_tournaments_per_address(tmp_path: Path) -> None:
    """Otherwise one person with many guests could fill the list and the bot queue."""
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", openings=24) as server:
        body = {"title": "Spam", "game": "babylonia"}
        for _ in range(2):
            Person(server).ask("POST", "/api/tournaments", body)
        status, reason = Person(server).refused("POST", "/api/tournaments", body)
        assert (status, reason) == (429, "Too many tables were opened from your network; wait a few minutes.")


def test_limit_of_joins_per_address(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", openings=24) as server:
        tournament = announce(Person(server), system="arena", minutes=60, rounds=0)  # costs 6 of the 12 at once
        people = [Person(server) for _ in range(25)]
        for person in people[:24]:
            person.ask("POST", f"/api/tournaments/{tournament}/join")
        status, reason = people[24].refused("POST", f"/api/tournaments/{tournament}/join")
        assert (status, reason) == (429, "Too many people joined tournaments from your network; wait a few minutes.")


def test_leaving_before_playing_deletes_the_entry(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, rounds=2, automatic=False, pace=DAYS)
    entered(server, tournament, 2)
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    late = Person(server)
    for _ in range(3):
        late.ask("POST", f"/api/tournaments/{tournament}/join")
        assert not late.ask("POST", f"/api/tournaments/{tournament}/leave")["withdrawn"]
    assert len(look(organizer, tournament)["players"]) == 2


def test_joining_does_not_load_other_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This runs in the writer thread, which all moves wait for: its cost must not grow with the players."""
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    wish = NewTournament("Cup", "babel", seats=2, system=System.ARENA, minutes=60)
    with engine.begin() as connection:
        tournament = actions.announce(connection, actions.plan(wish, "organizer", 1), wish)
        here = storage.tournaments.c.id == tournament
        connection.execute(storage.tournaments.update().where(here).values(status=TournamentStatus.RUNNING))
        monkeypatch.setattr(storage, "_entrants", lambda *_: pytest.fail("all entrants are read"))
        monkeypatch.setattr(storage, "_tables", lambda *_: pytest.fail("all tables are read"))
        for number in range(actions.MOST_ENTERED):
            actions.join(connection, tournament, f"player{number}", 1)
            connection.execute(
                storage.tournaments.update().where(here).values(round=number + 1)
            )  # as if all had played
            actions.leave(connection, tournament, f"player{number}", 1)
        with pytest.raises(Refused, match="512 people have joined it"):
            actions.join(connection, tournament, "one-more", 1)
        actions.join(connection, tournament, "player7", 1)  # who was there may come back
    engine.dispose()


def test_guests_join_only_if_allowed(server: Server) -> None:
    organizer, guest = Person(server), Person(server)
    tournament = announce(organizer, guests=False, public=False)
    assert guest.refused("POST", f"/api/tournaments/{tournament}/join")[0] == 403
    assert look(organizer, tournament)["players"] == []
    guest.ask("POST", "/api/account", {"login": "tournament-member", "password": "correct horse battery"})
    assert guest.ask("POST", f"/api/tournaments/{tournament}/join")["joined"]
    listed = [one["id"] for one in Person(server).ask("GET", "/api/tournaments")["coming"]]
    assert tournament not in listed  # it is for those who have the link
    assert tournament in [one["id"] for one in guest.ask("GET", "/api/tournaments")["coming"]]


def test_tournament_seats_cannot_be_taken_or_left(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, rounds=1)
    people = entered(server, tournament, 2)
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    table = look(people[0], tournament)["table"]
    assert people[0].refused("POST", f"/api/tables/{table}/leave")[0] == 409
    assert Person(server).refused("POST", f"/api/tables/{table}/sit", {})[0] == 409
    assert organizer.refused("GET", "/api/tournaments/doesnotexist")[0] == 404
    assert organizer.refused("GET", "/api/tournaments/a%00b")[0] == 400


@pytest.mark.long
def test_two_processes_pair_each_round_once(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        organizer = Person(one)
        tournament = announce(organizer, rounds=2, pace=DAYS)
        people = entered(one, tournament, 8)
        cookies = [organizer, Person(two)]
        cookies[1].http.cookies = organizer.http.cookies
        barrier = threading.Barrier(8)
        progress: list[int] = []

        def rush(person: Person) -> None:
            barrier.wait()
            answer = person.http.post(f"/api/tournaments/{tournament}/start")
            progress.append(answer.status_code)

        threads = [threading.Thread(target=rush, args=(cookies[number % 2],)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert progress == [200] * 8
        begun = look(organizer, tournament)
        assert begun["round"] == 1
        seated = Counter(seat["player"] for table in tables_of(begun, 1) for seat in table["seats"])
        assert seated == dict.fromkeys(range(8), 1)
        for number, person in enumerate(people):
            person.move_to((one, two)[number % 2])
            assert len(person.ask("GET", "/api/tables?show=mine")["tables"]) == 1
        play_round(people, tournament)
        becomes(organizer, tournament, lambda found: found["round"] == 2)
        play_round(people, tournament)
        over = becomes(organizer, tournament, lambda found: found["status"] == "finished")
        assert sum(player["points"] for player in over["players"]) == 8


@pytest.mark.long
def test_kill_during_pairing_leaves_a_whole_round_or_none(database_url: str) -> None:
    server = Server(database_url)
    organizer = Person(server)
    tournament = announce(organizer, rounds=3, pace=DAYS)
    people = entered(server, tournament, 8)
    for later in range(6):
        before = look(organizer, tournament)["round"]
        asking = threading.Thread(target=_start_and_lose_the_answer, args=(organizer, tournament))
        asking.start()
        for _ in range(later):  # the server is killed a little further on each time
            people[0].ask("GET", "/api/me")
        server.kill()
        asking.join()
        server = Server(database_url)
        for person in [organizer, *people]:
            person.move_to(server)
        shown = look(organizer, tournament)
        assert shown["round"] in (before, before + 1)
        table_counts = [len(person.ask("GET", "/api/tables?show=mine")["tables"]) for person in people]
        assert table_counts == [shown["round"]] * 8
        if shown["round"] == 1:
            break
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    play_round(people, tournament)
    becomes(organizer, tournament, lambda shown: shown["round"] == 2)
    server.stop()


def _start_and_lose_the_answer(organizer: Person, tournament: str) -> None:
    with suppress(httpx.HTTPError):  # the connection ends in the middle, in one way or another
        organizer.http.post(f"/api/tournaments/{tournament}/start")


def test_tournaments_of_a_guest_move_to_the_account(server: Server) -> None:
    account = Person(server)
    account.ask("POST", "/api/account", {"login": "chess-club", "password": "correct horse battery"})
    guest = Person(server)
    tournament = announce(guest, join=True)
    guest.ask("POST", "/api/login", {"login": "chess-club", "password": "correct horse battery"})
    shown = look(guest, tournament)
    assert (shown["yours"], shown["joined"]) == (True, True)


def test_blocked_player_cannot_join_and_is_not_told_why(server: Server) -> None:
    organizer, other = Person(server), Person(server)
    other.ask("POST", "/api/account", {"login": "blocked-one", "password": "correct horse battery"})
    other.ask("PATCH", "/api/me", {"name": "Blocked by the club"})
    organizer.ask("POST", "/api/blocks", {"name": "Blocked by the club"})
    tournament = announce(organizer)
    assert other.refused("POST", f"/api/tournaments/{tournament}/join") == (
        403,
        "You cannot join this tournament.",
    )
    assert look(organizer, tournament)["players"] == []


def test_players_who_blocked_each_other_can_be_paired(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, rounds=1)
    people = entered(server, tournament, 2)
    people[0].ask("POST", "/api/account", {"login": "blocked-two", "password": "correct horse battery"})
    people[0].ask("PATCH", "/api/me", {"name": "Blocked by a rival"})
    people[1].ask("POST", "/api/blocks", {"name": "Blocked by a rival"})
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    for person in people:
        person.sit(look(person, tournament)["table"])
    assert tables_of(look(organizer, tournament), 1)[0]["status"] == "running"


def test_rated_tournament_needs_accounts_and_counts(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, rounds=1, rated=True, pace=DAYS)
    assert organizer.refused("POST", f"/api/tournaments/{tournament}/join")[0] == 403
    people = [Person(server), Person(server)]
    for number, person in enumerate(people):
        person.ask("POST", "/api/account", {"login": f"rated-{number}", "password": "correct horse battery"})
        person.ask("POST", f"/api/tournaments/{tournament}/join")
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    table = look(people[0], tournament)["table"]
    assert organizer.ask("GET", f"/api/tables/{table}")["rated"]


def test_deleted_account_is_withdrawn(server: Server) -> None:
    organizer = Person(server)
    tournament = announce(organizer, rounds=2, automatic=False, pace=DAYS)
    people = entered(server, tournament, 3)
    organizer.ask("POST", f"/api/tournaments/{tournament}/start")
    people[0].ask("POST", "/api/account", {"login": "leaves-for-good", "password": "correct horse battery"})
    people[0].ask("POST", "/api/me/delete", {"sure": True, "password": "correct horse battery"})
    shown = becomes(organizer, tournament, lambda shown: any(player["withdrawn"] for player in shown["players"]))
    gone = next(player for player in shown["players"] if player["withdrawn"])
    assert (gone["number"], gone["registered"]) == (0, False)
