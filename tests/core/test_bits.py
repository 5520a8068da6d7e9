"""Sets of numbers as 64-bit words, on the compiled and the interpreted backend."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ziggurat.core import bits
from ziggurat.core.kernel import Backend, Kernel

words = st.integers(0, 2**64 - 1)
each_backend = pytest.mark.parametrize("backend", ["cpu", "interpreted"])


@given(st.sets(st.integers(0, 191)))
def test_members_are_what_was_put_in(chosen: set[int]) -> None:
    assert bits.members(bits.to_words(chosen, 3)) == sorted(chosen)


@each_backend
@settings(max_examples=50, deadline=None)
@given(word=words.filter(bool))
def test_select_finds_every_member_in_order(backend: Backend, word: int) -> None:
    select = bits.select.on(backend)
    assert [select(np.uint64(word), n) for n in range(word.bit_count())] == bits.members([word])


@each_backend
@settings(max_examples=50, deadline=None)
@given(chosen=st.sets(st.integers(0, 127)), member=st.integers(0, 127))
def test_add_has_remove(backend: Backend, chosen: set[int], member: int) -> None:
    has, add, remove = (kernel.on(backend) for kernel in (bits.has, bits.add, bits.remove))
    words = bits.to_words(chosen, 2)
    assert has(words, member) == (member in chosen)
    add(words, member)
    assert bits.members(words) == sorted(chosen | {member})
    remove(words, member)
    assert bits.members(words) == sorted(chosen - {member})


def test_a_primitive_is_a_kernel() -> None:
    assert isinstance(bits.popcount, Kernel)
    assert bits.popcount.on("interpreted")(np.uint64(7)) == 3
    assert bits.lowest.on("interpreted")(np.uint64(8)) == 3


@each_backend
@pytest.mark.parametrize("count", [1, 7, 8, 15, 47, 64])
def test_a_set_is_spread_over_bytes(backend: Backend, count: int) -> None:
    for word in (0, 1, 2**64 - 1, 0x8040201008040201, 0xDEADBEEF12345678):
        out = np.full(70, 9, dtype=np.uint8)
        bits.spread.on(backend)(np.uint64(word), out, 3, count)
        assert out[3 : 3 + count].tolist() == [word >> place & 1 for place in range(count)]
        assert set(out[:3]) == set(out[3 + count :]) == {9}


@each_backend
@pytest.mark.parametrize("dtype", ["u1", "i1"])
@pytest.mark.parametrize("count", [3, 8, 24, 36, 47, 64])
def test_numbers_are_spread_from_their_binary_digits(backend: Backend, count: int, dtype: str) -> None:
    numbers = [(7 * place + 3) % 8 for place in range(64)]
    digits = [sum((number >> digit & 1) << place for place, number in enumerate(numbers)) for digit in range(3)]
    out: np.ndarray[Any, Any] = np.full(70, 9, dtype=dtype)
    bits.spread_numbers.on(backend)(*map(np.uint64, digits), out, 3, count)
    assert out[3 : 3 + count].tolist() == numbers[:count]
    assert set(out[:3]) == set(out[3 + count :]) == {9}
