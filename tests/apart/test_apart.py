"""Runs the tests of libraries that conflict with others, each in a virtual environment of its own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.packages import building

FOLDER = Path(__file__).parent
KERNELS = ("llvmlite", "numba", "numpy")  # with other versions kernels would be compiled anew


@pytest.mark.parametrize("library", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_in_an_environment_of_its_own(library: str, tmp_path: Path) -> None:
    kernels = [line for line in building.pins(tmp_path).read_text("utf-8").split() if line.startswith(KERNELS)]
    inherited = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment = inherited | building.registry()
    uv, python = building.BIN / "uv", tmp_path / "apart" / "bin" / "python"
    subprocess.run([uv, "venv", "--quiet", "--python", building.BIN / "python", tmp_path / "apart"], check=True)
    wanted = ["-e", f"{building.ROOT}[{library}]", "-r", str(FOLDER / f"{library}.txt"), *kernels]
    subprocess.run([uv, "pip", "install", "--quiet", "--python", python, *wanted], env=environment, check=True)
    cases = FOLDER / f"{library}_cases.py"
    command = ["-m", "pytest", "--noconftest", "-p", "no:cacheprovider", str(cases)]
    done = subprocess.run(
        [python, *command], cwd=building.ROOT, env=environment, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
