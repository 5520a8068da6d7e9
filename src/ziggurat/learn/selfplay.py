"""Self-play: the network plays all seats of thousands of games at once, recorded for learning.

The lanes are divided between the seat counts; a small part of each plays with other options. In another part an earlier
champion plays some seats (see league.py): only values are learned from its decisions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

import ziggurat.envs
from ziggurat.bots.forward import MAX_SEATS
from ziggurat.core.chance import seed_for
from ziggurat.core.game import Game
from ziggurat.envs.snapshot import Snapshot
from ziggurat.learn.boards import other_options
from ziggurat.learn.network import Network

OTHER_OPTIONS = 8  # one lane in so many plays with other options than the usual
LEAGUE = 8  # one lane in so many plays against an earlier self
RIVALS = 4  # the same where rivals are named that a run is to learn from
MARGIN = 0.3  # this part of the reward is the margin in points, the rest is the rank


def tensor(array: Any) -> Tensor:
    """An environment's array as a tensor on the same memory, on whichever device it lies."""
    return torch.from_dlpack(array)


@dataclass
class Rollout:
    """The recorded steps of all games: the first dimension is time, the second the lane."""

    observations: Tensor
    masks: Tensor
    actors: Tensor
    actions: Tensor
    log_probabilities: Tensor
    values: Tensor  # by seat, the observer first
    rewards: Tensor  # by seat, as they sit
    over: Tensor
    own: Tensor  # whether the network itself decided


class Lanes:
    """Environments for several seat counts and options, side by side."""

    def __init__(
        self,
        game: Game,
        seat_counts: tuple[int, ...],
        games: int,
        steps: int,
        seed: int,
        device: str,
        league: int = LEAGUE,
        threads: int = 2,
    ) -> None:
        self.game, self.steps, self.device = game, steps, device
        self._envs: list[Any] = []
        self._numbers: list[int] = []  # by which each draws its seed
        others = other_options(game)
        for at, seats in enumerate(seat_counts):
            total = games // len(seat_counts)
            few = max(1, total // OTHER_OPTIONS // max(1, len(others)))
            sets: list[tuple[int, dict[str, Any]]] = [
                (total - few * len(others), {}),
                *((few, options) for options in others),
            ]
            for number, (count, options) in enumerate(sets):
                self._numbers.append(16 * at + number)
                self._envs.append(
                    ziggurat.envs.vector(
                        game.name,
                        games=count,
                        seats=seats,
                        seed=self._seed(seed, self._numbers[-1]),
                        device=device,
                        reward="rank",
                        threads=threads if device == "cpu" else 1,
                        **options,
                    )
                )
        counts = [env.games for env in self._envs]
        self.seats = torch.cat([torch.full((env.games,), env.seats, device=device) for env in self._envs])
        self._slices = [slice(sum(counts[:at]), sum(counts[: at + 1])) for at in range(len(counts))]
        self.games = sum(counts)
        lanes = torch.arange(self.games, device=device)
        self.league = lanes[lanes % league == 0]  # lanes in which an earlier self plays, and the seat it does not have
        self._learner = (self.league // league) % self.seats[self.league]
        shape = (steps, self.games)
        self.memory = Rollout(
            observations=torch.zeros(*shape, game.observation_size, dtype=torch.uint8, device=device),
            masks=torch.zeros(*shape, game.actions, dtype=torch.bool, device=device),
            actors=torch.zeros(shape, dtype=torch.int64, device=device),
            actions=torch.zeros(shape, dtype=torch.int64, device=device),
            log_probabilities=torch.zeros(shape, device=device),
            values=torch.zeros(*shape, MAX_SEATS, device=device),
            rewards=torch.zeros(*shape, MAX_SEATS, device=device),
            over=torch.zeros(shape, dtype=torch.bool, device=device),
            own=torch.ones(shape, dtype=torch.bool, device=device),
        )

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self, network: Network, earlier: Network | None) -> Rollout:
        """Play all games for some steps, in the league's lanes against an earlier champion."""
        memory = self.memory
        memory.own.fill_(True)
        for step in range(self.steps):
            observations, masks, actors = memory.observations[step], memory.masks[step], memory.actors[step]
            for env, lanes in zip(self._envs, self._slices, strict=True):
                observations[lanes] = tensor(env.observations)
                masks[lanes] = tensor(env.masks)
                actors[lanes] = tensor(env.actors).long()
            choice, memory.values[step] = network(observations, self.seats, masks)
            actions = torch.multinomial(choice.exp(), 1).squeeze(1)
            if earlier is not None:
                foreign = actors[self.league] != self._learner
                old, _ = earlier(observations[self.league], self.seats[self.league], masks[self.league])
                theirs = torch.multinomial(old.exp(), 1).squeeze(1)
                actions[self.league] = torch.where(foreign, theirs, actions[self.league])
                memory.own[step, self.league] = ~foreign
            memory.actions[step] = actions
            memory.log_probabilities[step] = choice.gather(1, actions[:, None]).squeeze(1)
            for env, lanes in zip(self._envs, self._slices, strict=True):
                env.step(actions[lanes])
                memory.over[step, lanes] = tensor(env.over)
                memory.rewards[step, lanes, : env.seats] = self._rewards(env)
        return memory

    def _rewards(self, env: Any) -> Tensor:
        """Rank and margin; meaningful where a game is over."""
        scores = tensor(env.scores).float()
        seats = scores.shape[1]
        same = torch.eye(seats, dtype=torch.bool, device=scores.device)
        rival = scores[:, None, :].expand(-1, seats, -1).masked_fill(same, -1e9).amax(2)
        margin = scores - rival
        return (1 - MARGIN) * tensor(env.rewards) + MARGIN * margin / (margin.abs() + self.game.scale)

    @staticmethod
    def _seed(seed: int, number: int) -> int:
        return int(seed_for(np.uint64(seed), number))

    def begin(self, seed: int) -> None:
        """Restart all games, as if made with this seed."""
        for env, number in zip(self._envs, self._numbers, strict=True):
            env.reset(self._seed(seed, number))

    def snapshot(self) -> list[Snapshot]:
        """The positions of all games."""
        return [env.snapshot() for env in self._envs]

    def restore(self, kept: list[Snapshot]) -> None:
        """Continue from a snapshot."""
        for env, snapshot in zip(self._envs, kept, strict=True):
            env.restore(snapshot)

    def close(self) -> None:
        """End the environments' threads."""
        for env in self._envs:
            env.close()
