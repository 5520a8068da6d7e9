"""`ziggurat doctor`: one line for each subject, and each fault of a host in words."""

from __future__ import annotations

import ctypes
import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, update

from tests.commands import call
from tests.server import mail_server
from tests.server.serving import Server, serving
from tests.server.storage.test_migrations import fill
from ziggurat.server import doctor
from ziggurat.server.runtime.clock import now
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database, schema

SUBJECTS = [
    "version",
    "settings",
    "database",
    "disk",
    "address",
    "clock",
    "tls",
    "websockets",
    "mail",
    "push",
    "backup",
]


def findings(settings: Settings, mail: str = "") -> dict[str, tuple[str, str]]:
    return {found.subject: (found.state, found.text) for found in doctor.examine(settings, mail)}


def settings_of(server: Server, **more: Any) -> Settings:
    return Settings(database=server.database, site=server.url, **more)


def test_healthy_server_has_a_line_for_each_subject(server: Server) -> None:
    found = findings(settings_of(server))
    assert list(found) == SUBJECTS
    assert {subject for subject, (state, _) in found.items() if state != "ok"} <= {"tls", "disk", "backup", "clock"}
    assert found["address"] == ("ok", f"{server.url} is answered by Ziggurat.")
    assert found["websockets"] == ("ok", "They get through.")
    assert found["database"][1].endswith("; a server is running.")
    assert found["tls"][1] == "The public address is not HTTPS: passwords can be read on the way."


def test_websocket_that_is_refused_for_guests_got_through(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", guests="none") as server:
        assert findings(settings_of(server, guests="none"))["websockets"][0] == "ok"


def test_plain_request_for_a_websocket_is_refused_in_a_sentence(server: Server) -> None:
    for path in ("/api/tables/nosuch/live", "/api/lobby/live"):
        answer = httpx.get(f"{server.url}{path}")
        assert answer.status_code == 426
        assert answer.json()["reason"] == "This address takes WebSockets; a proxy on the way may not pass them on."


class Proxy(BaseHTTPRequestHandler):
    """A proxy that passes the health check on, and nothing else."""

    protocol_version = "HTTP/1.1"
    hours_off = 0
    body = b"ok\n"

    def do_GET(self) -> None:
        """Answer as if it were the server."""
        self.send_response(200 if self.path == "/healthz" else 502)
        self.send_header("content-length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def date_time_string(self, timestamp: float | None = None) -> str:
        """The time by a clock that may be wrong."""
        return super().date_time_string(now() / 1000 + self.hours_off * 3600)

    def log_message(self, *_: Any) -> None:
        """Write no log."""


@contextmanager
def proxy(**attributes: Any) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), type("Bad", (Proxy,), attributes)) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listening.server_port}"
        listening.shutdown()


@pytest.fixture
def quiet(tmp_path: Path) -> Settings:
    """The settings of a server that does not run, with players since 1970 and no backup."""
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    engine = database.connect(url)
    database.migrate(engine)
    fill(engine)
    with engine.begin() as connection:
        connection.execute(update(schema.service).values(seen=86_400_000))
    engine.dispose()
    return Settings(database=url)


def test_proxy_without_websockets_and_headers_is_noticed(quiet: Settings) -> None:
    with proxy() as address:
        found = findings(replace(quiet, site=address))
    assert found["websockets"] == (
        "wrong", "The proxy does not pass them on (status 502): nobody sees others' moves."
    )  # fmt: skip
    assert doctor._tls(replace(quiet, site="https://x.org"), {}) == (
        *("tls", "wrong"),
        "The proxy removes headers that protect players: strict-transport-security, content-security-policy,"
        " x-content-type-options.",
    )
    only_ours = dict.fromkeys(doctor.WANTED_HEADERS[1:], "x")
    assert doctor._tls(replace(quiet, site="https://x.org"), only_ours).text.endswith(
        "ZIGGURAT_SECURE is no: set it to yes."
    )


@pytest.fixture
def kept_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """A time service keeps this machine's clock right."""
    monkeypatch.setattr(doctor, "_is_kept_right", lambda: True)


@pytest.mark.usefixtures("kept_right")
@pytest.mark.parametrize(("hours", "state"), [(1, "wrong"), (-1, "wrong"), (0, "ok")])
def test_clock_that_is_wrong_by_an_hour_is_noticed(quiet: Settings, hours: int, state: str) -> None:
    with proxy(hours_off=hours) as address:
        found = findings(replace(quiet, site=address))["clock"]
    assert found[0] == state
    assert ("differs by 60 minutes" in found[1]) == bool(hours)


def test_clock_that_was_set_back_an_hour_is_noticed(quiet: Settings) -> None:
    """Without another machine to ask: the server wrote an hour ago what time it was."""
    engine = database.connect(quiet.database)
    with engine.begin() as connection:
        connection.execute(update(schema.service).values(seen=now() + 3_600_000))
    engine.dispose()
    found = findings(quiet)
    assert found["clock"] == ("wrong", f"It is 60 minutes behind what it was. {doctor.RUN_NTP}")
    assert "no server has run since" in found["database"][1]


def test_clock_that_nothing_keeps_right_is_said(quiet: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proxy is usually on the same machine, so that it agrees is worth little."""
    monkeypatch.setattr(doctor, "_is_kept_right", lambda: False)
    with proxy() as address:
        found = findings(replace(quiet, site=address))["clock"]
    assert found == ("warning", f"It agrees with that of {address}. But nothing keeps it right. {doctor.RUN_NTP}")
    assert findings(quiet)["clock"][1].startswith("It shows 20")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says")
def test_linux_says_whether_the_clock_is_kept_right(monkeypatch: pytest.MonkeyPatch) -> None:
    for state, right in ((0, True), (5, False)):
        library = SimpleNamespace(adjtimex=lambda _, state=state: state)
        monkeypatch.setattr(ctypes, "CDLL", lambda _, library=library: library)
        assert doctor._is_kept_right() is right
    monkeypatch.undo()
    assert doctor._is_kept_right() in (True, False)


def test_wrong_public_address_is_noticed(quiet: Settings) -> None:
    with proxy(body=b"Welcome to nginx") as address:
        pass
    gone = findings(replace(quiet, site=address))["address"]
    assert gone[0] == "wrong"
    assert "cannot be reached: " in gone[1]
    with proxy(body=b"Welcome to nginx") as address:
        found = findings(replace(quiet, site=address))
        assert found["address"] == ("wrong", f"{address} is answered by something else than Ziggurat.")
        assert "websockets" not in found
    assert findings(quiet)["address"][0] == "warning"


def test_missing_database_and_bad_settings_are_said(tmp_path: Path) -> None:
    found = findings(Settings(database=f"sqlite:///{tmp_path}/none.db", stand_in="nobody"))
    assert found["database"] == ("wrong", f"There is no database {tmp_path}/none.db.")
    assert found["settings"][0] == "wrong"
    assert not (tmp_path / "none.db").exists()


def test_stopped_server_little_space_and_old_backup_are_said(quiet: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LITTLE_SPACE", 2**62)
    found = findings(quiet)
    assert found["database"][1].endswith("no server has run since 1970-01-02 00:00 UTC.")
    assert found["disk"][0] == "warning"
    assert found["disk"][1].endswith("A backup needs more.")
    assert found["backup"] == ("warning", "There is no backup yet: run `ziggurat backup --keep 14` every day.")
    engine = database.connect(quiet.database)
    with engine.begin() as connection:
        connection.execute(update(schema.service).values(backed_up=now()))
        connection.execute(insert(schema.push_keys).values(id=1, private="key"))
    engine.dispose()
    found = findings(quiet)
    assert found["backup"][0] == "ok"
    assert found["push"] == ("ok", "The key is stored.")


def test_mail_is_sent_or_the_refusal_is_said(quiet: Settings) -> None:
    assert findings(quiet)["mail"] == ("ok", "No mail server is set, so no e-mail is sent.")
    assert findings(quiet, "anna@example.org")["mail"][0] == "wrong"
    with mail_server.mail_server() as mail:
        chosen = replace(quiet, **mail_server.settings(mail, site=""))
        assert findings(chosen)["mail"][0] == "ok"
        assert findings(chosen, "anna@example.org")["mail"] == (
            "ok",
            f"{chosen.smtp_host} has taken an e-mail to anna@example.org.",
        )
    assert findings(chosen)["mail"][0] == "wrong"


def test_what_a_mail_server_says_is_passed_on(quiet: Settings, caplog: pytest.LogCaptureFixture) -> None:
    with mail_server.mail_server() as mail:
        chosen = replace(quiet, **mail_server.settings(mail, site=""))
        found = findings(chosen, "nobody@example.org")["mail"]
        assert found[1].startswith("127.0.0.1 refuses an e-mail to nobody@example.org: 550 nobody is called that here")
        login = replace(chosen, smtp_user="games", smtp_password="wrong")  # noqa: S106
        assert findings(login, "anna@example.org")["mail"][1].startswith("127.0.0.1 does not take an e-mail to anna@")
        mail.refused_senders.append("turns@example.org")
        found = findings(chosen, "anna@example.org")["mail"]
        assert found[1].endswith("553 turns@example.org may not send from here.")
    messages = [record.getMessage() for record in caplog.records if record.name == "ziggurat.mail"]
    assert messages[0] == "the mail server refuses an e-mail for good: 550 nobody is called that here"
    assert messages[-1] == "the mail server does not accept e-mail: 553 … may not send from here"


def test_command_prints_lines_and_fails_if_something_is_wrong(server: Server, tmp_path: Path) -> None:
    done = call("doctor", "--database", server.database)
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[0].startswith("ok       version     Ziggurat ")
    done = call("doctor", "--database", f"sqlite:///{tmp_path}/none.db", "--json")
    assert done.returncode == 1
    told = {row["subject"]: row["state"] for row in json.loads(done.stdout)}
    assert told["database"] == "wrong"
