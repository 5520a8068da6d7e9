"""Compiled kernels as an object that travels: what one machine has compiled, no machine like it compiles again.

What a kernel's file is called says which processor and versions it is for (`ziggurat.core.compile.cache`), and so does
the name of the list of a part's files. A machine takes over what was made for its own name, and makes the rest itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ziggurat import warmup
from ziggurat.core.compile import cache
from ziggurat.core.game import Game

Pack = Mapping[str, bytes]  # contents by name in the cache


def make_of(game: Game, parts: Sequence[str]) -> str:
    """Which compiled code this machine needs: two machines with the same answer can share it."""
    return " ".join(warmup.mark(game, part) for part in parts)


def lacks(game: Game, parts: Sequence[str]) -> bool:
    """Whether anything has yet to be compiled here."""
    return not all(warmup.is_compiled(game, part) for part in parts)


def compile_here(game: Game, parts: Sequence[str]) -> None:
    """Compile in this process what is not compiled yet."""
    for part in parts:
        warmup.compile_part(game, part)


def pack(game: Game, parts: Sequence[str]) -> Pack:
    """All compiled code of these parts; compiles what is missing."""
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
    """Take over what this machine lacks; of its processes, one does and the others wait for it.

    It is fetched before anybody is kept waiting: it may be another process of this machine that still makes it, and
    has to be alone for that.
    """
    sent = fetch()
    with cache.alone(make_of(game, parts[:1])):
        if lacks(game, parts):
            for name, content in sent.items():
                if not cache.has(name):
                    cache.write(name, content)
