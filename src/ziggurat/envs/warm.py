"""Compiles the kernels for environments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from ziggurat.core.compile import warm
from ziggurat.core.game import Game
from ziggurat.envs.batch import CpuEnv
from ziggurat.envs.observer import observe_for
from ziggurat.envs.rewards import KINDS, settle
from ziggurat.envs.seats import step_seats


def steps(game: Game) -> Iterator[warm.Step]:
    """The compile steps for the environments of a game."""
    states = game.new_records()
    observation = np.zeros(game.observation_size, dtype=np.uint8)
    flags = np.zeros(game.actions, dtype=np.int8)
    rewards = np.zeros(game.seat_counts[0], dtype=np.float32)

    def many() -> None:
        seats, first = game.seat_counts[0], KINDS[0]
        env = CpuEnv(game, games=1, seats=seats, options={}, seed=0, reward=first, masks="bytes", observe=True)
        env.step(env.sample())

    def one_seat() -> None:
        seats, numbers = game.seat_counts[0], np.zeros(1, dtype=np.uint8)
        env = CpuEnv(game, games=1, seats=seats, options={}, seed=0, reward=KINDS[0], masks="bytes", observe=True)
        own = (np.zeros(1, dtype=np.int64), 0, np.zeros(seats - 1, dtype=np.uint8))
        paid = (np.zeros(1, dtype=np.float32), numbers, np.zeros((1, seats), dtype=np.int16), observation[None])
        game.bind(step_seats)(0, 1, env.actions, numbers, *own, *paid, *env._arguments(states))

    yield "many games at once", many
    yield "one seat of many games", one_seat
    observe, pay = game.bind(observe_for, "cpu"), game.bind(settle, "cpu")
    yield "one seat's view", partial(warm.compile_for, observe, states, states, game.new_mask(), 0, observation, flags)
    yield "rewards", partial(warm.compile_for, pay, states, 0, rewards)
