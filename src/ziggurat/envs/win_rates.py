"""How often a policy wins against bots, many matches at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ziggurat.envs.lanes import STAY
from ziggurat.envs.single_agent_vector import OneSeatVectorEnv

if TYPE_CHECKING:
    from ziggurat.bots.own import Agent
    from ziggurat.core.game import Game

Array = np.ndarray[Any, Any]
Choose = Callable[[Array, Array], Any]


def play_matches(
    choose: Choose,
    card: Game,
    seats: int,
    seat: int | str,
    opponents: Agent | Sequence[Agent],
    games: int,
    seed: int,
    settings: dict[str, Any],
) -> float:
    """The share of the matches that the policy won: one in each lane, so that long matches count as often as short."""
    envs = OneSeatVectorEnv(
        card, games=games, seats=seats, seat=seat, opponents=opponents, flat=True, copy=True, reward="win", **settings
    )
    seen, info = envs.reset(seed=seed)
    shares, playing = np.zeros(games), np.ones(games, dtype=np.bool_)
    while playing.any():
        lanes, actions = np.flatnonzero(playing), np.full(games, STAY, dtype=np.int32)
        actions[lanes] = np.asarray(choose(seen[lanes], info["action_mask"][lanes]))
        seen, rewards, over, _, info = envs.step(actions)
        shares[over] = (1 + rewards[over] * (seats - 1)) / seats  # a victory that is shared by k is 1 / k
        playing &= ~over
    envs.close()
    return float(shares.mean())
