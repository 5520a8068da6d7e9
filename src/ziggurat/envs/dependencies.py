"""Imports optional dependencies, with an error that says how to install them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ziggurat.core.errors import MissingDependency


def need(module: str, library: str, purpose: str) -> Any:
    """Import a module; raises `MissingDependency` if its library is not installed."""
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] != module.partition(".")[0]:
            raise  # the library is there, and something it needs is not: its own message says more
        sentence = f"{purpose} needs {library}: install it with `pip install 'ziggurat[rl]'`."
        raise MissingDependency(sentence) from None
