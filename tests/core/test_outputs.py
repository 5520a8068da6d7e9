"""Output files and folders are checked before anything is computed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ziggurat.core.errors import BadOption
from ziggurat.core.outputs import check_output_files, check_output_folder

NOBODY = 65534


@contextmanager
def without_permission(folder: Path) -> Iterator[None]:
    """Make a folder read-only; root, who may write everywhere, is nobody meanwhile."""
    folder.chmod(0o555)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o755)


def test_writable_files_pass_and_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text("{}", "utf-8")
    (tmp_path / "link.json").symlink_to("new.json")
    before = sorted(tmp_path.iterdir())
    check_output_files(tmp_path / "old.json", tmp_path / "new.json", tmp_path / "link.json", Path(os.devnull))
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "old.json").read_text("utf-8") == "{}"


def test_files_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "missing" / "x")
    before = sorted(tmp_path.iterdir())
    for path, reason in (
        (tmp_path, "it is a folder."),
        (tmp_path / "missing" / "x", f"there is no folder {tmp_path / 'missing'}."),
        (tmp_path / "link", f"there is no folder {tmp_path / 'missing'}."),
        (tmp_path / "file" / "x", f"there is no folder {tmp_path / 'file'}."),
        (tmp_path / ("x" * 1000), "File name too long."),
    ):
        with pytest.raises(BadOption) as refusal:
            check_output_files(tmp_path / "good", path)
        assert str(refusal.value) == f"{path} cannot be written: {reason}"
    assert sorted(tmp_path.iterdir()) == before


def test_files_and_folders_without_permission_are_refused(tmp_path: Path) -> None:
    with without_permission(tmp_path):
        with pytest.raises(BadOption, match=r"x\.json cannot be written: Permission denied\.$"):
            check_output_files(tmp_path / "x.json")
        with pytest.raises(BadOption, match=r"^Nothing can be written into .*run: Permission denied\.$"):
            check_output_folder(tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_folder_may_be_missing_but_not_a_file(tmp_path: Path) -> None:
    check_output_folder(tmp_path)
    check_output_folder(tmp_path / "new" / "run")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    with pytest.raises(BadOption, match=r"^Nothing can be written into .*run: Not a directory\.$"):
        check_output_folder(tmp_path / "file" / "run")


def test_folder_above_must_exist_where_no_parents_are_made(tmp_path: Path) -> None:
    check_output_folder(tmp_path / "new", parents=False)
    check_output_folder(tmp_path, parents=False)
    with pytest.raises(BadOption) as refusal:
        check_output_folder(tmp_path / "missing" / "x", parents=False)
    missing = tmp_path / "missing"
    assert str(refusal.value) == f"Nothing can be written into {missing / 'x'}: there is no folder {missing}."
    assert list(tmp_path.iterdir()) == []
