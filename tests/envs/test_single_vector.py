"""Gymnasium's vector environment: the agent's lanes are matches against the opponents it names."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import (
    DictInfoToList,
    FlattenObservation,
    NormalizeObservation,
    NormalizeReward,
    RecordEpisodeStatistics,
)
from pettingzoo.test import api_test

import ziggurat
import ziggurat.envs
from ziggurat import BadOption, IllegalMove, bots
from ziggurat.envs.single_agent_vector import OneSeatVectorEnv

each_game = pytest.mark.parametrize("name", ziggurat.game_names())


def lowest(_observation: Any, mask: Any) -> int:
    return int(mask.argmax())


@each_game
@pytest.mark.parametrize("seat", [1, "random"])
def test_lanes_are_matches_against_the_opponents(name: str, seat: Any) -> None:
    env = ziggurat.envs.single_vector(name, games=3, seat=seat, opponents=lowest, reward="rank")
    seen, info = env.reset(seed=4)
    env.action_space.seed(1)
    assert env.observation_space.contains(seen)
    matches = [ziggurat.new(name, seats=env.seats, seed=int(seed)) for seed in env.env.seeds]
    ended = 0
    while ended < 4:
        own = info["seat"].tolist()
        for lane, match in enumerate(matches):
            while match.actor != own[lane]:
                match.play(match.legal()[0])
            assert np.flatnonzero(info["action_mask"][lane]).tolist() == match.legal()
        assert seen["observation"][0].tobytes() == matches[0].observation(own[0]).tobytes()
        actions = env.action_space.sample()
        seen, rewards, over, cut, info = env.step(actions)
        assert not cut.any()
        for lane, match in enumerate(matches):
            match.play(int(actions[lane]))
            while not match.over and match.actor != own[lane]:
                match.play(match.legal()[0])
            assert over[lane] == match.over
            if match.over:
                ended += 1
                assert info["scores"][lane].tolist() == match.scores
                assert (rewards[lane] == 1) <= (own[lane] in match.winners)
                matches[lane] = ziggurat.new(name, seats=env.seats, seed=int(env.env.seeds[lane]))
            else:
                assert rewards[lane] == 0


@pytest.mark.parametrize("opponent", ["random", "greedy", "network", "classic:5i"])
def test_lanes_are_independent(opponent: str) -> None:
    few, many = (ziggurat.envs.single_vector("babel", games=games, opponents=opponent) for games in (2, 5))
    few.reset(seed=3)
    many.reset(seed=3)
    for _ in range(20):
        many.step(many.env.masks.argmax(axis=1))
        few.step(few.env.masks.argmax(axis=1))
        assert few.env.observations.tobytes() == many.env.observations[:2].tobytes()


@each_game
def test_greedy_and_the_network_play_as_the_bots_do(name: str) -> None:
    game = ziggurat.game(name)
    for opponent in ("greedy", "network"):
        env = ziggurat.envs.single_vector(name, games=2, opponents=opponent)
        env.reset(seed=5)
        chooser = env._opponents[0]
        records = env.env.redacted(np.array([0, 1]), 0)
        chooser.reset(9)
        chosen = chooser.choose(env.env, np.array([0, 1]), 0)
        seeds = np.random.default_rng(9).integers(0, 2**64, 2, dtype=np.uint64)
        expected = [bots.find(opponent)(game, int(seed)).choose(records[at : at + 1]) for at, seed in enumerate(seeds)]
        assert chosen == expected


def shown_by(mode: str, **settings: Any) -> list[list[Any]]:
    """All that a mode shows of the first two matches of each lane, in order: observations, seats, what is paid."""
    env = ziggurat.envs.single_vector("babel", games=3, seat="random", autoreset_mode=mode, **settings)
    assert env.metadata["autoreset_mode"] is env.autoreset_mode is AutoresetMode[mode.upper()]
    seen, info = env.reset(seed=4)
    lanes: list[list[Any]] = [[] for _ in range(3)]
    ended = np.zeros(3, dtype=bool)  # lanes whose end is being shown
    rewards, fresh = np.zeros(3), np.arange(3)  # lanes that show something new
    while min(sum(type(one) is float for one in lane) for lane in lanes) < 2:
        for lane in fresh:
            parts = [seen[part][lane].tobytes() for part in seen if part != "action_mask"]
            lanes[lane].append((*parts, info["seat"][lane]))
            if ended[lane]:
                lanes[lane].append(float(rewards[lane]))
        if ended.any() and mode == "disabled":
            with pytest.raises(BadOption, match=f"Lane {ended.argmax()} is over: reset it"):
                env.step(np.zeros(3, dtype=int))
            assert not env.action_masks()[ended].any()
            seen, info = env.reset(options={"reset_mask": ended.copy()})
            fresh = np.flatnonzero(ended)
            ended[:] = False
            continue
        fresh = np.arange(3)
        actions = np.where(ended, 0, env.action_masks().argmax(axis=1))
        waited = ended.copy()
        seen, rewards, over, _, info = env.step(actions)
        assert not rewards[waited].any()
        assert not over[waited].any()
        assert ("final_obs" in info) == (mode == "same_step" and over.any())
        ended = over & (mode != "same_step")
        if "final_obs" in info:
            assert (info["_final_obs"] == over).all()
            assert info["final_info"]["scores"][over].tolist() == info["scores"][over].tolist()
            for at in np.flatnonzero(over).tolist():
                last = info["final_obs"][at]
                assert env.single_observation_space.contains(last)
                parts = [last[part].tobytes() for part in last if part != "action_mask"]
                lanes[at] += [(*parts, info["final_info"]["seat"][at]), float(rewards[at])]
    return [lane[: [at for at, one in enumerate(lane) if type(one) is float][1]] for lane in lanes]


@pytest.mark.parametrize("settings", [{"opponents": "greedy"}, {"history": 2, "dtype": "float32"}])
def test_autoreset_modes_show_the_same_matches(settings: dict[str, Any]) -> None:
    same = shown_by("same_step", **settings)
    assert shown_by("next_step", **settings) == same
    assert shown_by("disabled", **settings) == same


def test_the_last_observation_is_that_of_the_finished_match() -> None:
    env = ziggurat.envs.single_vector("babel", games=2, opponents=lowest, autoreset_mode="next_step")
    seen, _ = env.reset(seed=4)
    match = ziggurat.new("babel", seed=int(env.env.seeds[0]))
    while not match.over:
        actions = env.action_masks().argmax(axis=1)
        match.play(int(actions[0]))
        while not match.over and match.actor != 0:
            match.play(match.legal()[0])
        seen, *_ = env.step(actions)
    assert seen["observation"][0].tobytes() == match.observation(0).tobytes()


@pytest.mark.parametrize("mode", ["next_step", "disabled"])
def test_wrappers_of_gymnasium_take_it(mode: str) -> None:
    made = gymnasium.make_vec(
        "ziggurat/Babel-v0", num_envs=3, vectorization_mode="vector_entry_point", flat=True, dtype="float32",
        autoreset_mode=mode,
    )  # fmt: skip
    env = FlattenObservation(made)
    env = NormalizeObservation(env) if mode == "next_step" else env  # that one has no other
    env = NormalizeReward(RecordEpisodeStatistics(env))
    env.reset(seed=1)
    ended = 0
    while ended < 3:
        seen, _, over, _, info = env.step(env.action_space.sample())
        assert env.observation_space.contains(seen.astype(np.float32)) or mode == "next_step"  # about 0
        if over.any():
            ended += int(over.sum())
            assert (info["episode"]["l"][over] > 5).all()
            if mode == "disabled":
                env.reset(options={"reset_mask": over.copy()})
    assert FlattenObservation(ziggurat.envs.single_vector("babel", games=2, flat=True, autoreset_mode=mode)).reset()


def test_gymnasium_makes_and_wraps_it() -> None:
    ziggurat.envs.register_gymnasium()
    made = gymnasium.make_vec(
        "ziggurat/Babel-v0", num_envs=4, vectorization_mode="vector_entry_point", opponents="greedy", flat=True
    )
    assert isinstance(made.unwrapped, OneSeatVectorEnv)
    assert made.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    env = DictInfoToList(RecordEpisodeStatistics(made))
    seen, _ = env.reset(seed=1)
    episodes: list[Any] = []
    while len(episodes) < 4:
        assert env.observation_space.contains(seen)
        seen, rewards, over, _, infos = env.step(env.action_space.sample())
        assert rewards.shape == over.shape == (4,)
        episodes += [info["episode"] for info in infos if "episode" in info]
        assert all(info["action_mask"].shape == (made.unwrapped.game.actions,) for info in infos)
    assert {float(episode["r"]) for episode in episodes} <= {-1.0, 0.0, 1.0}


def test_returned_arrays_do_not_change_and_seeds_decide() -> None:
    first, second = (ziggurat.envs.single_vector("babel", games=3) for _ in range(2))
    seen, info = first.reset(seed=7)
    again, _ = second.reset(seed=7)
    assert (seen["observation"] == again["observation"]).all()
    kept = seen["observation"].copy(), info["action_mask"].copy()
    first.step(first.action_space.sample())
    assert (seen["observation"] == kept[0]).all()
    assert (info["action_mask"] == kept[1]).all()
    second.reset()
    third, _ = second.reset()
    assert (third["observation"] != again["observation"]).any()


def test_some_lanes_can_be_reset_and_all_can_be_pickled() -> None:
    env = ziggurat.envs.single_vector("babel", games=3, opponents="greedy")
    env.reset(seed=7)
    env.step(env.action_space.sample())
    before = env.env.observations.copy()
    env.reset(options={"reset_mask": np.array([False, True, False])})
    assert (env.env.observations[[0, 2]] == before[[0, 2]]).all()
    assert (env.env.observations[1] != before[1]).any()
    twin = pickle.loads(pickle.dumps(env))  # noqa: S301 - our own
    for _ in range(30):
        actions = env.env.masks.argmax(axis=1)
        assert (env.step(actions)[0]["observation"] == twin.step(actions)[0]["observation"]).all()


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_observations_come_as_other_numbers(dtype: str) -> None:
    plain = ziggurat.envs.vector("babel", games=40, seed=2)
    numbers = ziggurat.envs.vector("babel", games=40, seed=2, dtype=dtype)
    parts = ziggurat.envs.vector("babel", games=40, seed=2, dtype=dtype, normalise=True)
    for _ in range(60):
        for env in (plain, numbers, parts):
            env.step(env.sample())
    seen: Any = plain.observations
    assert numbers.observations.dtype == np.dtype(dtype)
    assert (numbers.observations == seen).all()
    assert np.allclose(np.asarray(parts.observations), seen / 255, atol=1e-3)
    assert plain.digest() == numbers.digest() == parts.digest()
    twin = pickle.loads(pickle.dumps(parts))  # noqa: S301 - our own
    assert (twin.observations == parts.observations).all()
    face = ziggurat.envs.single_vector("babel", games=2, dtype=dtype, normalise=True, flat=True, skip_forced=True)
    assert face.observation_space.contains(face.reset(seed=1)[0])


@pytest.mark.parametrize("face", ["aec", "single", "single_vector"])
def test_every_face_gives_the_numbers_that_are_asked_for(face: str) -> None:
    make: Any = getattr(ziggurat.envs, face)
    more = {"games": 2} if face == "single_vector" else {}
    looks = []
    for settings in ({}, {"masks": "bool", "dtype": "float32", "normalise": True}):
        env = make("babel", **more, **settings)
        begun = env.reset(seed=3)
        look = env.last()[0] if face == "aec" else begun[0]
        space = env.observation_space("seat_0") if face == "aec" else env.observation_space
        assert space.contains(look)
        looks.append(look)
        if face == "aec":
            env.step(env.action_space("seat_0").sample())
        else:
            env.step(env.action_space.sample())
    plain, other = looks
    assert (plain["action_mask"].dtype, other["action_mask"].dtype) == (np.int8, np.bool_)
    assert other["observation"].dtype == np.float32
    assert np.allclose(plain["observation"] / 255, other["observation"])
    assert (plain["action_mask"] == other["action_mask"]).all()
    with pytest.raises(BadOption, match="Masks are int8 or bool, not 'bytes'"):
        make("babel", **more, masks="bytes")


def test_flat_observations_have_their_mask_beside_them() -> None:
    api_test(ziggurat.envs.aec("babel", flat=True, dtype="float32"), num_cycles=50)
    env = ziggurat.envs.single("babel", flat=True, opponents="greedy")
    check_env(env, skip_render_check=True)
    seen, info = env.reset(seed=2)
    assert seen.shape == (env.game.observation_size,)
    assert np.flatnonzero(info["action_mask"]).tolist() == env.match.legal()
    seats = ziggurat.envs.aec("babel", flat=True)
    api_test(seats, num_cycles=200)
    seats.reset(seed=2)
    seen, *_, info = seats.last()
    assert seen.shape == (env.game.observation_size,)
    assert np.flatnonzero(info["action_mask"]).tolist() == seats.match.legal()


def test_refusals_are_sentences() -> None:
    for settings, sentence in (
        ({"seat": 2}, "The agent's seat is 0 to 1, or 'random', not 2."),
        ({"opponents": ["random"] * 2}, "There are 1 other seats, so 1 opponents, not 2."),
        ({"dtype": "int8"}, "Observations are uint8, float32 or float16, not 'int8'."),
        ({"normalise": True}, "Normalised observations lie between 0 and 1"),
        ({"autoreset_mode": "later"}, "An autoreset_mode is next_step, same_step, disabled, or Gymnasium's"),
        ({"num_envs": 3}, "The number of games is given once"),
    ):
        with pytest.raises(BadOption, match=sentence):
            ziggurat.envs.single_vector("babel", games=2, **settings)
    env = ziggurat.envs.single_vector("babel", games=2)
    with pytest.raises(BadOption, match="Reset the environment first"):
        env.step([0, 0])
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="Lane 0 cannot play action"):
        env.step(np.array([int(env.env.masks[0].argmin())] * 2))
    with pytest.raises(BadOption, match="A reset takes the option reset_mask, not 'colour'"):
        env.reset(options={"colour": 1})
    with pytest.raises(BadOption, match="A seed is a whole number"):
        env.reset(seed=[1, 2])  # type: ignore[arg-type]
    before = env.env.digest()
    for mask in ([0, 1], [True], np.ones(3, dtype=bool), 1):
        with pytest.raises(BadOption, match=r"A reset_mask has one bool for each of 2 lanes"):
            env.reset(options={"reset_mask": mask})
    some = {"reset_mask": np.array([True, False])}
    for refused, seed in ((env, 5), (ziggurat.envs.single_vector("babel", games=2, seat=1), None)):
        with pytest.raises(BadOption, match="A reset_mask restarts some lanes"):
            refused.reset(seed=seed, options=some)
    assert env.env.digest() == before
