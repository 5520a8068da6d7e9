"""Saves and loads a training run. Files are replaced whole, so a killed run or a full disk keeps the last one."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import torch

from ziggurat.core.errors import BadOption

NAME = "checkpoint.pt"


def save(folder: Path, state: dict[str, Any]) -> None:
    """Write a checkpoint."""
    content = io.BytesIO()
    torch.save(state, content)
    replace(folder / NAME, content.getvalue())


def replace(path: Path, content: bytes) -> None:
    """Write a file as a whole."""
    new = path.with_name(f"{path.name}.new")
    try:
        with new.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        new.unlink(missing_ok=True)
        raise
    new.replace(path)


def load(folder: Path, device: str) -> dict[str, Any]:
    """Read a folder's checkpoint; raises `BadOption` if there is none or it is damaged."""
    path = folder / NAME
    try:
        state: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    except FileNotFoundError:
        raise BadOption(f"There is no run to resume in {folder}: it has no {NAME}.") from None
    except Exception as problem:  # a damaged file fails in whatever way its bytes suggest
        raise BadOption(f"{path} is not a checkpoint of Ziggurat, or is damaged.") from problem
    return state


def prepare(folder: Path, *, resume: bool) -> None:
    """Create the folder of a run; raises `BadOption` if it is not writable or holds another run."""
    if resume and not (folder / NAME).exists():
        raise BadOption(f"There is no run to resume in {folder}: it has no {NAME}.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / f"{NAME}.new"
        trial.write_bytes(b"")
        trial.unlink()
    except OSError as problem:
        raise BadOption(f"Nothing can be written into {folder}: {problem.strerror}.") from problem
    if not resume and (folder / NAME).exists():
        raise BadOption(f"{folder} already has a run; continue it with --resume, or choose another folder with --out.")
