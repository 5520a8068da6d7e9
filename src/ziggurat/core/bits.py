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
EIGHT = np.uint64(8)
BYTE = np.uint64(0xFF)
BIT, TWO = np.uint32(1), np.uint32(2)
LOW_HALF = np.uint64(0xFFFF_FFFF)  # of a word


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
    numbers: list[int] = places(np.ascontiguousarray(words, dtype="<u8")).tolist()
    return numbers


def places(words: np.ndarray[Any, np.dtype[np.uint64]]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The members of a set that is an array of words, as an array (not a kernel)."""
    return np.unpackbits(words.view(np.uint8), bitorder="little").view(np.bool_).nonzero()[0]


def _popcount_cpu() -> Any:
    from ziggurat.core.compile.llvm import popcount

    return popcount


def _popcount_cuda() -> Any:
    from ziggurat.core.compile.gpu import popcount

    return popcount


def _lowest_cpu() -> Any:
    from ziggurat.core.compile.llvm import lowest

    return lowest


def _lowest_cuda() -> Any:
    from ziggurat.core.compile.gpu import lowest

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
    """Write the first `count` places of a word, from place `first` of an array on: 1 for a member, 0 for none."""
    spread_numbers(word, NONE, NONE, out, first, count)


@kernel
def _one_by_one(ones, twos, fours, out, first, count):
    """On a GPU, where neighbouring threads write the same place of neighbouring rows, bytes are written one by one.

    Eight to a turn of the loop, out of a narrow word, because a GPU has no 64-bit registers.
    """
    at = np.int64(first)
    for _ in range(count >> 3):
        one, two, four = np.uint32(ones & BYTE), np.uint32(twos & BYTE), np.uint32(fours & BYTE)
        for place in range(8):
            shift = np.uint32(place)
            out[at + place] = one >> shift & BIT | (two >> shift & BIT) << BIT | (four >> shift & BIT) << TWO
        ones, twos, fours = ones >> EIGHT, twos >> EIGHT, fours >> EIGHT
        at += 8
    for place in range(count & 7):
        shift = np.uint64(place)
        out[at + place] = ones >> shift & ONE | (twos >> shift & ONE) << ONE | (fours >> shift & ONE) << np.uint64(2)


@kernel
def _by_vectors(ones, twos, fours, out, first, count):
    """On a processor, whole vectors: two that overlap cover any number of places between one width and the next."""
    at = np.int64(first)
    if count >= 64:
        _put_64(ones, twos, fours, out, at)
    elif count >= 32:
        rest = np.uint64(count - 32)
        _put_32(ones, twos, fours, out, at)
        _put_32(ones >> rest, twos >> rest, fours >> rest, out, at + count - 32)
    elif count >= 16:
        rest = np.uint64(count - 16)
        _put_16(ones, twos, fours, out, at)
        _put_16(ones >> rest, twos >> rest, fours >> rest, out, at + count - 16)
    elif count >= 8:
        rest = np.uint64(count - 8)
        _put_8(ones, twos, fours, out, at)
        _put_8(ones >> rest, twos >> rest, fours >> rest, out, at + count - 8)
    else:
        _one_by_one(ones, twos, fours, out, first, count)


def _putter(lanes: int) -> Primitive:
    """Write so many bytes at once, each a number whose binary digits are the lowest bits of three words."""

    def cpu() -> Any:
        from ziggurat.core.compile.llvm import putter

        return putter(lanes)

    return Primitive(lambda *_: None, cpu=cpu, cuda=cpu)


_put_64, _put_32, _put_16, _put_8 = _putter(64), _putter(32), _putter(16), _putter(8)
spread_numbers = Primitive(
    _one_by_one.function, cpu=lambda: _by_vectors.build("cpu"), cuda=lambda: _one_by_one.build("cuda")
)
"""`spread` for numbers from 0 to 7 instead of members: three words hold their binary digits."""
