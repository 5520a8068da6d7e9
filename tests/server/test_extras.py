"""`ziggurat[page]`: a server without what only hosts need. And without the internals that our protocols lean on."""

from __future__ import annotations

import random
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.server.hidden_libraries import hide
from tests.server.serving import Person, play_to_the_end, serving
from ziggurat.cli.common import SERVER_LIBRARIES
from ziggurat.server import extras

ROOT = Path(__file__).parents[2]
HOST_ONLY = tuple(name for names in extras.LIBRARIES.values() for name in names)
MODULES = {"psycopg": "psycopg", "py-vapid": "py_vapid", "prometheus-client": "prometheus_client"}


def requirements(extra: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {Requirement(text).name for text in project["optional-dependencies"][extra]}


def test_the_extra_host_adds_just_these_libraries() -> None:
    added = {MODULES.get(name, name) for name in requirements("host")} - {"ziggurat", "uvloop"}
    assert added == set(HOST_ONLY)
    assert requirements("server") == {"ziggurat"}  # its former name
    assert not requirements("page") & requirements("host") - {"ziggurat"}


def test_a_match_is_played_with_the_extra_page_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hide(monkeypatch, tmp_path, *HOST_ONLY, "uvloop")
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", anew=True, fresh=True) as server:
        host = Person(server)
        table = host.open_table("me", "random", game="babel")
        assert play_to_the_end([host.join(table)], random.Random(1))["winners"]
        assert host.http.get("/metrics").status_code == 404
        assert host.http.get("/metrics").json()["reason"] == "This server does not support metrics."
        host.ask("POST", "/api/account", {"login": "anna", "password": "a long password"})
        assert host.ask("GET", "/api/notifications")["push"] is False
        status, reason = host.refused("POST", "/api/passkeys/add", {"password": "a long password"})
        assert (status, reason) == (404, "This server does not support passkeys.")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["serve", "--database", "postgresql://nobody@127.0.0.1:9/none"], "PostgreSQL needs more libraries"),
        (["think", "--database", "postgresql://nobody@127.0.0.1:9/none"], "A worker for other machines needs more"),
    ],
)
def test_host_features_are_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    hide(monkeypatch, tmp_path, *HOST_ONLY)
    command = [sys.executable, "-m", "ziggurat", *arguments]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode == 2, done.stderr
    assert sentence in done.stderr
    assert done.stderr.rstrip().endswith("install them with `pip install 'ziggurat[host]'`.")
    assert "Traceback" not in done.stderr


def test_a_mail_server_needs_its_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hide(monkeypatch, tmp_path, *HOST_ONLY)
    for name, value in {"SMTP_HOST": "127.0.0.1", "SITE": "https://games.example.org", "MAIL_FROM": "a@b.org"}.items():
        monkeypatch.setenv(f"ZIGGURAT_{name}", value)
    command = [sys.executable, "-m", "ziggurat", "serve", "--database", f"sqlite:///{tmp_path}/z.db"]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "E-mail needs more libraries: install them with `pip install 'ziggurat[host]'`." in done.stderr


@pytest.mark.parametrize("command", [["serve"], ["verify"], ["backup", "b.db"], ["ratings"], ["moderators", "list"]])
def test_without_any_extra_the_servers_commands_name_the_one_they_need(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: list[str]
) -> None:
    hide(monkeypatch, tmp_path, *HOST_ONLY, *SERVER_LIBRARIES)
    done = subprocess.run(
        [sys.executable, "-m", "ziggurat", *command], cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr == (
        "ziggurat: The server needs more libraries: install them with `pip install 'ziggurat[page]'`.\n"
    )


def test_servers_commands_look_for_every_library_of_the_extra_page() -> None:
    modules = {"argon2-cffi": "argon2"}
    named = requirements("page") - {"ziggurat"}  # ziggurat[pictures], which the server can do without
    assert {modules.get(name, name) for name in named} == set(SERVER_LIBRARIES)


def test_other_internals_are_replaced_by_uvicorns_own_protocols_with_one_warning(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hide(monkeypatch, tmp_path, "h11._receivebuffer_of_another_version")
    site = (tmp_path / "sitecustomize.py").read_text("utf-8")
    broken = "\nimport h11._receivebuffer\ndel h11._receivebuffer.ReceiveBuffer\n"
    (tmp_path / "sitecustomize.py").write_text(site + broken, "utf-8")
    with (
        (tmp_path / "log").open("wb") as log,
        serving(f"sqlite:///{tmp_path}/ziggurat.db", anew=True, fresh=True, log=log) as server,
    ):
        host, guest = Person(server), Person(server)
        table = host.open_table("me", "open", game="babel")
        guest.sit(table)
        assert play_to_the_end([host.join(table), guest.join(table)], random.Random(1))["winners"]
    said = (tmp_path / "log").read_text("utf-8")
    assert said.count("This version of uvicorn, h11 or websockets is not known") == 1
    assert "Traceback" not in said
