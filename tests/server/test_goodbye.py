"""Everything that is stored about somebody, complete and without others' secrets; and its end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, UniqueConstraint, insert, select

from tests import looping
from tests.server.serving import Person, Server, serving
from tests.server.test_moderation import decide, moderator, only_open, reported
from tests.server.test_passkeys import account as account_by_name
from tests.server.test_passkeys import add, named
from tests.server.test_peace import PASSWORD, account, say, two_at_a_table
from ziggurat.server.accounts import deletion, export
from ziggurat.server.accounts.look_alikes import FORMER
from ziggurat.server.storage import database, schema

TAKEN = "is another player's, or looks like it"


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One whose count of attempts to log in is its own."""
    with serving(f"sqlite:///{tmp_path}/ziggurat.db") as running:
        yield running


@pytest.fixture
def any_server(database_url: str) -> Iterator[Server]:
    with serving(database_url) as running:
        yield running


def everything(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.ask("GET", "/api/me/everything.json")
    return found


def goodbye(person: Person, **more: Any) -> Any:
    return person.ask("POST", "/api/me/delete", {"sure": True, **more})


# ---------------------------------------------------------------------------------------- true to the schema, by a test


def test_every_column_that_names_a_player_is_given_or_has_a_reason_not_to_be() -> None:
    for table, column in export.walk():
        name = f"{table.name}.{column.name}"
        owned = column in export.owners(table)
        assert owned != (name in export.NOT_GIVEN), f"{name}: say in personal.py whose it is"
    there = {f"{table.name}.{column.name}" for table, column in export.walk()}
    assert set(export.NOT_GIVEN) <= there


def test_no_column_of_a_players_is_forgotten() -> None:
    """What looks like a player's id is one: a new column by such a name is looked at by somebody."""
    known = {f"{table.name}.{column.name}" for table, column in export.walk()}
    for table in schema.metadata.sorted_tables:
        for column in table.columns:
            if column.name in ("player", "owner", "host", "other", "user", "followed", "reporter", "reported"):
                assert f"{table.name}.{column.name}" in known, f"{table.name}.{column.name}: add it to personal.UNTIED"


def test_what_is_somebodys_is_found_without_reading_everybodys() -> None:
    few = {"challenges.player", "invitations.host", "audit.moderator"}  # gone soon, for open tables, or never asked for
    for table, column in export.walk():
        unique: list[Any] = [one for one in table.constraints if isinstance(one, UniqueConstraint)]
        found_by = {next(iter(one.columns)).name for one in [*unique, *table.indexes, table.primary_key]}
        assert column.name in found_by or f"{table.name}.{column.name}" in few, column


def test_what_is_left_out_is_there() -> None:
    for name in export.LEFT_OUT:
        table, _, column = name.partition(".")
        assert column in schema.metadata.tables[table].c, name


def test_every_table_goes_or_stays() -> None:
    for table in schema.metadata.sorted_tables:
        decided = (table.name in export.GOES) + (table.name in export.STAYS)
        assert decided == bool(export.references(table)), f"{table.name}: say in personal.py what becomes of it"


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    found = database.connect(database_url)
    database.migrate(found)
    yield found
    found.dispose()


def fill(engine: Engine) -> None:
    """A row of two players, and for each of them and every table a row that names them wherever it can."""
    with engine.begin() as connection:
        for table in schema.metadata.sorted_tables:
            if table.name in ("service", "former_names", "ended"):
                continue
            for player, other in (("a" * 32, "b" * 32), ("b" * 32, "a" * 32)):
                connection.execute(insert(table).values(row_of(table, player, other)))


def row_of(table: Any, player: str, other: str) -> dict[str, Any]:
    references = {column.name for column in export.references(table)}
    mine = {column.name for column in export.owners(table)} if references else set()
    row: dict[str, Any] = {}
    for column in table.columns:
        kind = column.type.python_type
        if column.name in references:
            row[column.name] = player if column.name in mine else other
        elif column.name in ("table_id", "report", "tournament"):
            row[column.name] = f"id{player[0]}"
        elif kind is str:
            row[column.name] = f"{column.name[:6]} {player[0]}" if column.name != "id" else f"id{player[0]}"
        elif kind in (int, float):
            row[column.name] = ord(player[0])
        elif kind is bool:
            row[column.name] = False
        elif kind is bytes:
            row[column.name] = player.encode()
        else:
            row[column.name] = [f"{column.name} {player[0]}"]
    if table.name == "invitations":
        row["host"] = other
    if table.name == "players":
        row["became"] = None
    return row


def read_everything(engine: Engine, player: str) -> dict[str, Any]:
    class Reads:
        async def read(self, work: Callable[..., Any], *args: Any) -> Any:
            with engine.connect() as connection:
                return work(connection, *args)

    async def whole() -> bytes:
        return b"".join([part async for part in export.everything(Reads(), player, 7)])  # type: ignore[arg-type]

    found: dict[str, Any] = json.loads(looping.run(whole()))
    return found


def test_everything_is_everything_and_nobody_elses(engine: Engine) -> None:
    fill(engine)
    found = read_everything(engine, "a" * 32)
    text = json.dumps(found)
    assert "a" * 32 not in text
    assert "b" * 32 not in text
    for table in export.tables_given():
        for column in export.owners(table):
            title = table.name if len(export.owners(table)) == 1 else f"{table.name} ({column.name})"
            (row,) = found[title]
            for wanted in export.given(table):
                assert wanted.name in row, f"{table.name}.{wanted.name}"
    (decision,) = found["decisions"]
    assert decision["text"] == "text a"
    assert "digest" not in decision
    # What is the other's alone: nothing of it but the name by which everybody knows them.
    theirs = set(re.findall(r'"[^"]* b"', text))
    assert theirs <= {'"name b"', '"table_ b"', '"host b"'}, theirs
    for secret in ("passwo a", "hash a", "seed a", "start a"):
        assert secret not in text


def test_nothing_is_left_of_whoever_goes(engine: Engine) -> None:
    """Walked through the whole database: what still names them is what is said to stay, and holds nothing of theirs."""
    fill(engine)
    with engine.begin() as connection:
        deletion.delete_person(connection, "a" * 32, 1000)
    with engine.connect() as connection:
        for table in schema.metadata.sorted_tables:
            for row in connection.execute(select(table)).mappings():
                if not any(row[column.name] == "a" * 32 for column in export.references(table)):
                    continue
                assert table.name in export.STAYS, table.name
                if table.name == "chat":
                    assert (row["name"], row["text"]) == (FORMER, "")
                elif table.name == "players":
                    left = {name for name, value in row.items() if isinstance(value, str) and value.endswith(" a")}
                    assert (row["name"], left) == (FORMER, set())
        others = connection.execute(select(schema.notes.c.player)).scalars().all()
    assert others == ["b" * 32]


def test_many_rows_come_page_by_page(engine: Engine) -> None:
    fill(engine)
    many = 2 * export.CHUNK + 3
    with engine.begin() as connection:
        rows = [
            {
                "id": 1000 + n,
                "table_id": "ida",
                "seat": 0,
                "player": "a" * 32,
                "name": "A",
                "text": f"line {n}",
                "client": str(n),
                "at": n,
            }
            for n in range(many)
        ]
        connection.execute(insert(schema.chat), rows)
    found = read_everything(engine, "a" * 32)["chat"]
    assert len({row["id"] for row in found}) == len(found) == many + 1


# ---------------------------------------------------------------------------------------------------- with real servers


def test_a_file_of_ones_own(any_server: Server) -> None:
    host, guest, table = two_at_a_table(any_server)
    one, two = host.join(table), guest.join(table)
    say(one, "mine")
    say(two, "theirs")
    one.ask("note", text="my note")
    host.ask("POST", "/api/peace/block", {"table": table, "seat": 1})
    actor = one if one.view["actor"] == 0 else two
    actor.play(actor.choices[0])
    answer = host.http.get("/api/me/everything.json")
    assert answer.headers["content-disposition"] == 'attachment; filename="ziggurat.json"'
    found = answer.json()
    assert [row["text"] for row in found["chat"]] == ["mine"]
    assert found["notes"] == [{"table_id": table, "text": "my note"}]
    assert found["hushed"][0]["other"] == guest.ask("GET", "/api/me")["name"]
    assert len(found["decisions"]) == (actor is one)
    assert everything(guest)["hushed"] == []  # who blocked them is not in it
    assert "seed" not in answer.text
    token = host.ask("POST", "/api/tokens", {"label": "robot"})["token"]
    assert Person(any_server, token).refused("GET", "/api/me/everything.json")[0] == 403
    assert everything(Person(any_server))["players"] == []


def test_an_account_is_deleted_and_the_matches_stay(any_server: Server) -> None:
    (owner, name), (other, _) = account(any_server), account(any_server)
    login = owner.ask("GET", "/api/me")["login"]
    token = owner.ask("POST", "/api/tokens", {"label": "robot"})["token"]
    table = owner.open_table("me", "open")
    other.sit(table)
    waiting = owner.open_table("me", "open")
    one, two = owner.join(table), other.join(table)
    say(one, "I am Anna")
    say(two, "hello")
    assert owner.refused("POST", "/api/me/delete", {"sure": False, "password": PASSWORD})[0] == 409
    tries: list[dict[str, Any]] = [{}, {"password": "wrong horse"}, {"credential": {}}]
    for wrong in tries:
        assert owner.refused("POST", "/api/me/delete", {"sure": True, **wrong})[0] in (403, 409)
    guest = goodbye(owner, password=PASSWORD)
    assert guest["login"] is None
    assert one.is_cut() == 1012
    result = two.hear("changed", lambda message: "result" in message)["result"]
    assert (result["why"], result["seat"]) == ("resigned", 0)
    seats = other.ask("GET", f"/api/tables/{table}")["seats"]
    assert seats[0]["name"] == FORMER
    chat = other.join(table).welcome["chat"]
    assert (chat[0]["who"], chat[0]["text"]) == (FORMER, "")
    assert chat[1]["text"] == "hello"
    assert [seat["kind"] for seat in other.ask("GET", f"/api/tables/{waiting}")["seats"]] == ["open", "open"]
    assert Person(any_server, token).refused("GET", "/api/me")[0] == 403
    back = Person(any_server)
    assert back.refused("POST", "/api/login", {"login": login, "password": PASSWORD})[0] == 403
    status, reason = other.refused("PATCH", "/api/me", {"name": name})
    assert status == 409
    assert TAKEN in reason
    assert other.refused("PATCH", "/api/me", {"name": FORMER})[0] == 400
    assert other.refused("PATCH", "/api/me", {"name": "Een voormalige speler"})[0] == 400
    back.ask("POST", "/api/account", {"login": login, "password": PASSWORD})  # the login is anybody's


def test_an_old_cookie_of_the_deleted_is_worth_nothing(own_server: Server) -> None:
    owner, _ = account(own_server)
    old = dict(owner.http.cookies)
    goodbye(owner, password=PASSWORD)
    owner.http.cookies.clear()
    owner.http.cookies.update(old)
    assert owner.ask("GET", "/api/me")["login"] is None
    assert everything(owner)["tokens"] == []


def test_the_name_is_free_after_a_while(own_server: Server) -> None:
    owner, name = account(own_server)
    goodbye(owner, password=PASSWORD)
    engine = database.connect(own_server.database)
    with engine.begin() as connection:
        (until,) = connection.execute(select(schema.former_names.c.until)).scalars()
        kept = connection.execute(select(schema.former_names.c.hash)).scalar_one()
        assert name not in kept
        connection.execute(schema.former_names.update().values(until=until - (deletion.KEPT_DAYS + 1) * 86_400_000))
    engine.dispose()
    Person(own_server).ask("PATCH", "/api/me", {"name": name})


def test_a_guest_is_forgotten(any_server: Server) -> None:
    host, guest, table = two_at_a_table(any_server)
    guest.ask("PATCH", "/api/me", {"name": "Nisaba"})
    chair, other = guest.join(table), host.join(table)
    say(chair, "I was here")
    goodbye(guest)
    assert chair.is_cut() == 1012
    other.hear("changed", lambda message: "result" in message)
    assert host.ask("GET", f"/api/tables/{table}")["seats"][1]["name"] == FORMER
    assert host.join(table).welcome["chat"][0]["text"] == ""
    assert guest.ask("GET", "/api/me")["name"] != "Nisaba"
    stranger = Person(any_server)
    stranger.http.cookies.clear()
    assert stranger.refused("POST", "/api/me/delete", {"sure": True}) == (403, "Nothing is stored about you.")


@pytest.mark.long
def test_what_was_done_as_a_guest_goes_with_the_account(own_server: Server) -> None:
    owner, _ = account(own_server)
    login = owner.ask("GET", "/api/me")["login"]
    host, guest, table = two_at_a_table(own_server)
    guest.ask("PATCH", "/api/me", {"name": "Nisaba"})
    chair = guest.join(table)
    say(chair, "as a guest")
    guest.ask("POST", "/api/login", {"login": login, "password": PASSWORD})
    assert [row["text"] for row in everything(guest)["chat"]] == ["as a guest"]
    goodbye(guest, password=PASSWORD)
    assert host.join(table).welcome["chat"][0]["text"] == ""
    engine = database.connect(own_server.database)
    with engine.connect() as connection:
        assert "Nisaba" not in connection.execute(select(schema.players.c.name)).scalars().all()
    engine.dispose()


@pytest.mark.long
def test_a_passkey_confirms_but_another_persons_does_not(own_server: Server) -> None:
    (owner, _), (thief, _) = account_by_name(own_server), account_by_name(own_server)
    key, wrong = add(owner), add(thief)
    options = owner.ask("POST", "/api/passkeys/confirm")["options"]
    assert len(options["allowCredentials"]) == 1
    bad = wrong.sign(options, named(own_server))
    assert owner.refused("POST", "/api/me/delete", {"sure": True, "credential": bad})[0] == 403
    options = owner.ask("POST", "/api/passkeys/confirm")["options"]
    goodbye(owner, credential=key.sign(options, named(own_server)))
    assert owner.ask("GET", "/api/me")["login"] is None
    assert thief.ask("GET", "/api/me")["login"] is not None


def test_nobody_elses_account_is_deleted(own_server: Server) -> None:
    """Not by another site's page, not by a form, not by a token."""
    owner, _ = account(own_server)
    login = owner.ask("GET", "/api/me")["login"]
    body = {"sure": True, "password": PASSWORD}
    for headers in (
        {"origin": "https://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"origin": "null"},
        {"origin": f"http://evil.localhost:{own_server.port}"},
    ):
        assert owner.http.post("/api/me/delete", json=body, headers=headers).status_code == 403
    form = owner.http.post("/api/me/delete", data={"sure": "true"}, headers={"origin": "https://evil.example"})
    assert form.status_code == 403
    token = owner.ask("POST", "/api/tokens", {"label": "robot"})["token"]
    assert Person(own_server, token).refused("POST", "/api/me/delete", body)[0] == 403
    assert owner.ask("GET", "/api/me")["login"] == login


@pytest.mark.long
def test_another_process_shows_it_at_once(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        owner, other = Person(one), Person(two)
        table = owner.open_table("me", "open")
        other.sit(table)
        device = Person(two)
        cookies = dict(owner.http.cookies)
        device.http.cookies.clear()
        device.http.cookies.update(cookies)
        chair, watching = device.join(table), other.join(table)
        goodbye(owner)
        assert chair.is_cut() == 1012
        watching.hear("seated", lambda message: bool(message["table"]["seats"][0]["name"] == FORMER))


def test_a_deleted_person_does_not_get_around_the_moderators(own_server: Server) -> None:
    judge, _ = moderator(own_server)
    _, guest, _ = reported(own_server)
    name = guest.ask("GET", "/api/me")["name"]
    goodbye(guest, password=PASSWORD)
    report = only_open(judge)
    assert (report["reported"]["deleted"], report["then"]) == (True, name)
    whole = judge.ask("GET", f"/api/moderation/reports/{report['id']}")
    assert whole["context"][0]["text"] == "boo"
    body = {"action": "close", "text": "!"}
    assert judge.refused("POST", f"/api/moderation/reports/{report['id']}", body)[0] == 409
    assert decide(judge, report["id"], "dismiss")["report"]["then"] == FORMER
