"""Masked PPO with TorchRL: our vector environment in its GymWrapper, with its transform and its odds for masks.

pip install torchrl 'ziggurat[rl]'; python examples/recipe_torchrl.py babel 100000 > curve.csv
"""

import sys

import numpy as np
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, GymWrapper, TransformedEnv, UnaryTransform
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import ziggurat.envs

game, decisions, batch = sys.argv[1], int(sys.argv[2]), 2048
torch.manual_seed(1)
settings = {"dtype": "float32", "masks": "bool", "autoreset_mode": "disabled"}
envs = ziggurat.envs.single_vector(game, games=64, seat="random", opponents="random", **settings)
env = TransformedEnv(GymWrapper(envs, categorical_action_encoding=True), ActionMask())
env.append_transform(UnaryTransform(["observation"], ["scaled"], fn=torch.log1p))  # counts, points and flags alike
env.set_seed(1)
layers = {"in_features": envs.game.observation_size, "num_cells": [256, 256], "activation_class": nn.ReLU}
network = MLP(out_features=envs.game.actions, **layers)
actor = ProbabilisticActor(
    TensorDictModule(network, in_keys=["scaled"], out_keys=["logits"]),
    in_keys={"logits": "logits", "mask": "action_mask"},
    distribution_class=MaskedCategorical,
    return_log_prob=True,
)
critic = ValueOperator(MLP(out_features=1, **layers), in_keys=["scaled"])
advantage, loss = GAE(gamma=1.0, lmbda=0.95, value_network=critic), ClipPPOLoss(actor, critic, entropy_coeff=0.01)
optimiser = torch.optim.Adam(loss.parameters(), lr=5e-4)


@torch.no_grad()
def choose(seen, masks):
    logits = network(torch.log1p(torch.from_numpy(seen)))
    return MaskedCategorical(logits=logits, mask=torch.from_numpy(masks)).sample().numpy()


print("decisions,random,greedy")
for update, rollout in enumerate(Collector(env, actor, frames_per_batch=batch, total_frames=decisions + batch)):
    if update % 10 == 0:
        won = [ziggurat.envs.win_rate(choose, game, opponents=bot, dtype="float32") for bot in ("random", "greedy")]
        print(update * batch, *np.round(won, 3), sep=",", flush=True)
    for _ in range(4):
        rows = advantage(rollout).reshape(-1)
        for chosen in torch.randperm(len(rows)).split(512):
            losses = loss(rows[chosen])
            optimiser.zero_grad()
            sum(losses[f"loss_{part}"] for part in ("objective", "critic", "entropy")).backward()
            nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            optimiser.step()
