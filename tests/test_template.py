"""Servers and commands of the tests are copies of a process that has everything loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.page.conftest import until_ready
from tests.server.serving import Person, serving
from tests.template import is_current


def test_what_the_tests_import_leaves_the_template_current() -> None:
    """Else each server is started anew: nothing fails, and all of them together take minutes longer."""
    assert is_current()


def test_a_variable_of_ours_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMEBODY_ELSES", "1")
    assert is_current()
    monkeypatch.setenv("ZIGGURAT_CACHE", "elsewhere")
    assert not is_current()
    monkeypatch.undo()
    monkeypatch.delenv("PATH")
    assert not is_current()


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up where Linux lists them")
def test_what_helps_a_server_is_a_copy_too(tmp_path: Path) -> None:
    """Else each is started anew, which nothing but the time would tell."""

    def started(server_pid: int) -> int:
        children = Path(f"/proc/{server_pid}/task").glob("*/children")
        pids = {pid for file in children for pid in file.read_text().split()}
        return sum(b"ziggurat.server." in Path(f"/proc/{pid}/cmdline").read_bytes() for pid in pids)

    for anew, commands in ((False, 0), (True, 1)):
        with serving(f"sqlite:///{tmp_path}/{anew}.db", anew=anew) as server:
            until_ready(server.url)
            host = Person(server)
            assert host.join(host.open_table("me", "random", game="babel")).ask("hint")["type"] == "hinted"
            assert started(server.pid) == commands
