"""Two runs of the same tests draw the same random numbers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tests import entropy
from tests.template import forked

SAMPLE = (
    "tests/server/tables/test_play.py::test_bots_fill_a_table",  # dealt tiles, and bots that draw their moves
    "tests/server/test_attacks.py::test_socket_survives_fuzzing[4-1.0]",
)
OPTIONS = ["-p", "no:cacheprovider", "-p", "no:playwright", *SAMPLE]
OWN = ("PYTEST", "RUNNING_TEST", entropy.CHOICES, "PYTHONHASHSEED")  # not what the run that runs this one has


def _in_a_copy(file: Path) -> None:
    """Run the sample in a copy of the loaded process: within seconds."""
    assert forked(_run, file) == 0, file.with_suffix(".out").read_text("utf-8")


def _run(file: Path) -> None:
    for name in [name for name in os.environ if name.startswith(OWN)]:
        del os.environ[name]
    os.environ[entropy.CHOICES] = str(file)
    with file.with_suffix(".out").open("w", encoding="utf-8") as out, redirect_stdout(out):
        status = pytest.main(OPTIONS)
    sys.exit(status)


def _anew(file: Path) -> None:
    """Run the sample as everybody does, with another order of what Python hashes each time."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
    environment |= {entropy.CHOICES: str(file), "PYTHONHASHSEED": file.name.partition("-")[2]}
    command = [sys.executable, "-m", "pytest", *OPTIONS]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("run", [_in_a_copy, pytest.param(_anew, marks=pytest.mark.long)])
def test_two_runs_make_the_same_choices(run: Callable[[Path], None], tmp_path: Path) -> None:
    files = [tmp_path / "choices-1", tmp_path / "choices-2"]
    for file in files:
        run(file)
    one, other = (sorted(file.read_text("utf-8").splitlines()) for file in files)  # several processes have written
    assert one == other
    for what in (
        "ziggurat.server.tables.creation.row",
        "ziggurat.server.bots.worker.new_seed",
        '["sent", "play"',
        '["ended"',
    ):
        assert any(what in line for line in one), f"nothing is written down of {what}"
