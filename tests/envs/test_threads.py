"""What every face guarantees between threads: environments and matches of their own never disturb each other."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import ziggurat
import ziggurat.envs
from tests.cases import first

THREADS = 4
STEPS = 40


def match_face(name: str, seed: int) -> Any:
    stream, match, seen = random.Random(seed), ziggurat.new(name, seed=seed), []
    for _ in range(STEPS):
        if match.over:
            break
        match.play(stream.choice(match.legal()))
        seen.append((match.events(0)[-1:], match.observation(0).tobytes()))
    return seen


def aec_face(name: str, seed: int) -> Any:
    env, seen = ziggurat.envs.aec(name), []
    env.reset(seed=seed)
    stream = random.Random(seed)
    for _ in range(STEPS):
        if env.terminations[env.agent_selection]:
            break
        seen.append(env.observe(env.agent_selection)["observation"].tobytes())
        env.step(stream.choice(env.match.legal()))
    return seen


def single_face(name: str, seed: int) -> Any:
    env, seen = ziggurat.envs.single(name, opponents="greedy"), []
    observation, _ = env.reset(seed=seed)
    for _ in range(STEPS // 4):
        seen.append(observation["observation"].tobytes())
        observation, _, over, _, _ = env.step(int(observation["action_mask"].argmax()))
        if over:
            break
    return seen


def single_vector_face(name: str, seed: int) -> Any:
    env, seen = ziggurat.envs.single_vector(name, games=3, opponents="greedy"), []
    _, info = env.reset(seed=seed)
    for _ in range(STEPS // 4):
        info = env.step(info["action_mask"].argmax(axis=1))[-1]
        seen.append(env.env.digest())
    return seen


def vector_face(name: str, seed: int) -> Any:
    env, seen = ziggurat.envs.vector(name, games=8, seed=seed, threads=2), []
    for _ in range(STEPS):
        env.step(env.sample())
        seen.append(env.digest())
    env.close()
    return seen


@pytest.fixture
def frequent_switches() -> Iterator[None]:
    """Let threads take turns as often as Python can, so that what they share shows."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def check_threads(play: Callable[[int], Any], seeds: range) -> None:
    """Compare games played side by side with the same games played one after another."""
    alone = [play(seed) for seed in seeds]
    with ThreadPoolExecutor(THREADS) as pool:
        together = list(pool.map(play, seeds))
    assert together == alone


@pytest.mark.usefixtures("frequent_switches")
@pytest.mark.parametrize("face", [match_face, aec_face, single_face, single_vector_face, vector_face])
@pytest.mark.parametrize("name", first(*ziggurat.game_names()))
def test_threads_do_not_disturb_each_other(face: Callable[[str, int], Any], name: str) -> None:
    check_threads(lambda seed: face(name, seed), range(6))
