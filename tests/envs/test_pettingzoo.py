"""PettingZoo's own tests, for every game, seat count and variant; and what a match says is what the agents see."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import ziggurat
import ziggurat.envs
from tests.cases import one_setup_a_game
from tests.playing import Setup
from ziggurat import BadOption, IllegalMove
from ziggurat.envs.pettingzoo import SeatsEnv

each_setup = pytest.mark.parametrize("setup", one_setup_a_game())


def make(setup: Setup, **settings: Any) -> SeatsEnv:
    return ziggurat.envs.aec(setup.game, seats=setup.seats, **settings, **setup.options)


@each_setup
def test_api(setup: Setup) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the observation is a dictionary and a vector, which it wonders at
        api_test(make(setup), num_cycles=400)


@each_setup
def test_seeds(setup: Setup) -> None:
    seed_test(lambda: make(setup), num_cycles=400)


@each_setup
def test_parallel_seeds(setup: Setup) -> None:
    """It samples without masks."""
    parallel_seed_test(lambda: turn_based_aec_to_parallel(make(setup)), num_cycles=100)


@each_setup
def test_parallel(setup: Setup) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(turn_based_aec_to_parallel(make(setup)), num_cycles=300)


@each_setup
def test_rendering(setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: make(setup, render_mode=render_mode),
        custom_tests={"svg": lambda picture: picture.startswith("<svg")},
    )
    assert "seat 0" in capsys.readouterr().out


@pytest.mark.long  # it takes five seconds, so one game stands for all: it does what `test_api` does, with a clock
def test_performance_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(ziggurat.envs.aec("babel"))
    assert "Finished performance benchmark" in capsys.readouterr().out


@each_setup
def test_agents_see_what_the_match_shows_them(setup: Setup) -> None:
    env = make(setup, reward="rank")
    env.reset(seed=1)
    stream = random.Random(1)
    paid: dict[int, float] = {}
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        match, seat = env.match, int(agent[-1])
        assert seen is not None
        assert not cut
        assert over == match.over
        assert seen["observation"].tobytes() == match.observation(seat).tobytes()
        if over:
            assert not seen["action_mask"].any()
            paid[seat] = reward
            env.step(None)
            continue
        assert match.actor == seat
        assert np.flatnonzero(seen["action_mask"]).tolist() == match.legal()
        assert not any(env.observe(other)["action_mask"].any() for other in env.agents if other != agent)
        env.step(stream.choice(match.legal()))
    assert not env.agents
    assert [seat for seat, reward in paid.items() if reward == max(paid.values())] == env.match.winners


def test_a_reset_takes_options_for_one_match() -> None:
    env = ziggurat.envs.aec("babylonia", seats=2)
    env.reset(seed=1, options={"variant": True})
    assert env.match.options["variant"] is True
    with pytest.warns(UserWarning, match="takes the options variant, not 'varient'"):
        env.reset(options={"varient": True})
    with pytest.raises(BadOption):
        env.reset(options={"variant": "perhaps"})


def test_refusals_are_sentences() -> None:
    env = ziggurat.envs.aec("babylonia", seats=2)
    with pytest.raises(BadOption, match="Reset the environment first"):
        env.observe("seat_0")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="You have not placed anything yet"):
        env.step("end")
    with pytest.raises(BadOption, match="render_mode"):
        env.render()
    with pytest.raises(BadOption, match="A render mode is ansi, svg or human"):
        ziggurat.envs.aec("babylonia", render_mode="hologram")
