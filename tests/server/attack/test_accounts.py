"""What cookies, tokens and passwords allow, and when they expire."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psycopg
import pytest
from litestar import Litestar
from litestar.datastructures import State
from litestar.testing import RequestFactory
from sqlalchemy import Engine, select, text, update
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from tests.cases import first
from tests.looping import run
from tests.patience import PATIENCE, until
from tests.server.attack.test_counting import HANDSHAKE
from tests.server.push_service import Device
from tests.server.serving import Chair, Person, Server, serving
from ziggurat.server.accounts import guest_merge, identity, names, passkeys, player_store
from ziggurat.server.protocol import (
    DeleteAccount,
    NewAddress,
    NewFeed,
    NewPassword,
    NewToken,
    SignedByPasskey,
    Subscription,
)
from ziggurat.server.refusals import NotAllowed
from ziggurat.server.routes import accounts, notifications, personal_data, tokens
from ziggurat.server.routes import passkeys as passkey_routes
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.fair_queue import Asker
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import chat_store, seat_store
from ziggurat.server.transport.rate_limits import RateLimiter, network

PASSWORD = "correct horse"  # noqa: S105 - nobody's
NOT_BY_TOKEN = "An API token cannot do that; do it on the page."  # noqa: S105 - a sentence
WATCHING = "That API token is for watching only."


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One whose counts of attempts to log in are its own."""
    with serving(f"sqlite:///{tmp_path_factory.mktemp('accounts')}/ziggurat.db") as running:
        yield running


def _register(person: Person) -> str:
    login = f"ann-{secrets.token_hex(3)}"
    person.ask("POST", "/api/account", {"login": login, "password": PASSWORD})
    return login


def _log_in(server: Server, login: str, password: str = PASSWORD) -> Person:
    person = Person(server)
    _become(person, login, password)
    return person


def _become(person: Person, login: str, password: str = PASSWORD) -> None:
    """Log in, from an address of one's own: attempts are counted by those too."""
    person.http.headers["x-forwarded-for"] = f"198.51.100.{secrets.randbelow(250)}"
    person.ask("POST", "/api/login", {"login": login, "password": password})


def _thief(person: Person) -> Person:
    """Somebody with a copy of a person's cookie."""
    thief = Person(person.url)
    thief.http.cookies.clear()
    for cookie in person.http.cookies.jar:
        thief.http.cookies.jar.set_cookie(cookie)
    return thief


def _token(person: Person, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = person.ask("POST", "/api/tokens", {"label": "robot", **more})
    return made


# ------------------------------------------------------------------------------- requests while somebody logs in or out


class Registering:
    """A server where somebody registers between a request's check of its cookie and its write."""

    def __init__(self, engine: Engine, player: str) -> None:
        self.keys, self.settings, self.writer = identity.Keys("k"), Settings(push_local=True), self
        self._engine, self._player = engine, player

    async def read(self, work: Any, *args: Any) -> Any:
        with self._engine.connect() as connection:
            return work(connection, *args)

    async def write(self, work: Any) -> Any:
        with self._engine.begin() as connection:
            player_store.register(connection, self._player, "ann", "hash")
            player_store.delete_guest_credentials(connection, self._player)
            player_store.log_out(connection, self._player)
        with self._engine.begin() as connection:
            return work(connection)


def _ask_for(server: Any, player: str, what: str) -> Any:
    """A request for a credential, by somebody with the guest's cookie."""
    cookie = f"{identity.COOKIE}={server.keys.sign(player, 0)}"
    app = Litestar([], state=State({"server": server}), logging_config=None)
    request: Any = RequestFactory(app=app).post("/", headers={"cookie": cookie})
    device = Device("http://127.0.0.1:9", "device").subscription
    ask: dict[str, Callable[[], Any]] = {
        "tokens": lambda: tokens.post_token.fn(request, NewToken("robot")),
        "subscriptions": lambda: notifications.post_push.fn(request, msgspec.convert(device, Subscription)),
        "feeds": lambda: notifications.post_feed.fn(request, NewFeed()),
    }
    return run(ask[what]())


@pytest.mark.parametrize("what", ["tokens", "subscriptions", "feeds"])
def test_credential_asked_for_while_registering_is_refused(tmp_path: Path, what: str) -> None:
    """Somebody else with the guest's cookie asks at that moment; it must not act for the account."""
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    player = identity.new_player()
    with engine.begin() as connection:
        identity.keep(connection, player, 1)
    with pytest.raises(NotAllowed, match="logged out meanwhile"):
        _ask_for(Registering(engine, player), player, what)
    with engine.connect() as connection:
        assert connection.execute(select(schema.metadata.tables[what])).all() == []
    engine.dispose()


class Elsewhere(Registering):
    """A server beside the one where somebody registers."""

    async def write(self, work: Any) -> Any:
        with self._engine.begin() as connection:
            return work(connection)


@pytest.mark.parametrize("what", first("tokens", "subscriptions", "feeds"))
def test_credential_asked_for_by_a_new_guest_while_registering_is_refused(postgres_url: str, what: str) -> None:
    """Nothing of the guest is stored yet, so that the other process has no row to wait for."""
    engine = database.connect(postgres_url)
    database.migrate(engine)
    player = identity.new_player()
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    with ThreadPoolExecutor(1) as thread, engine.connect() as registering, engine.connect() as watching:
        identity.keep(registering, player, 1)
        names.register(registering, player, "ann", "hash")
        player_store.delete_guest_credentials(registering, player)
        player_store.log_out(registering, player)
        asked = thread.submit(_ask_for, Elsewhere(engine, player), player, what)
        until(lambda: watching.execute(waiting).scalar_one(), "the request waits for the registration")
        registering.commit()
        with pytest.raises(NotAllowed, match="logged out meanwhile"):
            asked.result(PATIENCE)
        assert registering.execute(select(schema.metadata.tables[what])).all() == []
    engine.dispose()


class ChangingPassword(Registering):
    """A server where somebody changes their password between the check of the old one and another request's write."""

    async def write(self, work: Any) -> Any:
        with self._engine.begin() as connection:
            player_store.log_out(connection, self._player, "another hash")
        with self._engine.begin() as connection:
            return work(connection)

    @property
    def passwords(self) -> Any:
        return self

    async def is_right(self, row: Any, password: str, *, asker: Asker) -> bool:
        return True  # as it was when this was asked

    async def hash(self, password: str, *, asker: Asker) -> str:
        return "the thief's hash"


@pytest.mark.parametrize("what", ["password", "address", "deletion"])
def test_old_password_does_nothing_once_another_is_stored(tmp_path: Path, what: str) -> None:
    """Somebody who knows it asks at the moment when its owner changes it."""
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    player = identity.new_player()
    with engine.begin() as connection:
        identity.keep(connection, player, 1)
        player_store.register(connection, player, "ann", "hash")
    server: Any = ChangingPassword(engine, player)
    server.settings = Settings(smtp_host="localhost")
    state = State({"server": server, "logins": RateLimiter(0), "accounts": RateLimiter(0)})
    request: Any = RequestFactory(app=Litestar([], state=state, logging_config=None)).post(
        "/", headers={"cookie": f"{identity.COOKIE}={server.keys.sign(player, 0)}"}
    )
    ask: dict[str, Callable[[], Any]] = {
        "password": lambda: accounts.post_password.fn(request, NewPassword(PASSWORD, "correct mule")),
        "address": lambda: notifications.post_address.fn(request, NewAddress("thief@example.org", PASSWORD)),
        "deletion": lambda: personal_data.post_delete.fn(request, DeleteAccount(sure=True, password=PASSWORD)),
    }
    with pytest.raises(NotAllowed, match="logged out meanwhile"):
        run(ask[what]())
    with engine.connect() as connection:
        row = player_store.find_player(connection, player)
        assert row is not None
        assert (row.login, row.password, row.logouts) == ("ann", "another hash", 1)
        assert connection.execute(select(schema.mail_links)).all() == []
    engine.dispose()


class PasskeyThenPassword(Registering):
    """A server where the owner changes their password as soon as somebody has used a passkey."""

    async def write(self, work: Any) -> Any:
        with self._engine.begin() as connection:
            written = work(connection)
        with self._engine.begin() as connection:
            if connection.execute(select(schema.passkeys.c.used)).scalar_one_or_none() is not None:
                player_store.log_out(connection, self._player, "another hash")
        return written

    async def work(self, work: Any, *args: Any) -> int:
        return 1  # the signature is right


def test_passkey_login_ends_with_a_password_that_is_changed_meanwhile(tmp_path: Path) -> None:
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    player, visitor = identity.new_player(), identity.new_player()
    with engine.begin() as connection:
        identity.keep(connection, player, 1)
        player_store.register(connection, player, "ann", "hash")
        verified = {"credential": "key-id", "key": "", "signs": 0, "site": "localhost"}
        passkeys.add(connection, player, verified, "holder", "phone", "passkey", 1)
        challenge = passkeys.new_challenge(connection, visitor, passkeys.ENTER, now())
    client = passkeys.encode(json.dumps({"challenge": passkeys.encode(challenge)}).encode())
    server = PasskeyThenPassword(engine, player)
    app = Litestar([], state=State({"server": server, "logins": RateLimiter(0)}), logging_config=None)
    headers = {"host": "localhost", "cookie": f"{identity.COOKIE}={server.keys.sign(visitor, 0)}"}
    request: Any = RequestFactory(app=app).post("/", headers=headers)
    credential = {"id": "key-id", "response": {"clientDataJSON": client}}
    ask: Any = passkey_routes.post_login.fn
    answer = run(ask(request, SignedByPasskey(credential)))
    session = server.keys.read(answer.cookies[0].value)
    assert session is not None
    assert session.player == player
    with engine.connect() as connection:
        assert not player_store.is_signed_in(connection, *session)
    engine.dispose()


# -------------------------------------------------------------------------------------------------------------- cookies


def test_registering_invalidates_the_guest_cookie(own_server: Server) -> None:
    """Somebody may have planted it, to have an account's cookie afterwards."""
    person = Person(own_server)
    table = person.open_table("me", "random")
    thief = _thief(person)
    listening = thief.join(table)
    assert listening.seat == 0
    login = _register(person)
    assert listening.is_cut() == 1012
    assert thief.join(table).seat == -1
    assert thief.ask("GET", "/api/me")["login"] is None
    assert person.ask("GET", "/api/me")["login"] == login
    assert person.join(table).seat == 0


def test_logging_out_ends_one_session_and_its_sockets(own_server: Server) -> None:
    person = Person(own_server)
    login = _register(person)
    table = person.open_table("me", "random")
    elsewhere = _log_in(own_server, login)
    thief = _thief(person)
    listening, other = thief.join(table), elsewhere.join(table)
    person.ask("POST", "/api/logout")
    assert listening.is_cut() == 1012
    assert thief.ask("GET", "/api/me")["login"] is None
    assert thief.join(table).seat == -1
    assert other.ask("look")["seat"] == 0
    assert elsewhere.ask("GET", "/api/me")["login"] == login


def test_guest_who_logs_out_is_gone(own_server: Server) -> None:
    person = Person(own_server)
    table = person.open_table("me", "random")
    thief = _thief(person)
    person.ask("POST", "/api/logout")
    assert thief.join(table).seat == -1


def test_logging_in_invalidates_the_guest_cookie(own_server: Server) -> None:
    login = _register(Person(own_server))
    guest = Person(own_server)
    table = guest.open_table("me", "random")
    thief = _thief(guest)
    _become(guest, login)
    assert guest.join(table).seat == 0
    assert thief.join(table).seat == -1
    thief = _thief(guest)
    _become(guest, login)
    assert thief.ask("GET", "/api/me")["login"] is None


@pytest.mark.long
def test_logout_reaches_other_processes(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        person = Person(one)
        _register(person)
        table = person.open_table("me", "random")
        token = _token(person)
        thief = _thief(person)
        thief.move_to(two)
        by_cookie, by_token = thief.join(table), Person(two, token["token"]).join(table)
        person.ask("DELETE", f"/api/tokens/{token['id']}")
        assert by_token.is_cut() == 1012
        assert by_cookie.ask("look")["seat"] == 0
        person.ask("POST", "/api/logout")
        assert by_cookie.is_cut() == 1012
        assert thief.ask("GET", "/api/me")["login"] is None


def test_cookies_of_the_first_version_work_until_logout(own_server: Server) -> None:
    person = Person(own_server)
    login = _register(person)
    with sqlite3.connect(own_server.database.removeprefix("sqlite:///")) as connection:
        rows = connection.execute("SELECT secret, players.id FROM service, players WHERE login = ?", (login,))
        secret, player = rows.fetchone()
    key = hashlib.sha256(b"ziggurat cookie " + secret.encode()).digest()
    old = f"{player}.1.{hmac.new(key, f'{player}.1'.encode(), hashlib.sha256).hexdigest()}"
    with httpx.Client(base_url=own_server.url, cookies={"ziggurat": old}, timeout=PATIENCE) as client:
        assert client.get("/api/me").json()["login"] == login
        client.post("/api/logout")
    with httpx.Client(base_url=own_server.url, cookies={"ziggurat": old}, timeout=PATIENCE) as client:
        assert client.get("/api/me").json()["login"] is None
    assert person.ask("GET", "/api/me")["login"] == login


def test_expired_cookie_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = identity.Keys("secret")
    cookie = keys.sign("a" * 32, 0)
    assert keys.read(cookie) is not None
    later = time.time() + identity.COOKIE_SECONDS + 60
    monkeypatch.setattr(time, "time", lambda: later)
    assert keys.read(cookie) is None


def test_ended_sessions_are_deleted_after_their_expiry(tmp_path: Path) -> None:
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    with engine.begin() as connection:
        player_store.end_session(connection, "old", 1_000, 500)
        player_store.end_session(connection, "old", 1_000, 500)  # twice is once
        assert not player_store.is_signed_in(connection, "a" * 32, 0, "old")
        player_store.end_session(connection, "new", 2_000, 500)
        assert list(connection.execute(select(schema.ended.c.session)).scalars()) == ["new"]
    engine.dispose()


# --------------------------------------------------------------------------------------------------------------- tokens


def test_a_deleted_token_ends_its_sockets_and_no_others(own_server: Server) -> None:
    person = Person(own_server)
    table = person.open_table("me", "random")
    first, second = _token(person), _token(person)
    chairs = [Person(own_server, made["token"]).join(table) for made in (first, second)]
    person.ask("DELETE", f"/api/tokens/{first['id']}")
    assert chairs[0].is_cut() == 1012
    assert chairs[1].ask("look")["seat"] == 0


def test_a_token_cannot_become_an_account(own_server: Server) -> None:
    person = Person(own_server)
    login = _register(person)
    made = _token(person)
    program = Person(own_server, made["token"])
    credentials = {"login": login, "password": PASSWORD}
    for method, path, body in (
        ("POST", "/api/tokens", {"label": "another"}),
        ("DELETE", f"/api/tokens/{made['id']}", None),
        ("POST", "/api/account", {"login": "other", "password": PASSWORD}),
        ("POST", "/api/login", credentials),
        ("POST", "/api/logout", None),
        ("POST", "/api/logout/everywhere", None),
        ("POST", "/api/password", {"old": PASSWORD, "new": "battery staple"}),
    ):
        assert program.refused(method, path, body) == (403, NOT_BY_TOKEN), path
    assert [listed["id"] for listed in person.ask("GET", "/api/tokens")] == [made["id"]]


def test_tokens_do_not_survive_another_password(own_server: Server) -> None:
    person = Person(own_server)
    _register(person)
    table = person.open_table("me", "random")
    program = Person(own_server, _token(person)["token"])
    chair = program.join(table)
    person.ask("POST", "/api/password", {"old": PASSWORD, "new": "battery staple"})
    assert chair.is_cut() == 1012
    assert program.refused("GET", "/api/me") == (403, "That API token is not valid.")
    assert person.ask("GET", "/api/tokens") == []


def test_watch_token_can_only_read(own_server: Server) -> None:
    person = Person(own_server)
    table = person.open_table("me", "random")
    program = Person(own_server, _token(person, scope="watch")["token"])
    assert program.ask("GET", f"/api/tables/{table}")["seats"][0]["you"]
    for method, path, body in (
        ("PATCH", "/api/me", {"name": "Robot"}),
        ("POST", "/api/tables", {"game": "ur", "seats": [{"who": "me"}, {"who": "random"}, {"who": "random"}]}),
        ("POST", f"/api/tables/{table}/rematch", None),
        ("POST", "/api/import", {"log": "x"}),
    ):
        assert program.refused(method, path, body) == (403, WATCHING), path
    chair = program.join(table)
    assert chair.seat == 0
    assert chair.view["choices"]
    move = {"version": chair.version, "move": chair.choices[0]}
    for kind, more in (("play", move), ("resign", {}), ("say", {"text": "x"}), ("note", {"text": "x"}), ("hint", {})):
        assert chair.ask(kind, **more)["reason"] == WATCHING, kind
    assert chair.ask("look")["decisions"] == 0
    assert chair.ask("past", decision=0)["type"] == "shown"


def test_a_token_ends_when_it_expires_and_so_does_its_socket(own_server: Server) -> None:
    person = Person(own_server)
    table = person.open_table("me", "random")
    made = _token(person, days=1)
    assert 0 <= made["expires"] - time.time() * 1000 - 86_400_000 < 60_000 or made["expires"] > time.time() * 1000
    program = Person(own_server, made["token"])
    soon = int(time.time() * 1000) + 1_500
    _expire(own_server, made["id"], soon)
    chair: Chair | None
    try:
        chair = program.join(table)
    except Exception:  # noqa: BLE001 - on a slow machine it has expired already
        chair = None
    assert chair is None or chair.is_cut() == 1001
    assert program.refused("GET", "/api/me") == (403, "That API token has expired; create a new one.")
    listed = person.ask("GET", "/api/tokens")[0]
    assert (listed["scope"], listed["expires"]) == ("play", soon)


def _expire(server: Server, token: str, at: int) -> None:
    engine = database.connect(server.database)
    with engine.begin() as connection:
        connection.execute(update(schema.tokens).where(schema.tokens.c.id == token).values(expires=at))
    engine.dispose()


@pytest.mark.parametrize("more", [{"days": 0}, {"days": 366}, {"scope": "all"}, {"label": "\x00"}, {"label": "\u200b"}])
def test_invalid_tokens_are_refused(server: Server, more: dict[str, Any]) -> None:
    assert Person(server).refused("POST", "/api/tokens", {"label": "robot", **more})[0] == 400


# --------------------------------------------------------------------------------------------------- guessing passwords


def test_passwords_cannot_be_guessed_from_many_addresses(tmp_path: Path) -> None:
    """Attempts count by account too, and for logins that do not exist alike: the answer tells nothing."""
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", proxies="127.0.0.1") as server:
        login = _register(Person(server))
        for victim in (login, "nobody-at-all"):
            statuses = []
            for number in range(14):
                headers = {"x-forwarded-for": f"203.0.113.{number}"}
                body = {"login": victim.upper() if number % 2 else victim, "password": "wrong horse"}
                statuses.append(
                    httpx.post(f"{server.url}/api/login", json=body, headers=headers, timeout=PATIENCE).status_code
                )
            assert statuses[:10] == [403] * 10
            assert 429 in statuses[10:]


def test_successful_login_resets_the_limit(own_server: Server) -> None:
    counts = RateLimiter(1 / 3600, burst=2)
    assert [counts.take("ann") for _ in range(3)] == [True, True, False]
    counts.forget("ann")
    assert counts.take("ann")
    login = _register(Person(own_server))
    for _ in range(3):
        _log_in(own_server, login)


def test_an_ipv6_network_is_one_address(tmp_path: Path) -> None:
    assert network("2001:db8:1:2::7") == network("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::7") != network("2001:db8:1:2::7")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") == "192.0.2.1"
    assert (network("::1"), network("fe80::1%eth0"), network("nowhere")) == ("::1", "fe80::/64", "nowhere")
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", requests=0.21) as server:
        answers = [
            httpx.get(
                f"{server.url}/api/games", headers={"x-forwarded-for": f"2001:db8:1:2::{number:x}"}, timeout=PATIENCE
            ).status_code
            for number in range(1, 9)
        ]
        assert 429 in answers
        headers = {"x-forwarded-for": "2001:db8:1:3::1"}
        assert httpx.get(f"{server.url}/api/games", headers=headers, timeout=PATIENCE).status_code == 200


# ------------------------------------------------------------------------------------------------ what comes along


def test_logging_in_merges_notes(own_server: Server) -> None:
    login = _register(Person(own_server))
    guest = Person(own_server)
    table = guest.open_table("me", "random")
    chair = guest.join(table)
    chair.ask("note", text="watch d7")
    _become(guest, login)
    assert guest.join(table).welcome["note"] == "watch d7"


@pytest.mark.parametrize("registers", [False, True])
def test_nothing_a_guest_created_acts_for_the_account(own_server: Server, registers: bool) -> None:
    """Somebody else may have used the browser before."""
    device = Device("https://push.example.org").subscription
    login = _register(Person(own_server))
    guest = Person(own_server)
    table = guest.open_table("me", "random")
    token = _token(guest)["token"]
    guest.ask("POST", "/api/push", device)
    feed = guest.ask("POST", "/api/feeds", {"language": "en"})["feed"]
    program = Person(own_server, token).join(table)
    assert program.seat == 0
    if registers:
        _register(guest)
    else:
        _become(guest, login)
    assert program.is_cut() == 1012
    assert Person(own_server, token).refused("GET", "/api/me") == (403, "That API token is not valid.")
    assert guest.ask("GET", "/api/tokens") == []
    settings = guest.ask("GET", "/api/notifications")
    assert (settings["devices"], settings["feed"]) == (0, None)
    assert guest.http.get(f"/api/feeds/{feed}/turns.ics").status_code == 404
    assert guest.join(table).seat == 0  # what the guest did stays
    guest.ask("POST", "/api/push", device)
    assert guest.ask("GET", "/api/notifications")["devices"] == 1


def test_notes_of_guest_and_account_are_merged(tmp_path: Path) -> None:
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    with engine.begin() as connection:
        for player in ("guest", "account"):
            player_store.keep_player(connection, player, player, 0)
        row = {"id": "t", "game": "ur", "rules": 1, "options": {}, "seed": "1", "pace": {}, "leave": "bot"}
        row |= {"stand_in": "random", "hints": True, "public": True, "host": "guest", "status": "open", "turn": -1}
        row |= {"bot_turn": False, "created": 0, "changed": 0}
        seat_store.open_table(connection, row, [("guest", None), ("account", None)])
        chat_store.keep_note(connection, "t", "account", "mine")
        chat_store.keep_note(connection, "t", "guest", "the guest's")
        guest_merge.merge_guest(connection, "guest", "account")
        assert chat_store.load_note(connection, "t", "account") == "mine\nthe guest's"
    engine.dispose()


@pytest.mark.long
def test_token_deleted_during_the_handshake_closes_the_socket(postgres_url: str) -> None:
    """Between the look at the token and the place at the table nobody finds the socket to close it."""
    with (
        serving(postgres_url) as server,
        psycopg.connect(postgres_url) as locking,
        psycopg.connect(postgres_url, autocommit=True) as watching,
    ):
        host = Person(server)
        name = host.open_table("me", "random")
        chair = host.join(name)
        made = host.ask("POST", "/api/tokens", {"label": "x"})
        locking.execute("LOCK TABLE chat IN ACCESS EXCLUSIVE MODE")
        chair.send("look")  # waits for the chat, and everybody else at the table for that
        waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        until(lambda: (watching.execute(waiting).fetchone() or [0])[0], "the table waits")
        url = f"{server.url.replace('http', 'ws')}/api/tables/{name}/live"
        late = connect(url, additional_headers={"authorization": f"Bearer {made['token']}"}, open_timeout=PATIENCE)
        host.ask("DELETE", f"/api/tokens/{made['id']}")
        locking.rollback()
        assert Chair(late).is_cut() == 1012
        assert chair.ask("look")["type"] == "welcome"


def test_deleted_token_cannot_play_on_a_socket_that_does_not_read(own_server: Server) -> None:
    """A socket is closed after its waiting messages; a client that reads nothing cannot act meanwhile."""
    host = Person(own_server)
    table, token = host.open_table("me", "open"), _token(host)
    Person(own_server).sit(table)
    seen = host.join(table)
    with socket.socket() as robot:
        robot.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        robot.settimeout(PATIENCE)
        robot.connect(("127.0.0.1", own_server.port))
        request = HANDSHAKE.format(table=table, host=f"127.0.0.1:{own_server.port}").removesuffix("\r\n")
        robot.sendall(f"{request}Authorization: Bearer {token['token']}\r\n\r\n".encode())
        assert robot.recv(12) == b"HTTP/1.1 101"
        for number in range(150):
            robot.sendall(_text({"type": "look", "id": f"look-{number}"}))
        robot.sendall(_text({"type": "say", "id": "before", "text": "that was all"}))
        seen.hear("said")
        host.ask("DELETE", f"/api/tokens/{token['id']}")
        move = {"type": "play", "id": "late", "version": seen.version, "move": seen.choices[-1]}
        robot.sendall(_text(move))
        while robot.recv(65_536):
            pass
    assert seen.ask("look")["version"] == 0


def _text(message: dict[str, Any]) -> bytes:
    return Frame(Opcode.TEXT, json.dumps(message).encode()).serialize(mask=True)
