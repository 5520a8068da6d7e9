"""What the CUDA backend needs of numba-cuda. Imported only when a kernel is built for a GPU."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from ziggurat.core.errors import ZigguratError

if not hasattr(np, "row_stack"):  # numba-cuda still asks for it; NumPy 2.5 no longer has it
    np.row_stack = np.vstack


class NoGpu(ZigguratError):
    """This machine cannot run CUDA kernels; the message says what is missing."""


try:
    from numba import cuda
    from numba.cuda import lowering
except ImportError as missing:
    raise NoGpu("CUDA kernels need numba-cuda: install it with `pip install 'ziggurat[gpu]'`.") from missing

__all__ = ["NoGpu", "available", "compile_to_ptx", "cuda", "device_function", "entry", "lowest", "popcount", "require"]

WITHOUT_A_GPU = (9, 0)  # compiled for when there is none: the generation of the H100 and H200


_SMALL: set[FunctionType] = set()  # functions whose machine code should be short


def device_function(function: FunctionType) -> Callable[..., Any]:
    """A function that other CUDA functions can call."""
    _SMALL.add(function)
    return cuda.jit(device=True)(function)  # type: ignore[no-any-return]


def entry(function: FunctionType) -> Callable[..., Any]:
    """A CUDA function that is launched from Python."""
    _SMALL.add(function)
    return cuda.jit(function)  # type: ignore[no-any-return]


def _keep_small(lower: Any) -> None:
    """Have LLVM make code of ours short: loops stay loops. numba-cuda has no option for that.

    Rules branch a lot, and every warp is somewhere else in them. What does not fit the instruction caches is fetched
    from afar again and again: Amyitis waited for instructions 98 of every 104 cycles (docs/performance.md).
    """
    _before_lowering(lower)
    if lower.func_ir.func_id.func in _SMALL:
        lower.builder.function.attributes.add("optsize")


_before_lowering = lowering.Lower.pre_lower
lowering.Lower.pre_lower = _keep_small


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def popcount(word: Any) -> Any:
    """How many bits are set."""
    return np.int64(cuda.popc(word))


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def lowest(word: Any) -> Any:
    """The place of the lowest set bit; the word must not be zero."""
    return np.int64(cuda.ffs(word)) - 1


def available() -> bool:
    """Whether a GPU is there and answers."""
    try:
        return bool(cuda.is_available())
    except Exception:  # noqa: BLE001 - a broken driver fails in many ways, and all of them mean no
        return False


def require() -> None:
    """Refuse with a sentence when there is no GPU to run on."""
    if not available():
        raise NoGpu("no CUDA device was found on this machine; use --device cpu.")


def compile_to_ptx(function: FunctionType, signature: Any) -> str:
    """The PTX of a CUDA entry function, made without any GPU present; not optimised, which takes far longer.

    numba-cuda asks the current device for its compute capability even then; it gets a made-up one.
    """
    from numba.cuda import dispatcher

    _SMALL.add(function)
    asked = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=WITHOUT_A_GPU)
    try:
        ptx, _ = cuda.compile_ptx(function, signature, cc=WITHOUT_A_GPU, opt=False)
    finally:
        dispatcher.get_current_device = asked
    return str(ptx)
