"""Registration by invitation or closed, what guests may do, and players whom the host helps without e-mail."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.commands import call
from tests.server.serving import Person, Server, serving
from ziggurat.server.storage import database, schema

PASSWORD = "correct horse"  # noqa: S105 - nobody's
ANOTHER = "battery staple"
NEEDED = (403, "You need an invitation to register here. Enter its code, or open its link.")
WRONG = (403, "This invitation does not exist, is used up, or has expired. Ask for a new one.")
MEMBERS_PLAY = (403, "Only members can play on this server. Log in or register first.")
MEMBERS_ONLY = (403, "This server is for members only. Log in or register first.")


@pytest.fixture
def invited(database_url: str) -> Iterator[Server]:
    """A server that registers whoever is invited, and lets nobody else in."""
    with serving(database_url, registration="invitation", guests="none") as running:
        yield running


def command(server: Server, *arguments: str) -> str:
    done = call(*arguments, "--database", server.database)
    assert done.returncode == 0, done.stderr
    return done.stdout


def invite(server: Server, *options: str) -> str:
    return str(json.loads(command(server, "invitations", "add", *options, "--json"))["code"])


def form(code: str | None = None, login: str = "") -> dict[str, Any]:
    return {"login": login or f"l-{secrets.token_hex(6)}", "password": PASSWORD, "invitation": code}


def test_invitation_works_as_often_as_it_says(invited: Server) -> None:
    code = invite(invited, "--uses", "2", "--label", "club")
    for given in (code, f" {code.replace('-', '').upper()} "):
        person = Person(invited)
        assert person.refused("POST", "/api/account", form()) == NEEDED
        assert person.refused("POST", "/api/account", form("xxxx-xxxx-xxxx")) == WRONG
        assert person.ask("POST", "/api/account", form(given))["login"] is not None
    assert Person(invited).refused("POST", "/api/account", form(code)) == WRONG
    assert "2 of 2 used, until " in command(invited, "invitations", "list")


def test_refused_login_does_not_use_an_invitation_up(invited: Server) -> None:
    Person(invited).ask("POST", "/api/account", form(invite(invited), "anna"))
    code = invite(invited)
    status, _ = Person(invited).refused("POST", "/api/account", form(code, "anna"))
    assert status == 409
    assert Person(invited).ask("POST", "/api/account", form(code, "bert"))["login"] == "bert"


def test_expired_and_removed_invitations_are_refused(invited: Server) -> None:
    expired, removed = invite(invited, "--label", "old"), invite(invited, "--label", "gone")
    engine, codes = database.connect(invited.database), schema.registration_codes
    with engine.begin() as connection:
        connection.execute(update(codes).where(codes.c.label == "old").values(expires=1))
        gone = connection.execute(select(codes.c.id).where(codes.c.label == "gone")).scalar_one()
    assert "0 of 1 used, expired  old" in command(invited, "invitations", "list")
    command(invited, "invitations", "remove", gone)
    for code in (expired, removed):
        assert Person(invited).refused("POST", "/api/account", form(code)) == WRONG
    with engine.connect() as connection:
        hashes = connection.execute(select(codes.c.hash)).scalars().all()
        actions = connection.execute(select(schema.audit.c.action).order_by(schema.audit.c.id)).scalars().all()
    engine.dispose()
    assert all(expired.replace("-", "") not in value and len(value) == 64 for value in hashes)
    assert actions == ["invite", "invite", "withdraw"]


def test_visitors_of_a_members_server_can_only_log_in(invited: Server) -> None:
    guest, member = Person(invited), Person(invited)
    told = guest.ask("GET", "/api/server")
    assert (told["registration"], told["guests"]) == ("invitation", "none")
    for path in ("/api/me", "/api/games", "/api/games/babel/rules", "/api/privacy", "/api/me/moderation", "/healthz"):
        assert guest.http.get(path).status_code == 200, path
    for path in ("/api/tables", "/api/tournaments", "/api/leaderboard/babel", "/api/puzzles"):
        assert guest.refused("GET", path) == MEMBERS_ONLY
    assert guest.refused("POST", "/api/tables", {"game": "babel", "seats": []}) == MEMBERS_ONLY
    for spelled in ("/api/tables/", "//api/tables", "/api//tables", "//api//tables//"):
        assert guest.http.get(f"{invited.url}{spelled}").status_code in (403, 404), spelled
    cookie = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
    with pytest.raises(InvalidStatus) as refusal:
        connect(f"{invited.url.replace('http', 'ws')}/api/lobby/live", additional_headers={"cookie": cookie})
    assert refusal.value.response.status_code == 403
    member.ask("POST", "/api/account", form(invite(invited)))
    assert member.http.get("/api/tables").status_code == 200
    member.join(member.open_table("me", "random")).close()
    member.ask("POST", "/api/logout")
    assert member.refused("GET", "/api/tables") == MEMBERS_ONLY


def test_guests_may_watch_where_only_members_play(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    with serving(url) as server:
        seated = Person(server)
        running = seated.open_table("me", "random")
    with serving(url, guests="watch") as server:
        guest, member = Person(server), Person(server)
        member.ask("POST", "/api/account", {"login": "anna", "password": PASSWORD})
        table = member.open_table("me", "open")
        seek = {"game": "babel", "pace": "live", "seats": [2]}
        assert guest.refused("POST", "/api/tables", {"game": "babel", "seats": []})[0] in (400, 403)
        assert guest.refused("POST", f"/api/tables/{table}/sit", {"seat": 1}) == MEMBERS_PLAY
        assert guest.refused("POST", "/api/seek", seek)[0] == 403
        assert guest.join(table).seat == -1  # a spectator
        seated.move_to(server)
        assert seated.join(running).seat == 0  # whoever sat there before plays on


def test_nobody_registers_where_that_is_closed_but_the_host_adds_players(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", registration="closed") as server:
        sentence = "Nobody can register here at the moment. The administrator of this server can add you."
        for code in (None, invite(server)):
            assert Person(server).refused("POST", "/api/account", form(code)) == (403, sentence)
        link, again = command(server, "players", "add", "anna", "Anna van Dam").splitlines()
        assert "works once" in again
        key, person = link.partition("#")[2], Person(server)
        assert person.ask("POST", "/api/reset/password", {"key": key, "password": PASSWORD})["login"] == "anna"
        assert person.ask("GET", "/api/me")["name"] == "Anna van Dam"
        assert Person(server).refused("POST", "/api/reset/password", {"key": key, "password": PASSWORD})[0] == 403


def test_host_gives_a_new_password_without_e_mail(database_url: str) -> None:
    with serving(database_url) as server:
        person, elsewhere = Person(server), Person(server)
        person.ask("PATCH", "/api/me", {"name": "Anna"})
        person.ask("POST", "/api/account", {"login": "anna-login", "password": PASSWORD})
        first = command(server, "players", "reset", "Anna").splitlines()[0]
        link = command(server, "players", "reset", "anna-login").splitlines()[0]
        assert link.startswith("http://localhost:")
        assert person.ask("GET", "/api/me")["login"] == "anna-login"  # nothing has changed yet
        old = {"key": first.partition("#")[2], "password": ANOTHER}
        assert elsewhere.refused("POST", "/api/reset/password", old)[0] == 403  # only the last link works
        elsewhere.ask("POST", "/api/reset/password", {"key": link.partition("#")[2], "password": ANOTHER})
        assert person.ask("GET", "/api/me")["login"] is None  # logged out everywhere
        person.ask("POST", "/api/login", {"login": "anna-login", "password": ANOTHER})
        command(server, "players", "rename", "Anna", "Anne")
        assert person.ask("GET", "/api/me")["name"] == "Anne"
        assert re.fullmatch(
            r"Anne \(login anna-login, since \d{4}-\d\d-\d\d\)\n1 player\n", command(server, "players", "find", "ann")
        )
        assert command(server, "players", "find", "%") == "0 players\n"
        engine = database.connect(database_url)
        with engine.connect() as connection:
            rows = connection.execute(select(schema.audit).order_by(schema.audit.c.id)).all()
            links = connection.execute(select(schema.mail_links.c.hash)).scalars().all()
        engine.dispose()
    assert [(row.action, row.name, row.by) for row in rows] == [
        ("reset", "Anna", ""),
        ("reset", "Anna", ""),
        ("rename", "Anna", ""),
    ]
    assert all(link.partition("#")[2] not in value for value in links)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["players", "reset", "Nobody"], "There is no registered player called 'Nobody'."),
        (["players", "add", "a b"], "A login has 3 to 64 letters, digits or . _ - + @; 'a b' has not."),
        (["players", "kick", "Anna"], "The action is find, add, rename, reset, close, reopen or delete, not 'kick'."),
        (["players", "rename", "Anna"], "`players rename` needs a new name."),
        (["players", "reset"], "`players reset` needs a name."),
        (["invitations", "add", "--uses", "0"], "An invitation is for 1 to 1000 people."),
        (["invitations", "add", "--days", "400"], "An invitation lasts 1 to 365 days."),
        (["invitations", "remove", "xyz"], "There is no invitation 'xyz'."),
        (["invitations", "remove"], "`invitations remove` needs an id."),
        (["invitations", "show"], "The action is add, list or remove, not 'show'."),
    ],
)
def test_commands_refuse_in_a_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    call("migrate", "--database", url)
    done = call(*arguments, "--database", url)
    assert done.returncode == 2
    assert done.stderr.startswith(f"ziggurat: {sentence}")
