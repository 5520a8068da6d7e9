"""`make test` reports missing tools at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import preflight

SCRIPT = Path(preflight.__file__)


def run(**environment: str) -> subprocess.CompletedProcess[str]:
    """The script as make starts it, with nothing installed: no packages, nothing of ours on the path."""
    command = [sys.executable, "-I", "-S", str(SCRIPT)]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def test_a_machine_that_runs_the_tests_lacks_nothing() -> None:
    done = run()
    assert (done.returncode, done.stderr) == (0, "")


def test_missing_programs_are_named_with_their_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # nor is there an apt-get here
    monkeypatch.setattr(preflight, "POSTGRES", tmp_path)
    assert preflight.missing_programs() == [
        "Chromium is missing, which browser tests need: install it "
        "(on Debian or Ubuntu: sudo apt-get install chromium fonts-liberation).",
        "PostgreSQL is missing, which server tests need: install it "
        "(on Debian or Ubuntu: sudo apt-get install postgresql).",
    ]


def test_other_browsers_are_wanted_by_long_tests_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    preflight.missing_programs()
    assert "Firefox" not in capsys.readouterr().out
    problems = preflight.missing_programs(long=True)
    assert "Firefox is not installed: there are no tests in Firefox." in capsys.readouterr().out
    assert not any("Firefox" in problem for problem in problems)


def test_an_apt_get_that_fails_is_named_with_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    apt_get = tmp_path / "apt-get"
    apt_get.write_text("#!/bin/sh\necho no route to the mirror\nexit 100\n")
    apt_get.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(preflight, "POSTGRES", tmp_path)
    monkeypatch.setattr(preflight, "APT_LOG", tmp_path / "apt.log")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert len(preflight.missing_programs()) == 2
    assert str(tmp_path / "apt.log") in capsys.readouterr().out
    assert "no route" in (tmp_path / "apt.log").read_text()


def test_a_full_disk_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "GIGABYTE", 10**18)
    problems = preflight.full_disks()
    assert len(problems) == 2
    assert "0.0 GB free" in problems[0]


def test_a_cache_of_another_user_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != theirs and may(path, mode))  # root may do all
    monkeypatch.setenv("ZIGGURAT_CACHE", str(theirs / "kernels"))
    assert preflight.locked_caches() == [
        f"You cannot write to {theirs}: change its owner, or set ZIGGURAT_CACHE to a folder of yours."
    ]


def test_all_problems_are_said_at_once(tmp_path: Path) -> None:
    done = run(PATH=str(tmp_path), ZIGGURAT_CACHE=str(SCRIPT / "kernels"), TMPDIR=str(tmp_path))
    assert done.returncode == 1
    assert "set ZIGGURAT_CACHE" in done.stderr
    assert "Chromium is missing" in done.stderr
    assert "Traceback" not in done.stderr
