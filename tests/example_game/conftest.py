"""Installs Nine Wells as another package would be installed: with an entry point."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ziggurat.core import registry

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that has the game installed: what pip writes about a package, and the package."""
    site = tmp_path_factory.mktemp("site")
    about = site / "wells-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: wells\nVersion: 1\n", "utf-8")
    (about / "entry_points.txt").write_text("[ziggurat.games]\nwells = wells\n", "utf-8")
    before = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(site), str(HERE), before]))}


@pytest.fixture
def installed(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The same for this process, for one test."""
    monkeypatch.setattr(sys, "path", [*environment["PYTHONPATH"].split(os.pathsep), *sys.path])
    registry._packages.cache_clear()
    yield
    registry._packages.cache_clear()
