"""The package's types are complete for users: `mypy --strict` accepts a program that uses it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ziggurat
from tests.consumer.agent import main

ROOT = Path(__file__).parents[2]
CONSUMER = ROOT / "tests" / "consumer" / "agent.py"


@pytest.mark.long
def test_a_consumer_passes_the_strict_checker(tmp_path: Path) -> None:
    source = Path(ziggurat.__file__).parent
    assert (source / "py.typed").exists()
    program = tmp_path / "agent.py"
    program.write_text(CONSUMER.read_text("utf-8"), "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent"]
    command += ["--cache-dir", str(ROOT / "build" / "mypy-consumer"), str(program)]
    environment = {**os.environ, "MYPYPATH": str(source.parent)}
    checked = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert checked.stdout.startswith("Success"), checked.stdout + checked.stderr


def test_the_consumer_runs() -> None:
    main()
