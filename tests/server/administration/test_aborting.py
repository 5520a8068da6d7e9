"""Ending a match: nobody wins, nothing that was played is lost, and it does not count."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import select

from tests.commands import call
from tests.patience import PATIENCE
from tests.server.administration.test_admins import admin
from tests.server.serving import Chair, Person, Server, serving
from tests.server.social.test_mute_block import account
from ziggurat.server.storage import database, schema
from ziggurat.server.storage.verify import verify

PACE = {"kind": "clock", "base": 600_000}
WHY = "Both players have left town"


def playing(server: Server) -> tuple[Chair, Chair, str, str]:
    """Two registered people who have begun a rated match: their sockets, the table, and the host's name."""
    (host, name), (guest, _) = account(server), account(server)
    table = host.open_table("me", "open", rated=True, pace=PACE)
    guest.sit(table)
    chairs = host.join(table), guest.join(table)
    for _ in range(3):
        decide(chairs)
    return *chairs, table, name


def decide(chairs: tuple[Chair, Chair]) -> None:
    """Whoever's turn it is plays the first move there is."""
    for chair in chairs:
        chair.ask("look")
    chair = next(chair for chair in chairs if chair.choices)
    assert chair.play(chair.choices[0])["type"] == "done"


def until_finished(person: Person, table: str) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while (told := person.ask("GET", f"/api/tables/{table}"))["status"] != "finished":
        assert time.monotonic() < end, "the match has not ended"
        time.sleep(0.1)  # asked over HTTP: there is nothing to wait on
    return dict(told)


def check_kept(server: Server, table: str, decisions: int) -> None:
    """The journal is whole, can be replayed, and no rating has changed."""
    engine = database.connect(server.database)
    with engine.connect() as connection:
        kinds = connection.execute(
            select(schema.journal.c.kind).where(schema.journal.c.table_id == table).order_by(schema.journal.c.number)
        )
        assert list(kinds.scalars()) == ["start", *["move"] * decisions, "abort"]
        assert connection.execute(select(schema.ratings)).all() == []
    report = verify(engine)
    assert (report.matches, report.differences) == (1, [])
    engine.dispose()


def test_a_name_as_long_as_an_address_is_found(database_url: str) -> None:
    with serving(database_url) as server:
        boss, _ = admin(server)
        _, _, table, name = playing(server)
        boss.ask("POST", "/api/admin/players/act", {"player": name, "action": "rename", "name": "Nebuchadnezzar"})
        (found,) = boss.ask("GET", "/api/admin/tables?text=nebuchadnezzar")["tables"]
        assert found["id"] == table


def test_an_admin_ends_a_match(database_url: str) -> None:
    with serving(database_url) as server:
        boss, boss_name = admin(server)
        host, guest, table, name = playing(server)
        path = f"/api/admin/tables/{table}/abort"
        (listed,) = boss.ask("GET", f"/api/admin/tables?text={name[5:]}")["tables"]
        assert (listed["id"], [seat["you"] for seat in listed["seats"]]) == (table, [False, False])
        assert boss.ask("GET", f"/api/admin/tables?text=https://games.example/table/{table}")["tables"] == [listed]
        assert boss.ask("GET", "/api/admin/tables?text=nobody")["tables"] == []
        told = boss.ask("POST", path, {"why": WHY})
        result = {"winners": [], "scores": told["result"]["scores"], "ending": WHY, "why": "aborted", "seat": -1}
        assert (told["status"], told["result"], told["uncounted"]) == ("finished", result, "aborted")
        for chair in (host, guest):  # they see it at once
            chair.hear("seated", lambda message: message["table"].get("result") == result)
        refused = host.ask("play", move=0, version=host.version)
        assert refused["reason"] == f"The match is over: {WHY}."
        assert boss.refused("POST", path, {"why": WHY}) == (409, "This match is over already.")
        assert len(boss.ask("GET", f"/api/tables/{table}/replay")["steps"]) == 3
        entry = boss.ask("GET", "/api/admin/audit")["entries"][0]
        assert (entry["by"], entry["action"], entry["table"], entry["text"]) == (boss_name, "abort", table, WHY)
        check_kept(server, table, 3)


def test_a_match_is_ended_by_command_while_it_is_played(database_url: str) -> None:
    with serving(database_url) as server:
        host, _, table, _ = playing(server)
        done = call("tables", "abort", table, "--why", WHY, "--database", database_url)
        assert (done.returncode, done.stdout) == (0, "The match has ended.\n"), done.stderr
        assert until_finished(Person(server), table)["result"]["ending"] == WHY
        assert host.ask("play", move=0, version=host.version)["type"] == "refused"
        check_kept(server, table, 3)


def test_what_cannot_be_aborted_is_refused(server: Server) -> None:
    boss, _ = admin(server)
    person, _ = account(server)
    waiting = person.open_table("me", "open")
    sentence = "This match has not begun. If nobody comes, the lobby stops listing it."
    assert boss.refused("POST", f"/api/admin/tables/{waiting}/abort", {"why": WHY}) == (409, sentence)
    assert boss.refused("POST", "/api/admin/tables/nothing/abort", {"why": WHY})[0] == 404
    assert boss.refused("POST", f"/api/admin/tables/{waiting}/abort", {"why": ""})[0] == 400
    for wrong, text in (
        (["abort", waiting], "`tables abort` needs a table and a reason: `--why 'both players have gone'`."),
        (["abort", "nothing", "--why", "x"], "There is no table 'nothing'; `ziggurat tables find` lists those"),
        (["close", waiting], "The action is find or abort, not 'close'."),
    ):
        done = call("tables", *wrong, "--database", server.database)
        assert (done.returncode, done.stderr.startswith(f"ziggurat: {text}")) == (2, True), done.stderr
