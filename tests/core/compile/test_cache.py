"""The folder of the kernel cache: where it is, and what happens if it cannot be written."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ziggurat.core.compile import cache


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A cache of this test's own."""
    monkeypatch.setenv("ZIGGURAT_CACHE", str(tmp_path / "cache"))
    cache.cache_directory.cache_clear()
    yield tmp_path / "cache"
    cache.cache_directory.cache_clear()


def test_the_folder_can_be_chosen(folder: Path) -> None:
    assert cache.cache_directory() == folder
    assert folder.is_dir()


def test_written_files_are_read_back(folder: Path) -> None:
    assert cache.read("one") is None
    cache.write("one", b"first")
    cache.write("one", b"second")
    assert cache.read("one") == b"second"
    assert sorted(path.name for path in folder.iterdir()) == ["one.kernel", "pruned"]


@pytest.mark.parametrize("length", [0, 5, len(cache.HEAD), len(cache.HEAD) + 40, -1])
def test_a_truncated_file_is_not_read_and_the_log_says_so(
    folder: Path, length: int, caplog: pytest.LogCaptureFixture
) -> None:
    cache.write("one", b"something long enough to be cut")
    path = folder / "one.kernel"
    path.write_bytes(path.read_bytes()[:length])
    assert cache.read("one") is None
    assert "damaged or not ours" in caplog.text
    cache.write("one", b"again")
    assert cache.read("one") == b"again"


def test_a_renamed_file_is_not_accepted(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    cache.write("one", b"something")
    (folder / "one.kernel").rename(folder / "two.kernel")
    assert cache.read("two") is None
    assert "damaged or not ours" in caplog.text


def test_another_user_may_read_what_the_folder_lets_them(folder: Path) -> None:
    before = os.umask(0o022)
    try:
        cache.write("one", b"something")
    finally:
        os.umask(before)
    assert (folder / "one.kernel").stat().st_mode & 0o777 == 0o644


def aged(folder: Path, name: str, days: float, size: int = 10) -> Path:
    """A file that was last used some days ago."""
    path = folder / name
    path.write_bytes(b"." * size)
    then = time.time() - days * cache.DAY
    os.utime(path, (then, then))
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_files_unused_for_a_month_are_removed(tmp_path: Path) -> None:
    for name, days in (("old.kernel", 31), ("young.kernel", 29), ("left.part", 2), ("new.part", 0), ("old.warm", 31)):
        aged(tmp_path, name, days)
    cache.prune(tmp_path)
    assert names(tmp_path) == ["new.part", "young.kernel"]


def test_pruning_removes_the_least_recently_used_but_nothing_of_today(tmp_path: Path) -> None:
    for number, days in enumerate((0.1, 0.2, 0.3, 2, 3, 4)):
        aged(tmp_path, f"{number}.kernel", days)
    cache.prune(tmp_path, most=40)
    assert names(tmp_path) == ["0.kernel", "1.kernel", "2.kernel", "3.kernel"]
    cache.prune(tmp_path, most=0)
    assert names(tmp_path) == ["0.kernel", "1.kernel", "2.kernel"]


def test_folders_of_earlier_versions_are_removed_and_no_others(tmp_path: Path) -> None:
    for name, days in (("0123456789abcdef0123", 40), ("0123456789abcdef4567", 2), ("notes", 40)):
        (tmp_path / name).mkdir()
        then = time.time() - days * cache.DAY
        os.utime(tmp_path / name, (then, then))
    cache.prune(tmp_path)
    assert names(tmp_path) == ["0123456789abcdef4567", "notes"]


def test_reading_an_entry_refreshes_its_time(folder: Path) -> None:
    cache.write("one", b"something")
    path = folder / "one.kernel"
    os.utime(path, (1, 1))
    assert cache.read("one") == b"something"
    assert path.stat().st_mtime > time.time() - cache.DAY


def test_without_a_home_kernels_are_kept_among_temporary_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("ZIGGURAT_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    cache.cache_directory.cache_clear()
    try:
        cache.write("one", b"something")
        assert cache.read("one") == b"something"
        assert cache.cache_directory() == cache.spare_root()
        assert caplog.text.count("Compiled kernels are kept in") == 1
        assert "file/cache cannot be written to (Not a directory)" in caplog.text
    finally:
        cache.cache_directory.cache_clear()
