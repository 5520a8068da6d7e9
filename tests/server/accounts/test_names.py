"""Names: those of registered players, bots and the server's staff, and look-alikes, are refused to others."""

from __future__ import annotations

import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from tests.server.serving import Person, Server, serving
from ziggurat import bots
from ziggurat.server.accounts import identity, look_alikes, names, player_store
from ziggurat.server.accounts.user_text import LONGEST_NAME, read_name
from ziggurat.server.refusals import BadText, Refused
from ziggurat.server.storage import database, schema

WORDS = Path(__file__).parents[3] / "web" / "src" / "languages"
TAKEN = "The name {!r} is taken, or looks too much like another player's. Choose a different one."


def registered(server: Server, name: str) -> Person:
    person = Person(server)
    person.ask("PATCH", "/api/me", {"name": name})
    register(person)
    return person


def register(person: Person) -> None:
    person.ask("POST", "/api/account", _credentials())


def _credentials() -> dict[str, str]:
    return {"login": f"user-{secrets.token_hex(4)}", "password": "correct horse"}


def name_of(person: Person) -> str:
    return str(person.ask("GET", "/api/me")["name"])


# --------------------------------------------------------------------------------------------------------- look-alikes


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Marduk", "Mаrduk"),  # a Cyrillic а
        ("Marduk", "MARDUK "),
        ("Il1|", "llll"),
        ("Bob", "B0b"),
        ("Anna", "@nna"),
        ("Sin", "$in"),
        ("modern", "modem"),
        ("Zoë", "Zoe"),
        ("Nina", "ɴɪɴᴀ"),  # small capitals
        ("Kate", "Ƙaŧe"),  # letters with strokes and hooks
        ("Anna", "Anna ★"),
        ("Scope", "ѕсоре"),
        ("Anna", "𝒜𝓃𝓃𝒶"),
        ("B1", "B١"),  # an Arabic one
        ("Tokyo 東京", "tokyo東京"),
    ],
)
def test_look_alikes_have_the_same_skeleton(one: str, other: str) -> None:
    assert look_alikes.skeleton(one) == look_alikes.skeleton(other)


def test_different_names_have_different_skeletons() -> None:
    different = [
        "Ann",
        "Anna",
        "Hanna",
        "Мария",
        "Марта",
        "エンキ",
        "エンリル",
        "שרה",
        "🌊",
        "🌊🌊",
        "🎲",
        "한국",
        "한글",
    ]
    assert len({look_alikes.skeleton(name) for name in different}) == len(different)


@pytest.mark.parametrize("name", ["ß" * LONGEST_NAME, "한" * LONGEST_NAME, "ΐ" * LONGEST_NAME, "🎲" * LONGEST_NAME])
def test_skeleton_fits_into_the_database(name: str) -> None:
    assert 0 < len(look_alikes.skeleton(read_name(name))) <= look_alikes.LONGEST


def test_bot_names_are_refused_in_every_language() -> None:
    said = [
        found
        for language in ("en", "nl")
        for found in re.findall(r'"level\.[a-z]+": "(.+)",', (WORDS / language / "page.ts").read_text("utf-8"))
    ]
    assert len(said) == 18
    for name in (*said, *bots.names(), "K!ng", "Kɪɴɢ", "Ƙing"):
        with pytest.raises(BadText, match="is the name of a bot"):
            read_name(name)


@pytest.mark.parametrize(
    "name", ["Moderator", "Ziggurat", "the Moderator", "Zigguгat".replace("г", "r"), "M0DERAT0R 2", "Admin"]
)
def test_reserved_names_are_refused(name: str) -> None:
    with pytest.raises(BadText, match="name is reserved"):
        read_name(name)


def test_guest_names_are_no_bot_names() -> None:
    for number in range(500):
        for attempt in (0, 1):
            name = identity.guest_name(f"player {number}", attempt)
            assert read_name(name) == name


# --------------------------------------------------------------------------------------------------------- taking names


def test_registered_name_is_refused_to_others(server: Server) -> None:
    name = f"Anna {secrets.token_hex(3)}"
    anna, guest = registered(server, name), Person(server)
    before = name_of(guest)
    for wanted in (name, name.upper(), name.replace("A", "А").replace("nn", "n n"), f"  {name} ★"):
        status, _ = guest.refused("PATCH", "/api/me", {"name": wanted})
        assert status in (400, 409)
    assert guest.refused("PATCH", "/api/me", {"name": name.upper()}) == (409, TAKEN.format(name.upper()))
    assert name_of(guest) == before
    other = registered(server, before)
    assert other.refused("PATCH", "/api/me", {"name": name})[0] == 409
    assert name_of(other) == before
    assert (
        anna.ask("PATCH", "/api/me", {"name": name.lower()})["name"] == name.lower()
    )  # your own name, spelled differently


def test_name_that_was_given_up_is_free(server: Server) -> None:
    name = f"Bel {secrets.token_hex(3)}"
    bel, guest = registered(server, name), Person(server)
    bel.ask("PATCH", "/api/me", {"name": f"Marduk {secrets.token_hex(3)}"})
    assert guest.ask("PATCH", "/api/me", {"name": name})["name"] == name


def test_guests_may_share_a_name_until_one_registers_it(server: Server) -> None:
    name = f"Nabu {secrets.token_hex(3)}"
    first, second, third = Person(server), Person(server), Person(server)
    for guest in (first, second, third):
        guest.ask("PATCH", "/api/me", {"name": name})
    table = second.open_table("me", "open")
    third.sit(table)
    chair = third.join(table)
    assert [seat["name"] for seat in chair.welcome["table"]["seats"]] == [name, name]
    assert not any(seat["registered"] for seat in chair.welcome["table"]["seats"])
    chair.ask("say", text="it is me")
    register(first)
    shown = [name_of(second), name_of(third)]
    assert name not in shown
    seated = chair.hear("seated", lambda message: name not in [seat["name"] for seat in message["table"]["seats"]])
    assert [seat["name"] for seat in seated["table"]["seats"]] == shown
    again = second.join(table)
    assert again.seat == 0  # the seat stays theirs
    assert [line["who"] for line in again.welcome["chat"]] == [name]  # earlier chat keeps the name
    assert second.refused("PATCH", "/api/me", {"name": name}) == (409, TAKEN.format(name))


def test_number_of_namesakes_is_limited(database_url: str) -> None:
    """All namesakes are renamed in one transaction, which must not block other writes for long."""
    engine = database.connect(database_url)
    database.migrate(engine)
    row = {"name": "Nabu", "looks": look_alikes.skeleton("Nabu"), "created": 1}
    with engine.begin() as connection:
        for player in ("early", "late", "owner"):
            identity.keep(connection, player, 1)
        guests = [{"id": f"guest {number}", **row} for number in range(names.MAX_NAMESAKES - 1)]
        connection.execute(insert(schema.players), guests)
        assert names.rename(connection, "early", "Nabu") == []
        with pytest.raises(Refused, match="is taken"):
            names.rename(connection, "late", "NABU")
        names.rename(connection, "early", "nabu")  # your own name, spelled differently
        assert names.register(connection, "owner", "owner", "hash") == []
        assert len(names.rename(connection, "owner", "Nabu")) == names.MAX_NAMESAKES
    engine.dispose()


def test_registering_shows_at_the_table(server: Server) -> None:
    person = Person(server)
    chair = Person(server).join(person.open_table("me", "open"))
    register(person)
    assert chair.hear("seated")["table"]["seats"][0]["registered"]


def test_guest_with_a_taken_name_cannot_register(database_url: str) -> None:
    """Only an old database can have such a guest."""
    with serving(database_url) as server:
        registered(server, "Enheduanna")
        guest = Person(server)
        guest.ask("PATCH", "/api/me", {"name": "Gudea"})
        engine = database.connect(database_url)
        with engine.begin() as connection:
            renamed = update(schema.players).where(schema.players.c.name == "Gudea")
            connection.execute(renamed.values(name="Enheduanna"))
        assert guest.refused("POST", "/api/account", _credentials()) == (409, TAKEN.format("Enheduanna"))
        with engine.connect() as connection:
            assert (
                len(connection.execute(select(schema.players.c.id).where(schema.players.c.login.is_not(None))).all())
                == 1
            )
        engine.dispose()
        guest.ask("PATCH", "/api/me", {"name": "Gudea"})
        register(guest)


def test_new_guest_never_gets_a_registered_name(database_url: str) -> None:
    with serving(database_url) as server:
        guest = Person(server)
        name = name_of(guest)  # the generated name of this guest
        registered(server, name)
        assert name_of(guest) != name
        table = guest.open_table("me", "random")
        assert guest.ask("GET", f"/api/tables/{table}")["seats"][0]["name"] == name_of(guest) != name


@pytest.mark.long
def test_two_processes_register_a_name_once(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two, ThreadPoolExecutor(8) as threads:
        for turn in range(6):
            people = [Person(server) for server in (one, two, one, two)]
            for person in people[:3]:
                register(person)
            name = f"Ninurta {turn}"

            def wish(person: Person, name: str = name) -> int:
                return person.http.patch("/api/me", json={"name": name}).status_code

            codes = list(threads.map(wish, people))
            assert codes[:3].count(200) == 1
            assert set(codes) <= {200, 409}
            assert [name_of(person) for person in people].count(name) == 1  # a guest who had it was renamed


def test_database_refuses_duplicate_handles(database_url: str) -> None:
    engine = database.connect(database_url)
    database.migrate(engine)
    row = {"name": "Anna", "created": 1, "handle": look_alikes.skeleton("Anna")}
    with engine.begin() as connection:
        connection.execute(insert(schema.players).values(id="a", **row))
    with engine.connect() as connection, pytest.raises(IntegrityError):
        connection.execute(insert(schema.players).values(id="b", **row))
    engine.dispose()


def test_players_are_found_by_name(database_url: str) -> None:
    engine = database.connect(database_url)
    database.migrate(engine)
    with engine.begin() as connection:
        player_store.keep_player(connection, "a", "Anna", 1)
        assert player_store.find_named(connection, "Anna") is None  # a guest
        names.register(connection, "a", "anna", "hash")
        for name in ("Anna", "ANNA", "Аnna"):
            row = player_store.find_named(connection, name)
            assert row is not None
            assert row.id == "a"
        for name in ("Bob", "", "\x00".replace("\x00", " "), "x" * 5000):
            assert player_store.find_named(connection, name) is None
    engine.dispose()


def test_lost_name_is_shown_until_a_new_one_is_chosen(database_url: str) -> None:
    with serving(database_url) as server:
        person = registered(server, "Anna 2")
        engine = database.connect(database_url)
        with engine.begin() as connection:
            connection.execute(update(schema.players).values(former="Anna"))
        engine.dispose()
        assert person.ask("GET", "/api/me")["former"] == "Anna"
        assert person.ask("PATCH", "/api/me", {"name": "Hanna"})["former"] is None


@pytest.mark.parametrize("name", ["Dr. Who", "Anna.html", "E%F", "G?H", "I#J", "..M", "K&L"])
def test_every_name_has_a_profile_page(server: Server, name: str) -> None:
    person = registered(server, name)
    assert person.ask("GET", f"/api/players/{quote(name, safe='')}")["name"] == name
    page = person.http.get(f"/player/{quote(name, safe='')}")
    assert (page.status_code, page.headers["content-type"].partition(";")[0]) == (200, "text/html")


def test_name_with_a_slash_is_found_by_a_space(server: Server) -> None:
    """A path segment cannot contain a slash; the page sends a space instead."""
    person = registered(server, "Cyrus/Darius")
    assert person.ask("GET", "/api/players/Cyrus%20Darius")["name"] == "Cyrus/Darius"


def test_null_character_in_a_name_is_not_found(postgres_url: str) -> None:
    with serving(postgres_url) as server:
        assert Person(server).refused("GET", "/api/players/%00")[0] == 404
        assert registered(server, "Anna").refused("PUT", "/api/players/a%00b/follow")[0] == 404
