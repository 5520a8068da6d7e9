"""Texts of players: stored unchanged or refused with a sentence, and never logged."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from typing import IO

import pytest

from tests.server.serving import Person, Server, serving
from ziggurat.server.accounts.user_text import check_chat, check_label, check_text, read_name
from ziggurat.server.refusals import BadText
from ziggurat.server.run import redact, trace


@pytest.fixture
def log() -> Iterator[IO[bytes]]:
    with tempfile.TemporaryFile() as file:
        yield file


def test_unstorable_texts_are_refused_and_not_logged(database_url: str, log: IO[bytes]) -> None:
    with serving(database_url, log=log) as server:
        person = Person(server)
        table = person.open_table("me", "random")
        chair = person.join(table)
        for text in ("to be\x00 kept secret", "kept secret\x1b[2J", "kept secret\x7f"):
            assert chair.ask("say", text=text)["reason"].startswith("Text cannot contain the control character U+00")
            assert chair.ask("note", text=text)["reason"].startswith("Text cannot contain the control character U+00")
            assert person.refused("PATCH", "/api/me", {"name": f"{text}!"})[0] == 400
            assert person.refused("POST", "/api/tokens", {"label": text})[0] == 400
        assert chair.ask("say", text="שלום 🌊\nand more\ttoo")["type"] == "done"
        assert chair.ask("note", text="d7\r\ne8")["type"] == "done"
        assert person.join(table).welcome["note"] == "d7\r\ne8"
        for path in ("/api/tables/%00", f"/api/tables/{table}%00", "/api/games/%00/rules", "/api/tables?before=%00"):
            assert person.refused("GET", path)[0] in (400, 404), path
    log.seek(0)
    lines = log.read().decode()
    assert "kept secret" not in lines
    assert not [line for line in lines.splitlines() if json.loads(line)["level"] == "error"], lines


def test_failed_statements_are_logged_without_values(database_url: str, log: IO[bytes]) -> None:
    """The log says where the database failed, without players' texts or ids."""
    from sqlalchemy import text

    from ziggurat.server.storage import database

    with serving(database_url, log=log) as server:
        person = Person(server)
        chair = person.join(person.open_table("me", "random"))
        engine = database.connect(database_url)
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE notes RENAME TO elsewhere"))
        assert chair.ask("note", text="kept secret")["reason"].startswith("That could not be saved")
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE elsewhere RENAME TO notes"))
        engine.dispose()
        player = next(iter(person.http.cookies.values())).partition(".")[0]
    log.seek(0)
    lines = log.read().decode()
    assert "a transaction failed" in lines
    assert "kept secret" not in lines
    assert player not in lines


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Ann  of   Ur ", "Ann of Ur"),
        ("Ａｎｎ", "Ann"),  # full width letters are the same letters
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("Мария", "Мария"),
        ("Ἀριστοτέλης", "Ἀριστοτέλης"),
        ("エンキ 7", "エンキ 7"),
        ("Tom 東京", "Tom 東京"),
        ("שרה", "שרה"),
        ("🌊🌊", "🌊🌊"),
        ("❤\ufe0f Ann", "❤ Ann"),
        ("Kingsley", "Kingsley"),
    ],
)
def test_names_are_normalized(text: str, name: str) -> None:
    assert read_name(text) == name


INVISIBLE = (
    "\u200b",
    "\u200d",
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u202e",
    "\u2066",
    "\u3164",
    "\u2800",
    "\u034f",
    "\U000e0041",
)


@pytest.mark.parametrize("character", INVISIBLE, ids=lambda character: f"{ord(character):04X}")
def test_invisible_characters_are_refused_in_names(character: str) -> None:
    for text in (f"Ann{character}", f"{character}Ann", f"A{character}nn", character):
        with pytest.raises(BadText):
            read_name(text)
    with pytest.raises(BadText):
        check_label(f"robot{character}")


@pytest.mark.parametrize(
    "text", ["", "   ", "\u2003", "\n", "x" * 33, "..", "/", "?!", "ﷺ" * 3, "A" + "\u0301" * 9, "\u0301", "A\u20dd"]
)
def test_empty_names_are_refused(text: str) -> None:
    with pytest.raises(BadText):
        read_name(text)


@pytest.mark.parametrize("text", ["Аnn", "Аdmin", "Ann\u03bf", "pаypal", "Ꭺnn"])
def test_names_in_two_alphabets_that_look_alike(text: str) -> None:
    with pytest.raises(BadText, match="cannot mix alphabets"):
        read_name(text)


@pytest.mark.parametrize(
    "text", ["king", "King", "K i n g", "kíng", "k1ng", "KING!", "scribe", "ѕсгіье", "apprentlce", "random"]
)
def test_bot_names_are_refused(text: str) -> None:
    with pytest.raises(BadText):
        read_name(text)


def test_a_refused_name_changes_nothing(server: Server) -> None:
    person = Person(server)
    person.ask("PATCH", "/api/me", {"name": "Enlil"})
    status, reason = person.refused("PATCH", "/api/me", {"name": "En\u202elil"})
    assert (status, reason) == (400, "A name cannot contain U+202E, which is invisible.")
    assert person.ask("GET", "/api/me")["name"] == "Enlil"
    assert person.ask("PATCH", "/api/me", {"name": "Ｅｎｋｉ"})["name"] == "Enki"


def test_chat_refuses_bidirectional_controls() -> None:
    assert check_chat("مرحبا\u200f!") == "مرحبا\u200f!"
    for text in ("\u202egnp.exe", "\u2067x", " \n "):
        with pytest.raises(BadText):
            check_chat(text)
    with pytest.raises(BadText):
        check_text("\ud800")


def test_a_login_is_one_line(server: Server) -> None:
    for login in ("ann\n", "ann ", "änn", "an\x00n"):
        assert Person(server).refused("POST", "/api/account", {"login": login, "password": "correct horse"})[0] == 400


def test_logs_are_redacted() -> None:
    line = f"table 23456789abcdef cannot be looked after by {'0a' * 16}"
    assert redact(line) == "table 2345… cannot be looked after by (a player)"
    try:
        try:
            int("what somebody wrote")
        except ValueError:
            raise OSError(28, "No space left on device")  # noqa: B904 - with its context
    except OSError as problem:
        logged = trace(problem)
    assert "what somebody wrote" not in logged.replace('int("what somebody wrote")', "")
    assert "No space left" in logged
    assert "ValueError" in logged
    assert "test_texts.py" in logged
