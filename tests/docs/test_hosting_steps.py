"""docs/hosting.md, followed literally: steps 2 to 7 are run in order, in a folder that stands for the machine's root.

The units are those of `deploy/`; a small `systemctl` starts what they say. Step 1, which installs, is `tests/packages`.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.docs.test_hosting_page import BLOCKS, PAGE, ROOT

SYSTEMCTL = """
import os, re, signal, subprocess, sys, time
root, verb, units = os.environ["ROOT"], sys.argv[1], [word for word in sys.argv[2:] if not word.startswith("-")]


def runs(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def told():
    return open(f"{root}/log").read().count("Ziggurat is at")


for unit in units:
    if unit == "caddy" or unit.endswith(".timer"):
        continue
    text = open(f"{root}/etc/systemd/system/{unit}.service").read()
    command = re.search(r"(?m)^ExecStart=\\S+ (.*)$", text)[1].split()
    folder = root + re.search(r"(?m)^WorkingDirectory=(.*)$", text)[1]
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if "Type=oneshot" in text:
        sys.exit(subprocess.run(["ziggurat", *command], cwd=folder).returncode)
    if verb == "restart":
        pid = int(open(f"{root}/{unit}.pid").read())
        os.kill(pid, signal.SIGTERM)
        while runs(pid):
            time.sleep(0.1)
    with open(f"{root}/log", "ab") as log:
        before = told()
        server = subprocess.Popen(["ziggurat", *command], cwd=folder, stdout=log, stderr=log, start_new_session=True)
    open(f"{root}/{unit}.pid", "w").write(str(server.pid))
    while told() == before:
        if server.poll() is not None:
            sys.exit("the server did not start: " + open(f"{root}/log").read())
        time.sleep(0.1)
"""


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Path]:
    """A folder with what a Debian machine has at step 2."""
    for folder in ("bin", "etc/caddy", "etc/systemd/system", "var/lib"):
        (tmp_path / folder).mkdir(parents=True)
    _command(tmp_path, "ziggurat", f'exec {sys.executable} -m ziggurat "$@"')
    _command(tmp_path, "systemctl", f"exec {sys.executable} - \"$@\" <<'END'\n{SYSTEMCTL}END")
    _command(tmp_path, "journalctl", f"tail -n 20 {tmp_path}/log")
    yield tmp_path
    with suppress(FileNotFoundError, ProcessLookupError):
        os.kill(int((tmp_path / "ziggurat.pid").read_text()), signal.SIGTERM)


def _command(root: Path, name: str, text: str) -> None:
    file = root / "bin" / name
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)


def steps(root: Path) -> str:
    """The page's commands from step 2 on, before the upgrades, for that folder."""
    begin, end = PAGE.index("## 2. Settings"), PAGE.index("## The admin page")
    chosen = [block for block in BLOCKS if begin < PAGE.find(textwrap.indent(block, "    ").strip("\n")) < end]
    script = "\n".join(chosen).replace("/usr/local/src/ziggurat", str(ROOT))
    script = script.replace("sqlite:////var/", f"sqlite:///{root}/var/")
    script = re.sub(r"(?<![\w/.])/(etc|var/lib)/", rf"{root}/\1/", script)
    return re.sub(r"(?m)^ziggurat doctor.*$", r"\g<0> || true", script)  # nobody answers at games.example.org


@pytest.mark.long
def test_page_can_be_followed(machine: Path) -> None:
    environment = os.environ | {
        "PATH": f"{machine}/bin:{os.environ['PATH']}",
        "ROOT": str(machine),
        "ZIGGURAT_SETTINGS": f"{machine}/etc/ziggurat/ziggurat.toml",
        "ZIGGURAT_PORT": "0",
    }

    def run(script: str) -> str:
        done = subprocess.run(
            ["sh", "-eux"], input=script, capture_output=True, text=True, env=environment, cwd=machine, check=False
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done.stdout

    script = steps(machine)
    assert len(re.findall("ziggurat doctor", script)) == 2
    told = run(script)
    assert "it can be restored." in told  # the drill
    assert "The link works once" in told
    assert json.loads(run("ziggurat admins list --json")) == {"admins": ["Anna"]}
    assert [one["uses"] for one in json.loads(run("ziggurat invitations list --json"))] == [20]
