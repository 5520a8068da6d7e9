"""Operations: health, metrics, headers, logs, verification, backups, migrations, settings."""

from __future__ import annotations

import json
import logging
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from sqlalchemy import update

import ziggurat
from tests.commands import call
from tests.patience import PATIENCE
from tests.server.serving import Person, Server, play_to_the_end, serving
from ziggurat.core.errors import BadOption
from ziggurat.server import metrics
from ziggurat.server.run import JsonLines, PlainLines, listen, tell_systemd
from ziggurat.server.settings import Settings, variable
from ziggurat.server.storage import backup, database, schema
from ziggurat.server.storage.verify import verify

ROOT = Path(__file__).parent.parent.parent
PAGE = "\n".join(page.read_text("utf-8") for page in sorted((ROOT / "docs" / "server").glob("*.md")))


def test_backup_while_running_verify_and_restore(database_url: str, tmp_path: Path) -> None:
    with serving(database_url) as server:
        host = Person(server)
        table = host.open_table("me", "random")
        chair = host.join(table)
        chair.ask("say", text="hello")
        play_to_the_end([chair], random.Random(1))
        running = host.open_table("me", "random")
        host.join(running)
        copy = tmp_path / "copy.db"
        done = call("backup", str(copy), "--database", database_url)
        assert done.returncode == 0, done.stderr
        assert call("backup", str(copy), "--database", database_url).stderr.endswith(
            "choose a new file for the backup.\n"
        )
        log = host.http.get(f"/api/tables/{table}/log").text
    checked = call("verify", "--database", f"sqlite:///{copy}")
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout.startswith("2 matches, ")
    target = f"sqlite:///{tmp_path}/restored.db"
    engine = database.connect(target)
    assert backup.restore(copy, engine) > 10
    engine.dispose()
    with serving(target) as server:
        host.move_to(server)  # the key that signs cookies came along
        assert host.http.get(f"/api/tables/{table}/log").text == log
        assert host.join(running).seat == 0


def test_backup_and_restore_say_how_many_rows(tmp_path: Path) -> None:
    source, copy = f"sqlite:///{tmp_path}/one.db", tmp_path / "copy.db"
    assert call("migrate", "--database", source).returncode == 0
    assert call("backup", str(copy), "--database", source).stdout == f"1 row saved in {copy}.\n"
    assert call("restore", str(copy), "--database", f"sqlite:///{tmp_path}/two.db").stdout == "1 row restored.\n"
    assert call("verify", "--database", source).stdout == "0 matches, 0 entries, 0 differences.\n"


def test_refused_backup_creates_nothing(tmp_path: Path) -> None:
    source = database.connect(f"sqlite:///{tmp_path}/one.db")
    database.migrate(source)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BadOption, match="there is no folder"):
        backup.backup(source, tmp_path / "missing" / "b.db")
    assert sorted(tmp_path.rglob("*")) == before
    source.dispose()


def test_a_backup_is_restored_into_postgresql(tmp_path: Path, postgres_url: str) -> None:
    source = database.connect(f"sqlite:///{tmp_path}/one.db")
    database.migrate(source)
    backup.backup(source, tmp_path / "copy.db")
    target = database.connect(postgres_url)
    assert backup.restore(tmp_path / "copy.db", target) == 1
    target.dispose()


def test_verify_finds_the_first_difference(tmp_path: Path) -> None:  # promise 5
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    with serving(url) as server:
        host = Person(server)
        tables = [host.open_table("me", "random", seed=seed) for seed in range(3)]
        for table in tables:
            play_to_the_end([host.join(table)], random.Random(1))
        host.ask("POST", "/api/import", {"log": ziggurat.new("babylonia", seed=1).to_text()})  # of an unfinished match
    engine = database.connect(url)
    assert verify(engine).differences == []
    journal = schema.journal
    with engine.begin() as connection:
        broken = update(journal).where(journal.c.table_id == tables[0], journal.c.number == 32)
        connection.execute(broken.values(digest="0" * 16))
        old_rules = update(schema.tables).where(schema.tables.c.id == tables[1]).values(rules=99)
        connection.execute(old_rules)
    report = verify(engine)
    assert report.matches == 4
    assert report.gone == 1
    assert len(report.differences) == 1
    assert re.fullmatch(rf"Table {tables[0]}: after entry 32 the position is \w+, not 0+\.", report.differences[0])
    assert call("verify", "--database", url).returncode == 1
    engine.dispose()
    with serving(url) as server:  # a match whose rules are gone stays readable
        host.move_to(server)
        replay = host.ask("GET", f"/api/tables/{tables[1]}/replay")
        assert replay["readable"] is False
        assert len(replay["steps"]) > 20
        assert all(step["text"] for step in replay["steps"])
        status, reason = host.refused("GET", f"/api/tables/{tables[1]}/log")
        assert status == 409
        assert "version 99, are not here any more" in reason


def test_second_server_cannot_use_the_same_file(server: Server) -> None:
    second = call("serve", "--port", "0", "--database", server.database)
    assert second.returncode == 2
    assert second.stderr.endswith("Several servers can share PostgreSQL, but not SQLite.\n")


def test_logs_are_lines_of_json_without_secrets(tmp_path: Path) -> None:
    with tempfile.TemporaryFile() as log:
        with serving(f"sqlite:///{tmp_path}/ziggurat.db", log=log) as server:
            host = Person(server)
            token = host.ask("POST", "/api/tokens", {"label": "bot"})["token"]
            table = Person(server, token).open_table("me", "random")
            host.join(table).ask("hint")
            host.refused("GET", "/api/tables/nosuch")
        log.seek(0)
        text = log.read().decode()
    assert [json.loads(line)["level"] for line in text.splitlines()]
    cookie = next(iter(host.http.cookies.values()))
    for secret in (token, table, cookie, cookie.partition(".")[0]):
        assert secret not in text


def test_every_response_has_security_headers(server: Server) -> None:
    host = Person(server)
    for path in ("/api/games", "/healthz", "/nowhere", "/api/tables/nosuch"):
        headers = host.http.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"], path
        policy = headers["content-security-policy"].replace("'wasm-unsafe-eval'", "")  # for WebAssembly
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_responses_are_not_cached(server: Server) -> None:
    for path in ("/api/me", "/api/tables", "/healthz", "/api/nowhere"):
        assert httpx.get(f"{server.url}{path}", timeout=PATIENCE).headers["cache-control"] == "no-store"
    page = httpx.get(server.url, timeout=PATIENCE)
    assert page.headers["cache-control"] == "no-cache"  # it is asked for again each time


def test_cookie_is_http_only_and_same_site(server: Server) -> None:
    import httpx

    cookie = httpx.get(f"{server.url}/api/me", timeout=PATIENCE).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_every_setting_and_metric_is_documented_and_nothing_else() -> None:
    names = {variable(name) for name in Settings.__dataclass_fields__}
    assert set(re.findall(r"`(ZIGGURAT_[A-Z_]+)`", PAGE)) == names
    exported = {line.split()[2] for line in metrics.page().decode().splitlines() if line.startswith("# TYPE")}
    exported = {name.removesuffix("_total").removesuffix("_created") for name in exported}
    documented = {name.removesuffix("_total") for name in re.findall(r"`(ziggurat_[a-z_]+)`", PAGE)}
    assert documented == exported


def test_every_message_is_documented() -> None:
    from ziggurat.server import protocol

    for union in (protocol.FromClient, protocol.FromServer):
        for message in union.__args__:
            kind = msgspec.inspect.type_info(message).tag  # type: ignore[attr-defined]
            assert f"`{kind}`" in PAGE, kind
    assert set(protocol.schema()) == {"$schema", "client", "server", "$defs"}


def test_a_bad_setting_is_refused_in_a_sentence() -> None:
    done = call("serve", "--database", "mysql://nowhere/x")
    assert done.returncode == 2
    assert "SQLite file or PostgreSQL" in done.stderr


@pytest.mark.long
def test_browser_is_opened_once_the_server_answers(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    os.mkfifo(seen)
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho $1 > {seen}\n", "utf-8")
    browser.chmod(0o755)
    line = [sys.executable, "-m", "ziggurat", "serve", "--open", "--port", "0"]
    line += ["--database", f"sqlite:///{tmp_path}/ziggurat.db"]
    with subprocess.Popen(line, env={**os.environ, "BROWSER": str(browser)}, stdout=subprocess.PIPE) as process:
        address = seen.read_text("utf-8").strip()  # waits until the browser is opened
        assert httpx.get(f"{address}/healthz", timeout=PATIENCE).text == "ok\n"
        assert process.stdout is not None
        assert process.stdout.readline().decode() == f"Ziggurat is at {address} (Ctrl-C stops it)\n"
        process.terminate()
        assert process.wait(PATIENCE) == 0


def test_a_taken_port_is_refused_in_a_sentence(server: Server, tmp_path: Path) -> None:
    done = call("serve", "--port", str(server.port), "--database", f"sqlite:///{tmp_path}/ziggurat.db")
    assert done.returncode == 2
    assert done.stderr.endswith(
        f"Port {server.port} of 127.0.0.1 is taken; choose another with --port (0 takes a free one).\n"
    )


def test_open_uses_a_free_port_if_the_port_is_taken(server: Server) -> None:
    with listen("127.0.0.1", server.port, otherwise_any=True) as another:
        assert another.getsockname()[1] != server.port


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """What systemd listens at for a service of `Type=notify`."""
    path = tempfile.mktemp(prefix="ziggurat-notify-")  # noqa: S306 - a socket's path has to be short
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(path)
        listening.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", path)
        yield listening
    Path(path).unlink()


def test_systemd_is_told(systemd: socket.socket, caplog: pytest.LogCaptureFixture) -> None:
    tell_systemd()
    assert systemd.recv(100) == b"READY=1"
    systemd.close()
    tell_systemd()
    assert caplog.messages == ["systemd cannot be told that the server answers: Connection refused"]


@pytest.mark.long
def test_systemd_is_told_once_the_server_answers(systemd: socket.socket, tmp_path: Path) -> None:
    """Otherwise whatever is started after it, and `ziggurat doctor` after a restart, comes too early."""
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", anew=True):
        assert systemd.recv(100) == b"READY=1"


@pytest.mark.long
def test_logs_on_a_terminal_are_plain_text() -> None:
    record = logging.LogRecord("ziggurat.server", logging.WARNING, "", 0, "a bot %s", ("failed",), None)
    assert re.fullmatch(r"\d\d:\d\d:\d\d  warning: a bot failed", PlainLines().format(record))
    record.levelno = logging.INFO
    assert re.fullmatch(r"\d\d:\d\d:\d\d  a bot failed", PlainLines().format(record))
    assert json.loads(JsonLines().format(record))["text"] == "a bot failed"
    done = subprocess.run(
        [sys.executable, "-m", "ziggurat", "serve", "--port", "0"],
        env={**os.environ, "ZIGGURAT_LOG_FORMAT": "xml"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == "ziggurat: ZIGGURAT_LOG_FORMAT is auto, json or text, not 'xml'.\n"


def test_ctrl_c_stops_the_server_quietly(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "ziggurat", "serve", "--port", "0"]
    line += ["--database", f"sqlite:///{tmp_path}/ziggurat.db"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert b"Ctrl-C stops it" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert b"Traceback" not in process.stderr.read()
