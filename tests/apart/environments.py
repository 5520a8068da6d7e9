"""Virtual environments of their own, for libraries that cannot be installed beside the others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.packages import building

KERNELS = ("llvmlite", "numba", "numpy")  # with other versions kernels would be compiled anew


def settings() -> dict[str, str]:
    """The variables of processes there: pip's index and wheels, nothing of this environment."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    command = [sys.executable, "-m", "pip", "config", "get", "global.find-links"]
    wheels = subprocess.run(command, check=False, capture_output=True, text=True).stdout.split()
    found = {"UV_FIND_LINKS": ",".join(wheels)} if wheels else {}
    return inherited | building.registry() | found


def create(folder: Path, extra: str, requirements: Path, *options: str) -> Path:
    """A new environment with ziggurat, one of its extras and these requirements; its Python."""
    kernels = [line for line in building.pins(folder).read_text("utf-8").split() if line.startswith(KERNELS)]
    uv, python = building.BIN / "uv", folder / "apart" / "bin" / "python"
    subprocess.run([uv, "venv", "--quiet", "--python", building.BIN / "python", folder / "apart"], check=True)
    wanted = ["-e", f"{building.ROOT}[{extra}]", "-r", str(requirements), *kernels]
    subprocess.run([uv, "pip", "install", "--quiet", "--python", python, *options, *wanted], env=settings(), check=True)
    return python
