"""The admin page's routes: for admins alone, each action in the audit log, and nobody locked out by a slip."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.commands import call
from tests.patience import PATIENCE, until
from tests.server.serving import Person, Server, serving
from tests.server.social.test_mute_block import PASSWORD, account
from ziggurat.server import routes
from ziggurat.server.routes.administration import admins_only

NOTHING = (404, "There is nothing at this address.")
ROUTES: list[tuple[str, str, Any]] = [
    ("GET", "/api/admin/status", None),
    ("GET", "/api/admin/players", None),
    ("GET", f"/api/admin/players?text={'x' * 99}", None),
    ("POST", "/api/admin/players", {"login": "somebody", "name": "Somebody"}),
    ("POST", "/api/admin/players", {"what": "is wrong"}),
    ("POST", "/api/admin/players/act", {"player": "Somebody", "action": "close"}),
    ("GET", "/api/admin/audit", None),
    ("GET", "/api/admin/invitations", None),
    ("POST", "/api/admin/invitations", {"label": "club"}),
    ("POST", "/api/admin/invitations", {"uses": 0}),
    ("DELETE", "/api/admin/invitations/abc", None),
    ("GET", "/api/admin/tables", None),
    ("POST", "/api/admin/tables/abc/abort", {"why": "no"}),
    ("GET", "/api/admin/tournaments", None),
    ("POST", "/api/admin/tournaments/abc/cancel", {"why": "no"}),
]


def admin(server: Server) -> tuple[Person, str]:
    person, name = account(server, f"Host {secrets.token_hex(3)}")
    done = call("admins", "add", name, "--database", server.database)
    assert done.returncode == 0, done.stderr
    return person, name


def act(person: Person, player: str, action: str, **more: Any) -> Any:
    return person.ask("POST", "/api/admin/players/act", {"player": player, "action": action, **more})


def refused(person: Person, player: str, action: str, **more: Any) -> tuple[int, str]:
    return person.refused("POST", "/api/admin/players/act", {"player": player, "action": action, **more})


def entries(person: Person) -> list[tuple[str, str, str, str]]:
    """What the audit log says, the latest first: who, what, whom, why."""
    page = person.ask("GET", "/api/admin/audit")
    return [(entry["by"], entry["action"], entry["name"], entry["text"]) for entry in page["entries"]]


@pytest.fixture
def any_server(database_url: str) -> Iterator[Server]:
    with serving(database_url) as running:
        yield running


def test_every_route_for_admins_is_tried_and_hidden() -> None:
    """A route added later is in the list above, refuses others first, and is not described."""
    tried = {
        (
            method,
            path.partition("?")[0]
            .replace("tables/abc", "tables/{table_id:str}")
            .replace("tournaments/abc", "tournaments/{tournament_id:str}")
            .replace("/abc", "/{invitation:str}"),
        )
        for method, path, _ in ROUTES
    }
    guarded_paths = set()
    for handler in routes.ROUTES:
        guarded = admins_only in (handler.guards or ())
        for path in handler.paths:
            if path.startswith("/api/admin") or guarded:
                assert guarded, path
                assert handler.include_in_schema is False, path
                guarded_paths |= {(method, path) for method in handler.http_methods}
    assert guarded_paths == tried


def test_admin_page_is_not_found_for_others(server: Server) -> None:
    person, name = account(server)
    judge, judge_name = account(server)
    assert call("moderators", "add", judge_name, "--database", server.database).returncode == 0
    for who in (Person(server), person, judge):
        for method, path, body in ROUTES:
            assert who.refused(method, path, body) == NOTHING, path
    described = person.http.get("/api/schema/openapi.json").json()
    assert not [path for path in described["paths"] if "admin" in path.lower()]
    assert not [kind for kind in described["components"]["schemas"] if kind.startswith("Admin")]
    token = person.ask("POST", "/api/tokens", {"label": "robot"})["token"]
    robot = Person(server, token)
    assert robot.refused("GET", "/api/admin/status") == NOTHING
    call("admins", "add", name, "--database", server.database)
    assert person.ask("GET", "/api/me/moderation")["admin"] is True
    person.ask("GET", "/api/admin/status")
    assert robot.refused("GET", "/api/admin/status")[0] == 403  # API tokens cannot administrate
    call("admins", "remove", name, "--database", server.database)
    assert person.refused("GET", "/api/admin/status") == NOTHING


def test_admins_command(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    with serving(url) as server:
        _, name = account(server)
        guest = Person(server).ask("GET", "/api/me")["name"]
    assert call("admins", "list", "--database", url).stdout == "Nobody is an admin.\n"
    assert json.loads(call("admins", "add", name, "--database", url, "--json").stdout) == {"admins": [name]}
    for wrong in (["add", guest], ["add"], ["list", name], ["promote", name]):
        failed = call("admins", *wrong, "--database", url)
        assert failed.returncode != 0
        assert "Traceback" not in failed.stderr
    failed = call("players", "delete", name, "--database", url)
    assert failed.stderr == f"ziggurat: {name} is an admin. End that role first.\n"
    assert json.loads(call("admins", "remove", name, "--database", url, "--json").stdout) == {"admins": []}


def test_status_says_how_the_server_is(any_server: Server) -> None:
    host, _ = admin(any_server)
    chair = host.join(host.open_table("me", "random"))
    told = host.ask("GET", "/api/admin/status")
    assert told["database"] == ("SQLite" if any_server.database.startswith("sqlite") else "PostgreSQL")
    assert told["database_bytes"] > 0
    assert (told["disk_free"] is None) == (told["database"] == "PostgreSQL")
    assert (told["players"], told["running"], told["connections"], told["people"]) == (1, 1, 1, 1)
    assert [process["started"] for process in told["processes"]] == [told["started"]]
    assert (told["backed_up"], told["backup_old"], told["mail_waiting"], told["mail"]) == (None, False, 0, False)
    chair.close()


@pytest.mark.long
def test_status_has_every_process(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        host, _ = admin(one)
        guest = Person(two)
        chair = guest.join(guest.open_table("me", "random"))
        until(lambda: host.ask("GET", "/api/admin/status")["connections"] == 1, "the other process has told")
        told = host.ask("GET", "/api/admin/status")
        assert [process["connections"] for process in told["processes"]] == [0, 1]
        assert [process["leading"] for process in told["processes"]] == [True, False]
        assert {process["version"] for process in told["processes"]} == {told["version"]}
        chair.close()


def test_players_are_found_renamed_and_helped_back_in(any_server: Server) -> None:
    host, host_name = admin(any_server)
    _, name = account(any_server)
    new = f"Enheduanna {secrets.token_hex(3)}"
    (found,) = host.ask("GET", f"/api/admin/players?text={name[5:]}")["players"]
    assert (found["name"], found["admin"], found["closed"]) == (name, False, False)
    assert refused(host, name, "rename") == (409, "Enter the new name.")
    assert act(host, name, "rename", name=new)["player"]["name"] == new
    assert refused(host, name, "rename", name="x") == (400, f"There is no registered player called {name!r}.")
    link = act(host, new, "reset")["link"]
    assert link.startswith(f"{any_server.url}/reset#")
    key = link.partition("#")[2]
    Person(any_server).ask("POST", "/api/reset/password", {"key": key, "password": PASSWORD + "!"})
    added = host.ask("POST", "/api/admin/players", {"login": "sargon", "name": "Sargon"})
    assert added["player"]["name"] == "Sargon"
    key = added["link"].partition("#")[2]
    assert (
        Person(any_server).ask("POST", "/api/reset/password", {"key": key, "password": PASSWORD})["login"] == "sargon"
    )
    assert entries(host)[:3] == [
        (host_name, "add", "Sargon", ""),
        (host_name, "reset", new, ""),
        (host_name, "rename", name, f"now {new}"),
    ]


def test_closed_players_are_out_until_they_are_reopened(any_server: Server) -> None:
    host, host_name = admin(any_server)
    person, name = account(any_server)
    table = person.open_table("me", "random")
    login = person.ask("GET", "/api/me")["login"]
    assert act(host, name, "close", why="spam")["player"]["closed"] is True
    assert refused(host, name, "close") == (409, "That account is already closed.")
    assert refused(host, name, "reset") == (409, f"The account of {name} is closed; reopen it first.")
    assert refused(host, name, "admin") == (409, f"The account of {name} is closed; reopen it first.")
    assert host.ask("GET", f"/api/tables/{table}")["status"] == "finished"
    again = {"login": login, "password": PASSWORD}
    assert Person(any_server).refused("POST", "/api/login", again)[0] == 403
    assert act(host, name, "reopen", why="a mistake")["player"]["closed"] is False
    Person(any_server).ask("POST", "/api/login", again)
    assert entries(host)[:2] == [(host_name, "reopen", name, "a mistake"), (host_name, "close", name, "spam")]


def test_deleted_players_are_gone(any_server: Server) -> None:
    host, host_name = admin(any_server)
    person, name = account(any_server)
    table = person.open_table("me", "random")
    assert act(host, name, "delete", why="asked by e-mail")["player"] is None
    assert refused(host, name, "rename", name="x")[0] == 400
    told = host.ask("GET", f"/api/tables/{table}")
    assert (told["status"], told["seats"][0]["name"]) == ("finished", "a former player")
    assert entries(host)[0] == (host_name, "delete", name, "asked by e-mail")


def test_no_admin_is_locked_out_by_another_or_by_a_slip(any_server: Server) -> None:
    host, name = admin(any_server)
    other, other_name = account(any_server)
    assert refused(host, name, "unadmin") == (409, "You are the only admin. Make somebody else an admin first.")
    act(host, other_name, "admin")
    for action in ("close", "delete", "reset"):
        for whom in (name, other_name):
            assert refused(host, whom, action) == (409, f"{whom} is an admin. End that role first.")
    status, reason = host.refused("POST", "/api/me/delete", {"sure": True, "password": PASSWORD})
    assert (status, reason.partition(".")[0]) == (409, "You are an admin of this server")
    act(host, name, "unadmin")
    assert host.refused("GET", "/api/admin/status") == NOTHING
    act(other, name, "appoint")
    assert host.ask("GET", "/api/me/moderation")["moderator"] is True
    act(other, name, "unappoint")
    host.ask("POST", "/api/me/delete", {"sure": True, "password": PASSWORD})
    roles = [(by, action) for by, action, _, _ in entries(other)]
    assert roles == [
        (other_name, "unappoint"),
        (other_name, "appoint"),
        (name, "unadmin"),
        (name, "admin"),
        ("", "admin"),
    ]


def test_commands_act_on_a_running_server(any_server: Server) -> None:
    """Somebody whose account is closed by command loses their seats, as on the page."""
    person, name = account(any_server)
    watching = Person(any_server)
    table = person.open_table("me", "random")
    done = call("players", "close", name, "--why", "spam", "--database", any_server.database)
    assert done.stdout == f"Done: {name} is closed.\n"
    end = time.monotonic() + PATIENCE
    while watching.ask("GET", f"/api/tables/{table}")["status"] != "finished":
        assert time.monotonic() < end, "the seat was not left"
        time.sleep(0.1)  # asked over HTTP: there is nothing to wait on


def test_invitations_are_made_and_withdrawn(database_url: str) -> None:
    with serving(database_url, registration="invitation") as server:
        host = Person(server)
        added = call("players", "add", "host", "Host Person", "--json", "--database", database_url)
        key = json.loads(added.stdout)["link"].partition("#")[2]
        host.ask("POST", "/api/reset/password", {"key": key, "password": PASSWORD})
        call("admins", "add", "Host Person", "--database", database_url)
        made = host.ask("POST", "/api/admin/invitations", {"label": "club", "uses": 2})
        assert made["link"].endswith(f"/profile#invitation={made['code']}")
        form = {"login": "anna", "password": PASSWORD, "invitation": made["code"]}
        Person(server).ask("POST", "/api/account", form)
        (listed,) = host.ask("GET", "/api/admin/invitations")["invitations"]
        assert (listed["label"], listed["uses"], listed["used"]) == ("club", 2, 1)
        assert made["code"] not in str(listed)
        host.ask("DELETE", f"/api/admin/invitations/{made['id']}")
        again = (400, f"There is no invitation {made['id']!r}.")
        assert host.refused("DELETE", f"/api/admin/invitations/{made['id']}") == again
        assert Person(server).refused("POST", "/api/account", {**form, "login": "bert"})[0] == 403
        assert [(action, why) for _, action, _, why in entries(host)[:2]] == [
            ("withdraw", "club"),
            ("invite", "club (2 people)"),
        ]
