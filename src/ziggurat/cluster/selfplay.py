"""Self-play on a cluster's processors, for one learner.

The lanes are divided into shares; their number decides what is learned, the number of workers does not. For each update
any free worker plays a share with the current network. The positions of its games travel with it, so a share whose
worker has died is played again from there, bit for bit. The learner waits for all shares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

import ziggurat
from ziggurat.cluster.session import Cluster
from ziggurat.core.chance import seed_for
from ziggurat.core.game import Game, NetworkSize
from ziggurat.envs.snapshot import Snapshot
from ziggurat.learn.boards import board_of
from ziggurat.learn.network import Network
from ziggurat.learn.selfplay import LEAGUE, Lanes, Rollout

MEMORY = 1200 << 20  # bytes a worker is reckoned with: PyTorch alone is half of it
Weights = dict[str, "np.ndarray[Any, Any]"]


class LaneShare(NamedTuple):
    """A part of the lanes, before an update."""

    seed: int  # of its games, where they have yet to begin
    chance: int  # of what is chosen in this update
    games: list[Snapshot] | None  # as the last update left them


class PlayedShare(NamedTuple):
    """A share after an update: what happened, and the positions of its games."""

    memory: list[np.ndarray[Any, Any]]
    games: list[Snapshot]


def player(
    game: str, seat_counts: tuple[int, ...], games: int, steps: int, league: int, size: NetworkSize
) -> Callable[[LaneShare, tuple[Weights, Weights | None]], PlayedShare]:
    """The function that plays a share on a worker."""
    torch.set_num_threads(1)
    card = ziggurat.game(game)
    lanes = Lanes(card, seat_counts, games, steps, 0, "cpu", league, threads=1)
    network, earlier = (Network(board_of(card), size) for _ in range(2))

    def play(share: LaneShare, shared: tuple[Weights, Weights | None]) -> PlayedShare:
        if share.games is None:
            lanes.begin(share.seed)
        else:
            lanes.restore(share.games)
        _give(network, shared[0])
        if shared[1] is not None:
            _give(earlier, shared[1])
        torch.manual_seed(share.chance)
        memory = lanes.play(network, None if shared[1] is None else earlier)
        return PlayedShare([whole.numpy() for whole in memory], lanes.snapshot())

    return play


def _give(network: Network, weights: Weights) -> None:
    network.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in weights.items()})


def taken(network: Network) -> Weights:
    """The weights of a network as NumPy arrays."""
    return {name: value.detach().cpu().numpy() for name, value in network.state_dict().items()}


class FarLanes:
    """`ziggurat.learn.selfplay.Lanes`, played by a cluster."""

    def __init__(
        self,
        cluster: Cluster,
        shares: int,
        game: Game,
        seat_counts: tuple[int, ...],
        games: int,
        steps: int,
        seed: int,
        device: str,
        league: int = LEAGUE,
        *,
        size: NetworkSize,
        early: int = 0,
        tell: Callable[[str], None] = print,
    ) -> None:
        self._seed, self._update, self._early = seed, 0, early
        self._games: list[list[Snapshot] | None] = [None] * shares
        of_each = games // shares
        settings = {"game": game.name, "seat_counts": seat_counts, "games": of_each, "steps": steps}
        self._open = ExitStack()
        job = cluster.job("selfplay", game, ("environments",), {**settings, "league": league, "size": size})
        self._job = self._open.enter_context(job)
        here = Lanes(game, seat_counts, of_each, 1, 0, "cpu", league, threads=1)  # to know who sits where
        here.close()
        self.games = shares * here.games
        self.seats: Tensor = here.seats.repeat(shares).to(device)
        self.memory = Rollout.empty(game, early + steps, self.games, device)

    def play(self, network: Network, earlier: Network | None) -> Rollout:
        """Let the cluster play all shares for some steps."""
        shared = (taken(network), None if earlier is None else taken(earlier))
        played: list[PlayedShare] = list(self._job.map(self.shares(), shared=shared))
        self._update += 1
        self._games = [share.games for share in played]
        parts = zip(*(share.memory for share in played), strict=True)
        for whole, part in zip(self.memory, parts, strict=True):
            whole[self._early :] = torch.from_numpy(np.concatenate(part, axis=1))
        return self.memory

    def shares(self) -> Iterator[LaneShare]:
        """The shares of the next update."""
        for number, games in enumerate(self._games):
            own = int(seed_for(np.uint64(self._seed), number))
            yield LaneShare(own, int(seed_for(np.uint64(own), self._update)), games)

    def close(self) -> None:
        """End the job."""
        self._open.close()
