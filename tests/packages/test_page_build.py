"""What builds the page finds the packages that pip has installed for a build."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from typing import Any

import pytest

from tests.packages.building import ROOT


def test_bundling_keeps_the_path_of_an_isolated_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """`pip install .` in a clone: NumPy is there only by the path that pip sets."""
    environments: list[dict[str, str]] = []

    def run(*_: Any, env: dict[str, str], **__: Any) -> subprocess.CompletedProcess[str]:
        environments.append(env)
        return subprocess.CompletedProcess([], 0)

    monkeypatch.setattr(sys, "path", [*sys.path, str(ROOT / "web")])
    build = runpy.run_path(str(ROOT / "web" / "build.py"))
    monkeypatch.setattr(subprocess, "run", run)
    for given, expected in (("/of/pip", [str(ROOT / "src"), "/of/pip"]), ("", [str(ROOT / "src")])):
        monkeypatch.setenv("PYTHONPATH", given)
        build["bundle"](force=True)
        assert environments.pop()["PYTHONPATH"].split(os.pathsep) == expected
