"""The instructions behind `ziggurat.bots.vectors`, for compiled kernels. Imported only when Numba is needed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

I16, I32, I64 = ir.IntType(16), ir.IntType(32), ir.IntType(64)
Step = Callable[[Any, list[Any]], list[Any]]  # of a loop: its number and the values before it, to those after it


def multiplier(lanes: int, vectors: int, chains: int) -> Any:
    """A matrix times a vector of pairs, for so many outputs whose sums stay in registers meanwhile.

    Each output has several sums, `chains`, that pairs take turns with: an addition need not wait for the one before.
    """
    sums = ir.VectorType(I32, lanes)

    @intrinsic  # type: ignore[untyped-decorator]
    def multiply(
        _typing: Any, room: Any, out: Any, source: Any, pairs: Any, weights: Any, first: Any, stride: Any
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = context.make_array(signature.args[0])(context, builder, args[0]).data
            rows = context.make_array(signature.args[4])(context, builder, args[4]).data
            _, at, source, pairs, _, first, stride = args
            outs = [_vector_at(builder, numbers, at, lanes * each, sums) for each in range(vectors)]

            def step(some: Any, before: list[Any]) -> list[Any]:
                after: list[Any] = []
                for chain in range(chains):
                    pair = builder.add(builder.mul(some, ir.Constant(I64, chains)), ir.Constant(I64, chain))
                    value = builder.load(builder.gep(numbers, [builder.add(source, pair)]))
                    row = builder.add(first, builder.mul(pair, stride))
                    after += _pair_added(builder, before[chain * vectors :][:vectors], value, rows, row)
                return after

            _add_in_chains(builder, outs, pairs, chains, step)
            return context.get_dummy_value()

        integer = types.int64
        return types.void(room, integer, integer, integer, weights, integer, integer), generate

    return multiply


def listed_multiplier(lanes: int, vectors: int, chains: int) -> Any:
    """As `multiplier`, for pairs in a list: each entry is where its weights begin, and the pair."""
    sums = ir.VectorType(I32, lanes)

    @intrinsic  # type: ignore[untyped-decorator]
    def multiply_listed(_typing: Any, room: Any, out: Any, entries: Any, count: Any, weights: Any, first: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = context.make_array(signature.args[0])(context, builder, args[0]).data
            rows = context.make_array(signature.args[4])(context, builder, args[4]).data
            _, at, entries, count, _, first = args
            outs = [_vector_at(builder, numbers, at, lanes * each, sums) for each in range(vectors)]

            def step(some: Any, before: list[Any]) -> list[Any]:
                after: list[Any] = []
                for chain in range(chains):
                    where = builder.add(entries, builder.mul(some, ir.Constant(I64, 2 * chains)))
                    where = builder.add(where, ir.Constant(I64, 2 * chain))
                    row = builder.add(first, builder.sext(builder.load(builder.gep(numbers, [where])), I64))
                    value = builder.load(builder.gep(numbers, [builder.add(where, ir.Constant(I64, 1))]))
                    after += _pair_added(builder, before[chain * vectors :][:vectors], value, rows, row)
                return after

            _add_in_chains(builder, outs, count, chains, step)
            return context.get_dummy_value()

        integer = types.int64
        return types.void(room, integer, integer, integer, weights, integer), generate

    return multiply_listed


def row_adder(lanes: int, vectors: int) -> Any:
    """Rows of weights, each so many times, added to so many sums that stay in registers meanwhile."""
    sums, halves = ir.VectorType(I32, lanes), ir.VectorType(I16, lanes)

    @intrinsic  # type: ignore[untyped-decorator]
    def add_rows(_typing: Any, room: Any, out: Any, entries: Any, count: Any, weights: Any, first: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = context.make_array(signature.args[0])(context, builder, args[0]).data
            rows = context.make_array(signature.args[4])(context, builder, args[4]).data
            _, at, entries, count, _, first = args
            outs = [_vector_at(builder, numbers, at, lanes * each, sums) for each in range(vectors)]

            def step(entry: Any, before: list[Any]) -> list[Any]:
                where = builder.add(entries, builder.shl(entry, ir.Constant(I64, 1)))
                row = builder.sext(builder.load(builder.gep(numbers, [where])), I64)
                value = builder.load(builder.gep(numbers, [builder.add(where, ir.Constant(I64, 1))]))
                times = builder.sext(_everywhere(builder, builder.trunc(value, I16), halves), sums)
                begin = builder.add(first, row)
                loaded = [
                    builder.load(_vector_at(builder, rows, begin, lanes * each, halves), align=2)
                    for each in range(vectors)
                ]
                return [
                    builder.add(total, builder.mul(builder.sext(part, sums), times))
                    for total, part in zip(before, loaded, strict=True)
                ]

            totals = _loop(builder, count, [builder.load(each, align=4) for each in outs], step)
            for each, total in zip(outs, totals, strict=True):
                builder.store(total, each, align=4)
            return context.get_dummy_value()

        integer = types.int64
        return types.void(room, integer, integer, integer, weights, integer), generate

    return add_rows


def multiplied(lanes: int) -> Any:
    """The sum of pairs times weights."""
    sums, halves = ir.VectorType(I32, lanes), ir.VectorType(I16, 2 * lanes)

    @intrinsic  # type: ignore[untyped-decorator]
    def dot(_typing: Any, room: Any, source: Any, pairs: Any, weights: Any, first: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = context.make_array(signature.args[0])(context, builder, args[0]).data
            row = context.make_array(signature.args[3])(context, builder, args[3]).data
            _, source, pairs, _, first = args

            def step(each: Any, before: list[Any]) -> list[Any]:
                at = builder.mul(each, ir.Constant(I64, lanes))
                values = builder.load(_vector_at(builder, numbers, builder.add(source, at), 0, halves), align=4)
                begin = builder.add(first, builder.shl(at, ir.Constant(I64, 1)))
                loaded = builder.load(_vector_at(builder, row, begin, 0, halves), align=2)
                return [builder.add(before[0], _products(builder, values, loaded, lanes))]

            steps = builder.sdiv(pairs, ir.Constant(I64, lanes))
            (total,) = _loop(builder, steps, [ir.Constant(sums, None)], step)
            width = lanes
            while width > 1:  # halves onto halves
                width //= 2
                nothing, places = ir.Constant(total.type, ir.Undefined), ir.VectorType(I32, width)
                low = builder.shuffle_vector(total, nothing, ir.Constant(places, list(range(width))))
                high = builder.shuffle_vector(total, nothing, ir.Constant(places, list(range(width, 2 * width))))
                total = builder.add(low, high)
            return builder.sext(builder.extract_element(total, ir.Constant(I32, 0)), I64)

        integer = types.int64
        return integer(room, integer, integer, weights, integer), generate

    return dot


def adder(lanes: int) -> Any:
    """Some numbers added to others."""
    sums = ir.VectorType(I32, lanes)

    @intrinsic  # type: ignore[untyped-decorator]
    def add(_typing: Any, room: Any, out: Any, source: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = context.make_array(signature.args[0])(context, builder, args[0]).data
            _, out, source, count = args

            def step(each: Any, _before: list[Any]) -> list[Any]:
                at = builder.mul(each, ir.Constant(I64, lanes))
                to = _vector_at(builder, numbers, builder.add(out, at), 0, sums)
                more = builder.load(_vector_at(builder, numbers, builder.add(source, at), 0, sums), align=4)
                builder.store(builder.add(builder.load(to, align=4), more), to, align=4)
                return []

            _loop(builder, builder.sdiv(count, ir.Constant(I64, lanes)), [], step)
            return context.get_dummy_value()

        return types.void(room, types.int64, types.int64, types.int64), generate

    return add


def copier(lanes: int) -> Any:
    """Numbers that begin sums."""
    sums = ir.VectorType(I32, lanes)

    @intrinsic  # type: ignore[untyped-decorator]
    def copy(_typing: Any, room: Any, out: Any, numbers: Any, first: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            to = context.make_array(signature.args[0])(context, builder, args[0]).data
            source = context.make_array(signature.args[2])(context, builder, args[2]).data
            _, out, _, first, count = args

            def step(each: Any, _before: list[Any]) -> list[Any]:
                at = builder.mul(each, ir.Constant(I64, lanes))
                value = builder.load(_vector_at(builder, source, builder.add(first, at), 0, sums), align=4)
                builder.store(value, _vector_at(builder, to, builder.add(out, at), 0, sums), align=4)
                return []

            _loop(builder, builder.sdiv(count, ir.Constant(I64, lanes)), [], step)
            return context.get_dummy_value()

        return types.void(room, types.int64, numbers, types.int64, types.int64), generate

    return copy


def list_adder(lanes: int, vectors: int, fresh: bool) -> Any:
    """Rows that a list names, added to so many sums that stay in registers meanwhile, or to nothing."""
    sums = ir.VectorType(I32, lanes)

    @intrinsic  # type: ignore[untyped-decorator]
    def add_listed(_typing: Any, room: Any, out: Any, base: Any, numbers: Any, first: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            rows = context.make_array(signature.args[0])(context, builder, args[0]).data
            listed = context.make_array(signature.args[3])(context, builder, args[3]).data
            _, out, base, _, first, count = args
            outs = [_vector_at(builder, rows, out, lanes * each, sums) for each in range(vectors)]

            def step(entry: Any, before: list[Any]) -> list[Any]:
                where = builder.load(builder.gep(listed, [builder.add(first, entry)]))
                at = builder.add(base, builder.sext(where, I64))
                return [
                    builder.add(total, builder.load(_vector_at(builder, rows, at, lanes * each, sums), align=4))
                    for each, total in enumerate(before)
                ]

            start = [ir.Constant(sums, None) if fresh else builder.load(each, align=4) for each in outs]
            totals = _loop(builder, count, start, step)
            for each, total in zip(outs, totals, strict=True):
                builder.store(total, each, align=4)
            return context.get_dummy_value()

        integer = types.int64
        return types.void(room, integer, integer, numbers, integer, integer), generate

    return add_listed


def half_adder(lanes: int) -> Any:
    """Pairs taken apart and added to sums."""
    sums = ir.VectorType(I32, lanes)

    @intrinsic  # type: ignore[untyped-decorator]
    def add_halves(_typing: Any, room: Any, out: Any, source: Any, pairs: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = context.make_array(signature.args[0])(context, builder, args[0]).data
            _, out, source, pairs = args

            def step(each: Any, _before: list[Any]) -> list[Any]:
                at = builder.mul(each, ir.Constant(I64, lanes))
                both = builder.load(_vector_at(builder, numbers, builder.add(source, at), 0, sums), align=4)
                low = builder.and_(both, ir.Constant(sums, [0xFFFF] * lanes))
                high = builder.ashr(both, ir.Constant(sums, [16] * lanes))
                for begin, more in ((out, low), (builder.add(out, pairs), high)):
                    to = _vector_at(builder, numbers, builder.add(begin, at), 0, sums)
                    builder.store(builder.add(builder.load(to, align=4), more), to, align=4)
                return []

            _loop(builder, builder.sdiv(pairs, ir.Constant(I64, lanes)), [], step)
            return context.get_dummy_value()

        return types.void(room, types.int64, types.int64, types.int64), generate

    return add_halves


def squasher(lanes: int) -> Any:
    """Sums made pairs."""
    sums = ir.VectorType(I32, lanes)

    @intrinsic  # type: ignore[untyped-decorator]
    def squash(_typing: Any, room: Any, out: Any, source: Any, pairs: Any, shift: Any, top: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = context.make_array(signature.args[0])(context, builder, args[0]).data
            _, out, source, pairs, shift, top = args
            shift, top = builder.trunc(shift, I32), builder.trunc(top, I32)
            half = builder.shl(ir.Constant(I32, 1), builder.sub(shift, ir.Constant(I32, 1)))
            shifts, tops, halves = (_everywhere(builder, each, sums) for each in (shift, top, half))
            nothing = ir.Constant(sums, None)

            def squashed(at: Any) -> Any:
                value = builder.load(_vector_at(builder, numbers, at, 0, sums), align=4)
                value = builder.ashr(builder.add(value, halves), shifts)
                value = builder.select(builder.icmp_signed("<", value, nothing), nothing, value)
                return builder.select(builder.icmp_signed(">", value, tops), tops, value)

            def step(each: Any, _before: list[Any]) -> list[Any]:
                at = builder.mul(each, ir.Constant(I64, lanes))
                low = squashed(builder.add(source, at))
                high = squashed(builder.add(builder.add(source, pairs), at))
                both = builder.or_(low, builder.shl(high, ir.Constant(sums, [16] * lanes)))
                builder.store(both, _vector_at(builder, numbers, builder.add(out, at), 0, sums), align=4)
                return []

            _loop(builder, builder.sdiv(pairs, ir.Constant(I64, lanes)), [], step)
            return context.get_dummy_value()

        integer = types.int64
        return types.void(room, integer, integer, integer, integer, integer), generate

    return squash


def _vector_at(builder: Any, base: Any, at: Any, more: int, kind: Any) -> Any:
    pointer = builder.gep(base, [builder.add(at, ir.Constant(I64, more))])
    return builder.bitcast(pointer, kind.as_pointer())


def _everywhere(builder: Any, value: Any, kind: Any) -> Any:
    """A vector with the same number in every place."""
    nothing = ir.Constant(kind, ir.Undefined)
    one = builder.insert_element(nothing, value, ir.Constant(I32, 0))
    return builder.shuffle_vector(one, nothing, ir.Constant(ir.VectorType(I32, kind.count), [0] * kind.count))


def _pair_added(builder: Any, totals: list[Any], pair: Any, rows: Any, row: Any) -> list[Any]:
    """A pair times its weights, which begin at `row`, added to some vectors of sums."""
    sums = totals[0].type
    halves = ir.VectorType(I16, 2 * sums.count)
    both = builder.bitcast(_everywhere(builder, pair, sums), halves)
    loaded = [
        builder.load(_vector_at(builder, rows, row, halves.count * each, halves), align=2)
        for each in range(len(totals))
    ]
    return [
        builder.add(total, _products(builder, both, part, sums.count))
        for total, part in zip(totals, loaded, strict=True)
    ]


def _add_in_chains(builder: Any, outs: list[Any], count: Any, chains: int, step: Step) -> None:
    """Let a loop add to the vectors at `outs`, `chains` of its `count` steps at a time, each to sums of its own."""
    totals = [builder.load(each, align=4) for each in outs]
    totals += [ir.Constant(totals[0].type, None)] * (len(outs) * (chains - 1))
    totals = _loop(builder, builder.sdiv(count, ir.Constant(I64, chains)), totals, step)
    for each, out in enumerate(outs):
        builder.store(functools.reduce(builder.add, totals[each :: len(outs)]), out, align=4)


def _products(builder: Any, ones: Any, others: Any, lanes: int) -> Any:
    """Multiply 16-bit numbers, and add each product to its neighbour."""
    wide = ir.VectorType(I32, 2 * lanes)
    products = builder.mul(builder.sext(ones, wide), builder.sext(others, wide))
    nothing, places = ir.Constant(wide, ir.Undefined), ir.VectorType(I32, lanes)
    even = builder.shuffle_vector(products, nothing, ir.Constant(places, [2 * lane for lane in range(lanes)]))
    odd = builder.shuffle_vector(products, nothing, ir.Constant(places, [2 * lane + 1 for lane in range(lanes)]))
    return builder.add(even, odd)


def _loop(builder: Any, count: Any, start: list[Any], step: Step) -> list[Any]:
    """Do something `count` times with some values that change; what they are then comes back."""
    before, head = builder.block, builder.append_basic_block("vectors.head")
    body, end = builder.append_basic_block("vectors.body"), builder.append_basic_block("vectors.end")
    builder.branch(head)
    builder.position_at_end(head)
    number = builder.phi(I64)
    values = [builder.phi(each.type) for each in start]
    number.add_incoming(ir.Constant(I64, 0), before)
    for value, each in zip(values, start, strict=True):
        value.add_incoming(each, before)
    builder.cbranch(builder.icmp_signed("<", number, count), body, end)
    builder.position_at_end(body)
    after = step(number, values)
    number.add_incoming(builder.add(number, ir.Constant(I64, 1)), builder.block)
    for value, each in zip(values, after, strict=True):
        value.add_incoming(each, builder.block)
    builder.branch(head)
    builder.position_at_end(end)
    return values
