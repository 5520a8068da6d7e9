"""Checks that results can be written, before the work that makes them."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ziggurat.core.errors import BadOption


def check_output_files(*paths: Path) -> None:
    """Raise `BadOption` if one of these files cannot be written; creates and changes nothing."""
    for path in paths:
        if os.path.isdir(path):
            raise BadOption(f"{path} cannot be written: it is a folder.")
        target = Path(os.path.realpath(path))  # a link may lead to a file that does not exist yet
        try:
            if target.is_file():
                target.open("r+b").close()
            elif not target.exists():  # devices and pipes are left alone
                target.open("xb").close()
                target.unlink()
        except (FileNotFoundError, NotADirectoryError) as problem:
            raise BadOption(f"{path} cannot be written: there is no folder {target.parent}.") from problem
        except OSError as problem:
            raise BadOption(f"{path} cannot be written: {problem.strerror}.") from problem


def check_output_folder(folder: Path, *, parents: bool = True) -> None:
    """Raise `BadOption` if nothing can be written into a folder, which need not exist yet; creates nothing.

    Without `parents` the folder above it must exist: a path that was mistyped is refused.
    """
    if not parents and not os.path.lexists(folder) and not folder.parent.is_dir():
        raise BadOption(f"Nothing can be written into {folder}: there is no folder {folder.parent.absolute()}.")
    existing = folder
    while not os.path.lexists(existing) and existing != existing.parent:
        existing = existing.parent
    try:
        tempfile.TemporaryFile(dir=existing).close()
    except OSError as problem:
        raise BadOption(f"Nothing can be written into {folder}: {problem.strerror}.") from problem
