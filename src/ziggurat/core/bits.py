"""Sets of small numbers as 64-bit words: boards, masks of legal actions, sets of sites.

Everything is `np.uint64` on purpose. Numba turns arithmetic between signed and unsigned 64-bit integers into floating
point, so a set never meets a plain `int` without a cast.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.core.kernel import Primitive, kernel

ONE = np.uint64(1)
NONE = np.uint64(0)
BYTE = np.uint64(0xFF)


def words_for(count: int) -> int:
    """How many words a set over `count` members needs."""
    return (count + 63) // 64


def to_words(members: Any, words: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """The set with these members, as an array of words (for tables; not a kernel)."""
    bits = 0
    for member in members:
        bits |= 1 << int(member)
    return np.array([(bits >> (64 * w)) & 0xFFFF_FFFF_FFFF_FFFF for w in range(words)], dtype=np.uint64)


def members(words: Any) -> list[int]:
    """The members of a set, ascending (not a kernel)."""
    bits = np.unpackbits(np.ascontiguousarray(words, dtype="<u8").view(np.uint8), bitorder="little")
    found: list[int] = bits.nonzero()[0].tolist()
    return found


def _popcount_cpu() -> Any:
    from ziggurat.core.llvm import popcount

    return popcount


def _popcount_cuda() -> Any:
    from ziggurat.core.gpu import popcount

    return popcount


def _lowest_cpu() -> Any:
    from ziggurat.core.llvm import lowest

    return lowest


def _lowest_cuda() -> Any:
    from ziggurat.core.gpu import lowest

    return lowest


popcount = Primitive(lambda word: int(word).bit_count(), cpu=_popcount_cpu, cuda=_popcount_cuda)
"""How many members a word has."""

lowest = Primitive(lambda word: (int(word) & -int(word)).bit_length() - 1, cpu=_lowest_cpu, cuda=_lowest_cuda)
"""The smallest member of a word that is not empty."""


@kernel
def bit(member):
    """The word, within its set, that holds just this member's bit."""
    return ONE << np.uint64(member & 63)


@kernel
def has(words, member):
    """Whether a set has a member."""
    return (words[member >> 6] >> np.uint64(member & 63)) & ONE != NONE


@kernel
def add(words, member):
    """Put a member into a set."""
    words[member >> 6] |= ONE << np.uint64(member & 63)


@kernel
def remove(words, member):
    """Take a member out of a set."""
    words[member >> 6] &= ~(ONE << np.uint64(member & 63))


@kernel
def select(word, n):
    """The n-th smallest member of a word (0 is the smallest): halve the word six times."""
    place = 0
    width = 32
    while width > 0:
        low = popcount(word & ((ONE << np.uint64(width)) - ONE))
        if n >= low:
            n -= low
            place += width
            word >>= np.uint64(width)
        width >>= 1
    return place


@kernel
def spread(word, out, first, count):
    """Write the first `count` places of a word, from place `first` of an array on: 1 for a member, 0 for none.

    Eight places at a time: their bits are moved into the eight bytes of a word, which compiled code stores at once.
    (Unsigned places, because Numba looks at signed ones whether they count from the end.)
    """
    at = np.uint64(first)
    for _ in range(count >> 3):
        eight = word & BYTE
        eight = (eight | eight << np.uint64(28)) & np.uint64(0x0000000F0000000F)
        eight = (eight | eight << np.uint64(14)) & np.uint64(0x0003000300030003)
        eight = (eight | eight << np.uint64(7)) & np.uint64(0x0101010101010101)
        out[at] = eight & BYTE
        out[at + np.uint64(1)] = eight >> np.uint64(8) & BYTE
        out[at + np.uint64(2)] = eight >> np.uint64(16) & BYTE
        out[at + np.uint64(3)] = eight >> np.uint64(24) & BYTE
        out[at + np.uint64(4)] = eight >> np.uint64(32) & BYTE
        out[at + np.uint64(5)] = eight >> np.uint64(40) & BYTE
        out[at + np.uint64(6)] = eight >> np.uint64(48) & BYTE
        out[at + np.uint64(7)] = eight >> np.uint64(56)
        word >>= np.uint64(8)
        at += np.uint64(8)
    for _ in range(count & 7):
        out[at] = word & ONE
        word >>= ONE
        at += ONE
