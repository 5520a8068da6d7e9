"""Functions that are imported on first call: simulations need neither Rich nor msgspec."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy(module: str, name: str) -> Callable[..., Any]:
    """A function that imports the real one from its module when it is first called."""

    function: Callable[..., Any] | None = None

    def call(*args: Any) -> Any:
        nonlocal function
        if function is None:
            function = getattr(import_module(module), name)
        return function(*args)

    call.__name__ = call.__qualname__ = name
    return call
