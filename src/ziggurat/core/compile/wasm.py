"""Compiles kernels to WebAssembly.

Numba types and lowers each kernel as it does for the CPU. The LLVM modules of all entries are linked into one,
retargeted to wasm32, optimised, and linked by `wasm-ld`, which the package `ziglang` brings along.

An entry is exported under the name it is given. Its parameters are those of Numba's calling convention: a pointer to
the return value, a pointer to the exception (unused: kernels raise nothing), then the arguments. An array is passed as
`meminfo, parent, items: i64, item size: i64, data, shape: i64…, strides: i64…`; pointers have 32 bits. Records have
the same bytes as everywhere else.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import types

from ziggurat.core.compile.compiler import all_linked
from ziggurat.core.errors import ZigguratError
from ziggurat.core.kernel import Binding, Kernel

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+bulk-memory,+simd128,+sign-ext,+mutable-globals,+nontrapping-fptoint"  # all browsers since 2023
STACK = 1 << 16  # bytes
REFERENCE_COUNTS = re.compile(r"^define [^@]*@(NRT_(?:incref|decref))\([^)]*\)[^{]*\{.*?^\}", re.MULTILINE | re.DOTALL)


class NoLinker(ZigguratError):
    """The package with the WebAssembly linker is not installed."""


@dataclass(frozen=True)
class Export:
    """A kernel to export, with arguments of the types it is called with."""

    kernel: Kernel
    arguments: tuple[Any, ...]


def compile_module(entries: Mapping[str, Export], binding: Binding) -> bytes:
    """One WebAssembly module with every entry, exported by name; it imports its memory as `env.memory`."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    module = _linked(entries, binding)
    for function in module.functions:
        if not function.is_declaration and function.name not in entries:
            function.linkage = "internal"
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=3, codemodel="default", reloc="static"
    )
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = True
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)
    missing = {function.name for function in module.functions if function.is_declaration} - {"memcpy", "memset"}
    missing = {name for name in missing if not name.startswith("llvm.")}
    if missing:
        raise TypeError(f"a WebAssembly module has no {', '.join(sorted(missing))}")
    return _link_object(machine.emit_object(module), entries)


def parameters(entry: Export) -> list[str]:
    """How a caller passes each argument: `i64`, `f64`, or an array's dimensions and bytes of an item: `array1:8`."""
    return [_parameter(numba.typeof(argument)) for argument in entry.arguments]


def _parameter(kind: Any) -> str:
    match types.unliteral(kind):  # type: ignore[attr-defined]
        case types.Array() as array:
            return f"array{array.ndim}:{_item_size(array.dtype)}"
        case types.Float():
            return "f64"
        case types.Boolean():
            return "i32"
        case types.Integer():
            return "i64"
        case other:
            raise TypeError(f"no WebAssembly parameter for {other}")


def _item_size(kind: Any) -> int:
    return int(kind.size if isinstance(kind, types.Record) else kind.bitwidth // 8)


def _linked(entries: Mapping[str, Export], binding: Binding) -> Any:
    """The LLVM module of all entries and everything they call, for wasm32."""
    libraries: dict[int, Any] = {}
    names: dict[str, str] = {}
    for name, entry in entries.items():
        dispatcher: Any = entry.kernel.build("cpu", binding)
        signature = tuple(numba.typeof(argument) for argument in entry.arguments)
        dispatcher.compile(signature)
        compiled = dispatcher.overloads[signature]
        names[name] = compiled.fndesc.llvm_func_name
        for library in (compiled.library, *all_linked(compiled.library)):
            libraries[id(library)] = library
    module = llvm.parse_assembly("")
    for library in libraries.values():
        module.link_in(llvm.parse_assembly(_retargeted(str(library._final_module))))
    for name, mangled in names.items():
        module.get_function(mangled).name = name
    module.verify()
    return module


def _retargeted(assembly: str) -> str:
    assembly = re.sub(r"^target datalayout.*$", f'target datalayout = "{LAYOUT}"', assembly, flags=re.MULTILINE)
    assembly = re.sub(r"^target triple.*$", f'target triple = "{TRIPLE}"', assembly, flags=re.MULTILINE)
    assembly = REFERENCE_COUNTS.sub(r"define linkonce_odr void @\1(ptr %object) {\n  ret void\n}", assembly)
    assembly = assembly.replace("@sqrt(", "@llvm.sqrt.f64(")  # an instruction there, and a library's function here
    return assembly.replace(" = common ", " = internal ")


def _link_object(code: bytes, exports: Iterable[str]) -> bytes:
    if find_spec("ziglang") is None:
        raise NoLinker("WebAssembly modules need a linker: install it with `pip install ziglang`.")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "kernels.o"), Path(folder, "kernels.wasm")
        source.write_bytes(code)
        command = [sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--import-memory", "--strip-all"]
        command += ["-z", f"stack-size={STACK}", "--export=__heap_base", *(f"--export={name}" for name in exports)]
        subprocess.run([*command, "-o", str(target), str(source)], check=True)  # noqa: S603 - our own command
        return target.read_bytes()
