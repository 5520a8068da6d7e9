"""Observation and action mask of one seat of a match."""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.core.contract import ACTIONS, observe, redact
from ziggurat.core.game import Game
from ziggurat.core.kernel import kernel
from ziggurat.core.match import Match
from ziggurat.envs.lanes import write_flags
from ziggurat.envs.rewards import number_of, settle


@kernel
def observe_for(states, work, mask, seat, observation, flags):
    """Write what a seat sees of the first record, and what it may do if the decision is its own."""
    work[0] = states[0]
    redact(work[0], seat)
    observe(work[0], seat, observation)
    if states[0].over == 0 and states[0].actor == seat:
        write_flags(mask, flags)
    else:
        for action in range(ACTIONS):
            flags[action] = 0


class Observer:
    """Observations, masks and rewards for matches of one game."""

    def __init__(self, game: Game, reward: str) -> None:
        self.game = game
        self.reward = reward
        self._kind = number_of(reward)
        self._work = game.new_records()
        self._observe = game.bind(observe_for)
        self._settle = game.bind(settle)

    def __reduce__(self) -> Any:
        return Observer, (self.game, self.reward)

    def observe(self, match: Match, seat: int) -> dict[str, np.ndarray[Any, Any]]:
        """A new observation, and a new mask of what this seat may do: all zero if another seat decides."""
        observation = np.empty(self.game.observation_size, dtype=np.uint8)
        mask = np.empty(self.game.actions, dtype=np.int8)
        self._observe(match._states, self._work, match._mask, seat, observation, mask)
        return {"observation": observation, "action_mask": mask}

    def rewards(self, match: Match) -> list[float]:
        """What the match is worth to each seat: nothing before its end."""
        paid = np.zeros(match.seats, dtype=np.float32)
        if match.over:
            self._settle(match._states, self._kind, paid)
        return [float(reward) for reward in paid]
