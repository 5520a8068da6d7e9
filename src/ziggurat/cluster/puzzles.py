"""Searches for puzzles on a cluster, one game to a batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ziggurat.cluster.session import Cluster
from ziggurat.core.game import Game
from ziggurat.puzzles.generator import SearchJob, search

PARTS = ("people", "bots", "champions")


def player() -> Callable[[SearchJob], list[str]]:
    """The function that searches a game on a worker."""
    return search


def searched(cluster: Cluster, game: Game, jobs: Iterable[SearchJob], until: float | None) -> Iterator[list[str]]:
    """The puzzles of the games, in order; games are searched ahead, so some may be searched for nothing."""
    with cluster.job("puzzles", game, PARTS, {}) as job:
        yield from job.map(jobs, until=until)
