"""Functions that are imported when first called: playing a million games needs neither Rich nor msgspec."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy(module: str, name: str) -> Callable[..., Any]:
    """A stand-in for a function of a module that is not imported yet."""

    def call(*args: Any) -> Any:
        return getattr(import_module(module), name)(*args)

    call.__name__ = call.__qualname__ = name
    return call
