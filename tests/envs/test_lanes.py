"""Lanes are saved, restored, reset and filled with positions, and continue as a match would."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import ziggurat
import ziggurat.envs
from tests.playing import Setup, somewhere
from ziggurat import BadOption
from ziggurat.envs.batch import CpuEnv

each_game = pytest.mark.parametrize("name", ziggurat.game_names())


def make(name: str, games: int = 6, steps: int = 0, **settings: object) -> CpuEnv:
    env = ziggurat.envs.vector(name, games=games, **{"seed": 1, **settings})  # type: ignore[arg-type]
    assert isinstance(env, CpuEnv)
    walk(env, steps)
    return env


def walk(env: CpuEnv, steps: int) -> str:
    for _ in range(steps):
        env.step(env.sample())
    return env.digest()


@each_game
@pytest.mark.parametrize("more", [{}, {"threads": 2}, {"masks": "bits", "observe": False}], ids=str)
def test_restored_snapshot_continues_exactly(name: str, more: dict[str, Any]) -> None:
    env = make(name, steps=40, **more)
    kept, before = pickle.loads(pickle.dumps(env.snapshot())), env.digest()  # noqa: S301 - our own
    after = walk(env, 300)
    env.restore(kept)
    assert env.digest() == before
    assert walk(env, 300) == after
    elsewhere = make(name, seed=77, **more)
    elsewhere.restore(kept)
    assert elsewhere.digest() == before
    assert walk(elsewhere, 300) == after  # also the games that have begun since
    env.close()


@each_game
def test_one_position_in_many_lanes_is_played_on_in_many_ways(name: str) -> None:
    env = make(name, steps=25)
    untouched = env.observations[0].copy()
    env.restore(env.snapshot([3])[[0] * 4], [1, 2, 4, 5])
    assert len({env.observations[lane].tobytes() for lane in (1, 2, 3, 4, 5)}) == 1
    assert len({env.match(lane).digest() for lane in (1, 2, 3, 4, 5)}) == 1
    assert (env.observations[0] == untouched).all()
    walk(env, 8)
    assert len({env.match(lane).digest() for lane in (1, 2, 3, 4, 5)}) > 1


@each_game
def test_chosen_lanes_begin_their_next_game_or_that_of_a_seed(name: str) -> None:
    env, alone = make(name, steps=20), make(name, steps=20)
    mask = np.zeros(6, dtype=bool)
    mask[[0, 4]] = True
    env.reset_lanes(mask)
    env.reset_lanes([2], seeds=[99])
    for lane in (0, 2, 4):
        assert env.match(lane).digest() == ziggurat.new(name, seed=int(env.seeds[lane])).digest()
        assert env.observations[lane].tobytes() == env.match(lane).observation(int(env.actors[lane])).tobytes()
    assert int(env.seeds[2]) == 99
    assert len(set(env.seeds.tolist())) == 6
    for lane in (1, 3, 5):
        assert env.match(lane).digest() == alone.match(lane).digest()
    assert not env.over.any()
    assert not env.rewards.any()


@each_game
def test_lanes_start_from_matches_and_positions(name: str) -> None:
    game = ziggurat.game(name)
    matches = [somewhere(Setup(name, game.seat_counts[-1], {}), seed) for seed in range(3)]
    env = make(name, games=4)
    env.start_from([matches[0], matches[1].position(), matches[2]], [3, 0, 1])
    for lane, match in ((3, matches[0]), (0, matches[1]), (1, matches[2])):
        assert np.flatnonzero(env.masks[lane]).tolist() == match.legal()
        assert env.match(lane).digest() == match.digest()
    while not env.over[3]:
        env.step(env.sample())
        if not env.over[3]:
            matches[0].play(int(env.actions[3]))
            assert np.flatnonzero(env.masks[3]).tolist() == matches[0].legal()
    matches[0].play(int(env.actions[3]))
    assert env.scores[3].tolist() == matches[0].scores


@each_game
def test_a_lane_that_stays_is_left_as_it_is(name: str) -> None:
    env = make(name, steps=10)
    before = [env.match(lane).digest() for lane in range(6)]
    actions = env.sample().astype(np.int64)
    actions[[1, 5]] = ziggurat.envs.STAY
    env.step(actions)
    after = [env.match(lane).digest() for lane in range(6)]
    assert [lane for lane in range(6) if before[lane] == after[lane]] == [1, 5]


@each_game
def test_decisions_without_a_choice_are_made_when_asked(name: str) -> None:
    env = make(name, skip_forced=True)
    for step in range(40):
        assert env.counts.min() > 1
        lane, match = 2, env.match(2) if step % 5 == 0 else None  # to read a position takes long
        env.step(env.sample())
        if match is not None:
            match.play(int(env.actions[lane]))
            while not match.over and len(match.legal()) == 1:
                match.play(match.legal()[0])
            assert bool(env.over[lane]) == match.over
            assert match.over or env.match(lane).digest() == match.digest()


@each_game
@pytest.mark.parametrize("skip_forced", [False, True])
def test_progress_adds_up_to_the_score(name: str, skip_forced: bool) -> None:
    env = make(name, reward="progress", observe=False, skip_forced=skip_forced)
    first = np.array([ziggurat.new(name).scores] * 6)
    total, ended = np.zeros_like(env.rewards), 0
    for _ in range(1500):
        env.step(env.sample())
        assert np.allclose(env.rewards.sum(axis=1), 0, atol=1e-4)
        total += env.rewards
        for lane in np.flatnonzero(env.over):
            gained = env.scores[lane] - first[lane]
            others = (gained.sum() - gained) / (env.seats - 1)
            assert np.allclose(total[lane], gained - others, atol=1e-3)
            total[lane], ended = 0, ended + 1
        if ended > 8:
            break
    assert ended


def test_refusals_are_sentences() -> None:
    env, other = make("babel"), make("ur")
    over = ziggurat.new("babel", seed=1)
    while not over.over:
        over.play(over.legal()[0])
    for call, sentence in (
        (lambda: env.restore(other.snapshot()), "These are lanes of Ur with 4 seats"),
        (lambda: env.restore(env.snapshot([1])), "There are 1 lanes to put into 6."),
        (lambda: env.snapshot([6]), "There are lanes 0 to 5, not 6."),
        (lambda: env.snapshot([1, 1]), "A lane is named twice."),
        (lambda: env.reset_lanes(["a"]), "Lanes are whole numbers, or yes or no for each of 6"),
        (lambda: env.reset_lanes([1], seeds=[-1]), "Seeds are 1 whole numbers from 0"),
        (lambda: env.reset_lanes([1], seeds=[1.5]), "Seeds are 1 whole numbers from 0"),
        (lambda: env.reset_lanes([1], seeds=5), "Seeds are 1 whole numbers from 0"),
        (lambda: env.start_from([over], [0]), "Position 0 is the end of a game"),
        (lambda: env.start_from([ziggurat.new("ur")], [0]), "Position 0 is of Ur with 4 seats"),
        (lambda: env.start_from([], [0]), "There are 0 positions to put into 1 lanes."),
    ):
        before = env.digest()
        with pytest.raises(BadOption, match=sentence):
            call()
        assert env.digest() == before
