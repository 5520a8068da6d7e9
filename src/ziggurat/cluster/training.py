"""`ziggurat train --cluster`: the learner runs here, self-play on every machine of the cluster."""

from __future__ import annotations

from functools import partial

from ziggurat.cluster.address import read_address
from ziggurat.cluster.session import Cluster
from ziggurat.core.errors import BadOption
from ziggurat.learn import command
from ziggurat.learn.settings import Run

SHARES = 8  # parts of the games, by default
LEAST = 64  # games of a share


def start_on_cluster(run: Run, address: str, shares: int | None, workers: int | None, *, resume: bool = False) -> None:
    """As `ziggurat.learn.command.start`: the same seed and number of shares give the same curve on any cluster."""
    command.check(run)
    read_address(address).check()
    wanted, most = SHARES if shares is None else shares, run.games // LEAST
    if not 1 <= wanted <= most:
        raise BadOption(f"{run.games} games can be cut into 1 to {most} shares of {LEAST} or more, not into {wanted}.")
    from ziggurat.cluster.selfplay import MEMORY, FarLanes

    with Cluster(address, workers=workers, memory=MEMORY) as cluster:
        command.train(run, resume=resume, lanes=partial(FarLanes, cluster, wanted, size=run.network_size))
