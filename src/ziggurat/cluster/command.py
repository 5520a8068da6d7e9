"""The option `--cluster` of commands: checks everything that can be checked here, then connects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import ziggurat
from ziggurat.bots.arena import Arena, ArenaGame
from ziggurat.cluster import simulation
from ziggurat.cluster.address import read_address
from ziggurat.cluster.arena import play_arena
from ziggurat.cluster.puzzles import searched
from ziggurat.cluster.reviews import review_all
from ziggurat.cluster.session import Cluster
from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game
from ziggurat.core.match import Match
from ziggurat.puzzles import command as looking
from ziggurat.reviewing import Review
from ziggurat.sim.batch import Keep, Outcome, Progress, check_batch


def check(address: str) -> None:
    """Refuse an address, or a cluster that does not answer, before anything takes time."""
    read_address(address).check()


def simulate(
    address: str,
    game: Game,
    *,
    seats: int,
    games: int,
    seed: int,
    options: Mapping[str, Any],
    device: str,
    threads: int | None,
    progress: Progress,
    keep: Keep = lambda _first, _results: None,
) -> Outcome:
    """As `ziggurat.sim.simulate`, on a cluster; `threads` is the most workers at once."""
    if device != "cpu":
        raise BadOption("A cluster plays random games on processors: leave out --device, or --cluster.")
    check_batch(game, seats, games, seed)
    values = game.load_options(options)  # a file that is not there is refused before a cluster is started
    with Cluster(address, workers=threads) as cluster:
        return simulation.simulate(
            cluster, game, seats=seats, games=games, seed=seed, options=values, progress=progress, keep=keep
        )


def arena(
    address: str,
    contest: Arena,
    workers: int | None,
    progress: Callable[[int], None],
    keep: Callable[[ArenaGame], None],
) -> None:
    """As `Arena.run`, on a cluster."""
    with Cluster(address, workers=workers) as cluster:
        play_arena(cluster, contest, progress, keep)


def review(
    address: str,
    matches: Mapping[str, Match],
    seconds: float,
    *,
    everything: bool,
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[Review]:
    """As `ziggurat.reviewing.folder.review_folder`, on a cluster."""
    with Cluster(address) as cluster:
        yield from review_all(cluster, matches, seconds, everything=everything, progress=progress)


def puzzles(address: str, name: str, *, workers: int | None, **settings: Any) -> dict[str, object]:
    """As `ziggurat.puzzles.command.start`, on a cluster."""
    with Cluster(address, workers=workers) as cluster:
        return looking.start(name, elsewhere=partial(searched, cluster, ziggurat.game(name)), **settings)
