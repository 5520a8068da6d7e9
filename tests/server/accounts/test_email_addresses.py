"""Limits of e-mails to one mailbox, however its address is spelled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, insert, select

from ziggurat.server.accounts import email_addresses, names, player_store
from ziggurat.server.refusals import TooMuch
from ziggurat.server.storage import database, schema

SITE = "https://games.example.org"


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.prepare(engine)
    with engine.begin() as opened:
        yield opened
    engine.dispose()


def register(connection: Connection, number: int) -> str:
    player = f"{number:032d}"
    player_store.keep_player(connection, player, f"Player {number}", 0)
    names.register(connection, player, f"login{number}", "hash")
    return player


def confirm(connection: Connection, number: int, address: str) -> None:
    row = player_store.find_player(connection, register(connection, number))
    assert row is not None
    email_addresses.request_confirmation(connection, row, address, "en", SITE, 1)


def test_dots_and_plus_signs_make_no_other_mailbox() -> None:
    spellings = ("anna@gmail.com", "a.n.n.a@gmail.com", "Anna+games@gmail.com", "an.na+x+y@googlemail.com")
    assert {email_addresses.mailbox(address) for address in spellings} == {"anna@gmail.com"}
    assert email_addresses.mailbox("anna@example.org") != email_addresses.mailbox("anne@example.org")
    assert email_addresses.read("An.na+games@example.org") == "An.na+games@example.org"  # delivery is as written


def test_confirmations_are_limited_per_mailbox_in_every_spelling(connection: Connection) -> None:
    for number, address in enumerate(("an.na@example.org", "a.nna+x@example.org", "ANNA@example.org")):
        confirm(connection, number, address)
    with pytest.raises(TooMuch):
        confirm(connection, 3, "a.n.n.a@example.org")
    confirm(connection, 4, "bob@example.org")


def test_resets_are_limited_per_mailbox_in_every_spelling(connection: Connection) -> None:
    for number in range(9):
        address = f"{'.' * (number > 0)}".join("anna") + f"+{number}@example.org"
        values = {"address": address, "folded": address, "language": "en", "stop": str(number)}
        connection.execute(insert(schema.mailboxes).values(player=register(connection, number), **values))
        email_addresses.request_reset(connection, f"login{number}", SITE, 1)
    sent = select(func.count()).select_from(schema.outbox)
    assert connection.execute(sent).scalar_one() == email_addresses.RESETS_TO_MAILBOX
