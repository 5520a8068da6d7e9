"""Which compiler of kernels this version of Numba allows: ours, or Numba's own."""

from __future__ import annotations

import functools
import warnings
from types import ModuleType


@functools.cache
def toolchain() -> ModuleType:
    """`compiler`; `plain`, with one warning, where it does not know Numba's internals."""
    try:
        from ziggurat.core.compile import compiler
    except (ImportError, AttributeError) as problem:
        warnings.warn(
            f"Ziggurat does not know this version of Numba ({problem}), so every start compiles the games again. "
            "`pip install 'ziggurat'` chooses a version that it knows.",
            RuntimeWarning,
            stacklevel=2,
        )
        from ziggurat.core.compile import plain

        return plain
    return compiler
