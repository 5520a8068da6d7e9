"""Kernels by Numba's public interface alone, where `compiler` does not know this version of Numba.

Every process compiles what it needs: nothing is kept in the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba import __version__, njit

OPTIONS = {"nogil": True, "error_model": "numpy"}


def inner(function: FunctionType) -> Callable[..., Any]:
    """A function for other kernels to call."""
    compiled: Callable[..., Any] = njit(**OPTIONS)(function)
    return compiled


def entry(function: FunctionType, _fingerprint: str) -> Callable[..., Any]:
    """A function for Python to call."""
    return inner(function)


def compiled_by() -> str:
    """What the cache's list of compiled parts goes by."""
    return f"plain Numba {__version__}"
