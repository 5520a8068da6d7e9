"""Accounts: changing the password, logging out everywhere, and invalid cookies."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import Person, Server, serving
from ziggurat.server.accounts.identity import Keys

PASSWORD = "correct horse"  # noqa: S105 - nobody's


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server with its own limit of login attempts."""
    with serving(f"sqlite:///{tmp_path}/ziggurat.db") as running:
        yield running


def _account(server: Server) -> tuple[Person, Person, str]:
    """A player with an account, logged in on two devices, and the login."""
    login = f"ann-{secrets.token_hex(3)}"
    here, there = Person(server), Person(server)
    here.ask("POST", "/api/account", {"login": login, "password": PASSWORD})
    there.ask("POST", "/api/login", {"login": login, "password": PASSWORD})
    return here, there, login


def _name(person: Person) -> str | None:
    login: str | None = person.ask("GET", "/api/me")["login"]
    return login


def test_password_change_needs_the_old_one_and_logs_out_other_devices(own_server: Server) -> None:
    here, there, login = _account(own_server)
    table = here.open_table("me", "random")
    watching, playing = there.join(table), here.join(table)
    assert watching.seat == 0
    status, reason = here.refused("POST", "/api/password", {"old": "wrong horse", "new": "battery staple"})
    assert (status, reason) == (403, "Wrong password.")
    here.ask("POST", "/api/password", {"old": PASSWORD, "new": "battery staple"})
    assert watching.is_cut() == playing.is_cut() == 1012
    assert _name(here) == login
    assert here.join(table).seat == 0
    assert there.join(table).seat == -1
    assert _name(there) is None
    assert there.refused("POST", "/api/login", {"login": login, "password": PASSWORD})[0] == 403
    there.ask("POST", "/api/login", {"login": login, "password": "battery staple"})
    assert there.join(table).seat == 0


def test_logout_everywhere_invalidates_cookies(own_server: Server) -> None:
    here, there, login = _account(own_server)
    table = here.open_table("me", "random")
    token = here.ask("POST", "/api/tokens", {"label": "robot"})["token"]
    chair = there.join(table)
    old = dict(here.http.cookies)
    here.ask("POST", "/api/logout/everywhere")
    assert chair.is_cut() == 1012
    assert _name(here) is None
    assert _name(there) is None
    here.http.cookies.clear()
    here.http.cookies.update(old)
    assert here.join(table).seat == -1
    assert Person(own_server, token).join(table).seat == 0  # tokens are deleted separately
    back = Person(own_server)
    back.ask("POST", "/api/login", {"login": login, "password": PASSWORD})
    assert back.join(table).seat == 0


def test_guests_cannot_change_password_or_log_out_everywhere(own_server: Server) -> None:
    guest = Person(own_server)
    for path, body in (("/api/password", {"old": "", "new": "battery staple"}), ("/api/logout/everywhere", None)):
        assert guest.refused("POST", path, body) == (403, "You need an account for this. Register first.")


def test_password_attempts_are_limited(own_server: Server) -> None:
    here, _, _ = _account(own_server)
    body = {"old": "wrong horse", "new": "battery staple"}
    assert 429 in {here.http.post("/api/password", json=body).status_code for _ in range(12)}


@pytest.mark.long
def test_logout_everywhere_reaches_other_processes(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        here, _, login = _account(one)
        there = Person(two)
        there.ask("POST", "/api/login", {"login": login, "password": PASSWORD})
        chair = there.join(here.open_table("me", "random"))
        here.ask("POST", "/api/logout/everywhere")
        assert chair.is_cut() == 1012
        assert _name(there) is None


def test_new_name_shows_at_running_tables(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open")
    guest.sit(table)
    second = guest.join(table)
    host.ask("PATCH", "/api/me", {"name": "Nisaba"})
    assert second.hear("seated")["table"]["seats"][0]["name"] == "Nisaba"
    assert guest.join(table).welcome["table"]["seats"][0]["name"] == "Nisaba"


def test_cookie_timestamp_is_signed() -> None:
    keys = Keys("secret")
    player = "a" * 32
    cookie = keys.sign(player, 1)
    session = keys.read(cookie)
    assert session is not None
    assert session[:2] == (player, 1)
    name, _, made, nonce, signature = cookie.split(".")
    rest = f"{made}.{nonce}.{signature}"
    young = f"{name}.1.{int(made) + 1}.{nonce}.{signature}"
    for forged in (f"{name}.2.{rest}", young, f"{name}.{signature}", f"{name}..{signature}", ".", "", None):
        assert keys.read(forged) is None
