"""Copies compiled kernels between machines, so that machines of one kind compile only once.

File names in the cache say which processor and versions they are for (`ziggurat.core.compile.cache`). A machine takes
the files made for its own kind and compiles the rest itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ziggurat import warmup
from ziggurat.core.compile import cache
from ziggurat.core.game import Game

Pack = Mapping[str, bytes]  # contents by name in the cache


def make_of(game: Game, parts: Sequence[str]) -> str:
    """A key for the compiled code this machine needs; machines with the same key can share it."""
    return " ".join(warmup.mark(game, part) for part in parts)


def lacks(game: Game, parts: Sequence[str]) -> bool:
    """Whether anything is not compiled yet on this machine."""
    return not all(warmup.is_compiled(game, part) for part in parts)


def compile_here(game: Game, parts: Sequence[str]) -> None:
    """Compile missing kernels in this process."""
    for part in parts:
        warmup.compile_part(game, part)


def pack(game: Game, parts: Sequence[str]) -> Pack:
    """All compiled code of these parts; compiles missing kernels."""
    compile_here(game, parts)
    held: dict[str, bytes] = {}
    for part in parts:
        mark = warmup.mark(game, part)
        names = cache.read(mark)
        if names is None:  # the cache cannot be written to: there is nothing to send
            return {}
        for name in (*names.decode().split(), mark):  # the list last: whoever finds it finds all it names
            if (content := cache.read(name)) is not None:
                held[name] = content
    return held


def unpack(game: Game, parts: Sequence[str], fetch: Callable[[], Pack]) -> None:
    """Write the missing files into this machine's cache; one of its processes does, the others wait.

    They are fetched before the lock is taken: another process of this machine may still be compiling them, and needs
    the lock for that.
    """
    sent = fetch()
    with cache.alone(make_of(game, parts[:1])):
        if lacks(game, parts):
            for name, content in sent.items():
                if not cache.has(name):
                    cache.write(name, content)
