"""The bot that searches with a network (see `ziggurat.bots.guided`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.bots import guided
from ziggurat.bots.network import fits, network_of
from ziggurat.bots.search import SearchBot, SearchTree
from ziggurat.bots.thinking import DEFAULT_BUDGET, Budget, Progress, Stop, Thought
from ziggurat.bots.weights import Weights
from ziggurat.core.game import Game, Records, SearchSettings
from ziggurat.core.registry import game as find_game

NODES = 1 << 20  # of 64 bytes: every iteration adds a node for each action worth a try


class GuidedTree(SearchTree):
    """One thread's search tree and the network's buffers."""

    capacity = NODES
    node = guided.NODE

    def __init__(self, game: Game, settings: SearchSettings, seed: int, network: Weights) -> None:
        super().__init__(game, settings, seed)
        self._network = network
        self._room = network.new_room()
        self._words = np.zeros((game.observation_size + 7) // 8, dtype=np.uint64)

    def grow(self, known: Records, iterations: int) -> None:
        """Run more iterations."""
        self._used = self._game.bind(guided.search)(*self.arguments(known, iterations))

    def arguments(self, known: Records, iterations: int) -> tuple[Any, ...]:
        """The arguments of the search kernel."""
        return (
            *(known, self._work, self._masks, self.nodes, self._used, self.root, self._path, self._results),
            *(self._stream, int(known["actor"][0]), iterations, self._words, self._words.view(np.uint8)),
            *(self._network.weights, self._network.numbers, self._room),
        )

    def looking(self, known: Records, *more: Any) -> tuple[Any, ...]:
        """The arguments of the evaluation kernel of `ziggurat.reviewing`."""
        network = (self._network.weights, self._network.numbers, self._room)
        return (*self._looking(known, *more), self._words, self._words.view(np.uint8), *network)


class LearnedBot(SearchBot):
    """Plays by network-guided tree search; without a network that fits the match, by the classic search.

    >>> import ziggurat
    >>> from ziggurat.bots import Budget, LearnedBot
    >>> match = ziggurat.new("babel", seed=7)
    >>> LearnedBot("babel", seed=1, budget=Budget(iterations=20)).choose(match) in match.legal()
    True
    """

    def __init__(
        self,
        game: str | Game,
        seed: int | None = None,
        budget: Budget = DEFAULT_BUDGET,
        temperature: float = 0.0,
        network: Weights | None = None,
        without: tuple[Budget, float] | None = None,  # budget and temperature where no network fits
        threads: int = 1,
    ) -> None:
        self.network = network or network_of(find_game(game))
        super().__init__(game, seed, budget, temperature, threads)
        self._without = without or (budget, temperature)
        self._classic = self.without_network() if self.network is None else None

    def without_network(self) -> SearchBot:
        """The bot to use instead if there is no network, or no time to compile its kernels."""
        return SearchBot(self.game, self.seed, *self._without, threads=len(self._trees))

    def _new_tree(self, settings: SearchSettings, seed: int) -> SearchTree:
        if self.network is None:
            return super()._new_tree(settings, seed)
        return GuidedTree(self.game, settings, seed, self.network)

    def expects(self, records: Records) -> bool:
        return super().expects(records) if self._classic is None else self._classic.expects(records)

    def _think(self, records: Records, budget: Budget | None, stop: Stop, progress: Progress) -> Thought:
        if classic := self._instead(records):
            return classic._think(records, budget, stop, progress)
        return super()._think(records, budget, stop, progress)

    def _choose(self, records: Records) -> int:
        self.check(records)
        if classic := self._instead(records):
            return classic.choose(records)
        return super()._choose(records)

    def _instead(self, records: Records) -> SearchBot | None:
        """The bot that thinks instead, if no network fits the match."""
        if self._classic is None and not fits(self.game, records):
            self._classic = self.without_network()
        return self._classic


def best_search(
    game: Game,
    seed: int,
    budget: Budget,
    temperature: float = 0.0,
    without: tuple[Budget, float] | None = None,
) -> SearchBot:
    """The stronger of the two searches for a game, at equal time per decision (docs/bots.md has the results)."""
    return LearnedBot(game, seed, budget, temperature, without=without)
