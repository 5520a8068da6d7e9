"""Passkeys: adding, renaming, using and deleting them; replay, phishing and cloning are refused."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from tests.server.authenticator import Passkey, encode
from tests.server.serving import Person, Server, serving
from tests.server.social.test_mute_block import PASSWORD
from ziggurat.server.accounts.passkeys import read_site
from ziggurat.server.refusals import Refused
from ziggurat.server.storage import database, schema

WRONG = (403, "The passkey could not be verified. Try again.")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server with its own limit of login attempts."""
    with serving(f"sqlite:///{tmp_path}/ziggurat.db") as running:
        yield running


def named(server: Server) -> str:
    """The server's URL by name, because passkeys do not work with IP addresses."""
    return f"http://localhost:{server.port}"


def account(server: Server) -> tuple[Person, str]:
    person = Person(named(server))
    login = f"l-{secrets.token_hex(6)}"
    person.ask("POST", "/api/account", {"login": login, "password": PASSWORD})
    return person, login


def add(person: Person, key: Passkey | None = None, label: str = "phone") -> Passkey:
    key = key or Passkey()
    options = person.ask("POST", "/api/passkeys/add", {"password": PASSWORD})["options"]
    person.ask("POST", "/api/passkeys", {"label": label, "credential": key.make(options, person.url)})
    return key


def ask(person: Person) -> dict[str, Any]:
    options: dict[str, Any] = person.ask("POST", "/api/passkeys/options")["options"]
    return options


def test_login_with_a_passkey(own_server: Server) -> None:
    owner, login = account(own_server)
    key = add(owner)
    there = Person(named(own_server))
    table = there.open_table("me", "random")
    options = ask(there)
    assert options["allowCredentials"] == []
    assert options["userVerification"] == "required"
    there.ask("POST", "/api/passkeys/login", {"credential": key.sign(options, there.url)})
    assert there.ask("GET", "/api/me")["login"] == login
    assert owner.join(table).seat == 0  # the guest's seat moved to the account
    (listed,) = owner.ask("GET", "/api/passkeys")
    assert (listed["label"], listed["site"]) == ("phone", "localhost")
    assert listed["used"] is not None


@pytest.mark.long
def test_passkeys_are_renamed_and_deleted(own_server: Server) -> None:
    owner, login = account(own_server)
    phone, laptop = add(owner), add(owner, label="laptop")
    assert phone.holder == laptop.holder
    first, second = owner.ask("GET", "/api/passkeys")
    owner.ask("PATCH", f"/api/passkeys/{first['id']}", {"label": "old phone"})
    assert [one["label"] for one in owner.ask("GET", "/api/passkeys")] == ["old phone", "laptop"]
    stranger, _ = account(own_server)
    for method, body in (("PATCH", {"label": "mine"}), ("DELETE", None)):
        assert stranger.refused(method, f"/api/passkeys/{first['id']}", body)[0] == 404
    owner.ask("DELETE", f"/api/passkeys/{first['id']}")
    there = Person(named(own_server))
    assert there.refused("POST", "/api/passkeys/login", {"credential": phone.sign(ask(there), there.url)}) == WRONG
    there.ask("POST", "/api/passkeys/login", {"credential": laptop.sign(ask(there), there.url)})
    assert there.ask("GET", "/api/me")["login"] == login
    assert [one["id"] for one in owner.ask("GET", "/api/passkeys")] == [second["id"]]


def test_adding_a_passkey_needs_the_password(own_server: Server) -> None:
    owner, _ = account(own_server)
    assert owner.refused("POST", "/api/passkeys/add", {"password": "wrong horse"}) == (
        403,
        "Wrong password.",
    )
    token = owner.ask("POST", "/api/tokens", {"label": "robot"})["token"]
    robot = Person(own_server, token)
    for method, path, body in (
        ("GET", "/api/passkeys", None),
        ("POST", "/api/passkeys/add", {"password": PASSWORD}),
        ("POST", "/api/passkeys/options", None),
    ):
        assert robot.refused(method, path, body)[0] == 403
    guest = Person(named(own_server))
    assert guest.refused("POST", "/api/passkeys/add", {"password": PASSWORD})[0] == 403


@pytest.mark.long
def test_password_change_deletes_passkeys(own_server: Server) -> None:
    owner, _ = account(own_server)
    key = add(owner)
    owner.ask("POST", "/api/password", {"old": PASSWORD, "new": "battery staple"})
    assert owner.ask("GET", "/api/passkeys") == []
    there = Person(named(own_server))
    assert there.refused("POST", "/api/passkeys/login", {"credential": key.sign(ask(there), there.url)}) == WRONG


def test_signatures_cannot_be_replayed(own_server: Server) -> None:
    owner, _ = account(own_server)
    key = add(owner)
    there = Person(named(own_server))
    signed = key.sign(ask(there), there.url)
    thief = Person(named(own_server))
    assert (
        thief.refused("POST", "/api/passkeys/login", {"credential": signed}) == WRONG
    )  # the challenge was for another browser
    there.ask("POST", "/api/passkeys/login", {"credential": signed})
    there.ask("POST", "/api/logout")
    assert there.refused("POST", "/api/passkeys/login", {"credential": signed}) == WRONG
    # A failed attempt uses up the challenge, and a challenge serves only its own purpose.
    options = ask(there)
    bad = key.sign(options, "https://evil.example")
    assert there.refused("POST", "/api/passkeys/login", {"credential": bad}) == WRONG
    assert there.refused("POST", "/api/passkeys/login", {"credential": key.sign(options, there.url)}) == WRONG
    confirming = owner.ask("POST", "/api/passkeys/confirm")["options"]
    assert owner.refused("POST", "/api/passkeys/login", {"credential": key.sign(confirming, owner.url)}) == WRONG


def test_signatures_for_another_site_are_refused(own_server: Server) -> None:
    owner, _ = account(own_server)
    key = add(owner)
    there = Person(named(own_server))
    for origin in ("https://evil.example", f"https://localhost.evil.example:{own_server.port}", "null"):
        assert there.refused("POST", "/api/passkeys/login", {"credential": key.sign(ask(there), origin)}) == WRONG
    cases: list[dict[str, Any]] = [
        key.sign({**ask(there), "rpId": "evil.example"}, there.url),
        key.sign({**ask(there), "challenge": encode(secrets.token_bytes(32))}, there.url),
        key.sign(ask(there), there.url, type="webauthn.create"),
    ]
    own_id = Passkey()
    own_id.id, own_id.holder = key.id, key.holder  # the right id, another key
    cases.append(own_id.sign(ask(there), there.url))
    key.holder = encode(bytes(32))
    cases.append(key.sign(ask(there), there.url))
    for signed in cases:
        own = Person(named(own_server))
        assert own.refused("POST", "/api/passkeys/login", {"credential": signed})[0] in (403, 429)
        assert there.refused("POST", "/api/passkeys/login", {"credential": signed})[0] in (403, 429)
    assert there.ask("GET", "/api/me")["login"] is None


@pytest.mark.long
def test_unverified_users_and_cloned_passkeys_are_refused(own_server: Server) -> None:
    owner, _ = account(own_server)
    key = add(owner)
    there = Person(named(own_server))
    key.flags = 1  # user present, but not verified
    assert there.refused("POST", "/api/passkeys/login", {"credential": key.sign(ask(there), there.url)}) == WRONG
    key.flags = 5
    there.ask("POST", "/api/passkeys/login", {"credential": key.sign(ask(there), there.url)})
    key.signs = 0  # as an older clone would count
    again = Person(named(own_server))
    assert again.refused("POST", "/api/passkeys/login", {"credential": key.sign(ask(again), again.url)}) == WRONG


@pytest.mark.long
def test_challenges_expire(own_server: Server) -> None:
    owner, _ = account(own_server)
    key = add(owner)
    there = Person(named(own_server))
    options = ask(there)
    engine = database.connect(own_server.database)
    with engine.begin() as connection:
        connection.execute(update(schema.challenges).values(expires=1))
    assert there.refused("POST", "/api/passkeys/login", {"credential": key.sign(options, there.url)}) == WRONG
    ask(there)
    with engine.connect() as connection:
        assert len(connection.execute(select(schema.challenges)).all()) == 1  # the expired one was deleted
    engine.dispose()


@pytest.mark.long
def test_malformed_credentials_are_refused(own_server: Server) -> None:
    owner, _ = account(own_server)
    good = Passkey().make(owner.ask("POST", "/api/passkeys/add", {"password": PASSWORD})["options"], owner.url)
    bad: list[dict[str, Any]] = [
        {},
        {"response": None},
        {"response": {"clientDataJSON": 7}},
        {"response": {"clientDataJSON": "é"}},
        {"response": {"clientDataJSON": encode(b"[1]")}},
        {"response": {"clientDataJSON": encode(b"[" * 5000)}},
        {**good, "id": "\x00"},
        {**good, "response": {**good["response"], "attestationObject": "aGk"}},
    ]
    for credential in bad:
        body = {"label": "bad", "credential": credential}
        assert owner.refused("POST", "/api/passkeys", body) == WRONG, credential
        guest = Person(named(own_server))
        assert guest.http.post("/api/passkeys/login", json={"credential": credential}).status_code in (403, 429)
    assert (
        owner.refused("POST", "/api/passkeys", {"label": "good", "credential": good}) == WRONG
    )  # the challenge was used by the last one


@pytest.mark.long
def test_processes_share_challenges(postgres_url: str) -> None:
    with serving(postgres_url, names="play.localhost") as one, serving(postgres_url, names="play.localhost") as two:
        owner, login = account(one)
        key = add(owner)
        there = Person(named(one))
        options = ask(there)
        signed = key.sign(options, named(two))
        there.move_to(two)
        there.url = named(two)
        answer = there.http.post(
            f"{named(two)}/api/passkeys/login",
            json={"credential": signed},
            headers={"cookie": "; ".join(f"{name}={value}" for name, value in there.http.cookies.items())},
        )
        assert answer.status_code == 200, answer.text
        assert answer.json()["login"] == login


@pytest.mark.long
def test_closed_account_cannot_log_in_with_a_passkey(own_server: Server) -> None:
    owner, login = account(own_server)
    key = add(owner)
    engine = database.connect(own_server.database)
    with engine.begin() as connection:
        connection.execute(update(schema.players).where(schema.players.c.login == login).values(closed=1))
    engine.dispose()
    there = Person(named(own_server))
    status, reason = there.refused("POST", "/api/passkeys/login", {"credential": key.sign(ask(there), there.url)})
    assert (status, reason) == (403, "A moderator has closed this account; contact the administrator.")


def test_site_is_the_host_name() -> None:
    assert read_site("Games.Example.org:8443", secure=True) == ("games.example.org", ["https://games.example.org:8443"])
    assert read_site("localhost:8000", secure=False).origins == ["https://localhost:8000", "http://localhost:8000"]
    for numbers in ("127.0.0.1:8000", "[::1]:8000", ""):
        with pytest.raises(Refused, match="a domain name"):
            read_site(numbers, secure=False)
