"""Calls of compiled kernels without Numba's dispatcher, which takes as long as a whole decision of a game.

The dispatcher looks at the type of every argument, at every call, to choose what to run. A kernel that always gets the
same types needs that once. This leans on an attribute of Numba's, `entry_point`; without it the dispatcher stays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def direct(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel for arguments of the same types at every call; it is chosen at the first."""
    return Direct(kernel) if hasattr(kernel, "overloads") else kernel


def chosen(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """A direct kernel's machine code, as soon as it has been called once."""
    return getattr(kernel, "chosen", None) or kernel


class Direct:
    """A kernel, and from its second call on just its machine code."""

    __slots__ = ("chosen", "kernel")

    def __init__(self, kernel: Callable[..., Any]) -> None:
        self.kernel = kernel
        self.chosen: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        result = self.kernel(*arguments)
        overloads: Any = self.kernel.overloads  # type: ignore[attr-defined]
        if len(overloads) == 1:
            (compiled,) = overloads.values()
            self.chosen = getattr(compiled, "entry_point", None)
        return result

    def __getattr__(self, name: str) -> Any:
        return getattr(self.kernel, name)
