"""Data export, complete and without others' secrets, and account deletion."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, UniqueConstraint, insert, select

from tests import looping
from tests.server.accounts.test_passkeys import account as account_by_name
from tests.server.accounts.test_passkeys import add, named
from tests.server.serving import Person, Server, serving
from tests.server.social.test_moderation import decide, moderator, only_open, reported
from tests.server.social.test_mute_block import PASSWORD, account, say, two_at_a_table
from ziggurat.server.accounts import deletion, export, guest_merge
from ziggurat.server.accounts.look_alikes import FORMER
from ziggurat.server.storage import database, schema

TAKEN = "is taken, or looks too much like another player's"


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server with its own limit of login attempts."""
    with serving(f"sqlite:///{tmp_path}/ziggurat.db") as running:
        yield running


@pytest.fixture
def any_server(database_url: str) -> Iterator[Server]:
    with serving(database_url) as running:
        yield running


def export_all(person: Person) -> dict[str, Any]:
    exported: dict[str, Any] = person.ask("GET", "/api/me/export.json")
    return exported


def delete_account(person: Person, **more: Any) -> Any:
    return person.ask("POST", "/api/me/delete", {"sure": True, **more})


# ---------------------------------------------------------------------------------------- true to the schema, by a test


def test_every_column_that_names_a_player_is_exported_or_excepted() -> None:
    for table, column in export.all_references():
        name = f"{table.name}.{column.name}"
        owned = column in export.owners(table)
        assert owned != (name in export.NOT_EXPORTED), f"{name}: say in export.py whose it is"
    there = {f"{table.name}.{column.name}" for table, column in export.all_references()}
    assert set(export.NOT_EXPORTED) <= there


def test_columns_named_like_players_are_references() -> None:
    """A new column with such a name must be listed."""
    references = {f"{table.name}.{column.name}" for table, column in export.all_references()}
    for table in schema.metadata.sorted_tables:
        for column in table.columns:
            if column.name in ("player", "owner", "host", "other", "user", "followed", "reporter", "reported"):
                assert f"{table.name}.{column.name}" in references, (
                    f"{table.name}.{column.name}: add it to export.NOT_FOREIGN_KEYS"
                )


def test_a_players_rows_are_found_by_an_index() -> None:
    few = {"challenges.player", "invitations.host", "audit.moderator"}  # few rows, or never queried
    for table, column in export.all_references():
        unique: list[Any] = [one for one in table.constraints if isinstance(one, UniqueConstraint)]
        found_by = {next(iter(one.columns)).name for one in [*unique, *table.indexes, table.primary_key]}
        assert column.name in found_by or f"{table.name}.{column.name}" in few, column


def test_secret_columns_exist() -> None:
    for name in export.SECRET_COLUMNS:
        table, _, column = name.partition(".")
        assert column in schema.metadata.tables[table].c, name


def test_export_says_which_tables_are_deleted_with_an_account() -> None:
    for table in schema.metadata.sorted_tables:
        decided = (table.name in export.DELETED) + (table.name in export.NOT_DELETED)
        assert decided == bool(export.references(table)), f"{table.name}: add it to DELETED or NOT_DELETED in export.py"


def test_export_says_what_happens_to_every_table_of_a_guest_on_login() -> None:
    assert set(export.ON_LOGIN) == {table.name for table, _ in export.all_references()}
    merged = {name for name, rule in export.ON_LOGIN.items() if rule is export.OnLogin.MERGE}
    assert merged == set(guest_merge.MERGES)


def test_login_moves_the_guests_rows_to_the_account(engine: Engine) -> None:
    fill(engine)
    guest, account_id = "a" * 32, "b" * 32
    with engine.begin() as connection:
        assert guest_merge.merge_guest(connection, guest, account_id) == ["ida"]
        remaining = {
            table.name
            for table, column in export.all_references()
            if connection.execute(select(column).where(column == guest)).first()
        }
    unchanged = {name for name, rule in export.ON_LOGIN.items() if rule in (export.OnLogin.STAY, export.OnLogin.NONE)}
    assert remaining <= {*unchanged, "players"}


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = database.connect(database_url)
    database.migrate(engine)
    yield engine
    engine.dispose()


def fill(engine: Engine) -> None:
    """Store two players, and for each of them a row in every table that names them."""
    with engine.begin() as connection:
        for table in schema.metadata.sorted_tables:
            if table.name in ("service", "former_names", "ended"):
                continue
            for player, other in (("a" * 32, "b" * 32), ("b" * 32, "a" * 32)):
                connection.execute(insert(table).values(row_of(table, player, other)))


def row_of(table: Any, player: str, other: str) -> dict[str, Any]:
    references = {column.name for column in export.references(table)}
    owner_columns = {column.name for column in export.owners(table)} if references else set()
    row: dict[str, Any] = {}
    for column in table.columns:
        kind = column.type.python_type
        if column.name in references:
            row[column.name] = player if column.name in owner_columns else other
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


def read_export(engine: Engine, player: str) -> dict[str, Any]:
    class Reads:
        async def read(self, work: Callable[..., Any], *args: Any) -> Any:
            with engine.connect() as connection:
                return work(connection, *args)

    async def whole() -> bytes:
        return b"".join([part async for part in export.export(Reads(), player, 7)])  # type: ignore[arg-type]

    exported: dict[str, Any] = json.loads(looping.run(whole()))
    return exported


def test_export_is_complete_and_without_others_data(engine: Engine) -> None:
    fill(engine)
    exported = read_export(engine, "a" * 32)
    text = json.dumps(exported)
    assert "a" * 32 not in text
    assert "b" * 32 not in text
    for table in export.exported_tables():
        for column in export.owners(table):
            title = table.name if len(export.owners(table)) == 1 else f"{table.name} ({column.name})"
            (row,) = exported[title]
            for wanted in export.exported_columns(table):
                assert wanted.name in row, f"{table.name}.{wanted.name}"
    (decision,) = exported["decisions"]
    assert decision["text"] == "text a"
    assert "digest" not in decision
    # Of the other player, only the public name.
    theirs = set(re.findall(r'"[^"]* b"', text))
    assert theirs <= {'"name b"', '"table_ b"', '"host b"'}, theirs
    for secret in ("passwo a", "hash a", "seed a", "start a"):
        assert secret not in text


def test_deletion_leaves_no_personal_data(engine: Engine) -> None:
    """In the whole database, only the tables of NOT_DELETED still name them, without their data."""
    fill(engine)
    with engine.begin() as connection:
        deletion.delete_player(connection, "a" * 32, 1000)
    with engine.connect() as connection:
        for table in schema.metadata.sorted_tables:
            for row in connection.execute(select(table)).mappings():
                if not any(row[column.name] == "a" * 32 for column in export.references(table)):
                    continue
                assert table.name in export.NOT_DELETED, table.name
                if table.name == "chat":
                    assert (row["name"], row["text"]) == (FORMER, "")
                elif table.name == "players":
                    left = {name for name, value in row.items() if isinstance(value, str) and value.endswith(" a")}
                    assert (row["name"], left) == (FORMER, set())
        others = connection.execute(select(schema.notes.c.player)).scalars().all()
    assert others == ["b" * 32]


def test_export_reads_many_rows_in_chunks(engine: Engine) -> None:
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
    chat = read_export(engine, "a" * 32)["chat"]
    assert len({row["id"] for row in chat}) == len(chat) == many + 1


# ---------------------------------------------------------------------------------------------------- with real servers


def test_export_over_http(any_server: Server) -> None:
    host, guest, table = two_at_a_table(any_server)
    one, two = host.join(table), guest.join(table)
    say(one, "mine")
    say(two, "theirs")
    one.ask("note", text="my note")
    host.ask("POST", "/api/blocks", {"table": table, "seat": 1})
    actor = one if one.view["actor"] == 0 else two
    actor.play(actor.choices[0])
    answer = host.http.get("/api/me/export.json")
    assert answer.headers["content-disposition"] == 'attachment; filename="ziggurat.json"'
    exported = answer.json()
    assert [row["text"] for row in exported["chat"]] == ["mine"]
    assert exported["notes"] == [{"table_id": table, "text": "my note"}]
    assert exported["hushed"][0]["other"] == guest.ask("GET", "/api/me")["name"]
    assert len(exported["decisions"]) == (actor is one)
    assert export_all(guest)["hushed"] == []  # does not tell who blocked them
    assert "seed" not in answer.text
    token = host.ask("POST", "/api/tokens", {"label": "robot"})["token"]
    assert Person(any_server, token).refused("GET", "/api/me/export.json")[0] == 403
    assert export_all(Person(any_server))["players"] == []


def test_account_is_deleted_and_matches_stay(any_server: Server) -> None:
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
    guest = delete_account(owner, password=PASSWORD)
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
    back.ask("POST", "/api/account", {"login": login, "password": PASSWORD})  # the login is free


def test_old_cookie_of_a_deleted_account_is_invalid(own_server: Server) -> None:
    owner, _ = account(own_server)
    old = dict(owner.http.cookies)
    delete_account(owner, password=PASSWORD)
    owner.http.cookies.clear()
    owner.http.cookies.update(old)
    assert owner.ask("GET", "/api/me")["login"] is None
    assert export_all(owner)["tokens"] == []


def test_name_of_a_deleted_account_is_free_after_90_days(own_server: Server) -> None:
    owner, name = account(own_server)
    delete_account(owner, password=PASSWORD)
    engine = database.connect(own_server.database)
    with engine.begin() as connection:
        (until,) = connection.execute(select(schema.former_names.c.until)).scalars()
        kept = connection.execute(select(schema.former_names.c.hash)).scalar_one()
        assert name not in kept
        connection.execute(schema.former_names.update().values(until=until - (deletion.RESERVED_DAYS + 1) * 86_400_000))
    engine.dispose()
    Person(own_server).ask("PATCH", "/api/me", {"name": name})


def test_guest_can_delete_their_data(any_server: Server) -> None:
    host, guest, table = two_at_a_table(any_server)
    guest.ask("PATCH", "/api/me", {"name": "Nisaba"})
    chair, other = guest.join(table), host.join(table)
    say(chair, "I was here")
    delete_account(guest)
    assert chair.is_cut() == 1012
    other.hear("changed", lambda message: "result" in message)
    assert host.ask("GET", f"/api/tables/{table}")["seats"][1]["name"] == FORMER
    assert host.join(table).welcome["chat"][0]["text"] == ""
    assert guest.ask("GET", "/api/me")["name"] != "Nisaba"
    stranger = Person(any_server)
    stranger.http.cookies.clear()
    assert stranger.refused("POST", "/api/me/delete", {"sure": True}) == (403, "Nothing is stored about you.")


@pytest.mark.long
def test_guest_history_is_deleted_with_the_account(own_server: Server) -> None:
    owner, _ = account(own_server)
    login = owner.ask("GET", "/api/me")["login"]
    host, guest, table = two_at_a_table(own_server)
    guest.ask("PATCH", "/api/me", {"name": "Nisaba"})
    chair = guest.join(table)
    say(chair, "as a guest")
    guest.ask("POST", "/api/login", {"login": login, "password": PASSWORD})
    assert [row["text"] for row in export_all(guest)["chat"]] == ["as a guest"]
    delete_account(guest, password=PASSWORD)
    assert host.join(table).welcome["chat"][0]["text"] == ""
    engine = database.connect(own_server.database)
    with engine.connect() as connection:
        assert "Nisaba" not in connection.execute(select(schema.players.c.name)).scalars().all()
    engine.dispose()


@pytest.mark.long
def test_own_passkey_confirms_deletion(own_server: Server) -> None:
    (owner, _), (thief, _) = account_by_name(own_server), account_by_name(own_server)
    key, wrong = add(owner), add(thief)
    options = owner.ask("POST", "/api/passkeys/confirm")["options"]
    assert len(options["allowCredentials"]) == 1
    bad = wrong.sign(options, named(own_server))
    assert owner.refused("POST", "/api/me/delete", {"sure": True, "credential": bad})[0] == 403
    options = owner.ask("POST", "/api/passkeys/confirm")["options"]
    delete_account(owner, credential=key.sign(options, named(own_server)))
    assert owner.ask("GET", "/api/me")["login"] is None
    assert thief.ask("GET", "/api/me")["login"] is not None


def test_cross_site_requests_and_tokens_cannot_delete_an_account(own_server: Server) -> None:
    """Not by another site's page, a form or an API token."""
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
def test_deletion_shows_in_other_processes(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        owner, other = Person(one), Person(two)
        table = owner.open_table("me", "open")
        other.sit(table)
        device = Person(two)
        cookies = dict(owner.http.cookies)
        device.http.cookies.clear()
        device.http.cookies.update(cookies)
        chair, watching = device.join(table), other.join(table)
        delete_account(owner)
        assert chair.is_cut() == 1012
        watching.hear("seated", lambda message: bool(message["table"]["seats"][0]["name"] == FORMER))


def test_reports_survive_account_deletion(own_server: Server) -> None:
    judge, _ = moderator(own_server)
    _, guest, _ = reported(own_server)
    name = guest.ask("GET", "/api/me")["name"]
    delete_account(guest, password=PASSWORD)
    report = only_open(judge)
    assert (report["reported"]["deleted"], report["then"]) == (True, name)
    whole = judge.ask("GET", f"/api/moderation/reports/{report['id']}")
    assert whole["context"][0]["text"] == "boo"
    body = {"action": "close", "text": "!"}
    assert judge.refused("POST", f"/api/moderation/reports/{report['id']}", body)[0] == 409
    assert decide(judge, report["id"], "dismiss")["report"]["then"] == FORMER
