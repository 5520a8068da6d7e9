"""Where compiled kernels are kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ziggurat.core import cache


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZIGGURAT_CACHE", str(tmp_path))
    assert cache.cache_root() == tmp_path


def test_a_change_in_any_kernel_file_gives_another_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZIGGURAT_CACHE", str(tmp_path / "cache"))
    package = tmp_path / "package"
    (package / "games").mkdir(parents=True)
    (package / "games" / "rules.py").write_text("one")
    monkeypatch.setattr(cache, "PACKAGE", package)
    names = set()
    for text in ("one", "two"):
        (package / "games" / "rules.py").write_text(text)
        names.add(cache.cache_directory.__wrapped__().name)
    (package / "games" / "map.txt").write_text("o ~")
    names.add(cache.cache_directory.__wrapped__().name)
    assert len(names) == 3


def test_old_folders_are_removed(tmp_path: Path) -> None:
    for age in range(6):
        folder = tmp_path / str(age)
        folder.mkdir()
        os.utime(folder, (1000 - age, 1000 - age))
    cache.prune(tmp_path, keep=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1"]
    cache.prune(tmp_path / "none")
