"""The optional history: earlier observations of the same seat, and nothing else."""

from __future__ import annotations

import copy
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import ziggurat.envs
from ziggurat.core.errors import BadOption

LENGTH = 3
Array = np.ndarray[Any, Any]


def stacked(seen: list[Array], size: int) -> Array:
    """The last observations, the newest first, filled up with zeros."""
    last = seen[: -LENGTH - 1 : -1]
    return np.array([*last, *[np.zeros(size, np.uint8)] * (LENGTH - len(last))])


def test_lanes_keep_what_each_seat_saw() -> None:
    env: Any = ziggurat.envs.vector("babel", games=3, seed=5, history=LENGTH)
    size = env.game.observation_size
    seen: dict[tuple[int, int], list[Array]] = defaultdict(list)
    ended = 0
    for step in range(400):
        for lane in range(3):
            assert (env.history[lane] == stacked(seen[lane, int(env.actors[lane])], size)).all()
        actions = env.sample().copy()
        actions[step % 3] = ziggurat.envs.STAY if step % 5 == 0 else actions[step % 3]
        before, actors = env.observations.copy(), env.actors.copy()
        env.step(actions)
        for lane in np.flatnonzero(actions != ziggurat.envs.STAY).tolist():
            seen[lane, int(actors[lane])].append(before[lane])
            if env.over[lane]:
                ended += 1
                seen[lane, 0].clear()
                seen[lane, 1].clear()
    assert ended > 3
    twin = copy.deepcopy(env)
    assert (twin.history == env.history).all()
    env.reset_lanes([1])
    assert not env.history[1].any()
    assert env.history[[0, 2]].any()


@pytest.mark.parametrize("flat", [False, True])
def test_one_seat_and_many_matches_show_the_same_kind_of_history(flat: bool) -> None:
    one: Any = ziggurat.envs.single("babel", opponents="random", history=LENGTH, flat=flat)
    many: Any = ziggurat.envs.single_vector("babel", games=2, opponents="random", history=LENGTH, flat=flat)
    size = one.game.observation_size
    for env, lane in ((one, None), (many, 1)):
        env.action_space.seed(1)
        looked, _ = env.reset(seed=3)
        seen: list[Array] = []
        for _ in range(150):
            assert env.observation_space.contains(looked)
            numbers = looked if flat else looked["observation"]
            numbers = numbers if lane is None else numbers[lane]
            if flat:
                now, past = numbers[:size], numbers[size:].reshape(LENGTH, size)
            else:
                now, past = numbers, looked["history"] if lane is None else looked["history"][lane]
            assert (past == stacked(seen, size)).all()
            seen.append(now.copy())
            looked, _, over, _, _ = env.step(env.action_space.sample())
            if over if lane is None else over[lane]:
                seen.clear()
                looked = env.reset()[0] if lane is None else looked


def test_bad_history_is_refused() -> None:
    for wrong in (-1, True, 1.5):
        with pytest.raises(BadOption, match="A history is a number of earlier observations"):
            ziggurat.envs.vector("babel", games=1, history=wrong)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="Without observations there is no history"):
        ziggurat.envs.vector("babel", games=1, observe=False, history=2)
    with pytest.raises(BadOption, match="Histories need device='cpu'"):
        ziggurat.envs.vector("babel", games=1, device="cuda", history=2)
