"""Runs the tests of libraries that conflict with others, each in a virtual environment of its own."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.apart import environments
from tests.packages import building

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("library", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_in_an_environment_of_its_own(library: str, tmp_path: Path) -> None:
    python = environments.create(tmp_path, library, FOLDER / f"{library}.txt")
    command = [
        str(python),
        "-m",
        "pytest",
        "--noconftest",
        "-p",
        "no:cacheprovider",
        str(FOLDER / f"{library}_cases.py"),
    ]
    done = subprocess.run(
        command, cwd=building.ROOT, env=environments.settings(), check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
