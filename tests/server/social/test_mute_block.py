"""Mute, block and report, and that nobody else learns of it, not even a hostile guest."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from tests.server.serving import Chair, Person, Server, serving
from ziggurat.server.social import mute_block
from ziggurat.server.storage import database, schema

PASSWORD = "correct horse"  # noqa: S105 - nobody's
NO_SEAT = (409, "You cannot take a seat at this table.")


def account(server: Server, name: str = "") -> tuple[Person, str]:
    """A registered player, and their name."""
    person = Person(server)
    name = name or f"Anna {secrets.token_hex(3)}"
    person.ask("PATCH", "/api/me", {"name": name})
    person.ask("POST", "/api/account", {"login": f"l-{secrets.token_hex(6)}", "password": PASSWORD})
    return person, name


def two_at_a_table(server: Server) -> tuple[Person, Person, str]:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open")
    guest.sit(table)
    return host, guest, table


def texts(chair: Chair) -> list[str]:
    return [line["text"] for line in chair.ask("look").get("chat", [])]


def say(chair: Chair, text: str) -> None:
    assert chair.ask("say", text=text)["type"] == "done"


# ------------------------------------------------------------------------------------------------------ mute and block


def test_muted_chat_is_hidden_for_one_player_only(server: Server) -> None:
    host, guest, table = two_at_a_table(server)
    one, two = host.join(table), guest.join(table)
    say(two, "before")
    lists = host.ask("POST", "/api/mutes", {"table": table, "seat": 1})
    name = guest.ask("GET", "/api/me")["name"]
    assert [entry["name"] for entry in lists["muted"]] == [name]
    assert lists["blocked"] == []
    welcome = one.hear("welcome")  # earlier chat disappears too
    assert welcome.get("chat", []) == []
    say(two, "after")
    say(one, "hello")
    assert texts(one) == ["hello"]
    assert not [message for message in one.heard if message["type"] == "said" and message["line"]["text"] == "after"]
    assert texts(two) == ["before", "after", "hello"]
    host.ask("DELETE", f"/api/mutes-and-blocks/{lists['muted'][0]['id']}")
    assert [line["text"] for line in one.hear("welcome")["chat"]] == ["before", "after", "hello"]
    assert host.ask("GET", "/api/mutes-and-blocks") == {"muted": [], "blocked": []}


def test_spectator_is_muted_by_chat_line(server: Server) -> None:
    host, _, table = two_at_a_table(server)
    rude, polite = Person(server), Person(server)
    loud, quiet = rude.join(table), polite.join(table)
    say(loud, "boo")
    line = quiet.hear("said")["line"]
    lists = polite.ask("POST", "/api/mutes", {"table": table, "line": line["id"]})
    assert lists["muted"][0]["registered"] is False
    say(loud, "boo again")
    say(quiet, "ah")
    assert texts(quiet) == ["ah"]
    # Players cannot find out who spoke among the spectators by trying line ids.
    assert host.refused("POST", "/api/mutes", {"table": table, "line": line["id"]})[0] == 404
    assert rude.refused("POST", "/api/mutes", {"table": table, "line": line["id"]}) == (
        409,
        "You cannot do that to yourself.",
    )


def test_blocked_players_cannot_sit_together(server: Server) -> None:
    for blocker in (0, 1):
        people = account(server), account(server)
        (host, host_name), (guest, guest_name) = people
        table = host.open_table("me", "open")
        who, whom = (host, guest_name) if blocker == 0 else (guest, host_name)
        who.ask("POST", "/api/blocks", {"name": whom})
        assert guest.refused("POST", f"/api/tables/{table}/sit", {}) == NO_SEAT
        assert guest.refused("POST", f"/api/tables/{table}/sit", {"seat": 1}) == NO_SEAT
        Person(server).sit(table)


def test_block_keeps_the_match_and_prevents_a_rematch(server: Server) -> None:
    host, guest, table = two_at_a_table(server)
    host.ask("POST", "/api/blocks", {"table": table, "seat": 1})
    one, two = host.join(table), guest.join(table)
    actor = one if one.view["actor"] == 0 else two
    assert actor.play(actor.choices[0])["type"] == "done"
    say(two, "I am still here")
    assert texts(one) == []
    assert two.ask("resign")["type"] == "done"
    one.hear("changed", lambda message: "result" in message)
    for person in (guest, host):
        assert person.refused("POST", f"/api/tables/{table}/rematch") == NO_SEAT


def test_block_cancels_an_offered_rematch(server: Server) -> None:
    host, guest, table = two_at_a_table(server)
    one, two = host.join(table), guest.join(table)
    assert two.ask("resign")["type"] == "done"
    one.hear("changed", lambda message: "result" in message)
    offered = guest.ask("POST", f"/api/tables/{table}/rematch")["id"]
    host.ask("POST", "/api/blocks", {"table": table, "seat": 1})
    assert host.refused("POST", f"/api/tables/{offered}/sit", {}) == NO_SEAT


def test_blocked_player_cannot_tell_who_blocked_them(server: Server) -> None:
    """Every answer to the blocked player is the same as before, except for the seat."""
    (host, _), (guest, guest_name) = account(server), account(server)
    table = host.open_table("me", "open")
    paths = ("/api/me", "/api/me/moderation", "/api/mutes-and-blocks", f"/api/tables/{table}", "/api/tables?show=mine")
    before = [guest.ask("GET", path) for path in paths]
    host.ask("POST", "/api/blocks", {"name": guest_name})
    host.ask("POST", "/api/mutes", {"name": guest_name})
    assert [guest.ask("GET", path) for path in paths] == before
    ids = [entry["id"] for entries in host.ask("GET", "/api/mutes-and-blocks").values() for entry in entries]
    for one in ids:  # a guessed id does not remove others' entries
        assert guest.refused("DELETE", f"/api/mutes-and-blocks/{one}")[0] == 404
    assert len(host.ask("GET", "/api/mutes-and-blocks")["blocked"]) == 1


def test_invalid_player_references_are_refused(server: Server) -> None:
    host, guest, table = two_at_a_table(server)
    other = host.open_table("me", "open", "random", game="ur")
    nobody = "There is no player on that seat."
    unclear = "Say who you mean: by name, or by table with a seat or a chat line."
    cases: list[tuple[dict[str, Any], int, str]] = [
        ({"name": "Nobody At All"}, 404, "There is no registered player with that name."),
        ({"name": guest.ask("GET", "/api/me")["name"]}, 404, "There is no registered player with that name."),
        ({"table": table, "seat": 0}, 409, "You cannot do that to yourself."),
        ({"table": other, "seat": 1}, 404, nobody),
        ({"table": other, "seat": 2}, 404, nobody),
        ({"table": table, "seat": 7}, 404, nobody),
        ({"table": table, "line": 2**31 - 1}, 404, "There is no such chat line at this table."),
        ({"table": "nosuchtable", "seat": 0}, 404, "There is no such table."),
        ({}, 409, unclear),
        ({"table": table}, 409, unclear),
        ({"seat": 0}, 409, unclear),
        ({"name": "Anna", "table": table, "seat": 0}, 409, unclear),
        ({"table": table, "seat": 0, "line": 1}, 409, unclear),
    ]
    for path in ("/api/mutes", "/api/blocks"):
        for whom, status, reason in cases:
            assert host.refused("POST", path, whom) == (status, reason), whom
    assert host.refused("POST", "/api/mutes", {"player": "0" * 32})[0] == 400
    assert host.ask("GET", "/api/mutes-and-blocks") == {"muted": [], "blocked": []}


def test_guests_lists_move_to_the_account(server: Server) -> None:
    host, guest, table = two_at_a_table(server)
    login = f"l-{secrets.token_hex(6)}"
    owner = Person(server)
    owner.ask("POST", "/api/account", {"login": login, "password": PASSWORD})
    host.ask("POST", "/api/mutes", {"table": table, "seat": 1})
    host.ask("POST", "/api/login", {"login": login, "password": PASSWORD})
    assert len(host.ask("GET", "/api/mutes-and-blocks")["muted"]) == 1
    assert len(owner.ask("GET", "/api/mutes-and-blocks")["muted"]) == 1
    # A guest who was muted stays muted as an account.
    other_login = f"l-{secrets.token_hex(6)}"
    Person(server).ask("POST", "/api/account", {"login": other_login, "password": PASSWORD})
    guest.ask("POST", "/api/login", {"login": other_login, "password": PASSWORD})
    one, two = host.join(table), guest.join(table)
    say(two, "hello")
    assert texts(one) == []


@pytest.mark.long
def test_lists_apply_in_every_process(postgres_url: str) -> None:
    with serving(postgres_url) as first, serving(postgres_url) as second:
        host, guest = Person(first), Person(second)
        table = host.open_table("me", "open")
        guest.sit(table)
        device = Person(second)
        cookies = dict(host.http.cookies)
        device.http.cookies.clear()
        device.http.cookies.update(cookies)
        there, two = device.join(table), guest.join(table)
        say(two, "heard")
        there.hear("said", lambda message: message["line"]["text"] == "heard")
        host.ask("POST", "/api/mutes", {"table": table, "seat": 1})
        assert there.hear("welcome").get("chat", []) == []
        say(two, "not heard")
        say(there, "mine")
        assert texts(there) == ["mine"]
        host.ask("POST", "/api/blocks", {"table": table, "seat": 1})
        another = guest.open_table("me", "open")
        assert host.refused("POST", f"/api/tables/{another}/sit", {}) == NO_SEAT


def test_block_unfollows(server: Server) -> None:
    (one, one_name), (two, two_name) = account(server), account(server)
    for who, whom in ((one, two_name), (two, one_name)):
        who.ask("PUT", f"/api/players/{whom}/follow")
    one.ask("POST", "/api/blocks", {"name": two_name})
    assert one.ask("GET", "/api/friends")["following"] == []
    (friend,) = two.ask("GET", "/api/friends")["following"]
    assert (friend["mutual"], friend["here"]) == (False, False)
    table = two.open_table("me", "open")
    assert two.refused("POST", f"/api/tables/{table}/invite", {"name": one_name})[0] == 403


def test_blocked_works_in_both_directions(database_url: str) -> None:
    engine = database.connect(database_url)
    database.migrate(engine)
    with engine.begin() as connection:
        for player in ("a", "b", "c"):
            connection.execute(schema.players.insert().values(id=player, name=player, created=0))
        mute_block.add(connection, "a", "b", mute_block.MuteOrBlock.BLOCK, "x1", 0)
        mute_block.add(connection, "a", "b", mute_block.MuteOrBlock.BLOCK, "x2", 0)
        mute_block.add(connection, "a", "c", mute_block.MuteOrBlock.MUTE, "x3", 0)
        pairs = [(one, other) for one in "abc" for other in "abc" if mute_block.blocked(connection, one, other)]
        assert pairs == [("a", "b"), ("b", "a")]
        assert connection.execute(select(func.count()).select_from(schema.hushed)).scalar_one() == 2
        assert mute_block.blocks_among(connection, ["a", "b", "c"]) == {frozenset("ab")}
        assert mute_block.blocks_among(connection, ["a", "c"]) == set()
    engine.dispose()


# -------------------------------------------------------------------------------------------------------------- reports


def test_report_contains_the_chat(server: Server) -> None:
    host, guest, table = two_at_a_table(server)
    one, two = host.join(table), guest.join(table)
    say(one, "good luck")
    say(two, "<script>alert(1)</script>")
    line = texts_and_ids(one)[-1][1]
    report = {"table": table, "seat": 1, "kind": "insults", "text": "look at this <b>", "lines": [line]}
    assert set(host.ask("POST", "/api/reports", report)) == {"id"}
    row = stored_reports(server)[-1]
    assert row.text == "look at this <b>"
    assert [(entry["text"], entry["by"], entry["pointed"]) for entry in row.context] == [
        ("good luck", "reporter", False),
        ("<script>alert(1)</script>", "reported", True),
    ]
    assert host.refused("POST", "/api/reports", report) == (
        409,
        "You have already reported this. A moderator will look at it.",
    )


def texts_and_ids(chair: Chair) -> list[tuple[str, int]]:
    return [(line["text"], line["id"]) for line in chair.ask("look").get("chat", [])]


def stored_reports(server: Server) -> list[Any]:
    engine = database.connect(server.database)
    with engine.connect() as connection:
        rows = list(connection.execute(select(schema.reports).order_by(schema.reports.c.at)))
    engine.dispose()
    return rows


def test_invalid_reports_are_refused(server: Server) -> None:
    host, _, table = two_at_a_table(server)
    one = host.join(table)
    say(one, "mine")
    own = texts_and_ids(one)[-1][1]
    watching = Person(server)
    seat = {"table": table, "seat": 1}
    cases: list[tuple[Person, dict[str, Any], int]] = [
        (host, {**seat, "kind": "other", "text": " "}, 400),
        (host, {**seat, "kind": "insults", "text": "x" * 1001}, 400),
        (host, {**seat, "kind": "insults", "text": "\u202eturned"}, 400),
        (host, {**seat, "kind": "insults", "text": "nul \x00"}, 400),
        (host, {**seat, "kind": "rudeness"}, 400),
        (host, {**seat, "kind": "insults", "lines": [own]}, 409),  # not said by the reported player
        (host, {**seat, "kind": "insults", "lines": list(range(1, 30))}, 400),
        (host, {"table": table, "seat": 0, "kind": "insults"}, 409),
        (host, {"name": "Nobody At All", "kind": "name"}, 404),
        (watching, {"table": table, "line": own, "kind": "insults"}, 404),  # spectators cannot read the players' chat
        (watching, {**seat, "kind": "insults", "lines": [own]}, 404),
    ]
    before = len(stored_reports(server))
    for person, report, status in cases:
        assert person.refused("POST", "/api/reports", report)[0] == status, report
    assert len(stored_reports(server)) == before


def test_reports_are_limited_per_player_and_address(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db") as server:
        names = [account(server)[1] for _ in range(11)]
        angry = Person(server)
        for name in names[:10]:
            angry.ask("POST", "/api/reports", {"name": name, "kind": "cheating"})
        status, reason = angry.refused("POST", "/api/reports", {"name": names[10], "kind": "cheating"})
        assert (status, reason) == (429, "You have already sent 10 reports today. The moderators will read them.")
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", reports=4) as server:
        statuses = [  # a new guest each time
            Person(server).http.post("/api/reports", json={"name": name, "kind": "cheating"}).status_code
            for name in names[:4]
        ]
        assert statuses == [201, 201, 429, 429]


def test_cross_site_requests_are_refused(server: Server) -> None:
    host, _, table = two_at_a_table(server)
    away = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
    for path in ("/api/mutes", "/api/blocks", "/api/reports"):
        body = {"table": table, "seat": 1} | ({"kind": "insults"} if path == "/api/reports" else {})
        assert host.http.post(path, json=body, headers=away).status_code == 403
    assert host.ask("GET", "/api/mutes-and-blocks") == {"muted": [], "blocked": []}


@pytest.fixture
def ids(server: Server) -> Iterator[Callable[[], list[str]]]:
    engine = database.connect(server.database)

    def read() -> list[str]:
        with engine.connect() as connection:
            return list(connection.execute(select(schema.players.c.id)).scalars())

    yield read
    engine.dispose()


def test_player_ids_are_never_sent(server: Server, ids: Callable[[], list[str]]) -> None:
    host, guest, table = two_at_a_table(server)
    one, two = host.join(table), guest.join(table)
    say(two, "hello")
    answers = [
        host.http.post("/api/mutes", json={"table": table, "seat": 1}).text,
        host.http.get("/api/mutes-and-blocks").text,
        host.http.post("/api/reports", json={"table": table, "seat": 1, "kind": "stalling"}).text,
        host.http.get("/api/me/moderation").text,
        *one.raw,
        *two.raw,
    ]
    assert not [player for player in ids() if any(player in text for text in answers)]
