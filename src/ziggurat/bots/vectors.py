"""Multiplying many small numbers at once: what a network's kernels spend their time on.

Two numbers from 0 to 32767 that are multiplied by 16-bit weights lie in one 32-bit number, a *pair*: the first in its
lower half, the second in its upper. Processors multiply two pairs and add the products in one instruction, for eight or
sixteen outputs at once; LLVM finds it (vpdpwssd, vpmaddwd) behind the plain multiplications in generate.py. Interpreted
and on a GPU the same sums are made one by one.

Sums wrap around in 32 bits as everywhere, but `ziggurat.bots.forward.pack` takes no weights with which one could.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from ziggurat.core.compile.fingerprint import short
from ziggurat.core.kernel import Backend, Binding, Primitive, kernel

LANES = 16  # of 32 bits; every count in here is a multiple of it
HALF = 0xFFFF
CHAINS = 2  # entries of a list that are multiplied at a time


class Vector(Primitive):
    """A primitive of this file. Anything that changes here makes it another, because compiled code is kept."""

    def describe(self, _binding: Binding | None) -> str:
        own = [files("ziggurat.bots").joinpath(name).read_text("utf-8") for name in ("vectors.py", "generate.py")]
        return short(self.name + "".join(own))

    def __init__(self, name: str, plain: Any, vectors: Any = None) -> None:
        self.name = name
        super().__init__(
            plain.function,
            cpu=lambda: (vectors or plain).build("cpu"),
            cuda=lambda: plain.build("cuda"),
        )


class Instruction(Primitive):
    """What is generated for a processor alone, and called from this file alone."""

    def __init__(self, make: Any, *shape: Any) -> None:
        super().__init__(lambda *_: None, cpu=lambda: make(*shape), cuda=lambda: make(*shape))

    def describe(self, _binding: Binding | None) -> str:
        return "vectors"

    def build(self, backend: Backend, binding: Binding | None = None) -> Any:
        return super().build("cpu", binding)


def _multiplier(vectors: int, chains: int) -> Any:
    """`multiply` for so many vectors of outputs; from one pair's weights to the next's it is `stride`."""
    from ziggurat.bots import generate

    return generate.multiplier(LANES, vectors, chains)


def _listed_multiplier(vectors: int, chains: int) -> Any:
    from ziggurat.bots import generate

    return generate.listed_multiplier(LANES, vectors, chains)


def _row_adder(vectors: int) -> Any:
    from ziggurat.bots import generate

    return generate.row_adder(LANES, vectors)


def _adder() -> Any:
    from ziggurat.bots import generate

    return generate.adder(LANES)


def _copier() -> Any:
    from ziggurat.bots import generate

    return generate.copier(LANES)


def _list_adder(vectors: int, fresh: bool) -> Any:
    from ziggurat.bots import generate

    return generate.list_adder(LANES, vectors, fresh)


def _squasher() -> Any:
    from ziggurat.bots import generate

    return generate.squasher(LANES)


def _half_adder() -> Any:
    from ziggurat.bots import generate

    return generate.half_adder(LANES)


def _multiplied() -> Any:
    from ziggurat.bots import generate

    return generate.multiplied(LANES)


_multiply_4, _multiply_2, _multiply_1 = (Instruction(_multiplier, count, 8 // count) for count in (4, 2, 1))
_multiply_listed_4, _multiply_listed_2 = (Instruction(_listed_multiplier, count, CHAINS) for count in (4, 2))
_add_rows_4, _add_rows_2, _add_rows_1 = (Instruction(_row_adder, count) for count in (4, 2, 1))
_sum_2, _sum_1 = (Instruction(_list_adder, count, False) for count in (2, 1))
_gather_2, _gather_1 = (Instruction(_list_adder, count, True) for count in (2, 1))
_copy = Instruction(_copier)
_dot, _add, _squash, _add_halves = (Instruction(make) for make in (_multiplied, _adder, _squasher, _half_adder))


@kernel
def _multiply_plainly(room, out, outs, source, pairs, weights, first):
    for pair in range(pairs):
        low, high = room[source + pair] & HALF, room[source + pair] >> 16
        at = first + 2 * outs * pair
        if low != 0 or high != 0:
            for one in range(outs):
                room[out + one] += low * weights[at + 2 * one] + high * weights[at + 2 * one + 1]


@kernel
def _multiply_by_vectors(room, out, outs, source, pairs, weights, first):
    one = 0
    while one + 4 * LANES <= outs:
        _multiply_4(room, out + one, source, pairs, weights, first + 2 * one, 2 * outs)
        one += 4 * LANES
    if one + 2 * LANES <= outs:
        _multiply_2(room, out + one, source, pairs, weights, first + 2 * one, 2 * outs)
        one += 2 * LANES
    if one < outs:
        _multiply_1(room, out + one, source, pairs, weights, first + 2 * one, 2 * outs)


@kernel
def _multiply_listed_plainly(room, out, outs, entries, count, weights, first):
    for entry in range(count):
        value = room[entries + 2 * entry + 1]
        low, high = value & HALF, value >> 16
        at = first + room[entries + 2 * entry]
        for one in range(outs):
            room[out + one] += low * weights[at + 2 * one] + high * weights[at + 2 * one + 1]


@kernel
def _multiply_listed_by_vectors(room, out, outs, entries, count, weights, first):
    one = 0
    while one + 4 * LANES <= outs:
        _multiply_listed_4(room, out + one, entries, count, weights, first + 2 * one)
        one += 4 * LANES
    if one < outs:
        _multiply_listed_2(room, out + one, entries, count, weights, first + 2 * one)


@kernel
def list_pairs(room, entries, source, pairs, stride):
    """List the pairs from `source` on that are not zero, for `multiply_listed`; returns how many, made even."""
    count = 0
    for pair in range(pairs):
        value = room[source + pair]
        room[entries + 2 * count] = pair * stride
        room[entries + 2 * count + 1] = value
        if value != 0:
            count += 1
    room[entries + 2 * count] = 0
    room[entries + 2 * count + 1] = 0
    return count + (count & 1)


@kernel
def _add_rows_plainly(room, out, outs, entries, count, weights, first):
    for entry in range(count):
        value = room[entries + 2 * entry + 1]
        at = first + room[entries + 2 * entry]
        for one in range(outs):
            room[out + one] += weights[at + one] * value


@kernel
def _add_rows_by_vectors(room, out, outs, entries, count, weights, first):
    one = 0
    while one + 4 * LANES <= outs:
        _add_rows_4(room, out + one, entries, count, weights, first + one)
        one += 4 * LANES
    if one + 2 * LANES <= outs:
        _add_rows_2(room, out + one, entries, count, weights, first + one)
        one += 2 * LANES
    if one < outs:
        _add_rows_1(room, out + one, entries, count, weights, first + one)


@kernel
def _dot_plainly(room, source, pairs, weights, first):
    total = 0
    for pair in range(pairs):
        value = room[source + pair]
        total += (value & HALF) * weights[first + 2 * pair] + (value >> 16) * weights[first + 2 * pair + 1]
    return total


@kernel
def _dot_by_vectors(room, source, pairs, weights, first):
    return _dot(room, source, pairs, weights, first)


@kernel
def _add_plainly(room, out, source, count):
    for one in range(count):
        room[out + one] += room[source + one]


@kernel
def _add_by_vectors(room, out, source, count):
    _add(room, out, source, count)


@kernel
def _copy_plainly(room, out, numbers, first, count):
    for one in range(count):
        room[out + one] = numbers[first + one]


@kernel
def _copy_by_vectors(room, out, numbers, first, count):
    _copy(room, out, numbers, first, count)


@kernel
def _add_listed_plainly(room, out, outs, base, numbers, first, count):
    for entry in range(count):
        for one in range(outs):
            room[out + one] += room[base + numbers[first + entry] + one]


@kernel
def _add_listed_by_vectors(room, out, outs, base, numbers, first, count):
    one = 0
    while one + 2 * LANES <= outs:
        _sum_2(room, out + one, base + one, numbers, first, count)
        one += 2 * LANES
    if one < outs:
        _sum_1(room, out + one, base + one, numbers, first, count)


@kernel
def _gather_plainly(room, out, outs, base, numbers, first, count):
    for one in range(outs):
        room[out + one] = 0
    for entry in range(count):
        for one in range(outs):
            room[out + one] += room[base + numbers[first + entry] + one]


@kernel
def _gather_by_vectors(room, out, outs, base, numbers, first, count):
    one = 0
    while one + 2 * LANES <= outs:
        _gather_2(room, out + one, base + one, numbers, first, count)
        one += 2 * LANES
    if one < outs:
        _gather_1(room, out + one, base + one, numbers, first, count)


@kernel
def _squash_plainly(room, out, source, pairs, shift, top):
    half = 1 << (shift - 1)
    for pair in range(pairs):
        low = min(max((room[source + pair] + half) >> shift, 0), top)
        high = min(max((room[source + pairs + pair] + half) >> shift, 0), top)
        room[out + pair] = low | high << 16


@kernel
def _squash_by_vectors(room, out, source, pairs, shift, top):
    _squash(room, out, source, pairs, shift, top)


@kernel
def _add_halves_plainly(room, out, source, pairs):
    for pair in range(pairs):
        room[out + pair] += room[source + pair] & HALF
        room[out + pairs + pair] += room[source + pair] >> 16


@kernel
def _add_halves_by_vectors(room, out, source, pairs):
    _add_halves(room, out, source, pairs)


multiply = Vector("multiply", _multiply_plainly, _multiply_by_vectors)
"""multiply(room, out, outs, source, pairs, weights, first): a matrix of weights times the pairs from `source` on, added
to `outs` sums from `out` on. The weights of one pair lie side by side, two for each output."""

multiply_listed = Vector("multiply_listed", _multiply_listed_plainly, _multiply_listed_by_vectors)
"""multiply_listed(room, out, outs, entries, count, weights, first): as `multiply`, of the pairs in a list; each of
`count` entries is two numbers, where the pair's weights begin and the pair."""

add_rows = Vector("add_rows", _add_rows_plainly, _add_rows_by_vectors)
"""add_rows(room, out, outs, entries, count, weights, first): add rows of weights to `outs` sums; each of `count`
entries is two numbers, where its row begins and by how much it is multiplied (16 bits)."""

dot = Vector("dot", _dot_plainly, _dot_by_vectors)
"""dot(room, source, pairs, weights, first): the sum of some numbers, in pairs, each times its weight."""

add = Vector("add", _add_plainly, _add_by_vectors)
"""add(room, out, source, count): add some numbers to others; of pairs, each half to its like."""

copy = Vector("copy", _copy_plainly, _copy_by_vectors)
"""copy(room, out, numbers, first, count): begin sums with their biases."""

add_listed = Vector("add_listed", _add_listed_plainly, _add_listed_by_vectors)
"""add_listed(room, out, outs, base, numbers, first, count): add several rows of `room` to `outs` sums or pairs;
`numbers` lists where they begin, from `base` on."""

gather = Vector("gather", _gather_plainly, _gather_by_vectors)
"""gather(room, out, outs, base, numbers, first, count): as `add_listed`, but what was at `out` does not count."""

squash = Vector("squash", _squash_plainly, _squash_by_vectors)
"""squash(room, out, source, pairs, shift, top): sums as pairs, the first half of them with the second: rounded, divided
by 2**shift, nothing below 0 and nothing above `top`."""

add_halves = Vector("add_halves", _add_halves_plainly, _add_halves_by_vectors)
"""add_halves(room, out, source, pairs): take pairs apart, and add the numbers to sums."""
