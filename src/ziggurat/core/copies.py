"""Copies with writable arrays: those from Ray's object store are read-only."""

from __future__ import annotations

from typing import Any

import numpy as np


def writable(state: dict[str, Any]) -> dict[str, Any]:
    """An object's attributes, with read-only arrays copied."""
    return {name: _own(value) for name, value in state.items()}


def _own(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value if value.flags.writeable else value.copy()
    if type(value) in (tuple, list):
        return type(value)(_own(part) for part in value)
    return value
