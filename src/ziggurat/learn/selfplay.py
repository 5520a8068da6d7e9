"""Self-play: the network plays all seats of thousands of games at once, recorded for learning.

The lanes are divided between the seat counts; a small part of each plays with other options. In another part an earlier
champion plays some seats (see league.py): only values are learned from its decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

import ziggurat.envs
from ziggurat.bots.forward import MAX_SEATS
from ziggurat.core.chance import seed_for
from ziggurat.core.game import Game
from ziggurat.envs.snapshot import Snapshot
from ziggurat.learn.boards import other_options
from ziggurat.learn.graphs import Compiled, Graph, beside
from ziggurat.learn.network import Network

OTHER_OPTIONS = 8  # one lane in so many plays with other options than the usual
LEAGUE = 8  # one lane in so many plays against an earlier self
RIVALS = 4  # the same where rivals are named that a run is to learn from
MARGIN = 0.3  # this part of the reward is the margin in points, the rest is the rank


def tensor(array: Any) -> Tensor:
    """An environment's array as a tensor on the same memory, on whichever device it lies."""
    return torch.from_dlpack(array)


def on_this_stream(env: Any) -> AbstractContextManager[None]:
    """Where PyTorch queues its work, an environment on a GPU queues its own."""
    return env.on(torch.cuda.current_stream().cuda_stream) if env.device == "cuda" else nullcontext()


def copy(there: Tensor, array: Tensor) -> None:
    """Copy a matrix. On a GPU an environment's lies the other way round in memory, and is turned tile by tile."""
    there.copy_(array)


class Rollout(NamedTuple):
    """The recorded steps of all games: the first dimension is time, the second the lane.

    The first `early` rows are kept for decisions of before that still wait for what follows them, one for each seat of
    each game (`ziggurat.learn.returns`).
    """

    observations: Tensor
    masks: Tensor
    actors: Tensor
    actions: Tensor
    log_probabilities: Tensor
    values: Tensor  # by seat, the observer first
    rewards: Tensor  # by seat, as they sit; meaningful where a game is over
    over: Tensor
    own: Tensor  # whether the network itself decided

    @classmethod
    def empty(cls, game: Game, rows: int, games: int, device: str) -> Rollout:
        """Room for so many rows of so many games."""
        shape = (rows, games)
        return cls(
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

    def rows(self, which: slice) -> Rollout:
        """Some of its rows, on the same memory."""
        return Rollout(*(whole[which] for whole in self))


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
        early: int = 0,  # rows before those that are played
        tell: Callable[[str], None] = print,
        compiled: bool = False,
    ) -> None:
        self._copy = Compiled(copy, tell, dynamic=True) if compiled else copy
        self.game, self.steps, self.device = game, steps, device
        self._early, self._tell = early, tell
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
                        skip_forced=True,  # nothing is learned from them: in Babylonia they are a quarter of all
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
        self._league_seats = self.seats[self.league]
        self.memory = Rollout.empty(game, early + steps, self.games, device)
        self._actions = torch.zeros(self.games, dtype=torch.int64, device=device)
        self._scores = torch.zeros(steps, self.games, MAX_SEATS, device=device)
        self._streams = [torch.cuda.Stream() for _ in self._envs] if device == "cuda" else []
        self._network: Callable[..., tuple[Tensor, Tensor]]
        self._earlier: Network | None = None
        self._graphs: dict[bool, Graph] = {}  # by whether an earlier champion plays

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self, network: Callable[..., tuple[Tensor, Tensor]], earlier: Network | None) -> Rollout:
        """Play all games for some steps, in the league's lanes against an earlier champion.

        On a GPU both must be the same objects in every call: only their weights may change.
        """
        self._network, self._earlier = network, earlier
        alone = earlier is None
        if alone not in self._graphs:
            self._graphs[alone] = Graph(self._play, self.device, self._tell)
        self._graphs[alone]()
        return self.memory

    def _play(self) -> None:
        self.memory.own[self._early :] = True
        for step in range(self.steps):
            self._step(self.memory.rows(slice(self._early + step, self._early + step + 1)), self._scores[step])
        self._reward()

    def _step(self, memory: Rollout, scores: Tensor) -> None:
        """Every game's next decision."""
        observations, masks, actors, own = memory.observations[0], memory.masks[0], memory.actors[0], memory.own[0]

        def look(env: Any, lanes: slice) -> None:
            self._copy(observations[lanes], tensor(env.observations))
            self._copy(masks[lanes], tensor(env.masks))
            actors[lanes] = tensor(env.actors)

        def move(env: Any, lanes: slice) -> None:
            tensor(env.actions).copy_(self._actions[lanes])
            env.step(env.actions)
            memory.over[0, lanes] = tensor(env.over)
            memory.rewards[0, lanes, : env.seats] = tensor(env.rewards)
            scores[lanes, : env.seats] = tensor(env.scores)

        self._everywhere(look)
        choice, memory.values[0] = self._network(observations, self.seats, masks)
        self._actions[:] = torch.multinomial(choice.exp(), 1).squeeze(1)
        if self._earlier is not None:
            foreign = actors[self.league] != self._learner
            old, _ = self._earlier(observations[self.league], self._league_seats, masks[self.league])
            theirs = torch.multinomial(old.exp(), 1).squeeze(1)
            self._actions[self.league] = torch.where(foreign, theirs, self._actions[self.league])
            own[self.league] = ~foreign
        memory.actions[0] = self._actions
        memory.log_probabilities[0] = choice.gather(1, self._actions[:, None]).squeeze(1)
        self._everywhere(move)

    def _everywhere(self, work: Callable[[Any, slice], None]) -> None:
        """Do something in every environment: on a GPU all at the same time, since most are too small to fill it."""

        def one(env: Any, lanes: slice) -> None:
            with on_this_stream(env):
                work(env, lanes)

        works = [partial(one, env, lanes) for env, lanes in zip(self._envs, self._slices, strict=True)]
        beside(works, self._streams)

    def _reward(self) -> None:
        """Rank and margin, from the ranks that were paid and the scores."""
        ranks, scores = self.memory.rewards[self._early :], self._scores
        there = torch.arange(MAX_SEATS, device=self.seats.device) < self.seats[:, None]
        self_or_nobody = torch.eye(MAX_SEATS, dtype=torch.bool, device=there.device) | ~there[:, None]
        margin = scores - scores[:, :, None].masked_fill(self_or_nobody, -1e9).amax(3)
        ranks.mul_(1 - MARGIN).add_(MARGIN * margin / (margin.abs() + self.game.scale)).mul_(there)

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
