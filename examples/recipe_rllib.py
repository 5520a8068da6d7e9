"""Masked PPO with RLlib's new API stack: observations and masks under the names that its masked module expects.

pip install 'ray[rllib]' torch 'ziggurat[rl]'; python examples/recipe_rllib.py babel 100000 > curve.csv
"""

import sys

import numpy as np
import torch
from gymnasium.spaces import Box, Dict
from gymnasium.wrappers import TransformObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import ziggurat.envs


def rows(seen, masks):  # logarithms: counts and points on one scale with flags
    return {"observations": np.log1p(seen, dtype=np.float32), "action_mask": masks.astype(np.float32)}


def match(config):
    env = ziggurat.envs.single(config["game"], seat="random", opponents="random")
    numbers, actions = env.observation_space["observation"].shape, env.action_space.n
    space = Dict(observations=Box(0, 6, numbers, np.float32), action_mask=Box(0, 1, (actions,), np.float32))
    return TransformObservation(env, lambda seen: rows(seen["observation"], seen["action_mask"]), space)


game, decisions, batch = sys.argv[1], int(sys.argv[2]), 2048
register_env("ziggurat", match)
layers = {"fcnet_hiddens": [256, 256], "fcnet_activation": "relu"}
learner = (
    PPOConfig()
    .environment("ziggurat", env_config={"game": game})
    .env_runners(num_env_runners=0, num_envs_per_env_runner=32)
    .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=layers))
    .training(lr=5e-4, train_batch_size=batch, minibatch_size=512, num_epochs=4, gamma=1.0, entropy_coeff=0.01)
    .debugging(seed=1)
    .build_algo()
)


def choose(seen, masks):
    tensors = {name: torch.from_numpy(array) for name, array in rows(seen, masks).items()}
    logits = learner.get_module().forward_inference({"obs": tensors})["action_dist_inputs"]
    return torch.distributions.Categorical(logits=logits).sample().numpy()


print("decisions,random,greedy")
for update in range(decisions // batch + 1):
    if update % 10 == 0:
        won = [ziggurat.envs.win_rate(choose, game, opponents=bot) for bot in ("random", "greedy")]
        print(update * batch, *np.round(won, 3), sep=",", flush=True)
    learner.train()
