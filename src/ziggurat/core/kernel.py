"""One source, three ways to run: what `@kernel` means.

A kernel is a plain Python function over records and words, in the subset Numba compiles. `@kernel` does not compile
it: it remembers the source, and `Kernel.on(backend)` builds it for

* ``cpu``          compiled by Numba, cached on disk, releasing the GIL;
* ``cuda``         a CUDA device function;
* ``interpreted``  the same source run by Python itself, for debuggers, coverage and range checks.

Building means giving the function new globals in which every other kernel it names is built for the same backend.
Nothing is closed over and nothing is passed as an argument, because Numba never finds such kernels in its cache again.

Code shared by all games (a playout, a search) is written against the late names of `ziggurat.core.contract`; a
`Binding` says what those names mean for one game.
"""

from __future__ import annotations

import dis
import functools
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from types import FunctionType, ModuleType
from typing import Any, Literal

from ziggurat.core.compile.fingerprint import describe, describe_function, short
from ziggurat.core.compile.toolchain import toolchain

Backend = Literal["cpu", "cuda", "interpreted"]


_BUILDING = threading.RLock()  # bots of several threads may ask for the same kernel at once


@dataclass(frozen=True)
class Late:
    """A name that stands for something of a game, known only when a kernel is bound to that game."""

    name: str

    def __call__(self, *_args: Any) -> Any:
        raise TypeError(f"'{self.name}' belongs to a game: bind the kernel that uses it to one first")

    def __index__(self) -> int:
        raise TypeError(f"'{self.name}' belongs to a game: bind the kernel that uses it to one first")


@dataclass(frozen=True, eq=False)
class Binding:
    """What the late names mean for one game. The name keeps the games' cache entries apart."""

    name: str
    values: Mapping[str, Any] = field(repr=False)


class Kernel:
    """A function written once, that runs compiled, on a GPU, or interpreted.

    Calling it runs it on the default backend: compiled, unless ZIGGURAT_BACKEND says ``interpreted``.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self._built: dict[tuple[Backend, Binding | None], Callable[..., Any]] = {}
        self._fingerprints: dict[Binding | None, str] = {}
        self._entries: dict[Binding | None, Callable[..., Any]] = {}

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.function.__qualname__}>"

    def __call__(self, *args: Any) -> Any:
        return self.on(default_backend())(*args)

    def on(self, backend: Backend, binding: Binding | None = None) -> Callable[..., Any]:
        """This kernel for a backend, ready to be called from Python (or, for CUDA, from another CUDA function)."""
        if backend == "cpu":
            return self._entry(binding)
        built = self.build(backend, binding)
        return _with_plain_numbers(built) if backend == "interpreted" else built

    def _entry(self, binding: Binding | None) -> Callable[..., Any]:
        """This kernel compiled together with everything it calls."""
        if not self.is_late():
            binding = None
        if binding not in self._entries:
            with _BUILDING:
                if binding not in self._entries:
                    source = self.source_for("cpu", binding)
                    self._entries[binding] = toolchain().entry(source, self.fingerprint(binding))
        return self._entries[binding]

    def build(self, backend: Backend, binding: Binding | None = None) -> Callable[..., Any]:
        """This kernel for a backend, to be called from other kernels of that backend."""
        if not self.is_late():
            binding = None
        key = (backend, binding)
        if key not in self._built:
            with _BUILDING:
                if key not in self._built:
                    self._built[key] = self._compile(backend, binding)
        return self._built[key]

    def _compile(self, backend: Backend, binding: Binding | None) -> Callable[..., Any]:
        source = self.source_for(backend, binding)
        if backend == "interpreted":
            return source
        if backend == "cuda":
            from ziggurat.core.compile.gpu import device_function

            return device_function(source)
        built: Callable[..., Any] = toolchain().inner(source)
        return built

    def globals_used(self) -> dict[str, Any]:
        """The module-level names this function mentions, with their values; attributes do not count."""
        return _globals_of(self.function)

    def fingerprint(self, binding: Binding | None = None) -> str:
        """A hash of everything this kernel depends on; see `ziggurat.core.compile.fingerprint`."""
        if not self.is_late():
            binding = None
        if binding not in self._fingerprints:
            self._fingerprints[binding] = short(self.describe(binding))
        return self._fingerprints[binding]

    def describe(self, binding: Binding | None) -> str:
        """Everything this kernel depends on, as text."""
        return _describe(self.function, binding)

    def is_late(self) -> bool:
        """Whether this kernel, or one it calls, names something that only a game can supply."""
        if not hasattr(self, "_late"):
            self._late = any(
                isinstance(value, Late) or (isinstance(value, Kernel) and value.is_late())
                for value in self.globals_used().values()
            )
        return self._late

    def source_for(self, backend: Backend, binding: Binding | None = None) -> FunctionType:
        """The plain function, with every name in it meaning what it means on this backend and for this game."""
        source = self.function
        scope = dict(source.__globals__)
        for name, value in self.globals_used().items():
            if isinstance(value, Late) and binding is None:
                raise TypeError(f"{self!r} uses '{value.name}', which belongs to a game: bind it to one first")
            scope[name] = _as_global(_meant(value, binding), backend, binding)
        rebuilt = FunctionType(source.__code__, scope, source.__name__, source.__defaults__)
        rebuilt.__module__ = source.__module__
        rebuilt.__qualname__ = source.__qualname__ if binding is None else f"{source.__qualname__}_{binding.name}"
        rebuilt.__doc__ = source.__doc__
        return rebuilt


def _globals_of(function: Callable[..., Any]) -> dict[str, Any]:
    scope = function.__globals__
    loaded = (step.argval for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL")
    return {name: scope[name] for name in loaded if name in scope}


def _meant(value: Any, binding: Binding | None) -> Any:
    """What a name stands for: in a bound kernel, a late one for something of the game."""
    return binding.values[value.name] if isinstance(value, Late) and binding is not None else value


def _describe(function: Callable[..., Any], binding: Binding | None) -> str:
    def describe_name(value: Any) -> str:
        value = _meant(value, binding)
        return value.fingerprint(binding) if isinstance(value, Kernel) else describe(value)

    return describe_function(function, _globals_of(function), describe_name)


def _as_global(value: Any, backend: Backend, binding: Binding | None) -> Any:
    """What a kernel on this backend sees where its source names a value."""
    if isinstance(value, Kernel):
        return value.build(backend, binding)
    if isinstance(value, type) and issubclass(value, IntEnum):
        return _plain_members(value)
    return value


@functools.cache
def _plain_members(enum: type[IntEnum]) -> ModuleType:
    """An enumeration as a module of plain integers: numba-cuda does not take enumeration members as indices."""
    members = ModuleType(enum.__name__)
    for member in enum:
        setattr(members, member.name, int(member))
    return members


class Primitive(Kernel):
    """A kernel with a different implementation for each backend: what the hardware does in one instruction."""

    def __init__(self, function: Callable[..., Any], cpu: Callable[[], Any], cuda: Callable[[], Any]) -> None:
        super().__init__(function)
        self._makers: dict[Backend, Callable[[], Callable[..., Any]]] = {
            "cpu": cpu,
            "cuda": cuda,
            "interpreted": lambda: function,
        }

    def is_late(self) -> bool:
        return False

    def describe(self, binding: Binding | None) -> str:
        return _describe(self._makers["cpu"], None)

    def build(self, backend: Backend, binding: Binding | None = None) -> Callable[..., Any]:
        key = (backend, None)
        if key not in self._built:
            self._built[key] = self._makers[backend]()
        return self._built[key]


def kernel(function: Callable[..., Any]) -> Kernel:
    """Mark a function as a kernel. See the module's docstring."""
    return Kernel(function)


def default_backend() -> Backend:
    """The backend that plain calls use."""
    return "interpreted" if os.environ.get("ZIGGURAT_BACKEND") == "interpreted" else "cpu"


def _with_plain_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    import numpy as np

    from ziggurat.core.compile.interpreted import unwrapped

    @functools.wraps(function)
    def call(*args: Any) -> Any:
        with np.errstate(over="ignore"):  # generators multiply modulo 2**64 on purpose
            return function(*(unwrapped(value) for value in args))

    return call
