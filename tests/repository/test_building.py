"""The page is built once, and only if its sources have changed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
BUILD = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
import build
from pathlib import Path
build.LOCK = Path(sys.argv[2])
with build.alone(), open(sys.argv[3], "a") as out:
    print("in", os.getpid(), file=out, flush=True)
    time.sleep(0.05)
    print("out", os.getpid(), file=out, flush=True)
"""
FRESH = """
import sys
sys.path.insert(0, sys.argv[1])
import build
from pathlib import Path
build.WEB = Path(sys.argv[2])
build.DEVICE = build.WEB / "device"
build.SOURCES = ("scripts",)
print(build.is_fresh(build.WEB / "built"))
"""


def test_only_one_process_builds_the_page_at_a_time(tmp_path: Path) -> None:
    command = [sys.executable, "-c", BUILD, str(WEB), str(tmp_path / "lock"), str(tmp_path / "out")]
    for process in [subprocess.Popen(command) for _ in range(4)]:
        assert process.wait() == 0
    lines = [line.split() for line in (tmp_path / "out").read_text().splitlines()]
    assert [word for word, _ in lines] == ["in", "out"] * 4
    assert [pid for word, pid in lines if word == "in"] == [pid for word, pid in lines if word == "out"]


def test_bytecode_files_do_not_trigger_a_rebuild(tmp_path: Path) -> None:
    def fresh() -> bool:
        said = subprocess.run([sys.executable, "-c", FRESH, WEB, tmp_path], capture_output=True, text=True, check=True)
        return said.stdout.strip() == "True"

    scripts, page = tmp_path / "scripts", tmp_path / "built" / "index.html"
    for folder in (scripts, page.parent, tmp_path / "device"):
        folder.mkdir()
    (tmp_path / "device" / "inputs.txt").write_text("")
    (scripts / "generate.py").write_text("")
    page.write_text("")
    later = time.time() + 60
    os.utime(page, (later, later))
    assert fresh()
    (scripts / "__pycache__").mkdir()
    (scripts / "__pycache__" / "generate.pyc").write_text("")
    for new in (scripts, scripts / "__pycache__", scripts / "__pycache__" / "generate.pyc"):
        os.utime(new, (later + 60, later + 60))
    assert fresh()
    os.utime(scripts / "generate.py", (later + 60, later + 60))
    assert not fresh()
