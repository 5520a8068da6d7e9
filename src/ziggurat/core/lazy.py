"""Functions that are imported on first call: simulations need neither Rich nor msgspec."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy(module: str, name: str) -> Callable[..., Any]:
    """A function that imports the real one from its module when it is first called."""

    found: Callable[..., Any] | None = None

    def call(*args: Any) -> Any:
        nonlocal found
        if found is None:
            found = getattr(import_module(module), name)
        return found(*args)

    call.__name__ = call.__qualname__ = name
    return call
