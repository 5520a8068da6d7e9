"""Gymnasium's own check, for every game, seat count and variant; and the bots play the other seats."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
from gymnasium.utils.env_checker import check_env

import ziggurat
import ziggurat.envs
from tests.playing import Setup, setups
from ziggurat import BadOption, IllegalMove
from ziggurat.envs.single_agent import OneSeatEnv

each_setup = pytest.mark.parametrize("setup", setups(), ids=str)


def make(setup: Setup, **settings: Any) -> OneSeatEnv:
    return ziggurat.envs.single(setup.game, seats=setup.seats, **settings, **setup.options)


@each_setup
def test_gymnasium_accepts_it(setup: Setup) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would like the environment to be made by gymnasium.make
        # It samples an action, resets, and plays that action: not always legal.
        check_env(make(setup, seat=setup.seats - 1, illegal_reward=-1.0))


@each_setup
def test_the_agent_decides_for_its_seat_alone(setup: Setup) -> None:
    for seat in range(setup.seats):
        env = make(setup, seat=seat, reward="rank")
        seen, _ = env.reset(seed=seat)
        env.action_space.seed(seat)
        over, reward = False, 0.0
        while not over:
            assert env.match.actor == seat
            assert np.flatnonzero(seen["action_mask"]).tolist() == env.match.legal()
            assert seen["action_mask"].tolist() == env.action_masks().tolist()
            assert reward == 0
            seen, reward, over, cut, _ = env.step(env.action_space.sample())
            assert not cut
        assert (reward == 1) <= (seat in env.match.winners)
        assert seen["observation"].tobytes() == env.match.observation(seat).tobytes()


def test_the_same_seed_gives_the_same_match() -> None:
    digests = []
    for seed in (5, 5, 6):
        env = ziggurat.envs.single("babylonia", seats=3, seat=1)
        env.reset(seed=seed)
        for _ in range(10):
            env.step(env.match.legal()[0])
        digests.append(env.match.digest())
    assert digests[0] == digests[1]
    assert digests[0] != digests[2]


def test_an_illegal_action_is_refused_or_ends_the_episode() -> None:
    env = ziggurat.envs.single("babylonia", seats=2)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="Nothing has been placed yet"):
        env.step("end")
    env = ziggurat.envs.single("babylonia", seats=2, illegal_reward=-1.0)
    env.reset(seed=1)
    action = env.game.notation.read("end")
    _, reward, over, _, info = env.step(action)
    assert (reward, over, info) == (-1.0, True, {"illegal": action})
    with pytest.raises(BadOption, match="The episode is over"):
        env.step(env.match.legal()[0])


def test_opponents_sit_in_turn_order() -> None:
    env = ziggurat.envs.single("babylonia", seats=3, seat=1, opponents=["greedy", "search:5i"])
    env.reset(seed=1)
    while not env.match.over:
        env.step(env.match.legal()[0])
    assert env.match.over


def test_it_can_be_seen() -> None:
    for mode, opening in (("ansi", "Babylonia, "), ("svg", "<svg")):
        env = ziggurat.envs.single("babylonia", seats=2, render_mode=mode)
        env.reset(seed=1)
        assert env.render().startswith(opening)


def test_refusals_are_sentences() -> None:
    with pytest.raises(BadOption, match=r"The agent's seat is 0 to 1, not 2."):
        ziggurat.envs.single("babylonia", seats=2, seat=2)
    with pytest.raises(BadOption, match=r"There are 2 other seats, so 2 opponents, not 1."):
        ziggurat.envs.single("babylonia", seats=3, opponents=["random"])
    with pytest.raises(BadOption, match="There is no bot called 'nobody'"):
        ziggurat.envs.single("babylonia", seats=3, opponents="nobody")
