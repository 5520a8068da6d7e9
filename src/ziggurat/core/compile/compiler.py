"""What the CPU backend needs of Numba. Imported only when a kernel is compiled or loaded.

Numba makes every function a library of its own: typed, lowered, optimised together with all it calls, turned into
machine code. For a function that only other functions call, the last two are thrown away, and were half of the time it
took to compile a game. So here

* an *inner* kernel is typed and lowered, and nothing more;
* an *entry*, a kernel that Python calls, links all the inner ones it needs, is optimised once as a whole, and kept in
  the cache;
* an inner kernel is typed for signed numbers of 64 bits, whatever narrower ones or literals it is called with: `apply`
  was compiled for actions of 32 bits too, and `emit` for thirty-one mixtures of small numbers.

What of Numba's this leans on is in this file alone.
"""

from __future__ import annotations

import functools
import gc
import logging
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from importlib.metadata import version
from importlib.resources import files
from types import FunctionType
from typing import Any

from llvmlite.binding import Linkage
from numba.core import config, types
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.serialize import dumps

from ziggurat.core.compile import cache
from ziggurat.core.compile.fingerprint import short

log = logging.getLogger("ziggurat.cache")

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
ENVIRONMENT = "_ZN08NumbaEnv"  # what the names of Numba's environments begin with


def inner(function: FunctionType) -> Callable[..., Any]:
    """A function for other kernels to call."""
    options = {**OPTIONS, "no_cpython_wrapper": True}
    return InnerDispatcher(function, targetoptions=options, pipeline_class=InnerCompiler)


def entry(function: FunctionType, fingerprint: str) -> Callable[..., Any]:
    """A function for Python to call: compiled when it is first called with some types, or loaded if it has been."""
    dispatcher = EntryDispatcher(function, targetoptions=OPTIONS, pipeline_class=EntryCompiler)
    dispatcher._cache = KernelCache(function, fingerprint)
    return dispatcher


@functools.cache
def compiled_by() -> str:
    """Everything but the kernel itself that machine code depends on: versions, settings and the processor."""
    versions = (version("numba"), version("llvmlite"), version("numpy"), sys.implementation.cache_tag)
    settings = (config.OPT, config.BOUNDSCHECK, config.DEBUGINFO_DEFAULT, config.LOOP_VECTORIZE, config.SLP_VECTORIZE)
    own = [files(__package__).joinpath(name).read_text("utf-8") for name in ("llvm.py", "compiler.py")]
    return repr((versions, settings, short("".join(own)), cpu_target.target_context.codegen().magic_tuple()))


class InnerDispatcher(CPUDispatcher):  # type: ignore[misc]
    """An inner kernel, by the types it is called with."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(_widened(kind) for kind in args), kws)


def _widened(kind: Any) -> Any:
    """64 bits for every signed number; unsigned ones stay, because Numba calculates with them in another way."""
    kind = types.unliteral(kind)  # type: ignore[attr-defined]
    signed = isinstance(kind, types.Integer) and kind.signed  # type: ignore[attr-defined]
    return types.int64 if signed else kind


class EntryDispatcher(CPUDispatcher):  # type: ignore[misc]
    """An entry, by the types it is called with."""

    def compile(self, sig: Any) -> Any:
        name = self._cache.file_name(_argument_types(sig))
        # A thread inside Numba's compiler must not wait for another process: a neighbour that has the lock may be
        # waiting for the compiler.
        alone = nullcontext() if global_compiler_lock.is_locked() else cache.alone(name)
        with alone, _without_collecting_garbage():
            return super().compile(sig)


@contextmanager
def _without_collecting_garbage() -> Iterator[None]:
    """Compiling makes many small objects that live on; looking through them for garbage took a fifth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class InnerCompiler(Compiler):  # type: ignore[misc]
    """Numba's usual passes, into an inner kernel's library."""

    def define_pipelines(self) -> Any:
        _use(InnerLibrary, self.state)
        return super().define_pipelines()


class EntryCompiler(Compiler):  # type: ignore[misc]
    """Numba's usual passes, into an entry's library."""

    def define_pipelines(self) -> Any:
        _use(EntryLibrary, self.state)
        return super().define_pipelines()


def _use(kind: Any, state: Any) -> None:
    state.library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
    state.library.enable_object_caching()


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of an inner kernel as it was lowered, alone, to be linked with what calls it."""

    def add_llvm_module(self, module: Any) -> None:
        _take(self, module)

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0  # there is no machine code to point to

    @property
    def codegen(self) -> Any:
        return _WithoutEnvironments()


class _WithoutEnvironments:
    """Stands in where Numba gives a compiled function its environment: an inner kernel gets it with its entry."""

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing has been compiled that could have one."""


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """An entry with all it calls: linked once, optimised once, and once turned into machine code."""

    def add_llvm_module(self, module: Any) -> None:
        _take(self, module)

    def finalize(self) -> None:
        self._linking_libraries = all_linked(self)
        super().finalize()
        for variable in self._final_module.global_variables:
            name = variable.name
            if name.startswith(ENVIRONMENT) and (environment := lookup_environment(name)) is not None:
                self._codegen.set_env(name, environment)

    def _optimize_final_module(self) -> None:
        # What was linked in is nobody else's: LLVM may change how it is called, and leave out what it inlines.
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = "internal"
        super()._optimize_final_module()


def _take(library: Any, module: Any) -> None:
    """Numba optimises every function by itself here; the entry's one optimisation does that too."""
    module.data_layout = library._codegen._data_layout
    library._final_module.link_in(module)


def all_linked(entry: Any) -> list[Any]:
    """Every library an entry needs: an inner one does not contain those it needs itself."""
    libraries: dict[int, Any] = {}
    waiting = [entry]
    while waiting:
        for library in waiting.pop()._linking_libraries:
            if id(library) not in libraries:
                libraries[id(library)] = library
                if isinstance(library, InnerLibrary):
                    waiting.append(library)
    return list(libraries.values())


class KernelCache(NullCache):  # type: ignore[misc]
    """Keeps one entry's machine code in files of `ziggurat.core.compile.cache`, in place of Numba's own cache.

    Numba's goes by the path and the text of one source file. It recompiles when a comment there changes, keeps the old
    code when a kernel in another file does, and finds nothing when the package lies somewhere else.
    """

    def __init__(self, function: FunctionType, fingerprint: str) -> None:
        module = function.__module__.removeprefix("ziggurat.")
        self._label = f"{module}.{function.__qualname__}".replace("<locals>.", "").replace("<lambda>", "lambda")
        self._fingerprint = fingerprint

    def file_name(self, arguments: Any) -> str:
        """The name this kernel has in the cache, for arguments of these types."""
        said = (self._fingerprint, compiled_by(), tuple(str(kind) for kind in arguments))
        return f"{self._label}-{short(repr(said))}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        name = self.file_name(_argument_types(sig))
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
        cache.write(self.file_name(_argument_types(sig)), dumps(data._reduce()))


def _argument_types(sig: Any) -> Any:
    """The types of a call: Numba asks with a signature or with just the arguments."""
    return getattr(sig, "args", sig)
