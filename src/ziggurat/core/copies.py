"""Copies that came by ways on which arrays cannot be written to: Ray's object store hands out its own memory."""

from __future__ import annotations

from typing import Any

import numpy as np


def writable(state: dict[str, Any]) -> dict[str, Any]:
    """What an object is made of, with arrays of its own where they were somebody else's."""
    return {name: _own(value) for name, value in state.items()}


def _own(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value if value.flags.writeable else value.copy()
    if type(value) in (tuple, list):
        return type(value)(_own(one) for one in value)
    return value
