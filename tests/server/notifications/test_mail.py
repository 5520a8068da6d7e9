"""E-mail: confirming addresses, password reset, and that nothing is lost, leaked or sent to strangers."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import create_engine, select, update

from tests import looping
from tests.patience import PATIENCE
from tests.server.mail_server import SITE, MailServer, certificate, mail_server, settings
from tests.server.notifications.fake_server import FakeServer
from tests.server.serving import Person, Server, serving
from ziggurat.core.errors import BadOption
from ziggurat.server.accounts import identity
from ziggurat.server.notifications import outbox
from ziggurat.server.notifications.delivery import DeliveryOutcome
from ziggurat.server.notifications.mail import Mailer, compose
from ziggurat.server.notifications.texts import Message
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database, schema

PASSWORD = "correct horse"  # noqa: S105 - nobody's
FRESH = "battery staple"


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


@pytest.fixture
def server(tmp_path: Path, mail: MailServer) -> Iterator[Server]:  # the count of attempts is its own
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", **settings(mail)) as running:
        yield running


def register(server: Server) -> tuple[Person, str]:
    person, login = Person(server), f"ann-{secrets.token_hex(3)}"
    person.ask("POST", "/api/account", {"login": login, "password": PASSWORD})
    return person, login


def give(person: Person, address: str, **more: str) -> dict[str, object]:
    state: dict[str, object] = person.ask(
        "POST", "/api/email", {"address": address, "password": PASSWORD, "language": "en", **more}
    )
    return state


def confirmed(server: Server, mail: MailServer, address: str = "anna@example.org") -> tuple[Person, str]:
    person, login = register(server)
    give(person, address)
    person.ask("POST", "/api/email/confirm", {"key": mail.key(address)})
    return person, login


def test_address_is_used_after_confirmation(database_url: str, mail: MailServer) -> None:
    with serving(database_url, **settings(mail)) as server:
        person, _ = register(server)
        state = give(person, "Anna@Example.org", language="nl")
        assert (state["mail"], state["address"], state["pending"]) == (True, None, "Anna@example.org")
        to, email = mail.next()
        assert to == "Anna@example.org"
        assert email["From"] == "Ziggurat <turns@example.org>"
        assert email["Subject"] == "Bevestig je e-mailadres"
        assert email["Auto-Submitted"] == "auto-generated"
        assert email["Date"]
        assert email["Message-ID"].endswith("@example.org>")
        assert email["List-Unsubscribe"] is None  # only turn notifications have it
        key = email.get_content().partition(f"{SITE}/confirm#")[2].split()[0]
        stranger = Person(server)  # the link may be opened on another device
        stranger.ask("POST", "/api/email/confirm", {"key": key})
        assert person.ask("GET", "/api/notifications")["address"] == "Anna@example.org"
        used = (403, "This link has expired or has already been used. Request a new one.")
        assert stranger.refused("POST", "/api/email/confirm", {"key": key}) == used


def test_setting_an_address_needs_an_account_and_its_password(server: Server) -> None:
    body = {"address": "anna@example.org", "password": "wrong horse", "language": "en"}
    assert Person(server).refused("POST", "/api/email", body) == (
        403,
        "You need an account for this. Register first.",
    )
    person, _ = register(server)
    assert person.refused("POST", "/api/email", body) == (403, "Wrong password.")


NO_ADDRESSES = (
    "anna", "@example.org", "anna@", "an na@example.org", "a@b", "a@b@example.org\r\nBcc: c@d.org", "a..b@example.org",
    "anna@example.org, bob@example.org", "<anna@example.org>", "anna@[127.0.0.1]", "ann\x00a@example.org",
    "=?utf-8?q?a?=@example.org",
)  # fmt: skip


@pytest.mark.parametrize("addresses", [NO_ADDRESSES[:6], NO_ADDRESSES[6:]], ids=["some", "others"])
def test_invalid_addresses_are_refused(server: Server, addresses: tuple[str, ...]) -> None:
    person, _ = register(server)
    for address in addresses:  # few enough for the limit on passwords
        body = {"address": address, "password": PASSWORD, "language": "en"}
        status, reason = person.refused("POST", "/api/email", body)
        assert status == 400, (address, reason)


@pytest.mark.long
def test_old_address_is_notified_of_a_change(server: Server, mail: MailServer) -> None:
    person, login = confirmed(server, mail)
    give(person, "anna@elsewhere.example")
    assert person.ask("GET", "/api/notifications")["address"] == "anna@example.org"  # until the other is confirmed
    person.ask("POST", "/api/email/confirm", {"key": mail.key("anna@elsewhere.example")})
    to, email = mail.next()
    assert (to, email["Subject"]) == ("anna@example.org", "Your e-mail address was changed")
    assert login in email.get_content()
    assert person.ask("DELETE", "/api/email")["address"] is None
    assert mail.next()[0] == "anna@elsewhere.example"


@pytest.mark.long
def test_confirmation_emails_are_limited_per_mailbox(server: Server, mail: MailServer) -> None:
    for number in range(3):
        give(register(server)[0], f"anna+{number}@example.org" if number else "ANNA@example.org")
    body = {"address": "anna@example.org", "password": PASSWORD, "language": "en"}
    assert register(server)[0].refused("POST", "/api/email", body)[0] == 429
    assert [mail.next()[0] for _ in range(3)]
    assert mail.emails.empty()


@pytest.mark.long
def test_confirmation_email_contains_no_chosen_text(server: Server, mail: MailServer) -> None:
    person, login = register(server)
    person.ask("PATCH", "/api/me", {"name": "win at evil.example"})
    give(person, "stranger@example.org")
    text = mail.next()[1].get_content()
    assert "evil" not in text
    assert login not in text


def test_password_reset_works_once_and_logs_out(database_url: str, mail: MailServer) -> None:
    with serving(database_url, **settings(mail)) as server:
        here, login = confirmed(server, mail)
        there = Person(server)
        there.ask("POST", "/api/login", {"login": login, "password": PASSWORD})
        token = here.ask("POST", "/api/tokens", {"label": "robot"})["token"]
        table = here.open_table("me", "random")
        chairs = [here.join(table), there.join(table), Person(server, token).join(table)]
        stranger = Person(server)
        stranger.ask("POST", "/api/reset", {"who": login})
        stranger.ask("POST", "/api/reset", {"who": "Anna@Example.ORG"})
        first, second = mail.key("anna@example.org"), mail.key("anna@example.org")
        assert first != second
        answer = stranger.ask("POST", "/api/reset/password", {"key": first, "password": FRESH})
        assert answer["login"] == login
        assert [chair.is_cut() for chair in chairs] == [1012] * 3
        assert here.ask("GET", "/api/me")["login"] is None
        assert there.ask("GET", "/api/me")["login"] is None
        assert Person(server, token).http.get("/api/me").status_code == 403
        assert stranger.join(table).seat == 0
        for key in (first, second, secrets.token_urlsafe(32)):  # used; invalidated with it; guessed
            assert stranger.refused("POST", "/api/reset/password", {"key": key, "password": FRESH})[0] == 403
        assert there.refused("POST", "/api/login", {"login": login, "password": PASSWORD})[0] == 403
        there.ask("POST", "/api/login", {"login": login, "password": FRESH})


def test_new_password_ends_the_links_in_earlier_emails(server: Server, mail: MailServer) -> None:
    """Whoever knew the old one may have asked for them: a confirmed address of theirs could reset the new password."""
    owner, login = confirmed(server, mail)
    thief = Person(server)
    thief.ask("POST", "/api/login", {"login": login, "password": PASSWORD})
    give(thief, "thief@example.org")
    confirming = mail.key("thief@example.org")
    thief.ask("POST", "/api/reset", {"who": login})
    resetting = mail.key("anna@example.org")
    owner.ask("POST", "/api/password", {"old": PASSWORD, "new": FRESH})
    assert thief.refused("POST", "/api/email/confirm", {"key": confirming})[0] == 403
    assert thief.refused("POST", "/api/reset/password", {"key": resetting, "password": PASSWORD})[0] == 403
    assert owner.ask("GET", "/api/notifications")["address"] == "anna@example.org"


@pytest.mark.long
def test_password_reset_of_a_closed_account_is_refused(tmp_path: Path, server: Server, mail: MailServer) -> None:
    _, login = confirmed(server, mail)
    stranger = Person(server)
    stranger.ask("POST", "/api/reset", {"who": login})
    key = {"key": mail.key("anna@example.org"), "password": FRESH}
    engine = create_engine(f"sqlite:///{tmp_path}/ziggurat.db")
    with engine.begin() as connection:
        connection.execute(update(schema.players).where(schema.players.c.login == login).values(closed=1))
    why = (403, "A moderator has closed this account; contact the administrator.")
    assert stranger.refused("POST", "/api/reset/password", key) == why
    with engine.begin() as connection:
        connection.execute(update(schema.players).where(schema.players.c.login == login).values(closed=None))
    assert stranger.ask("POST", "/api/reset/password", key)["login"] == login  # the link is still good
    engine.dispose()


def test_password_reset_does_not_reveal_accounts(server: Server, mail: MailServer) -> None:
    _, login = confirmed(server, mail)
    register(server)
    asked = Person(server)
    answers = [
        asked.http.post("/api/reset", json={"who": who}) for who in (login, "nobody-here", "a@b.example", "' OR 1=1")
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {(202, answers[0].content)}
    assert mail.next()[0] == "anna@example.org"
    assert mail.emails.empty()


@pytest.mark.long
def test_password_resets_are_limited(server: Server, mail: MailServer) -> None:
    _, login = confirmed(server, mail)
    for _ in range(5):
        Person(server).ask("POST", "/api/reset", {"who": login})
    assert Person(server).refused("POST", "/api/reset", {"who": login})[0] == 429  # by address
    person, _ = register(server)
    give(person, "last@example.org")  # e-mails are sent in order
    emails = [mail.next() for _ in range(4)]
    assert [to for to, _ in emails] == ["anna@example.org"] * 3 + ["last@example.org"]


@pytest.mark.long
def test_expired_and_mixed_up_keys_are_refused(tmp_path: Path, server: Server, mail: MailServer) -> None:
    person, login = confirmed(server, mail)
    give(person, "other@example.org")
    confirming = mail.key()
    assert person.refused("POST", "/api/reset/password", {"key": confirming, "password": FRESH})[0] == 403
    person.ask("POST", "/api/reset", {"who": login})
    key = mail.key()
    assert person.refused("POST", "/api/email/confirm", {"key": key})[0] == 403
    engine = create_engine(f"sqlite:///{tmp_path}/ziggurat.db")
    with engine.begin() as connection:
        assert connection.execute(select(schema.mail_links.c.hash).where(schema.mail_links.c.hash == key)).all() == []
        connection.execute(update(schema.mail_links).values(expires=1))
    engine.dispose()
    assert person.refused("POST", "/api/reset/password", {"key": key, "password": FRESH})[0] == 403
    assert person.refused("POST", "/api/email/confirm", {"key": confirming})[0] == 403


def test_emails_survive_outages_and_restarts(database_url: str) -> None:
    mail = MailServer()
    chosen = settings(mail)
    mail.close()
    with serving(database_url, **chosen) as server:
        person, _ = register(server)
        give(person, "anna@example.org")
    again = MailServer(port=mail.port)
    try:
        with serving(database_url, **chosen) as server:
            person.move_to(server)
            person.ask("POST", "/api/email/confirm", {"key": again.key("anna@example.org")})
            assert person.ask("GET", "/api/notifications")["address"] == "anna@example.org"
    finally:
        again.close()


@pytest.mark.long
def test_two_processes_send_each_email_once(postgres_url: str, mail: MailServer) -> None:
    with serving(postgres_url, **settings(mail)) as one, serving(postgres_url, **settings(mail)) as two:
        people = [register(server)[0] for server in (one, two) * 4]
        for number, person in enumerate(people):
            give(person, f"anna{number}@example.org")
        got = [mail.next() for _ in people]
        assert sorted(to for to, _ in got) == [f"anna{number}@example.org" for number in range(len(people))]
        assert len({email["Message-ID"] for _, email in got}) == len(people)
    assert mail.emails.empty()


@pytest.mark.long
def test_refused_recipient_does_not_block_others(server: Server, mail: MailServer) -> None:
    give(register(server)[0], "nobody@example.org")
    give(register(server)[0], "anna@example.org")
    assert mail.next()[0] == "anna@example.org"
    give(register(server)[0], "bob@example.org")
    assert mail.next()[0] == "bob@example.org"
    assert mail.refused == ["nobody@example.org"]  # and is not tried again


def test_email_names_its_language(mail: MailServer) -> None:
    content = {"subject": "Hallo", "text": "tekst", "language": "nl", "at": 0}
    assert compose(Settings(**settings(mail)), "1", "anna@example.org", content)["Content-Language"] == "nl"


def test_invalid_email_does_not_block_others(mail: MailServer) -> None:
    mailer = Mailer(Settings(**settings(mail)), PATIENCE)
    content = {"subject": "Hello", "text": "text", "language": "en", "at": 0}
    written = [("1", "anna@example.org", content), ("2", "=?utf-8?q?a?=@b.co", content), ("3", "bob@b.co", content)]
    assert looping.run(mailer.send(written)) == [DeliveryOutcome.SENT, DeliveryOutcome.GONE, DeliveryOutcome.SENT]
    assert [mail.next()[0], mail.next()[0]] == ["anna@example.org", "bob@b.co"]


def test_hanging_mail_server_times_out_within_the_lease(mail: MailServer) -> None:
    """Otherwise another process would send the same e-mails; what was accepted before is not sent again."""
    mail.slow.add("slow@example.org")
    mailer = Mailer(Settings(**settings(mail)), 2.0)
    content = {"subject": "Hello", "text": "text", "language": "en", "at": 0}
    written = [(str(number), f"{who}@example.org", content) for number, who in enumerate(("anna", "slow", "bob"))]
    began = time.monotonic()
    assert looping.run(mailer.send(written)) == [DeliveryOutcome.SENT, DeliveryOutcome.LATER, DeliveryOutcome.LATER]
    assert time.monotonic() - began >= 2.0
    assert mail.next()[0] == "anna@example.org"


def test_hanging_push_service_does_not_block_email(tmp_path: Path, mail: MailServer) -> None:
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    with engine.begin() as connection:
        for player in ("anna", "bob"):
            identity.keep(connection, player, 1)
        outbox.put(connection, outbox.PUSH, "anna", "a device", {"title": "Your turn"})
        outbox.put(connection, outbox.MAIL, "bob", "bob@b.co", {"subject": "Hello", "text": "text", "language": "en"})

    async def send() -> str:
        mailer = outbox.Outbox(cast(Any, FakeServer(engine, Settings(**settings(mail)))))
        asked = asyncio.Event()

        async def never(subscription: str, content: str) -> DeliveryOutcome:
            asked.set()
            await asyncio.Event().wait()
            raise AssertionError((subscription, content))

        mailer._pusher.send = never  # type: ignore[method-assign]
        mailer.open()
        await asked.wait()
        to, _ = await asyncio.to_thread(mail.next)
        await mailer.close()
        return to

    assert looping.run(send()) == "bob@b.co"
    engine.dispose()


@pytest.mark.long
def test_starttls_and_login(tmp_path: Path) -> None:
    context, trusted = certificate(tmp_path)
    secret = tmp_path / "password"
    secret.write_text("opensesame\n")
    with mail_server(tls=context) as mail:
        more = {"smtp_security": "starttls", "smtp_ca": trusted, "smtp_user": "ziggurat", "smtp_password_file": secret}
        with serving(f"sqlite:///{tmp_path}/ziggurat.db", **settings(mail, **more)) as server:
            give(register(server)[0], "anna@example.org")
            assert mail.next()[0] == "anna@example.org"
            assert mail.secure


def test_without_a_mail_server_email_is_refused(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db") as server:
        person, login = register(server)
        assert person.ask("GET", "/api/notifications")["mail"] is False
        no = (404, "This server does not send e-mail.")
        assert person.refused("POST", "/api/reset", {"who": login}) == no
        body = {"address": "anna@example.org", "password": PASSWORD, "language": "en"}
        assert person.refused("POST", "/api/email", body) == no


@pytest.mark.parametrize(
    "name",
    ["\r\nBcc: everybody@example.org\r\n\r\nspam", "=?utf-8?q?=0d=0aBcc:a@b.c?=", "=?utf-8?q?=0aBcc:a@b.c?=",
     "=?utf-8?b?DQpCY2M6YUBiLmM=?=", "=?ascii?q?=0d=0a=0d=0aspam?=", "==??utf-8?q?=0d=0aBcc:a@b.c?="],
)  # fmt: skip
def test_names_cannot_inject_headers(name: str) -> None:
    chosen = Settings(mail_from="Ziggurat <turns@example.org>", site=SITE)
    email = Message(f"Your turn: with {name} and {name}", "text")
    made = compose(chosen, "1", "a@b.example", {**email._asdict(), "language": "en", "at": 0, "stop": "k" * 30})
    head = made.as_bytes().partition(b"\r\n\r\n")[0].decode().splitlines()
    assert not [line for line in head if line.startswith("Bcc")]
    assert head[-1] == "Content-Language: en"  # the header block does not end early
    assert made["List-Unsubscribe"] == f"<{SITE}/api/email/unsubscribe/{'k' * 30}>"
    assert made["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize(
    "wrong",
    [{"site": ""}, {"site": "games.example.org"}, {"mail_from": "turns"}, {"mail_from": "a@b.c\r\nBcc: d@e.f"},
     {"smtp_security": "maybe"}, {"smtp_ca": "/nowhere"}, {"smtp_password": "a", "smtp_password_file": "b"}],
)  # fmt: skip
def test_wrong_mail_settings_are_refused(wrong: dict[str, str]) -> None:
    usual: dict[str, Any] = {"smtp_host": "mail.example.org", "site": SITE, "mail_from": "turns@example.org"}
    Settings(**usual).check()
    with pytest.raises(BadOption):
        Settings(**{**usual, **wrong}).check()
