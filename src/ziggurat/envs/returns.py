"""The return of each decision of a rollout, for the seat that made it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.core.errors import BadOption

Array = np.ndarray[Any, Any]


def seat_returns(rewards: Any, actors: Any, over: Any, *, discount: float = 1.0, ahead: Any = None) -> Array:
    """What the seat that decided was paid from each decision to the end of its match.

    The arrays are those of `vector`, step by step: `actors` before a step (steps x games), `rewards` (steps x games x
    seats) and `over` (steps x games) after it. A reward belongs to the seat it is for, whoever decided last; it counts
    `discount` less for each of that seat's own decisions in between. Where a match goes on after the last step, the
    return is nan, or continues with what is `ahead` for each seat (games x seats).

    >>> import numpy as np
    >>> import ziggurat
    >>> rewards = np.array([[[0, 0]], [[0, 0]], [[1, -1]]])                # one game: seat 0 wins at the third step,
    >>> ziggurat.envs.seat_returns(rewards, [[0], [1], [1]], [[False], [False], [True]]).tolist()  # which is seat 1's
    [[1.0], [-1.0], [-1.0]]
    """
    rewards, actors, over = np.asarray(rewards, dtype=np.float64), np.asarray(actors), np.asarray(over, dtype=np.bool_)
    if rewards.ndim != 3 or actors.shape != rewards.shape[:2] or over.shape != rewards.shape[:2]:
        raise BadOption(
            f"Rewards are steps x games x seats, actors and over steps x games, not {rewards.shape}, {actors.shape} "
            f"and {over.shape}."
        )
    steps, games, seats = rewards.shape
    coming = np.full((games, seats), np.nan) if ahead is None else np.array(ahead, dtype=np.float64)
    each, returns = np.arange(games), np.zeros((steps, games))
    for step in reversed(range(steps)):
        coming[over[step]] = 0.0
        coming += rewards[step]
        returns[step] = coming[each, actors[step]]
        coming[each, actors[step]] *= discount
    return returns
