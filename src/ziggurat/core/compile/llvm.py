"""What every modern processor does with bits in an instruction or two, for compiled kernels.

Imported only when Numba is needed.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def popcount(_typing: Any, word: Any) -> Any:
    """How many bits are set."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def lowest(_typing: Any, word: Any) -> Any:
    """The place of the lowest set bit; the word must not be zero."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


def putter(lanes: int) -> Any:
    """Writes the lowest bits of three words, binary digits of small numbers, as that many bytes at once.

    LLVM turns a word into a vector of bits, and that into bytes, with the widest instructions the processor has.
    """
    bits, octets = ir.VectorType(ir.IntType(1), lanes), ir.VectorType(ir.IntType(8), lanes)

    @intrinsic  # type: ignore[untyped-decorator]
    def put(_typing: Any, ones: Any, twos: Any, fours: Any, out: Any, at: Any) -> Any:
        if not (isinstance(out, types.Array) and out.dtype in (types.uint8, types.int8) and out.layout == "C"):
            return None

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            total = ir.Constant(octets, None)
            for place, word in enumerate(args[:3]):
                narrow = builder.trunc(word, ir.IntType(lanes)) if lanes < 64 else word
                digits = builder.zext(builder.bitcast(narrow, bits), octets)
                total = builder.or_(total, builder.shl(digits, ir.Constant(octets, [place] * lanes)))
            array = context.make_array(signature.args[3])(context, builder, args[3])
            pointer = builder.bitcast(builder.gep(array.data, [args[4]]), octets.as_pointer())
            builder.store(total, pointer, align=1)
            return context.get_dummy_value()

        return types.void(types.uint64, types.uint64, types.uint64, out, types.int64), generate

    return put
