"""Starts servers that cannot import some libraries, as if they were not installed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

HIDE = """
import sys


class Without:
    def __init__(self, finder):
        self.finder = finder

    def __getattr__(self, name):
        return getattr(self.finder, name)

    def find_spec(self, name, path=None, target=None):
        hidden = any(name == one or name.startswith(one + ".") for one in {names!r})
        return None if hidden else self.finder.find_spec(name, path, target)


sys.meta_path[:] = [Without(finder) for finder in sys.meta_path]
"""


def hide(monkeypatch: pytest.MonkeyPatch, folder: Path, *names: str) -> None:
    """Let no process that is started from now on import these modules."""
    (folder / "sitecustomize.py").write_text(HIDE.format(names=names), "utf-8")
    before = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(folder), before))))
