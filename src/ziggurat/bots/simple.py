"""Bots that do not look ahead: `random` and `greedy`."""

from __future__ import annotations

import time

import numpy as np

from ziggurat.bots import tree
from ziggurat.bots.thinking import Bot, Budget, Candidate, LikelyMove, Progress, Stop, Thought
from ziggurat.core.bits import members
from ziggurat.core.chance import below
from ziggurat.core.game import Game, Records


class RandomBot(Bot):
    """Plays a random legal action.

    >>> import ziggurat
    >>> match = ziggurat.new("ur", seats=3, seed=7)
    >>> ziggurat.bots.RandomBot("ur", seed=1).choose(match) in match.legal()
    True
    """

    def __init__(self, game: str | Game, seed: int | None = None) -> None:
        super().__init__(game, seed)
        self._stream = np.array([self.seed], dtype=np.uint64)

    def _think(self, records: Records, budget: Budget | None, stop: Stop, progress: Progress) -> Thought:
        mask = self.game.new_mask()
        self.game.engine().legal(records, mask)
        legal = members(mask)
        action = legal[below(self._stream, len(legal))]
        step = LikelyMove(int(records["actor"][0]), action, self.game.notation.write(action))
        return Thought(action, (), (), (step,), 0, 0.0)


class GreedyBot(Bot):
    """Plays what leaves it best off right now, by the game's evaluation; it looks one decision ahead.

    >>> import ziggurat
    >>> match = ziggurat.new("babel", seed=7)
    >>> ziggurat.bots.GreedyBot("babel", seed=1).choose(match) in match.legal()
    True
    """

    def __init__(self, game: str | Game, seed: int | None = None) -> None:
        super().__init__(game, seed)
        self._stream = np.array([self.seed], dtype=np.uint64)
        self._work = self.game.new_records(2)
        self._masks = np.zeros((2, self.game.words), dtype=np.uint64)

    def _think(self, records: Records, budget: Budget | None, stop: Stop, progress: Progress) -> Thought:
        began = time.perf_counter()
        seat = int(records["actor"][0])
        action = int(self.game.bind(tree.greedy)(records, self._work, self._masks, self._stream, seat))
        text = self.game.notation.write(action)
        took = time.perf_counter() - began
        return Thought(action, (Candidate(action, text, 1, 0.0),), (), (LikelyMove(seat, action, text),), 1, took)
