"""Gymnasium's own check, for every game, seat count and variant; and the bots play the other seats."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ziggurat
import ziggurat.envs
from tests.cases import one_setup_a_game
from tests.playing import Setup
from ziggurat import BadOption, IllegalMove, InvalidMove
from ziggurat.envs.single_agent import OneSeatEnv

each_setup = pytest.mark.parametrize("setup", one_setup_a_game())


def make(setup: Setup, **settings: Any) -> OneSeatEnv:
    return ziggurat.envs.single(setup.game, seats=setup.seats, **settings, **setup.options)


@each_setup
def test_gymnasium_check_passes(setup: Setup) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would like the environment to be made by gymnasium.make
        for seat in range(setup.seats):
            check_env(make(setup, seat=seat))


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


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_gymnasium_knows_the_games_by_name(name: str) -> None:
    assert f"ziggurat/{name.capitalize()}-v0" in ziggurat.envs.register_gymnasium()
    env = gymnasium.make(f"ziggurat/{name.capitalize()}-v0", seat=1, opponents="greedy")
    assert isinstance(env.unwrapped, OneSeatEnv)
    seen, _ = env.reset(seed=3)
    assert env.unwrapped.match.actor == 1
    assert env.observation_space.contains(seen)
    check_env(env.unwrapped)


def test_environments_are_registered_on_installation() -> None:
    """Nobody has to import us first: a name can say where it is from."""
    script = "import gymnasium; print(gymnasium.make('ziggurat.envs.gym:ziggurat/Babel-v0', seats=2).unwrapped)"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.startswith("ziggurat.envs.single('babel'")


@each_setup
def test_sampled_actions_are_legal_and_repeatable(setup: Setup) -> None:
    env = make(setup, seat=setup.seats - 1)
    for seed in range(10):
        env.action_space.seed(seed)
        action = env.action_space.sample()  # before any match, or in the middle of the last one
        env.reset(seed=seed)
        assert env.match.allows(int(action))
        env.action_space.seed(100 + seed)
        for _ in range(3):
            if not env.match.over:
                env.step(env.action_space.sample())


def test_a_seat_can_be_drawn_for_every_match() -> None:
    env = ziggurat.envs.single("babel", seat="random")
    seats = set()
    for seed in range(12):
        env.reset(seed=seed)
        assert env.match.actor == env.seat
        seats.add(env.seat)
    assert seats == {0, 1}
    assert "seat='random'" in repr(env)
    env.reset(seed=1, options={"seat": 1})
    assert env.seat == 1


def test_a_reset_takes_options_for_one_match() -> None:
    env = ziggurat.envs.single("babylonia", seats=2)
    env.reset(seed=1, options={"variant": True})
    assert env.match.options["variant"] is True
    env.reset(seed=1)
    assert env.match.options["variant"] is False
    before = env.match.digest()
    for bad in ({"varient": True}, {"seat": 2}, {"variant": "perhaps"}):
        with pytest.raises(BadOption):
            env.reset(seed=2, options=bad)
        assert env.match.digest() == before


def test_an_illegal_action_is_refused_or_ends_the_episode() -> None:
    env = ziggurat.envs.single("babylonia", seats=2)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="You have not placed anything yet"):
        env.step("end")
    env = ziggurat.envs.single("babylonia", seats=2, illegal_reward=-1.0)
    env.reset(seed=1)
    for nonsense in (None, 1.5, [1], True, "nowhere"):  # no action of the game: nothing that an agent could learn from
        with pytest.raises(InvalidMove):
            env.step(nonsense)
    action = env.game.notation.read("end")
    for illegal, number in ((action, action), ("end", action), (10**12, 10**12), (-1, -1)):
        env.reset(seed=1)
        _, reward, over, _, info = env.step(illegal)
        assert (reward, over, info) == (-1.0, True, {"illegal": number})
    with pytest.raises(BadOption, match="The episode is over"):
        env.step(env.match.legal()[0])


def test_opponents_sit_in_turn_order() -> None:
    env = ziggurat.envs.single("babylonia", seats=3, seat=1, opponents=["greedy", "search:5i"])
    env.reset(seed=1)
    while not env.match.over:
        env.step(env.match.legal()[0])
    assert env.match.over


def test_render_modes() -> None:
    for mode, opening in (("ansi", "Babylonia, "), ("svg", "<svg")):
        env = ziggurat.envs.single("babylonia", seats=2, render_mode=mode)
        env.reset(seed=1)
        assert env.render().startswith(opening)


def test_refusals_are_sentences() -> None:
    with pytest.raises(BadOption, match=r"The agent's seat is 0 to 1, or 'random', not 2."):
        ziggurat.envs.single("babylonia", seats=2, seat=2)
    with pytest.raises(BadOption, match=r"There are 2 other seats, so 2 opponents, not 1."):
        ziggurat.envs.single("babylonia", seats=3, opponents=["random"])
    with pytest.raises(BadOption, match="There is no bot called 'nobody'"):
        ziggurat.envs.single("babylonia", seats=3, opponents="nobody")
