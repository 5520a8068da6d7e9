"""Letters: addresses are confirmed, passwords reset, and nothing is lost, leaked or sent to strangers."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import Engine, create_engine, select, update

from tests import looping
from tests.patience import PATIENCE
from tests.server.post import SITE, Post, certificate, posting, settings
from tests.server.serving import Person, Server, serving
from ziggurat.core.errors import BadOption
from ziggurat.server.accounts import identity
from ziggurat.server.notifications import outbox
from ziggurat.server.notifications.delivery import Outcome
from ziggurat.server.notifications.mail import Post as Sender
from ziggurat.server.notifications.mail import compose
from ziggurat.server.notifications.texts import Letter
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database, schema

PASSWORD = "correct horse"  # noqa: S105 - nobody's
FRESH = "battery staple"


@pytest.fixture
def post() -> Iterator[Post]:
    with posting() as made:
        yield made


@pytest.fixture
def server(tmp_path: Path, post: Post) -> Iterator[Server]:  # the count of attempts is its own
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", **settings(post)) as running:
        yield running


def register(server: Server) -> tuple[Person, str]:
    person, login = Person(server), f"ann-{secrets.token_hex(3)}"
    person.ask("POST", "/api/account", {"login": login, "password": PASSWORD})
    return person, login


def give(person: Person, address: str, **more: str) -> dict[str, object]:
    told: dict[str, object] = person.ask(
        "POST", "/api/address", {"address": address, "password": PASSWORD, "language": "en", **more}
    )
    return told


def confirmed(server: Server, post: Post, address: str = "anna@example.org") -> tuple[Person, str]:
    person, login = register(server)
    give(person, address)
    person.ask("POST", "/api/address/confirm", {"key": post.key(address)})
    return person, login


def test_an_address_counts_when_its_letter_has_been_followed(database_url: str, post: Post) -> None:
    with serving(database_url, **settings(post)) as server:
        person, _ = register(server)
        told = give(person, "Anna@Example.org", language="nl")
        assert (told["mail"], told["address"], told["pending"]) == (True, None, "Anna@example.org")
        to, letter = post.next()
        assert to == "Anna@example.org"
        assert letter["From"] == "Ziggurat <turns@example.org>"
        assert letter["Subject"] == "Bevestig je adres"
        assert letter["Auto-Submitted"] == "auto-generated"
        assert letter["Date"]
        assert letter["Message-ID"].endswith("@example.org>")
        assert letter["List-Unsubscribe"] is None  # there is nothing to stop yet
        key = letter.get_content().partition(f"{SITE}/confirm#")[2].split()[0]
        stranger = Person(server)  # the letter may be read on another device
        stranger.ask("POST", "/api/address/confirm", {"key": key})
        assert person.ask("GET", "/api/reaching")["address"] == "Anna@example.org"
        used = (403, "That link has been used, or is too old; ask for another.")
        assert stranger.refused("POST", "/api/address/confirm", {"key": key}) == used


def test_only_the_owner_of_an_account_gives_it_an_address(server: Server) -> None:
    body = {"address": "anna@example.org", "password": "wrong horse", "language": "en"}
    assert Person(server).refused("POST", "/api/address", body) == (403, "You have no account; register first.")
    person, _ = register(server)
    assert person.refused("POST", "/api/address", body) == (403, "That is not your password.")


NO_ADDRESSES = (
    "anna", "@example.org", "anna@", "an na@example.org", "a@b", "a@b@example.org\r\nBcc: c@d.org", "a..b@example.org",
    "anna@example.org, bob@example.org", "<anna@example.org>", "anna@[127.0.0.1]", "ann\x00a@example.org",
    "=?utf-8?q?a?=@example.org",
)  # fmt: skip


@pytest.mark.parametrize("addresses", [NO_ADDRESSES[:6], NO_ADDRESSES[6:]], ids=["some", "others"])
def test_what_is_no_address_is_refused(server: Server, addresses: tuple[str, ...]) -> None:
    person, _ = register(server)
    for address in addresses:  # few enough for one who gives a password with each
        body = {"address": address, "password": PASSWORD, "language": "en"}
        status, reason = person.refused("POST", "/api/address", body)
        assert status == 400, (address, reason)


@pytest.mark.long
def test_another_address_is_told_to_the_one_before(server: Server, post: Post) -> None:
    person, login = confirmed(server, post)
    give(person, "anna@elsewhere.example")
    assert person.ask("GET", "/api/reaching")["address"] == "anna@example.org"  # until the other is confirmed
    person.ask("POST", "/api/address/confirm", {"key": post.key("anna@elsewhere.example")})
    to, letter = post.next()
    assert (to, letter["Subject"]) == ("anna@example.org", "Your address was changed")
    assert login in letter.get_content()
    assert person.ask("DELETE", "/api/address")["address"] is None
    assert post.next()[0] == "anna@elsewhere.example"


@pytest.mark.long
def test_nobody_has_a_strangers_mailbox_filled(server: Server, post: Post) -> None:
    for number in range(3):
        give(register(server)[0], f"anna+{number}@example.org" if number else "ANNA@example.org")
    body = {"address": "anna@example.org", "password": PASSWORD, "language": "en"}
    assert register(server)[0].refused("POST", "/api/address", body)[0] == 429
    assert [post.next()[0] for _ in range(3)]
    assert post.letters.empty()


@pytest.mark.long
def test_a_letter_to_a_stranger_says_nothing_its_sender_has_chosen(server: Server, post: Post) -> None:
    person, login = register(server)
    person.ask("PATCH", "/api/me", {"name": "win at evil.example"})
    give(person, "stranger@example.org")
    text = post.next()[1].get_content()
    assert "evil" not in text
    assert login not in text


def test_a_forgotten_password_is_reset_once(database_url: str, post: Post) -> None:
    with serving(database_url, **settings(post)) as server:
        here, login = confirmed(server, post)
        there = Person(server)
        there.ask("POST", "/api/login", {"login": login, "password": PASSWORD})
        token = here.ask("POST", "/api/tokens", {"label": "robot"})["token"]
        table = here.open_table("me", "random")
        chairs = [here.join(table), there.join(table), Person(server, token).join(table)]
        stranger = Person(server)
        stranger.ask("POST", "/api/reset", {"who": login})
        stranger.ask("POST", "/api/reset", {"who": "Anna@Example.ORG"})
        first, second = post.key("anna@example.org"), post.key("anna@example.org")
        assert first != second
        told = stranger.ask("POST", "/api/reset/password", {"key": first, "password": FRESH})
        assert told["login"] == login
        assert [chair.is_cut() for chair in chairs] == [1012] * 3
        assert here.ask("GET", "/api/me")["login"] is None
        assert there.ask("GET", "/api/me")["login"] is None
        assert Person(server, token).http.get("/api/me").status_code == 403
        assert stranger.join(table).seat == 0
        for key in (first, second, secrets.token_urlsafe(32)):  # used; spent with it; guessed
            assert stranger.refused("POST", "/api/reset/password", {"key": key, "password": FRESH})[0] == 403
        assert there.refused("POST", "/api/login", {"login": login, "password": PASSWORD})[0] == 403
        there.ask("POST", "/api/login", {"login": login, "password": FRESH})


@pytest.mark.long
def test_a_closed_account_is_not_entered_by_a_letter(tmp_path: Path, server: Server, post: Post) -> None:
    _, login = confirmed(server, post)
    stranger = Person(server)
    stranger.ask("POST", "/api/reset", {"who": login})
    key = {"key": post.key("anna@example.org"), "password": FRESH}
    engine = create_engine(f"sqlite:///{tmp_path}/ziggurat.db")
    with engine.begin() as connection:
        connection.execute(update(schema.players).where(schema.players.c.login == login).values(closed=1))
    why = (403, "A moderator has closed this account; contact the administrator.")
    assert stranger.refused("POST", "/api/reset/password", key) == why
    with engine.begin() as connection:
        connection.execute(update(schema.players).where(schema.players.c.login == login).values(closed=None))
    assert stranger.ask("POST", "/api/reset/password", key)["login"] == login  # the link is still good
    engine.dispose()


def test_nobody_learns_who_has_an_account(server: Server, post: Post) -> None:
    _, login = confirmed(server, post)
    register(server)
    asked = Person(server)
    answers = [
        asked.http.post("/api/reset", json={"who": who}) for who in (login, "nobody-here", "a@b.example", "' OR 1=1")
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {(202, answers[0].content)}
    assert post.next()[0] == "anna@example.org"
    assert post.letters.empty()


@pytest.mark.long
def test_links_to_another_password_are_few(server: Server, post: Post) -> None:
    _, login = confirmed(server, post)
    for _ in range(5):
        Person(server).ask("POST", "/api/reset", {"who": login})
    assert Person(server).refused("POST", "/api/reset", {"who": login})[0] == 429  # from one place
    person, _ = register(server)
    give(person, "last@example.org")  # what was asked for before is sent before
    letters = [post.next() for _ in range(4)]
    assert [to for to, _ in letters] == ["anna@example.org"] * 3 + ["last@example.org"]


@pytest.mark.long
def test_a_key_that_is_too_old_or_of_another_kind_opens_nothing(tmp_path: Path, server: Server, post: Post) -> None:
    person, login = confirmed(server, post)
    give(person, "other@example.org")
    confirming = post.key()
    assert person.refused("POST", "/api/reset/password", {"key": confirming, "password": FRESH})[0] == 403
    person.ask("POST", "/api/reset", {"who": login})
    key = post.key()
    assert person.refused("POST", "/api/address/confirm", {"key": key})[0] == 403
    engine = create_engine(f"sqlite:///{tmp_path}/ziggurat.db")
    with engine.begin() as connection:
        assert connection.execute(select(schema.mail_links.c.hash).where(schema.mail_links.c.hash == key)).all() == []
        connection.execute(update(schema.mail_links).values(expires=1))
    engine.dispose()
    assert person.refused("POST", "/api/reset/password", {"key": key, "password": FRESH})[0] == 403
    assert person.refused("POST", "/api/address/confirm", {"key": confirming})[0] == 403


def test_the_mail_server_may_be_away_for_a_while_and_so_may_ours(database_url: str) -> None:
    post = Post()
    chosen = settings(post)
    post.close()
    with serving(database_url, **chosen) as server:
        person, _ = register(server)
        give(person, "anna@example.org")
    again = Post(port=post.port)
    try:
        with serving(database_url, **chosen) as server:
            person.move_to(server)
            person.ask("POST", "/api/address/confirm", {"key": again.key("anna@example.org")})
            assert person.ask("GET", "/api/reaching")["address"] == "anna@example.org"
    finally:
        again.close()


@pytest.mark.long
def test_two_processes_send_a_letter_once(postgres_url: str, post: Post) -> None:
    with serving(postgres_url, **settings(post)) as one, serving(postgres_url, **settings(post)) as two:
        people = [register(server)[0] for server in (one, two) * 4]
        for number, person in enumerate(people):
            give(person, f"anna{number}@example.org")
        got = [post.next() for _ in people]
        assert sorted(to for to, _ in got) == [f"anna{number}@example.org" for number in range(len(people))]
        assert len({letter["Message-ID"] for _, letter in got}) == len(people)
    assert post.letters.empty()


@pytest.mark.long
def test_a_refused_recipient_holds_nobody_up(server: Server, post: Post) -> None:
    give(register(server)[0], "nobody@example.org")
    give(register(server)[0], "anna@example.org")
    assert post.next()[0] == "anna@example.org"
    give(register(server)[0], "bob@example.org")
    assert post.next()[0] == "bob@example.org"
    assert post.refused == ["nobody@example.org"]  # and is not tried again


def test_a_letter_that_cannot_be_written_holds_nobody_up(post: Post) -> None:
    sender = Sender(Settings(**settings(post)), PATIENCE)
    content = {"subject": "Hello", "text": "text", "language": "en", "at": 0}
    written = [("1", "anna@example.org", content), ("2", "=?utf-8?q?a?=@b.co", content), ("3", "bob@b.co", content)]
    assert looping.run(sender.send(written)) == [Outcome.SENT, Outcome.GONE, Outcome.SENT]
    assert [post.next()[0], post.next()[0]] == ["anna@example.org", "bob@b.co"]


def test_a_mail_server_that_hangs_has_no_letter_for_longer_than_it_is_lent(post: Post) -> None:
    """Another process would give it what we still have; what it took before is not given again."""
    post.slow.add("slow@example.org")
    sender = Sender(Settings(**settings(post)), 2.0)
    content = {"subject": "Hello", "text": "text", "language": "en", "at": 0}
    written = [(str(number), f"{who}@example.org", content) for number, who in enumerate(("anna", "slow", "bob"))]
    began = time.monotonic()
    assert looping.run(sender.send(written)) == [Outcome.SENT, Outcome.LATER, Outcome.LATER]
    assert time.monotonic() - began >= 2.0
    assert post.next()[0] == "anna@example.org"


class Small:
    """As much of a server process as the outbox needs."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self.engine, self.settings, self.writer = engine, settings, self

    async def write(self, work: Any) -> Any:
        with self.engine.begin() as connection:
            return work(connection)


def test_a_push_service_that_never_answers_keeps_no_letter_waiting(tmp_path: Path, post: Post) -> None:
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    with engine.begin() as connection:
        for player in ("anna", "bob"):
            identity.keep(connection, player, 1)
        outbox.put(connection, outbox.PUSH, "anna", "a device", {"title": "Your turn"})
        outbox.put(connection, outbox.MAIL, "bob", "bob@b.co", {"subject": "Hello", "text": "text", "language": "en"})

    async def send() -> str:
        sender = outbox.Outbox(cast(Any, Small(engine, Settings(**settings(post)))))
        asked = asyncio.Event()

        async def never(subscription: str, content: str) -> Outcome:
            asked.set()
            await asyncio.Event().wait()
            raise AssertionError((subscription, content))

        sender._pusher.send = never  # type: ignore[method-assign]
        sender.open()
        await asked.wait()
        to, _ = await asyncio.to_thread(post.next)
        await sender.close()
        return to

    assert looping.run(send()) == "bob@b.co"
    engine.dispose()


@pytest.mark.long
def test_the_way_to_the_mail_server_is_kept_secret(tmp_path: Path) -> None:
    context, trusted = certificate(tmp_path)
    secret = tmp_path / "password"
    secret.write_text("opensesame\n")
    with posting(tls=context) as post:
        more = {"smtp_security": "starttls", "smtp_ca": trusted, "smtp_user": "ziggurat", "smtp_password_file": secret}
        with serving(f"sqlite:///{tmp_path}/ziggurat.db", **settings(post, **more)) as server:
            give(register(server)[0], "anna@example.org")
            assert post.next()[0] == "anna@example.org"
            assert post.secure


def test_where_no_mail_server_is_set_nobody_hears_of_mail(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db") as server:
        person, login = register(server)
        assert person.ask("GET", "/api/reaching")["mail"] is False
        no = (404, "This server writes no letters.")
        assert person.refused("POST", "/api/reset", {"who": login}) == no
        body = {"address": "anna@example.org", "password": PASSWORD, "language": "en"}
        assert person.refused("POST", "/api/address", body) == no


@pytest.mark.parametrize(
    "name",
    ["\r\nBcc: everybody@example.org\r\n\r\nspam", "=?utf-8?q?=0d=0aBcc:a@b.c?=", "=?utf-8?q?=0aBcc:a@b.c?=",
     "=?utf-8?b?DQpCY2M6YUBiLmM=?=", "=?ascii?q?=0d=0a=0d=0aspam?=", "==??utf-8?q?=0d=0aBcc:a@b.c?="],
)  # fmt: skip
def test_no_name_gets_a_line_into_a_letters_head(name: str) -> None:
    chosen = Settings(mail_from="Ziggurat <turns@example.org>", site=SITE)
    letter = Letter(f"Your turn: with {name} and {name}", "text")
    made = compose(chosen, "1", "a@b.example", {**letter._asdict(), "language": "en", "at": 0, "stop": "k" * 30})
    head = made.as_bytes().partition(b"\r\n\r\n")[0].decode().splitlines()
    assert not [line for line in head if line.startswith("Bcc")]
    assert head[-1].startswith("MIME-Version")  # it does not end before its time
    assert made["List-Unsubscribe"] == f"<{SITE}/api/mail/stop/{'k' * 30}>"
    assert made["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize(
    "wrong",
    [{"site": ""}, {"site": "games.example.org"}, {"mail_from": "turns"}, {"mail_from": "a@b.c\r\nBcc: d@e.f"},
     {"smtp_security": "maybe"}, {"smtp_ca": "/nowhere"}, {"smtp_password": "a", "smtp_password_file": "b"}],
)  # fmt: skip
def test_a_mail_server_that_is_set_wrongly_is_found_out_at_once(wrong: dict[str, str]) -> None:
    usual: dict[str, Any] = {"smtp_host": "mail.example.org", "site": SITE, "mail_from": "turns@example.org"}
    Settings(**usual).check_mail()
    with pytest.raises(BadOption):
        Settings(**{**usual, **wrong}).check_mail()
