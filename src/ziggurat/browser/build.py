"""Builds the WebAssembly modules of all games: `python -m ziggurat.browser.build [GAME…]`. Needs `ziglang`.

A module lies beside a description of it: the parameters of its entries, and the fingerprint of the kernels it was
built from. `is_current` compares that with today's kernels without compiling anything.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numba

import ziggurat
from ziggurat.browser.entries import entries
from ziggurat.core.compile import wasm
from ziggurat.core.compile.fingerprint import short
from ziggurat.core.game import Game
from ziggurat.core.kernel import Kernel

MODULES = Path(__file__).parent / "modules"


def fingerprint(game: Game, exported: Mapping[str, wasm.Export]) -> str:
    """What a game's module is built from: its kernels and the types they are called with."""
    parts = [
        (name, entry.kernel.fingerprint(game.binding), [str(numba.typeof(argument)) for argument in entry.arguments])
        for name, entry in exported.items()
    ]
    return short(repr(parts))


def describe(game: Game) -> dict[str, Any]:
    """The description of a game's module, as it is today."""
    exported = entries(game)
    return {
        "fingerprint": fingerprint(game, exported),
        "record": int(game.new_records().dtype.itemsize),
        "entries": {
            name: {"kernel": kernel_name(entry.kernel), "parameters": wasm.parameters(entry)}
            for name, entry in exported.items()
        },
    }


def kernel_name(kernel: Kernel) -> str:
    """The name under which Python in the browser looks for a kernel."""
    return f"{kernel.function.__module__}.{kernel.function.__qualname__}"


def is_current(game: Game) -> bool:
    """Whether the module of a game was built from today's kernels."""
    description = MODULES / f"{game.name}.json"
    return description.exists() and json.loads(description.read_text("utf-8")) == describe(game)


def build(game: Game) -> bytes:
    """The module of a game."""
    return wasm.compile_module(entries(game), game.binding)


def main() -> None:
    """Build the modules that are not current; with names, those games' in any case."""
    chosen = sys.argv[1:]
    MODULES.mkdir(exist_ok=True)
    for name in chosen or ziggurat.game_names():
        game = ziggurat.game(name)
        if not chosen and is_current(game):
            continue
        module = build(game)
        (MODULES / f"{name}.wasm").write_bytes(module)
        (MODULES / f"{name}.json").write_text(json.dumps(describe(game), indent=None) + "\n", "utf-8")
        print(f"{name}: {len(module):,} bytes")


if __name__ == "__main__":
    main()
