"""Earlier champions: opponents in self-play, and the gate a network must pass to become champion."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

import ziggurat.envs
from ziggurat.core.chance import seed_for
from ziggurat.core.game import Game
from ziggurat.learn.graphs import Graph, beside
from ziggurat.learn.network import Network
from ziggurat.learn.selfplay import on_this_stream, tensor

GATE = 0.51  # of the pairs of seats, a challenger must be ahead in more
LAST_GATE = 0.5  # at the end of a run: who took the smallest steps need only be level, and a little more
KEPT = 12  # earlier champions that are kept, spread over the whole run
LONGEST = 800  # decisions after which a game of the gate counts as even
LOOK = 64  # decisions between two looks at whether all games are over


class League:
    """The champion, its predecessors, and its Elo above the untrained network."""

    def __init__(self, network: Network) -> None:
        self.champion = copy.deepcopy(network)
        self.earlier: list[dict[str, Any]] = []
        self.elo = 0.0
        self.frozen = False  # the champion stays, whoever beats it, and is everybody's opponent
        self._opponent = copy.deepcopy(network)

    def opponent(self, generator: torch.Generator) -> Network | None:
        """A random earlier champion; None before there is one."""
        if self.frozen:
            return self.champion
        if not self.earlier:
            return None
        number = int(torch.randint(len(self.earlier), (1,), generator=generator))
        self._opponent.load_state_dict(self.earlier[number])
        return self._opponent

    def challenge(self, network: Network, ahead: float, enough: float = GATE) -> bool:
        """Make the network champion if it was ahead often enough; whether it was."""
        if self.frozen or ahead <= enough:
            return False
        self.elo += 400 * math.log10(ahead / max(1 - ahead, 1e-3))
        self.champion.load_state_dict(network.state_dict())
        self.earlier.append(copy.deepcopy(network.state_dict()))
        if len(self.earlier) > KEPT:  # of the two closest in time, the older goes: old selves are kept, but fewer
            del self.earlier[len(self.earlier) // 2]
        return True

    def state(self) -> dict[str, Any]:
        """The state for a checkpoint."""
        return {"champion": self.champion.state_dict(), "earlier": self.earlier, "elo": self.elo}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore a state from a checkpoint."""
        self.champion.load_state_dict(state["champion"])
        self.earlier, self.elo = state["earlier"], state["elo"]


class Gate:
    """Plays whole games between two networks, one seat against all the others."""

    def __init__(
        self,
        game: Game,
        seat_counts: tuple[int, ...],
        games: int,
        device: str,
        *,
        best: bool = False,  # whether both take the action they prefer, instead of drawing one
        longest: int = LONGEST,
        tell: Callable[[str], None] = print,
    ) -> None:
        settings: dict[str, Any] = {"games": games, "device": device, "reward": "rank", "skip_forced": True}
        self._matches = [
            GateMatch(ziggurat.envs.vector(game.name, seats=seats, **settings), best) for seats in seat_counts
        ]
        self._longest = longest
        self._streams = [torch.cuda.Stream() for _ in self._matches] if device == "cuda" else []
        self._step = Graph(self._play_on, device, tell)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def ahead(self, network: Network, champion: Network, seed: int) -> list[float]:
        """By seat count: the share of pairs of seats in which the network was ahead of the champion.

        On a GPU both must be the same objects in every call: only their weights may change.
        """
        for match in self._matches:
            match.begin(network, champion, int(seed_for(np.uint64(seed), match.seats)))
        for step in range(self._longest):
            if step % LOOK == 0 and all(match.over for match in self._matches):
                break
            self._step()
        return [match.ahead for match in self._matches]

    def _play_on(self) -> None:
        beside([match.play_on for match in self._matches], self._streams)


class GateMatch:
    """The games of a gate with one number of seats."""

    def __init__(self, env: Any, best: bool) -> None:
        device, self._env, self._best = env.device, env, best
        self.seats: int = env.seats
        self._lanes = torch.arange(env.games, device=device)
        self._ours = self._lanes % env.seats
        self._seats = torch.full((env.games,), env.seats, device=device)
        self._unfinished = torch.ones(env.games, dtype=torch.bool, device=device)
        self._ranks = torch.zeros(env.games, device=device)
        self._networks: tuple[Network, ...] = ()

    def begin(self, network: Network, champion: Network, seed: int) -> None:
        """Begin all games."""
        self._env.reset(seed)
        self._networks = network, champion
        self._unfinished.fill_(True)
        self._ranks.zero_()

    @property
    def over(self) -> bool:
        """Whether all games are over."""
        return not self._unfinished.any()

    @property
    def ahead(self) -> float:
        """The share of pairs of seats in which the first network was ahead; games that are not over are even."""
        return float((self._ranks.mean() + 1) / 2)

    def play_on(self) -> None:
        """Play one action in each game."""
        env = self._env
        observations, masks = tensor(env.observations), tensor(env.masks)
        own = tensor(env.actors).long() == self._ours
        preferred, theirs = (network(observations, self._seats, masks)[0] for network in self._networks)
        choice = torch.where(own[:, None], preferred, theirs)
        actions = choice.argmax(1) if self._best else torch.multinomial(choice.exp(), 1).squeeze(1)
        tensor(env.actions).copy_(actions)
        with on_this_stream(env):
            env.step(env.actions)
        ended = tensor(env.over) & self._unfinished
        self._ranks.copy_(torch.where(ended, tensor(env.rewards)[self._lanes, self._ours], self._ranks))
        self._unfinished &= ~ended
