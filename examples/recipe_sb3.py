"""Masked PPO with Stable-Baselines3: our vector environment as its kind of one, without subprocesses.

pip install sb3-contrib 'ziggurat[rl]'; python examples/recipe_sb3.py babel 100000 > curve.csv
"""

import sys

import numpy as np
from gymnasium.spaces import Box
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

import ziggurat.envs


def rows(seen):  # logarithms: counts and points on one scale with flags
    return np.log1p(seen, dtype=np.float32)


class Matches(VecEnv):
    def __init__(self, game, games, opponents):
        self.envs = ziggurat.envs.single_vector(game, games=games, seat="random", opponents=opponents, flat=True)
        super().__init__(games, Box(0, 6, (self.envs.game.observation_size,)), self.envs.single_action_space)

    def reset(self):
        return rows(self.envs.reset(seed=self._seeds[0])[0])

    def step_async(self, actions):
        self.actions = actions

    def step_wait(self):
        seen, rewards, over, _, _ = self.envs.step(self.actions)
        return rows(seen), rewards, over, [{} for _ in over]

    def env_method(self, method_name, *given, **named):
        return list(getattr(self.envs, method_name)())  # action_masks

    def get_attr(self, attr_name, indices=None):
        return [getattr(self.envs, attr_name)] * self.num_envs

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * self.num_envs

    set_attr = close = lambda self, *given: None


game, decisions, matches = sys.argv[1], int(sys.argv[2]), Matches(sys.argv[1], 64, "random")
settings = {"gamma": 1.0, "ent_coef": 0.01, "policy_kwargs": {"net_arch": [256, 256]}}
model = MaskablePPO("MlpPolicy", matches, 5e-4, 32, 512, seed=1, **settings)
print("decisions,random,greedy")
while True:
    choose = lambda seen, masks: model.predict(rows(seen), action_masks=masks)[0]  # noqa: E731
    won = [ziggurat.envs.win_rate(choose, game, opponents=bot) for bot in ("random", "greedy")]
    print(model.num_timesteps, *np.round(won, 3), sep=",", flush=True)
    if model.num_timesteps >= decisions:
        break
    model.learn(20_480, reset_num_timesteps=False)
model.save(f"{game}-sb3")  # docs/environments.md: as an agent of the ladder
