"""Clusters that lose processes and machines while games are played; results stay the same."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import ziggurat
from tests.cluster.machines import BUSY, Machines, NotStarted, running, settings
from tests.cluster.test_cluster import AGENTS, GAMES, interrupted, table
from tests.explore.episodes import Episode, Finding, Skipped
from ziggurat.bots.arena import Arena
from ziggurat.cluster import Cluster, simulate
from ziggurat.sim import simulate as simulate_here

SIMULATED = 7_500  # games


@contextmanager
def some_machines() -> Iterator[tuple[Machines, dict[str, str]]]:
    """A head and two machines, and the environment that programs need to connect to them."""
    with TemporaryDirectory(prefix="ziggurat-explore-", ignore_cleanup_errors=True) as folder:
        variables = settings(Path(folder))
        with running(Path(folder), variables) as machines:
            machines.add()
            machines.add()
            yield machines, variables


def cluster(episode: Episode) -> None:
    """An arena in which a worker, a connection or a machine is lost in the middle, or random games around a loss."""
    try:
        machines, variables = episode.bench.part("cluster", some_machines)
    except NotStarted:
        raise Skipped(BUSY) from None
    with pytest.MonkeyPatch.context() as environment:  # servers of later episodes do not have it
        for name, value in variables.items():
            environment.setenv(name, value)
        try:
            _lose_something(episode, machines)
        except (NotStarted, pytest.skip.Exception):
            raise Skipped(BUSY) from None


def _lose_something(episode: Episode, machines: Machines) -> None:
    chance = episode.chance
    game = ziggurat.game(
        chance.choice([name for name in ziggurat.game_names() if 2 in ziggurat.game(name).seat_counts])
    )
    seed = chance.randrange(2**31)
    kind = chance.choice(["worker", "connection", "machine", "machine before"])
    episode.note(f"{game.name}, seed {seed}, lost: {kind}")
    with Cluster(machines.address) as connected:
        if kind == "machine before":
            machines.remove(machines.add())
            digest = simulate(connected, game, seats=2, games=SIMULATED, seed=seed).digest
            if digest != simulate_here(game, seats=2, games=SIMULATED, seed=seed).digest:
                raise Finding("The games of the cluster are not those of one process")
            episode.count("games", SIMULATED)
            return
        _, progress = _arena(connected, machines, game, seed, kind)
        episode.count("losses")
        episode.count("games", sum(progress))


def _arena(
    connected: Cluster, machines: Machines, game: ziggurat.Game, seed: int, kind: str
) -> tuple[Arena, list[int]]:
    driver = connected.driver
    assert driver is not None

    def replace(node: str) -> None:
        machines.remove(node)
        machines.add()

    lose: dict[str, Callable[[int, str], Any]] = {
        "worker": lambda process, _node: os.kill(process, signal.SIGKILL),
        "connection": lambda _process, _node: driver.kill(),
        "machine": lambda _process, node: replace(node),
    }
    here = Arena(game, AGENTS, 2, GAMES, seed=seed)
    here._makers[1] = here._makers[0]  # nobody stops; it plays alike
    here.run()
    there, progress = interrupted(connected, machines, lose[kind], Arena(game, AGENTS, 2, GAMES, seed=seed))
    if table(there) != table(here):
        raise Finding("The table of the cluster is not that of one process", there=table(there), here=table(here))
    return there, progress
