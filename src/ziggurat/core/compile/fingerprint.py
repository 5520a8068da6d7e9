"""A kernel's fingerprint: a hash of its code and of every value it uses, through all kernels it calls.

Two kernels with one fingerprint compile to the same machine code, wherever their files lie and whatever else those
files say: comments, docstrings and line numbers do not count, nor does anything a kernel does not name.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from enum import IntEnum
from types import CodeType, ModuleType
from typing import Any

import numpy as np

Name = Callable[[Any], str]


def short(text: str) -> str:
    """A hash of a text, in 24 characters."""
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def describe_function(function: Callable[..., Any], names: dict[str, Any], describe_name: Name) -> str:
    """A function, with everything its globals, defaults and closure bring into it."""
    cells = [cell.cell_contents for cell in getattr(function, "__closure__", None) or ()]
    values = [f"{name}={describe_name(value)}" for name, value in sorted(names.items())]
    extra = [describe(value) for value in (getattr(function, "__defaults__", None), tuple(cells))]
    return "\n".join([describe_code(function.__code__, function.__doc__), *extra, *values])


def describe_code(code: CodeType, doc: str | None = None) -> str:
    """A code object without its file, its lines and its docstring."""
    constants = code.co_consts
    if doc is not None and constants and constants[0] == doc:
        constants = (None, *constants[1:])
    parts = (
        *(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags),
        *(code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars),
        *(code.co_exceptiontable, constants),
    )
    return describe(parts)


def describe(value: Any) -> str:
    """A value a kernel may name. What is not known here is refused: it could change without being noticed."""
    match value:
        case np.ndarray():
            held = hashlib.blake2b(np.ascontiguousarray(value).tobytes()).hexdigest()
            order = "C" if value.flags.c_contiguous else "F" if value.flags.f_contiguous else "A"
            return f"array({describe(value.dtype)},{value.shape},{order},{held})"
        case np.generic():
            return f"{describe(value.dtype)}({value.tobytes().hex()})"
        case np.dtype():
            return _describe_dtype(value)
        case type() if issubclass(value, IntEnum):
            return f"enum({','.join(f'{member.name}={int(member)}' for member in value)})"
        case bool() | int() | str() | bytes() | None:
            return f"{type(value).__name__}({value!r})"
        case float():
            return f"float({value.hex()})"
        case tuple():
            return f"({','.join(map(describe, value))})"
        case frozenset():
            return f"{{{','.join(sorted(map(describe, value)))}}}"
        case CodeType():
            return f"code({describe_code(value)})"
        case ModuleType() if value in (np, math):
            return f"module({value.__name__})"
    raise TypeError(f"a kernel cannot name {value!r}: whether that has changed could not be told")


def _describe_dtype(kind: np.dtype[Any]) -> str:
    if kind.subdtype is not None:
        base, shape = kind.subdtype
        return f"{_describe_dtype(base)}{shape}"
    if kind.fields is None:
        return kind.str
    fields = (f"{name}:{_describe_dtype(inner)}@{offset}" for name, (inner, offset, *_) in kind.fields.items())
    return f"{kind.type.__name__}[{','.join(fields)};{kind.itemsize};{kind.isalignedstruct}]"
