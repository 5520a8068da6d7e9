"""Records for the interpreted backend: what Numba's arithmetic would see.

Compiled code widens every small integer to 64 bits before it calculates. NumPy scalars do not: an int8 stays an int8
and overflows. So interpreted kernels read records through these wrappers, which hand out Python integers (and 64-bit
words as `np.uint64`, because bit sets and generators need their wrap-around). Writing a value that does not fit its
field raises, where compiled code would silently cut it: running interpreted is a range check.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def unwrapped(value: Any) -> Any:
    """The value as interpreted kernels should see it."""
    if isinstance(value, np.ndarray):
        return PlainArray(value)
    if isinstance(value, np.void):
        return PlainRecord(value)
    if isinstance(value, np.integer) and not isinstance(value, np.uint64):
        return int(value)
    return value


class PlainRecord:
    """One record, by attribute."""

    __slots__ = ("_record",)

    def __init__(self, record: np.void) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        return unwrapped(self._record[name])

    def __setattr__(self, name: str, value: Any) -> None:
        self._record[name] = value


class PlainArray:
    """An array of numbers or records, by index."""

    __slots__ = ("_array",)

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self._array = array

    def __getitem__(self, key: Any) -> Any:
        return unwrapped(self._array[key])

    def __setitem__(self, key: Any, value: Any) -> None:
        self._array[key] = value._record if isinstance(value, PlainRecord) else value

    def __len__(self) -> int:
        return len(self._array)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self._array.shape)
