"""Which games are compiled already, on this machine and for this version of their rules."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from ziggurat.bots import tree
from ziggurat.core import engine
from ziggurat.core.cache import cache_directory
from ziggurat.core.fingerprint import short
from ziggurat.core.game import Game
from ziggurat.core.kernel import Kernel
from ziggurat.sim import playing

ROOMS: tuple[ModuleType, ...] = (engine, tree, playing)


def mark(game: Game) -> Path | None:
    """The file that says a game is compiled; nothing if there is no place for one."""
    from numba.core.registry import cpu_target

    from ziggurat.core.compiler import compiled_by

    directory = cache_directory()
    if directory is None:
        return None
    kernels = [value for room in ROOMS for _, value in sorted(vars(room).items()) if isinstance(value, Kernel)]
    made_of = [kernel.fingerprint(game.binding) for kernel in kernels]
    processor = cpu_target.target_context.codegen().magic_tuple()
    return directory / f"{game.name}-{short(repr((made_of, compiled_by(), processor)))}.warm"


def is_compiled(game: Game) -> bool:
    """Whether everything a game needs is compiled."""
    found = mark(game)
    return found is not None and found.exists()
