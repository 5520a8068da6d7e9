"""What the CPU backend needs of Numba. Imported only when a kernel is compiled or loaded."""

from __future__ import annotations

import functools
import logging
import pickle
import sys
from collections.abc import Callable
from importlib.metadata import version
from importlib.resources import files
from types import FunctionType
from typing import Any

import numba
from numba.core import config
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from ziggurat.core import cache
from ziggurat.core.fingerprint import short

log = logging.getLogger("ziggurat.cache")

OPTIONS = {"nogil": True, "error_model": "numpy"}


def compiled(function: FunctionType, fingerprint: str) -> Callable[..., Any]:
    """A function that is compiled when it is first called with arguments of some types, or loaded if it has been."""
    njit: Any = numba.njit
    dispatcher = njit(**OPTIONS)(function)
    dispatcher._cache = KernelCache(function, fingerprint)
    return dispatcher  # type: ignore[no-any-return]


@functools.cache
def compiled_by() -> str:
    """Everything but the kernel itself that machine code depends on, processor excepted."""
    versions = (version("numba"), version("llvmlite"), version("numpy"), sys.implementation.cache_tag)
    settings = (config.OPT, config.BOUNDSCHECK, config.DEBUGINFO_DEFAULT, config.LOOP_VECTORIZE, config.SLP_VECTORIZE)
    own = files("ziggurat.core").joinpath("llvm.py").read_text("utf-8")
    return repr((versions, settings, sorted(OPTIONS.items()), short(own)))


class KernelCache(NullCache):  # type: ignore[misc]
    """Keeps one kernel's machine code in files of `ziggurat.core.cache`, in place of Numba's own cache.

    Numba's goes by the path and the text of one source file. It recompiles when a comment there changes, keeps the old
    code when a kernel in another file does, and finds nothing when the package lies somewhere else.
    """

    def __init__(self, function: FunctionType, fingerprint: str) -> None:
        self._label = f"{function.__module__.removeprefix('ziggurat.')}.{function.__qualname__}".replace(
            "<locals>.", ""
        )
        self._fingerprint = fingerprint

    def file_name(self, types: Any, codegen: Any) -> str:
        """The name this kernel has in the cache, for arguments of these types on this processor."""
        said = (self._fingerprint, compiled_by(), tuple(str(kind) for kind in types), codegen.magic_tuple())
        return f"{self._label}-{short(repr(said))}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        name = self.file_name(_argument_types(sig), target_context.codegen())
        held = cache.read(name)
        if held is None:
            return None
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(held))  # noqa: S301 - our own, and checked
        except Exception as problem:  # noqa: BLE001 - whatever is wrong with it, compiling it again is right
            log.warning("%s cannot be loaded (%r), so it is compiled again.", name, problem)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if data.library.has_dynamic_globals:
            log.warning("%s names a table too large to be kept compiled.", self._label)
            return
        cache.write(self.file_name(_argument_types(sig), data.codegen), dumps(data._reduce()))


def _argument_types(sig: Any) -> Any:
    """The types of a call: Numba asks with a signature or with just the arguments."""
    return getattr(sig, "args", sig)
