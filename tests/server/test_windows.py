"""The server runs without the modules and functions of Unix, as on Windows."""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.serving import Person, play_to_the_end, serving
from ziggurat.core.errors import BadOption
from ziggurat.server import run
from ziggurat.server.bots import remote_worker
from ziggurat.server.runtime import pipes
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database

SOURCE = Path(__file__).parents[2] / "src" / "ziggurat"
UNIX_MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline", "posix", "curses"}
# Python runs this file at its start. Windows' own lock is made of the one we have here.
WINDOWS = f"""
import asyncio, fcntl, multiprocessing, os, subprocess, sys, types  # these ask for msvcrt to know where they are

def locking(descriptor, mode, count):
    fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, count)

sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
for name in {sorted(UNIX_MODULES - {"posix", "curses"})}:
    sys.modules[name] = None
for name in ("nice", "killpg", "setsid", "getuid", "sched_getaffinity"):
    delattr(os, name)
"""


@pytest.fixture
def windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that are started now lack what Windows lacks."""
    folder = tmp_path / "windows"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(WINDOWS)
    monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")


def ziggurat(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ziggurat", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.usefixtures("windows")
def test_server_runs_and_locks_its_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    with serving(url, anew=True) as server:
        host = Person(server)
        chair = host.join(host.open_table("me", "random"))  # the bot plays in a process of its own
        play_to_the_end([chair], random.Random(1))
        second = ziggurat("serve", "--port", "0", "--database", url)
        assert second.returncode != 0
        assert "Another server is using" in second.stderr
        assert "Traceback" not in second.stderr
    assert ziggurat("backup", str(tmp_path / "copy.db"), "--database", url).returncode == 0


def test_unix_modules_are_imported_only_with_a_guard() -> None:
    unguarded = []
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        guarded = {id(node) for part in ast.walk(tree) if isinstance(part, ast.Try) for node in ast.walk(part)}
        for node in ast.walk(tree):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if UNIX_MODULES & {module.partition(".")[0] for module in modules} and id(node) not in guarded:
                unguarded.append(f"{path.relative_to(SOURCE)}: {modules}")
    assert unguarded == []


def test_limits_and_priorities_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "resource", None)
    run.allow_files()
    monkeypatch.delattr(os, "nice")
    pipes.lower_priority(5)


def test_postgresql_is_refused_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(BadOption, match="On Windows, Ziggurat serves SQLite files only"):
        database.check_system("postgresql://user@host/name")
    database.check_system("sqlite:///ziggurat.db")


@pytest.mark.parametrize("command", ["serve", "think"])
def test_commands_refuse_postgresql_on_windows(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Before they try to connect."""
    for module in (run, remote_worker):
        monkeypatch.setattr(module, "configure_logging", lambda *_: None)
    monkeypatch.setattr(sys, "platform", "win32")
    settings = Settings(database="postgresql://user@127.0.0.1:1/name")
    with pytest.raises(BadOption, match="On Windows, Ziggurat serves SQLite files only"):
        run.serve(settings) if command == "serve" else remote_worker.check(settings)
