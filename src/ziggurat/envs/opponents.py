"""Opponents inside the vector environment; each decides for all its lanes in one call.

A choice depends on its lane alone: each lane has a random stream, or a bot, of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from ziggurat.bots import Bot, NetworkBot, tree
from ziggurat.bots.network import fits
from ziggurat.bots.own import Agent, bring
from ziggurat.core.copies import writable
from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game
from ziggurat.envs.batch import CpuEnv

Array = np.ndarray[Any, Any]


class Opponent(Protocol):
    """Plays one seat in all lanes."""

    def reset(self, seed: int) -> None:
        """Start again."""

    def choose(self, env: CpuEnv, lanes: Array, seat: int) -> Any:
        """An action for each of these lanes, in which this seat is to act."""


class RandomOpponent:
    """Any legal action. The lanes' own kernel draws it (`ziggurat.envs.seats`), from the streams of `sample`."""

    def reset(self, seed: int) -> None:
        """The environment has reset its streams."""

    def choose(self, env: CpuEnv, lanes: Array, seat: int) -> Any:
        raise AssertionError("The environment plays these decisions itself.")


class GreedyOpponent:
    """What `greedy` plays."""

    def __init__(self, game: Game, games: int) -> None:
        self._game, self._games = game, games
        self._work = game.new_records(2)
        self._masks = np.zeros((2, game.words), dtype=np.uint64)
        self.reset(0)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(writable(state))

    def reset(self, seed: int) -> None:
        self._streams = _streams(seed, self._games)

    def choose(self, env: CpuEnv, lanes: Array, seat: int) -> Any:
        actions = np.zeros(len(lanes), dtype=np.int64)
        records = env.redacted(lanes, seat)
        self._game.bind(tree.greedy_each)(records, lanes, self._work, self._masks, self._streams, seat, actions)
        return actions.tolist()


class BotOpponent:
    """What a bot, or an agent that others brought, chooses; asked lane by lane, each lane with one of its own."""

    def __init__(self, game: Game, games: int, agent: Agent) -> None:
        self._game, self._games, self._make = game, games, bring(agent)
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._seeds = _streams(seed, self._games)
        self._bots: dict[int, Bot] = {}

    def choose(self, env: CpuEnv, lanes: Array, seat: int) -> Any:
        records = env.redacted(lanes, seat)
        return [self._bot(int(lane)).choose(records[at : at + 1]) for at, lane in enumerate(lanes)]

    def _bot(self, lane: int) -> Bot:
        if lane not in self._bots:
            self._bots[lane] = self._make(self._game, int(self._seeds[lane, 0]))
        return self._bots[lane]


class NetworkOpponent:
    """What `network` plays. One is enough for all lanes: it draws nothing. Without a network that fits, `greedy`."""

    def __init__(self, game: Game, games: int) -> None:
        self._game = game
        self._bot = NetworkBot(game, 0)
        self._instead = GreedyOpponent(game, games)

    def reset(self, seed: int) -> None:
        self._instead.reset(seed)

    def choose(self, env: CpuEnv, lanes: Array, seat: int) -> Any:
        records = env.redacted(lanes, seat)
        if self._bot.network is None or not fits(self._game, records):
            return self._instead.choose(env, lanes, seat)
        return [self._bot.choose(records[at : at + 1]) for at in range(len(lanes))]


def opponents_of(game: Game, games: int, seats: int, given: Agent | Sequence[Agent]) -> list[Opponent]:
    """Those who play the other seats, in turn order: one for all of them, or one each."""
    several = isinstance(given, Sequence) and not isinstance(given, str)
    agents: list[Any] = list(given) if several else [given] * (seats - 1)  # type: ignore[arg-type]
    if len(agents) != seats - 1:
        raise BadOption(f"There are {seats - 1} other seats, so {seats - 1} opponents, not {len(agents)}.")
    return [_opponent(game, games, agent) for agent in agents]


def _opponent(game: Game, games: int, agent: Any) -> Opponent:
    if agent == "random":
        return RandomOpponent()
    if agent == "greedy":
        return GreedyOpponent(game, games)
    if agent == "network":
        return NetworkOpponent(game, games)
    return BotOpponent(game, games, agent)


def _streams(seed: int, games: int) -> Array:
    """A number for each lane to draw from, which does not depend on how many lanes there are."""
    return np.random.default_rng(seed).integers(0, 2**64, (games, 1), dtype=np.uint64)
