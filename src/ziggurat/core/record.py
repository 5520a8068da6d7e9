"""Records: a whole position in one fixed block of memory."""

from __future__ import annotations

import functools
import hashlib
import itertools
import math
import operator
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

# Every game's state has these fields; their meaning is in `ziggurat.core.contract`.
SCORES = 4  # places of `score`, whatever the number of seats
COMMON = ("actor", "over", "score", "seats", "rng")


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type without hidden padding: equal positions must be equal bytes, on every device.

    Fields are given widest first; a last field `spare` fills the record up to whole 64-bit words.
    """
    used: Any = np.dtype(fields, align=True).fields
    end = max(offset + kind.itemsize for kind, offset, *_ in used.values())
    spare = -end % 8
    if spare:
        fields = [*fields, ("spare", "i1", (spare,))]
    built = np.dtype(fields, align=True)
    inside = sum(kind.itemsize for kind, *_ in (built.fields or {}).values())
    if inside != built.itemsize:
        raise TypeError("a record's fields must be given widest first, so that no padding arises between them")
    missing = [name for name in COMMON if name not in (built.names or ())]
    if missing:
        raise TypeError(f"a record lacks {', '.join(missing)}")
    scores = built["score"].shape
    if scores != (SCORES,):
        raise TypeError(f"a record's score has {SCORES} places, however many seats there are, not {scores}")
    return np.dtype((np.record, built))


def copied(states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A copy of records as one block of memory; NumPy's own `copy` goes field by field, ten times slower."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


class Values(dict[str, Any]):
    """A record's fields as Python's own numbers: integers, or tuples of them (of tuples, if it has more dimensions)."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def values_of(states: np.ndarray[Any, Any]) -> Values:
    """The first record, all fields at once: that takes as long as reading three or four of them through NumPy."""
    layout, names, read, nested = _reading(states.dtype)
    numbers = layout.unpack_from(states.tobytes())
    values = Values(zip(names, read(numbers), strict=True))
    for name, read_rows in nested:
        values[name] = read_rows(numbers)
    return values


@functools.cache
def _reading(kind: np.dtype[Any]) -> tuple[struct.Struct, list[str], Callable[..., Any], list[tuple[str, Any]]]:
    """How records of a kind are read: their layout, and where the numbers of each field are in it."""
    fields: dict[str, np.dtype[Any]] = {name: part[0] for name, part in (kind.fields or {}).items()}
    counts = {name: math.prod(field.shape) for name, field in fields.items()}
    layout = struct.Struct("=" + "".join(f"{counts[name]}{_LETTERS[field.base]}" for name, field in fields.items()))
    starts = dict(zip(fields, itertools.accumulate(counts.values(), initial=0), strict=False))
    places = {name: _places(starts[name], field.shape) for name, field in fields.items()}
    flat = [name for name, field in fields.items() if len(field.shape) < 2]
    nested = [(name, _reader(places[name])) for name in fields if name not in flat]
    return layout, flat, operator.itemgetter(*(places[name] for name in flat)), nested


_LETTERS = {np.dtype(letter): letter for letter in "bBhHiIqQ"}


def _places(start: int, shape: tuple[int, ...]) -> Any:
    """Where a field's numbers are: a place, a slice, or a list of such for each row."""
    if not shape:
        return start
    if len(shape) == 1:
        return slice(start, start + shape[0])
    size = math.prod(shape[1:])
    return [_places(start + size * row, shape[1:]) for row in range(shape[0])]


def _reader(places: list[Any]) -> Callable[..., Any]:
    if len(places) > 1 and not isinstance(places[0], list):
        return operator.itemgetter(*places)
    rows = [_reader(row) if isinstance(row, list) else operator.itemgetter(row) for row in places]
    return lambda numbers: tuple(row(numbers) for row in rows)


def digest(states: np.ndarray[Any, Any]) -> str:
    """A short name for the exact bytes of one or more records."""
    return hashlib.blake2b(np.ascontiguousarray(states).view(np.uint8).tobytes(), digest_size=8).hexdigest()
