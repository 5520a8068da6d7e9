"""Masked PPO with PufferLib: a native environment that writes all matches into PufferLib's own buffers.

pip install 'ziggurat[rl]' torch; pip install --no-deps pufferlib; python examples/recipe_pufferlib.py babel 100000
"""

import sys

import numpy as np
import pufferlib
import torch
from gymnasium.spaces import Box, Discrete
from pufferlib import pufferl
from torch import nn

import ziggurat.envs


class Matches(pufferlib.PufferEnv):
    def __init__(self, game, games):
        self.envs = ziggurat.envs.single_vector(game, games=games, seat="random", opponents="random", flat=True)
        self.num_agents, self.single_action_space = games, Discrete(self.envs.game.actions)
        width = self.envs.game.observation_size + self.envs.game.actions
        self.single_observation_space = Box(0, 255, (width,), np.uint8)  # what is seen, and then what is legal
        super().__init__()

    def reset(self, seed=None):
        self.observations[:] = np.hstack([self.envs.reset(seed=seed)[0], self.envs.action_masks()])
        return self.observations, []

    def step(self, actions):
        seen, self.rewards[:], self.terminals[:], _, _ = self.envs.step(actions)
        self.observations[:] = np.hstack([seen, self.envs.action_masks()])
        return self.observations, self.rewards, self.terminals, self.truncations, []


class Policy(nn.Sequential):
    def forward(self, rows, state=None):  # logarithms: counts, points and flags on one scale
        outputs = super().forward(torch.log1p(rows.float()))
        return outputs[:, :-1].masked_fill(rows[:, 1 - outputs.shape[1] :] == 0, -1e9), outputs[:, -1:]

    def choose(self, seen, masks):
        logits, _ = self(torch.from_numpy(np.hstack([seen, masks])))
        return torch.distributions.Categorical(logits=logits).sample().numpy()


game, decisions, matches = sys.argv[1], int(sys.argv[2]), Matches(sys.argv[1], 64)
sizes = matches.single_observation_space.shape[0], matches.single_action_space.n + 1
policy = Policy(nn.Linear(sizes[0], 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, sizes[1]))
policy.forward_eval = policy.forward  # PufferLib calls both
sys.argv[1:] = ["--train.device=cpu", "--train.optimizer=adam", "--train.learning-rate=5e-4", "--train.adam-eps=1e-8"]
sys.argv += ["--train.gamma=1", "--train.update-epochs=4", "--train.bptt-horizon=32", "--train.minibatch-size=512"]
out, sys.stdout = sys.stdout, sys.stderr  # where its dashboard does not disturb
learner = pufferl.PuffeRL(pufferl.load_config("default")["train"] | {"env": game}, matches, policy)
print("decisions,random,greedy", file=out)
for update in range(decisions // 2048 + 1):
    if update % 10 == 0:
        won = [ziggurat.envs.win_rate(policy.choose, game, opponents=bot) for bot in ("random", "greedy")]
        print(update * 2048, *np.round(won, 3), sep=",", file=out, flush=True)
    learner.evaluate(), learner.train()
