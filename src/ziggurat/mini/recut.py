"""Builds the rules of a game with other constants: the same kernels with some globals replaced.

Rules name their constants (`TURNS`, `CARDS_PER_NATION`), so a variant with fewer cards needs no copy of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType
from typing import Any

from ziggurat.core.game import Rules
from ziggurat.core.kernel import Kernel, Primitive


def recut(rules: Rules, numbers: Mapping[str, Any]) -> Rules:
    """These rules with other constants; raises ValueError for a name that no rule uses."""
    made: dict[Kernel, Kernel] = {}
    used: set[str] = set()
    cut = Rules(*(_recut(kernel, numbers, made, used) for kernel in rules))
    if unused := set(numbers) - used:
        raise ValueError(f"No rule names {', '.join(sorted(unused))}.")
    return cut


def _recut(kernel: Kernel, numbers: Mapping[str, Any], made: dict[Kernel, Kernel], used: set[str]) -> Kernel:
    if isinstance(kernel, Primitive):
        return kernel
    if kernel not in made:
        named = kernel.globals_used()
        meant = {name: numbers.get(name, value) for name, value in named.items()}
        used.update(name for name in named if name in numbers)
        scope = dict(kernel.function.__globals__)
        for name, value in meant.items():
            scope[name] = _recut(value, numbers, made, used) if isinstance(value, Kernel) else value
        made[kernel] = Kernel(_with_globals(kernel.function, scope))
    return made[kernel]


def _with_globals(function: Any, scope: dict[str, Any]) -> FunctionType:
    twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    twin.__module__, twin.__qualname__, twin.__doc__ = function.__module__, function.__qualname__, function.__doc__
    return twin
