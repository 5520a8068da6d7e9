"""Finding tournaments, also unlisted ones, and ending one whose organizer does not."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.commands import call
from tests.server.administration.test_admins import admin, entries
from tests.server.serving import Person, Server, serving
from tests.server.social.test_mute_block import account

WHY = "The organizer has left the club"
OVER = (409, "This tournament is over.")


@pytest.fixture
def any_server(database_url: str) -> Iterator[Server]:
    with serving(database_url) as running:
        yield running


def announced(person: Person, title: str, **more: object) -> str:
    body = {"title": title, "game": "babel", "bots": ["random"], "join": True, "public": False, **more}
    return str(person.ask("POST", "/api/tournaments", body)["id"])


def titles(boss: Person, text: str = "") -> list[str]:
    found = boss.ask("GET", f"/api/admin/tournaments?text={text}")["tournaments"]
    return sorted(one["title"] for one in found)


def test_admin_finds_and_ends_tournaments(any_server: Server) -> None:
    boss, boss_name = admin(any_server)
    organizer, _ = account(any_server)
    waiting, begun = announced(organizer, "Winter 100%"), announced(organizer, "Spring")
    organizer.ask("POST", f"/api/tournaments/{begun}/start")
    assert titles(boss) == ["Spring", "Winter 100%"]
    assert titles(boss, "WINTER 100%25") == ["Winter 100%"]
    assert titles(boss, begun) == ["Spring"]
    assert titles(boss, "%25g") == []
    for tournament in (waiting, begun):
        boss.ask("POST", f"/api/admin/tournaments/{tournament}/cancel", {"why": WHY})
        again = boss.refused("POST", f"/api/admin/tournaments/{tournament}/cancel", {"why": WHY})
        assert again == OVER
    states = [organizer.ask("GET", f"/api/tournaments/{one}")["status"] for one in (waiting, begun)]
    assert states == ["cancelled", "finished"]
    assert titles(boss) == []
    assert titles(boss, "spring") == ["Spring"]
    assert entries(boss)[:2] == [
        (boss_name, "cancel", "", f"Spring: {WHY}"),
        (boss_name, "cancel", "", f"Winter 100%: {WHY}"),
    ]
    nothing = boss.refused("POST", "/api/admin/tournaments/nosuch/cancel", {"why": WHY})
    assert nothing == (404, "There is no such tournament.")


def test_commands_do_the_same(any_server: Server) -> None:
    organizer, _ = account(any_server)
    tournament = announced(organizer, "Winter")
    url = ("--database", any_server.database)
    found = call("tournaments", "find", "winter", "--json", *url)
    assert json.loads(found.stdout)["tournaments"] == [
        {"id": tournament, "title": "Winter", "game": "babel", "status": "open"}
    ]
    assert call("tournaments", "find", *url).stdout == f"{tournament}  Winter (babel, open)\n1 tournament\n"
    for wrong in (["cancel", tournament], ["cancel", "--why", WHY], ["end"], ["cancel", "nosuch", "--why", WHY]):
        failed = call("tournaments", *wrong, *url)
        assert failed.returncode == 2
        assert failed.stderr.startswith("ziggurat: ")
    assert call("tournaments", "cancel", tournament, "--why", WHY, *url).stdout == "The tournament has ended.\n"
    assert organizer.ask("GET", f"/api/tournaments/{tournament}")["status"] == "cancelled"
