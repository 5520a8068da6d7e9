"""Matches that were played on a device and are kept on the server."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

import ziggurat
from tests.playing import finish
from tests.server.serving import Person, Server, play_to_the_end
from ziggurat.server.ratings import statistics
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import creation, results, seat_store, table_store

ID = "d-23456789abcd"


def played(game: str = "babel", decisions: int | None = None, **options: Any) -> ziggurat.Match:
    match = finish(ziggurat.new(game, seed=7, **options), random.Random(7))
    return match if decisions is None else match.at(decisions)


def keep(person: Person, match: ziggurat.Match, *who: str, **more: Any) -> dict[str, Any]:
    body = {"log": match.to_text(), "device": {"id": ID, "seats": [{"who": one} for one in who], **more}}
    return dict(person.ask("POST", "/api/import", body))


def test_finished_match_is_mine_marked_and_never_rated(server: Server) -> None:
    person = Person(server)
    match = played()
    table = keep(person, match, "me", "governor")
    assert (table["status"], table["uncounted"], table["rated"]) == ("finished", "device", False)
    assert [(seat["kind"], seat["you"]) for seat in table["seats"]] == [("person", True), ("bot", False)]
    assert table["result"]["winners"] == match.winners
    assert person.http.get(f"/api/tables/{table['id']}/log").text.endswith(match.to_text())
    assert [
        one["record"]["played"] for one in person.ask("GET", "/api/me/statistics")["games"] if one["game"] == "babel"
    ] == [1]


def test_kept_matches_do_not_count_for_bots(tmp_path: Path) -> None:
    """Anybody can write such a log."""
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    result = {"winners": [0], "scores": [15, 3], "ending": "15 temple points"}
    with engine.begin() as connection:
        for why in (None, "device"):
            new = creation.row("babel", "somebody", 1, status="finished", result=result, uncounted=why)
            seat_store.open_table(connection, new, [(None, None), (None, "king")])
        assert [stored.row.uncounted for stored in statistics._load_latest(connection)] == [None]


def test_unfinished_match_goes_on(server: Server) -> None:
    person = Person(server)
    match = played(decisions=20)
    table = keep(person, match, *(["me", "random"] if match.actor == 0 else ["random", "me"]))
    assert (table["status"], table["uncounted"]) == ("running", "device")
    chair = person.join(table["id"])
    assert chair.welcome["decisions"] == 20
    result = play_to_the_end([chair], random.Random(3))
    chair.close()
    assert result["winners"]
    assert person.ask("GET", f"/api/tables/{table['id']}")["uncounted"] == "device"


def test_bot_moves_in_a_kept_match(server: Server) -> None:
    person = Person(server)
    match = played(decisions=20)
    table = keep(person, match, *(["random", "me"] if match.actor == 0 else ["me", "random"]))
    chair = person.join(table["id"])
    assert play_to_the_end([chair], random.Random(3))["winners"]
    chair.close()


def test_sent_again_it_is_the_same_and_played_on_it_is_another(server: Server) -> None:
    person, other = Person(server), Person(server)
    first = keep(person, played(decisions=20), "me", "king")["id"]
    assert keep(person, played(decisions=20), "me", "king")["id"] == first
    assert keep(person, played(decisions=30), "me", "king")["id"] != first
    assert keep(other, played(decisions=20), "me", "king")["id"] != first


def test_match_whose_server_stopped_while_storing_it_is_stored_when_it_is_sent_again(own_server: Server) -> None:
    """Else the device would take the part that was stored for its match."""
    person, match = Person(own_server), played(decisions=20)
    who = ["me", "random"] if match.actor == 0 else ["random", "me"]
    table = keep(person, match, *who)["id"]
    result = {"winners": [], "scores": [], "ending": results.IMPORTED_UNFINISHED, "why": "unfinished"}
    left: dict[str, Any] = {"result": result, "status": "finished", "turn": -1, "bot_turn": False}
    engine = database.connect(own_server.database)

    def stop_after(entries: int, **more: Any) -> None:
        with engine.begin() as connection:
            journal, tables = schema.journal, schema.tables
            connection.execute(delete(journal).where(journal.c.table_id == table, journal.c.number >= entries))
            connection.execute(update(tables).where(tables.c.id == table).values(**left, **more))

    for entries in (5, 21):  # in the middle of its journal, and before its status
        stop_after(entries)
        body = {"log": match.to_text(), "device": {"id": ID, "seats": [{"who": one} for one in who]}}
        assert person.refused("POST", "/api/import", body)[0] == 503  # another request may be storing it right now
        stop_after(entries, created=0)
        again = keep(person, match, *who)
        assert (again["id"], again["status"]) == (table, "running")
        chair = person.join(table)
        assert chair.welcome["decisions"] == 20
        chair.close()
    with engine.begin() as connection:
        creation.delete_import(connection, table, 1)  # of a request that is late
        assert table_store.exists(connection, table)
    engine.dispose()


def test_resigned_match_is_over(server: Server) -> None:
    table = keep(Person(server), played(decisions=20), "me", "king", resigned=0)
    assert table["status"] == "finished"
    assert (table["result"]["why"], table["result"]["seat"], table["result"]["winners"]) == ("resigned", 0, [1])


def test_several_people_at_one_device_are_kept_by_name_and_do_not_go_on(server: Server) -> None:
    person = Person(server)
    match = played(decisions=20)
    names = "# seat 0: Enki\n# seat 1: Inanna\n"
    body = {"log": names + match.to_text(), "device": {"id": ID, "seats": [{"who": "open"}, {"who": "open"}]}}
    table = person.ask("POST", "/api/import", body)
    assert (table["status"], table["result"]["why"]) == ("finished", "unfinished")
    assert [seat["name"] for seat in table["seats"]] == ["Enki", "Inanna"]


@pytest.mark.parametrize(
    ("change", "more", "reason"),
    [
        ({}, {"seats": [{"who": "me"}, {"who": "me"}]}, "You can have one seat at a table."),
        ({}, {"seats": [{"who": "me"}, {"who": "marduk"}]}, "There is no bot called 'marduk'"),
        ({}, {"seats": [{"who": "king"}, {"who": "king"}]}, "A table needs a seat for a person"),
        ({}, {"seats": [{"who": "me"}, {"who": "king"}, {"who": "king"}]}, "This match has 2 seats, not 3."),
        ({}, {"resigned": 1}, "Seat 1 is not a person's, so nobody can resign there."),
        ({}, {"resigned": 7}, "Seat 7 is not a person's, so nobody can resign there."),
        ({"log": "not a log"}, {}, ""),
    ],
)
def test_invalid_matches_are_refused(server: Server, change: dict[str, Any], more: dict[str, Any], reason: str) -> None:
    person = Person(server)
    body = {"log": played(decisions=20).to_text(), **change}
    body["device"] = {"id": ID, "seats": [{"who": "me"}, {"who": "king"}], **more}
    status, said = person.refused("POST", "/api/import", body)
    assert status == 400, said
    assert reason in said
    assert person.ask("GET", "/api/tables?show=mine")["tables"] == []


def test_forged_logs_are_refused(server: Server) -> None:
    person = Person(server)
    text = played().to_text()
    points = re.sub(r"scores \d+ \d+", "scores 99 0", text)
    digest = re.sub(r"digest \w{16}", "digest 0123456789abcdef", text)
    illegal = text.replace("pawn P; pawn M", "pawn P; pawn P", 1)
    for log in (points, digest, illegal):
        assert log != text
        body = {"log": log, "device": {"id": ID, "seats": [{"who": "me"}, {"who": "king"}]}}
        status, reason = person.refused("POST", "/api/import", body)
        assert (status, reason[-1]) == (400, "."), reason
    assert person.ask("GET", "/api/tables?show=mine")["tables"] == []


# ------------------------------------------------------------------------------------------ from the server to a device


def test_match_against_bots_goes_on_on_a_device_and_comes_back(server: Server) -> None:
    person = Person(server)
    table = person.ask("POST", "/api/tables", {"game": "babel", "seats": [{"who": "me"}, {"who": "random"}]})
    chair = person.join(table["id"])
    copy = person.ask("POST", f"/api/tables/{table['id']}/device")
    assert copy["table"]["uncounted"] == "device"
    match = ziggurat.read(copy["log"])
    assert (match.game.name, match.over, match.rules) == ("babel", False, table["rules"])
    assert play_to_the_end([chair], random.Random(3))["winners"]  # it goes on there too
    chair.close()
    assert person.ask("GET", f"/api/tables/{table['id']}")["uncounted"] == "device"
    back = keep(person, finish(match, random.Random(5)), "me", "random")
    assert back["id"] != table["id"]  # both are kept
    assert back["status"] == "finished"


@pytest.mark.parametrize("rest", [["random", "open"], ["me", "open"]])
def test_only_own_running_matches_against_bots_go_on_on_a_device(server: Server, rest: list[str]) -> None:
    person, stranger = Person(server), Person(server)
    seats = [{"who": "me"}, *({"who": one} for one in rest if one != "me")]
    table = person.ask("POST", "/api/tables", {"game": "amyitis", "seats": seats})
    refused = "Only a match that you are playing can go on on your device."
    assert person.refused("POST", f"/api/tables/{table['id']}/device") == (409, refused)  # it has not begun
    stranger.ask("POST", f"/api/tables/{table['id']}/sit", {})
    other = "Only a casual match against bots can go on on your device."
    assert person.refused("POST", f"/api/tables/{table['id']}/device") == (409, other)
    assert Person(server).refused("POST", f"/api/tables/{table['id']}/device") == (409, refused)
    assert person.ask("GET", f"/api/tables/{table['id']}")["uncounted"] == ""
