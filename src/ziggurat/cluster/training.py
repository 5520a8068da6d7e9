"""`ziggurat train --cluster`: a learner here, and self-play wherever there is a processor."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ziggurat.cluster.address import read_address
from ziggurat.cluster.session import Cluster
from ziggurat.core.errors import BadOption
from ziggurat.learn.training import Run, Training

SHARES = 8  # the lanes are cut into, if nothing else is asked for
LEAST = 64  # games of a share


def check(address: str, games: int, shares: int | None) -> None:
    """Refuse what cannot be, before anything is spent."""
    read_address(address).check()
    wanted, most = SHARES if shares is None else shares, games // LEAST
    if not 1 <= wanted <= most:
        raise BadOption(f"{games} games can be cut into 1 to {most} shares of {LEAST} or more, not into {wanted}.")


def train(
    address: str, run: Run, shares: int | None, workers: int | None, *, resume: bool, tell: Callable[[str], None]
) -> None:
    """Train on a cluster: the same seed and number of shares give the same curve, on any number of workers."""
    from ziggurat.cluster.selfplay import MEMORY, FarLanes
    from ziggurat.learn.network import size_of

    with Cluster(address, workers=workers, memory=MEMORY) as cluster:
        lanes = partial(FarLanes, cluster, shares or SHARES, size=run.size or size_of(run.game.name))
        Training(run, resume=resume, tell=tell, lanes=lanes).train()
