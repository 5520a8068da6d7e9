"""What each decision brought to its seat, from the arrays of a rollout."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ziggurat.envs
from ziggurat import BadOption


def rollout(steps: int, **settings: Any) -> tuple[Any, Any, Any]:
    env: Any = ziggurat.envs.vector("babel", games=3, seed=5, **settings)
    rewards, actors, over = [], [], []
    for _ in range(steps):
        actors.append(env.actors.copy())
        env.step(env.sample())
        rewards.append(env.rewards.copy())
        over.append(env.over.copy())
    return np.array(rewards), np.array(actors), np.array(over)


@pytest.mark.parametrize("reward", ["win", "progress"])
@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_every_decision_gets_what_its_own_seat_is_paid(reward: str, discount: float) -> None:
    rewards, actors, over = rollout(300, reward=reward)
    returns = ziggurat.envs.seat_returns(rewards, actors, over, discount=discount)
    assert over.any(axis=0).all()
    for game in range(3):
        for step in range(len(rewards)):
            seat, total, factor, at = actors[step, game], 0.0, 1.0, step
            while at < len(rewards):
                total += factor * float(rewards[at, game, seat])
                if over[at, game]:
                    break
                at += 1
                factor *= discount if at < len(rewards) and actors[at, game] == seat else 1.0
            if at == len(rewards):
                assert np.isnan(returns[step, game])  # its match goes on
            else:
                assert returns[step, game] == pytest.approx(total)


def test_what_is_ahead_continues_unfinished_matches() -> None:
    rewards, actors, over = np.zeros((2, 1, 2)), np.array([[0], [1]]), np.zeros((2, 1), dtype=bool)
    ahead = np.array([[0.5, -0.5]])
    assert ziggurat.envs.seat_returns(rewards, actors, over, ahead=ahead).tolist() == [[0.5], [-0.5]]
    assert ahead.tolist() == [[0.5, -0.5]]
    with pytest.raises(BadOption, match=r"Rewards are steps x games x seats, .* not \(2, 1\), \(2, 1\) and \(2, 1\)."):
        ziggurat.envs.seat_returns(rewards[:, :, 0], actors, over)
