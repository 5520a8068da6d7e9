"""Moderation: what moderators see and do, the audit log, and that others get "not found"."""

from __future__ import annotations

import json
import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from tests.commands import call
from tests.server.serving import Person, Server, serving
from tests.server.social.test_mute_block import PASSWORD, account, say, texts_and_ids, two_at_a_table
from ziggurat.server import routes
from ziggurat.server.accounts import player_store
from ziggurat.server.routes.moderation import moderators_only
from ziggurat.server.storage import backup, database, schema

NOTHING = (404, "There is nothing at this address.")
ROUTES: list[tuple[str, str, Any]] = [
    ("GET", "/api/moderation/reports", None),
    ("GET", "/api/moderation/reports?show=nonsense", None),
    ("GET", "/api/moderation/reports/abc", None),
    ("POST", "/api/moderation/reports/abc", {"action": "dismiss", "text": "no"}),
    ("POST", "/api/moderation/reports/abc", {"what": "is wrong"}),
    ("GET", "/api/moderation/audit", None),
]
# What everybody may know: each sees their own warnings.
PUBLIC = ("/api/me/moderation", "ModerationStatus", "ModeratorWarning")
# Types that only moderators send and receive.
SECRET = ("ModerationDecision", "ReportListed", "ReportPage", "ReportDetails", "AuditPage", "AuditEntry")


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return call("moderators", *arguments)


def moderator(server: Server) -> tuple[Person, str]:
    person, name = account(server, f"Mod {secrets.token_hex(3)}")
    assert command("add", name, "--database", server.database).returncode == 0
    return person, name


def reported(server: Server, kind: str = "insults") -> tuple[Person, Person, str]:
    """The reporter and the reported player of a new report, both registered, and their table."""
    (host, _), (guest, _) = account(server), account(server)
    table = host.open_table("me", "open")
    guest.sit(table)
    chair = guest.join(table)
    say(chair, "boo")
    line = texts_and_ids(chair)[-1][1]
    chair.close()
    host.ask("POST", "/api/reports", {"table": table, "seat": 1, "kind": kind, "text": "he says boo", "lines": [line]})
    return host, guest, table


def only_open(person: Person) -> dict[str, Any]:
    report: dict[str, Any] = person.ask("GET", "/api/moderation/reports")["reports"][0]
    return report


def decide(person: Person, report: str, action: str, why: str = "because", **more: Any) -> Any:
    return person.ask("POST", f"/api/moderation/reports/{report}", {"action": action, "text": why, **more})


@pytest.fixture
def any_server(database_url: str) -> Iterator[Server]:
    with serving(database_url) as running:
        yield running


def test_every_route_for_moderators_is_tried_and_hidden() -> None:
    """A route added later is in the list above, refuses others first, and is not described."""
    tried = {(method, path.partition("?")[0].replace("/abc", "/{report_id:str}")) for method, path, _ in ROUTES}
    guarded_paths = set()
    for handler in routes.ROUTES:
        guarded = moderators_only in (handler.guards or ())
        for path in handler.paths:
            if path.startswith("/api/moderation") or guarded:
                assert guarded, path
                assert handler.include_in_schema is False, path
                guarded_paths |= {(method, path) for method in handler.http_methods}
    assert guarded_paths == tried


def test_moderation_is_not_found_for_others(server: Server) -> None:
    guest, (person, name) = Person(server), account(server)
    for who in (guest, person):
        for method, path, body in ROUTES:
            assert who.refused(method, path, body) == NOTHING, path
        assert who.ask("GET", "/api/me/moderation") == {
            "warnings": [],
            "silenced": 0,
            "moderator": False,
            "admin": False,
        }
    described = guest.http.get("/api/schema/openapi.json").json()
    assert [path for path in described["paths"] if "moderat" in path.lower()] == [PUBLIC[0]]
    types = described["components"]["schemas"]
    assert {name for name in types if "moderat" in name.lower() or name in SECRET} == set(PUBLIC[1:])
    assert "/api/moderation" not in json.dumps(described)
    token = person.ask("POST", "/api/tokens", {"label": "robot"})["token"]
    robot = Person(server, token)
    assert robot.refused("GET", "/api/moderation/reports") == NOTHING
    assert command("add", name, "--database", server.database).returncode == 0
    assert person.ask("GET", "/api/me/moderation")["moderator"] is True
    person.ask("GET", "/api/moderation/reports")
    assert robot.refused("GET", "/api/moderation/reports")[0] == 403  # API tokens cannot moderate
    command("remove", name, "--database", server.database)
    assert person.refused("GET", "/api/moderation/reports") == NOTHING


def test_moderators_command(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    with serving(url) as server:
        _, name = account(server)
        guest = Person(server).ask("GET", "/api/me")["name"]
    assert command("list", "--database", url).stdout == "Nobody is a moderator.\n"
    assert json.loads(command("add", name, "--database", url, "--json").stdout) == {"moderators": [name]}
    assert command("list", "--database", url).stdout == f"{name}\n"
    for wrong in (["add", guest], ["add"], ["list", name], ["promote", name]):
        failed = command(*wrong, "--database", url)
        assert failed.returncode != 0
        assert "Traceback" not in failed.stderr
    assert json.loads(command("remove", name, "--database", url, "--json").stdout) == {"moderators": []}
    engine = database.connect(url)
    with engine.connect() as connection:
        rows = [(row.by, row.action, row.name) for row in connection.execute(select(schema.audit))]
    assert rows == [("", "appoint", name), ("", "unappoint", name)]
    engine.dispose()


def test_report_has_context_and_history(any_server: Server) -> None:
    judge, judge_name = moderator(any_server)
    host, guest, table = reported(any_server)
    entry = only_open(judge)
    assert (entry["kind"], entry["text"], entry["table"], entry["dealt"]) == ("insults", "he says boo", table, None)
    guest_name, host_name = (person.ask("GET", "/api/me")["name"] for person in (guest, host))
    assert (entry["reported"]["name"], entry["reporter"]["name"]) == (guest_name, host_name)
    decide(judge, entry["id"], "warn", "Please be kind.")
    guest.ask("PATCH", "/api/me", {"name": f"Innocent {secrets.token_hex(3)}"})
    Person(any_server).ask("POST", "/api/reports", {"table": table, "seat": 1, "kind": "name", "text": "a name"})
    whole = judge.ask("GET", f"/api/moderation/reports/{only_open(judge)['id']}")
    assert whole["report"]["then"] != guest_name
    assert [other["then"] for other in whole["others"]] == [guest_name]
    assert [(one["action"], one["by"], one["text"]) for one in whole["history"]] == [
        ("warn", judge_name, "Please be kind.")
    ]
    first = judge.ask("GET", f"/api/moderation/reports/{entry['id']}")
    assert [(line["text"], line["by"], line["pointed"]) for line in first["context"]] == [("boo", "reported", True)]
    dealt = judge.ask("GET", "/api/moderation/reports?show=dealt")["reports"]
    assert [one["id"] for one in dealt] == [entry["id"]]


def test_moderators_see_no_hidden_information(own_server: Server) -> None:
    """No player ids, seed or view: only the table's game and link."""
    judge, _ = moderator(own_server)
    reported(own_server)
    entry = only_open(judge)
    raw = judge.http.get(f"/api/moderation/reports/{entry['id']}").text
    engine = database.connect(own_server.database)
    with engine.connect() as connection:
        ids = list(connection.execute(select(schema.players.c.id)).scalars())
        seeds = list(connection.execute(select(schema.tables.c.seed)).scalars())
    engine.dispose()
    assert not [secret for secret in [*ids, *seeds] if secret in raw]
    assert set(entry) == {"id", "kind", "text", "at", "dealt", "reported", "then", "reporter", "table", "game"}
    watching = judge.join(entry["table"])
    assert watching.seat == -1


def test_warning_must_be_read_before_chatting(any_server: Server) -> None:
    judge, _ = moderator(any_server)
    _, guest, table = reported(any_server)
    chair = guest.join(table)
    decide(judge, only_open(judge)["id"], "warn", "Please be kind.")
    refused = chair.ask("say", text="why?")
    assert (refused["type"], "warning" in refused["reason"]) == ("refused", True)
    (warning,) = guest.ask("GET", "/api/me/moderation")["warnings"]
    assert warning["text"] == "Please be kind."
    stranger = Person(any_server)
    assert stranger.refused("POST", f"/api/me/warnings/{warning['id']}")[0] == 404
    assert guest.ask("POST", f"/api/me/warnings/{warning['id']}")["warnings"] == []
    say(chair, "sorry")


@pytest.mark.long
def test_silenced_players_cannot_chat_in_any_process(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        judge, _ = moderator(one)
        host, guest, table = reported(one)
        guest.move_to(two)
        chair, other = guest.join(table), host.join(table)
        report = only_open(judge)["id"]
        assert judge.refused("POST", f"/api/moderation/reports/{report}", {"action": "silence", "text": "!"})[0] == 409
        decide(judge, report, "silence", hours=2)
        refused = chair.ask("say", text="you cannot silence me")
        assert refused["form"] == "A moderator has silenced you. You can chat again after {moment}."
        body = {"title": "you cannot silence me", "game": "babel"}
        assert "silenced" in guest.refused("POST", "/api/tournaments", body)[1]
        actor = chair if chair.view["actor"] == chair.seat else other
        assert actor.play(actor.choices[0])["type"] == "done"
        assert guest.ask("GET", "/api/me/moderation")["silenced"] > 0
        decide(judge, report, "lift")
        say(chair, "thank you")
        assert judge.refused("POST", f"/api/moderation/reports/{report}", {"action": "lift", "text": "!"})[0] == 409


def test_silenced_guest_stays_silenced_after_login(server: Server) -> None:
    judge, _ = moderator(server)
    host, guest, table = two_at_a_table(server)
    login = f"l-{secrets.token_hex(6)}"
    Person(server).ask("POST", "/api/account", {"login": login, "password": PASSWORD})
    host.ask("POST", "/api/reports", {"table": table, "seat": 1, "kind": "stalling"})
    report = only_open(judge)["id"]
    decide(judge, report, "silence", hours=2)
    guest.ask("POST", "/api/login", {"login": login, "password": PASSWORD})
    assert guest.join(table).ask("say", text="hello")["type"] == "refused"
    assert judge.ask("GET", f"/api/moderation/reports/{report}")["history"][0]["action"] == "silence"


@pytest.mark.long
def test_closed_account_is_logged_out_in_every_process(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        judge, _ = moderator(one)
        host, guest, table = reported(one)
        login = guest.ask("GET", "/api/me")["login"]
        token = guest.ask("POST", "/api/tokens", {"label": "robot"})["token"]
        waiting = guest.open_table("me", "open")
        guest.move_to(two)
        chair, other = guest.join(table), host.join(table)
        report = only_open(judge)["id"]
        decide(judge, report, "close", "Enough.")
        assert chair.is_cut() == 1012
        result = other.hear("changed", lambda message: "result" in message)["result"]
        assert (result["why"], result["seat"]) == ("resigned", 1)
        assert guest.ask("GET", "/api/me")["login"] is None  # the cookie is invalid
        assert Person(two, token).refused("GET", "/api/me")[0] == 403
        back = Person(two)
        assert back.refused("POST", "/api/login", {"login": login, "password": PASSWORD}) == (
            403,
            "A moderator has closed this account; contact the administrator.",
        )
        wrong = back.refused("POST", "/api/login", {"login": login, "password": "wrong horse"})
        assert wrong == (403, "Wrong login or password.")  # reveals nothing about the account
        seats = host.ask("GET", f"/api/tables/{waiting}")["seats"]
        assert [seat["kind"] for seat in seats] == ["open", "open"]
        decide(judge, report, "reopen", "After all.")
        back.ask("POST", "/api/login", {"login": login, "password": PASSWORD})
        assert Person(two, token).refused("GET", "/api/me")[0] == 403  # the token was deleted


def test_closed_account_leaves_the_queue(own_server: Server) -> None:
    judge, _ = moderator(own_server)
    host, guest, _ = reported(own_server)
    wish = {"game": "babel", "seats": [2], "pace": "days", "rated": True}
    guest.ask("POST", "/api/seek", wish)
    decide(judge, only_open(judge)["id"], "close", "Enough.")
    assert host.ask("POST", "/api/seek", wish)["others"] == 0


def test_no_cookie_is_valid_for_a_closed_account(database_url: str) -> None:
    """Not even a cookie that was made afterwards, for example by a password reset."""
    engine = database.connect(database_url)
    database.migrate(engine)
    with engine.begin() as connection:
        connection.execute(schema.players.insert().values(id="a", name="a", created=0, closed=1))
        assert not player_store.is_signed_in(connection, "a", player_store.log_out(connection, "a", "hash"), "session")
    engine.dispose()


def test_moderators_cannot_act_on_moderators(server: Server) -> None:
    judge, _ = moderator(server)
    other, other_name = moderator(server)
    host, *_ = account(server)
    host.ask("POST", "/api/reports", {"name": other_name, "kind": "other", "text": "unfair"})
    report = only_open(judge)
    assert judge.ask("GET", f"/api/moderation/reports/{report['id']}")["yours"] is False
    body = {"action": "close", "text": "!"}
    assert judge.refused("POST", f"/api/moderation/reports/{report['id']}", body)[0] == 403
    # Moderators do not see reports about themselves.
    assert report["id"] not in other.http.get("/api/moderation/reports").text
    assert other.refused("GET", f"/api/moderation/reports/{report['id']}")[0] == 404
    assert other.refused("POST", f"/api/moderation/reports/{report['id']}", body)[0] == 404
    decide(judge, report["id"], "dismiss", "no")


def test_audit_log_cannot_be_changed(database_url: str, tmp_path: Path) -> None:
    with serving(database_url) as server:
        judge, judge_name = moderator(server)
        reported(server)
        report = only_open(judge)["id"]
        for action, more in (("dismiss", {}), ("silence", {"hours": 1}), ("lift", {}), ("close", {}), ("reopen", {})):
            decide(judge, report, action, f"why I {action}", **more)
        entries = judge.ask("GET", "/api/moderation/audit")["entries"]
    done = ["reopen", "close", "lift", "silence", "dismiss", "appoint"]
    assert [entry["action"] for entry in entries] == done
    assert {entry["by"] for entry in entries} == {judge_name, ""}
    engine = database.connect(database_url)
    for change in (update(schema.audit).values(text=""), delete(schema.audit)):
        with pytest.raises(SQLAlchemyError, match="the audit log cannot be changed"), engine.begin() as connection:
            connection.execute(change)
    file = tmp_path / "backup.db"
    backup.backup(engine, file)
    engine.dispose()
    copy = database.connect(f"sqlite:///{file}")
    with copy.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM audit")).scalar_one() == len(done)
    copy.dispose()


@pytest.mark.long
def test_reports_and_audit_log_are_paged(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db") as server:
        judge, _ = moderator(server)
        _, name = account(server)
        for _ in range(35):
            Person(server).ask("POST", "/api/reports", {"name": name, "kind": "cheating"})
        page = judge.ask("GET", "/api/moderation/reports")
        rest = judge.ask("GET", f"/api/moderation/reports?before={page['next']}")
        ids = [report["id"] for report in [*page["reports"], *rest["reports"]]]
        assert (len(ids), len(set(ids)), rest["next"]) == (35, 35, None)
        for report in ids:
            decide(judge, report, "dismiss")
        page = judge.ask("GET", "/api/moderation/audit")
        rest = judge.ask("GET", f"/api/moderation/audit?before={page['next']}")
        assert len({entry["id"] for entry in [*page["entries"], *rest["entries"]]}) == 36
