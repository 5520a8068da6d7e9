"""Functions that are imported when first called: playing a million games needs neither Rich nor msgspec."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy(module: str, name: str) -> Callable[..., Any]:
    """A stand-in for a function of a module that is not imported yet."""

    found: Callable[..., Any] | None = None

    def call(*args: Any) -> Any:
        nonlocal found
        if found is None:
            found = getattr(import_module(module), name)
        return found(*args)

    call.__name__ = call.__qualname__ = name
    return call
