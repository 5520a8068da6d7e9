"""An episode of an explorer: its seed, its folder, its counts and its finding."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tests.explore.explorers import Explorer

if TYPE_CHECKING:
    from ziggurat import Match

T = TypeVar("T")
SEEDS = 2**32
TRAIL = 300  # the last things done that are remembered


class Finding(Exception):
    """A problem that an episode found. Any other exception counts as one too."""

    def __init__(self, what: str, **details: Any) -> None:
        super().__init__(what)
        self.details = details


class Skipped(Exception):
    """The episode cannot run on this machine now."""


class Bench:
    """Resources that a worker makes once for many episodes: servers, a browser, a cluster."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._parts: dict[str, Any] = {}

    def part(self, name: str, make: Callable[[], AbstractContextManager[T]]) -> T:
        """Something that stays open until the worker ends."""
        if name not in self._parts:
            self._parts[name] = self._stack.enter_context(make())
        part: T = self._parts[name]
        return part

    def close(self) -> None:
        self._parts.clear()
        self._stack.close()


class Episode:
    """Everything random in an episode follows from its explorer and its seed."""

    def __init__(self, explorer: str, seed: int, bench: Bench, folder: Path) -> None:
        self.explorer, self.seed, self.bench = explorer, seed, bench
        self.chance = random.Random(f"{explorer} {seed}")
        self.folder = folder  # for what it writes; empty at first, and gone after it
        self.counts: Counter[str] = Counter()  # what was covered
        self.trail: deque[str] = deque(maxlen=TRAIL)
        self.match: Match | None = None  # the one at hand: its log is kept with a finding
        self.keepers: list[Callable[[Path], None]] = []  # leave in a folder what explains a finding

    def count(self, what: str, number: int = 1) -> None:
        self.counts[what] += number

    def note(self, what: str) -> None:
        """Record an action for the report of a finding."""
        self.trail.append(what)


def episodes(seed: int, worker: int, explorers: Sequence[Explorer]) -> Iterator[tuple[Explorer, int]]:
    """What a worker does, without end: rounds in which each explorer has its weight, in an order that is drawn."""
    stream = random.Random(f"{seed} {worker}")
    while True:
        turn = [explorer for explorer in explorers for _ in range(explorer.weight)]
        stream.shuffle(turn)
        for explorer in turn:
            yield explorer, stream.randrange(SEEDS)
