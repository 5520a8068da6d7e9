"""Compiles games ahead of time, in parts and in child processes: `python -m ziggurat.warmup GAME PART…`.

Parts are in the order in which somebody waits for them. A table needs `people` and `bots`; they share hardly any code,
so two processes compile them at once. The last two share most of theirs, so one process compiles both.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence

import ziggurat
from ziggurat.bots import guided, network, tree
from ziggurat.bots import warm as bots
from ziggurat.core import engine
from ziggurat.core.compile import cache
from ziggurat.core.compile import warm as matches
from ziggurat.core.compile.fingerprint import short
from ziggurat.core.compile.toolchain import toolchain
from ziggurat.core.game import Game
from ziggurat.core.kernel import Kernel
from ziggurat.envs import lanes, observer, seats
from ziggurat.envs import warm as environments
from ziggurat.reviewing import kernels as reviewing
from ziggurat.reviewing import warm as reviews
from ziggurat.sim import playout
from ziggurat.sim import warm as batches

Steps = Callable[[Game], Iterator[matches.Step]]

PARTS: dict[str, tuple[Steps, ...]] = {
    "people": (matches.at_a_table,),
    "bots": (matches.trying, bots.steps),
    "champions": (bots.champions, reviews.steps),
    "batches": (batches.steps, matches.reading),
    "environments": (matches.observing, environments.steps),
}
TABLE = ("people", "bots")  # what a game is played with
TOGETHER = (("people",), ("bots",), ("champions",), ("batches", "environments"))  # what one process compiles
# Where the kernels are that Python calls.
MODULES = (engine, tree, guided, network, reviewing, playout, lanes, observer, seats)


def cores() -> int:
    """How many processes may compile at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def steps(game: Game, part: str) -> list[matches.Step]:
    """The compile steps of a part of a game."""
    return [step for of in PARTS[part] for step in of(game)]


def mark(game: Game, part: str) -> str:
    """The cache key of a part's file list; it changes with anything the files depend on."""
    made_of = [
        (module.__name__, name, kernel.fingerprint(game.binding))  # names, because files are called by them
        for module in MODULES
        for name, kernel in sorted(vars(module).items())
        if isinstance(kernel, Kernel)
    ]
    return f"{game.name}.{part}-{short(repr((made_of, toolchain().compiled_by())))}"


def is_compiled(game: Game, part: str) -> bool:
    """Whether a part is completely in the cache."""
    files = cache.read(mark(game, part))
    return files is not None and all(cache.has(name) for name in files.decode().split())


def compile_part(game: Game, part: str) -> None:
    """Compile a part of a game in this process, unless another process does: then wait for it."""
    name = mark(game, part)
    with cache.alone(name):
        if is_compiled(game, part):
            return
        with cache.noted() as files:
            for _, compile_now in steps(game, part):
                compile_now()
        cache.write(name, "\n".join(sorted(files)).encode())


def command(game: Game, parts: Sequence[str]) -> tuple[str, ...]:
    """The command that compiles parts of a game in another process."""
    return (sys.executable, "-m", "ziggurat.warmup", game.name, *parts)


def compile_all(games: Sequence[Game], wanted: Sequence[str], done: Callable[[Game, str], None]) -> None:
    """Compile parts of some games on all cores; `done` is called after each. Parts that tables need come first."""
    cold = {(game, part) for part in wanted for game in games if not is_compiled(game, part)}
    waiting = [
        (game, missing)
        for some in TOGETHER
        for game in games
        if (missing := [part for part in some if (game, part) in cold])
    ]
    if cache.cache_directory() is None:  # what another process compiles would be lost
        for game, parts in waiting:
            for part in parts:
                compile_part(game, part)
                done(game, part)
        return
    running: list[tuple[Game, list[str], subprocess.Popen[bytes]]] = []
    try:
        while waiting or running:
            while waiting and len(running) < cores():
                game, parts = waiting.pop(0)
                child = subprocess.Popen(command(game, parts), stdin=subprocess.DEVNULL)  # noqa: S603 - our own
                running.append((game, parts, child))
            _wait_for_one([child for *_, child in running])
            for game, parts, child in [one for one in running if one[2].poll() is not None]:
                running.remove((game, parts, child))
                if child.returncode != 0:
                    raise ziggurat.ZigguratError(
                        f"Compiling {game.title} ended with status {child.returncode}; try it again."
                    )
                for part in parts:
                    done(game, part)
    finally:
        for *_, child in running:
            child.kill()
            child.wait()


def _wait_for_one(children: Sequence[subprocess.Popen[bytes]]) -> None:
    """Wait until at least one of these processes has ended."""
    while all(child.poll() is None for child in children):
        try:
            children[0].wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            continue


def main() -> None:
    """Compile parts of one game."""
    name, *parts = sys.argv[1:]
    cache.choose_quietly()
    for part in parts:
        compile_part(ziggurat.game(name), part)


if __name__ == "__main__":
    main()
