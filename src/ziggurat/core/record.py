"""Records: a whole position in one fixed block of memory."""

from __future__ import annotations

import functools
import hashlib
from typing import Any

import numpy as np

# Every game's state has these fields; their meaning is in `ziggurat.core.contract`.
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
    return np.dtype((np.record, built))


def copied(states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A copy of records as one block of memory; NumPy's own `copy` goes field by field, ten times slower."""
    return np.ndarray(states.shape, states.dtype, states.view(np.uint8).copy())


def plain(states: np.ndarray[Any, Any]) -> Any:
    """The first record as NumPy's bare scalar: its fields are read by name five times as fast as a `np.record`'s."""
    return states.view(_bare(states.dtype))[0]


@functools.cache
def _bare(kind: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype((np.void, kind))


def digest(states: np.ndarray[Any, Any]) -> str:
    """A short name for the exact bytes of one or more records."""
    return hashlib.blake2b(np.ascontiguousarray(states).view(np.uint8).tobytes(), digest_size=8).hexdigest()
