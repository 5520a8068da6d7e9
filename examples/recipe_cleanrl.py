"""Masked PPO by self-play in one file, as CleanRL has it: only PyTorch, and all seats of every match learn.

pip install torch 'ziggurat[rl]'; python examples/recipe_cleanrl.py babel 100000 > curve.csv
"""

import sys

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import ziggurat.envs

game, decisions, games, steps = sys.argv[1], int(sys.argv[2]), 64, 32
torch.manual_seed(1)
env = ziggurat.envs.vector(game, games=games, seats=2, seed=1)
layers = [nn.Linear(env.game.observation_size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU()]
network = nn.Sequential(*layers, nn.Linear(256, env.game.actions + 1))
optimiser = torch.optim.Adam(network.parameters(), lr=5e-4)


def judge(seen, masks):  # logarithms: counts and points on one scale with flags
    outputs = network(torch.log1p(torch.as_tensor(seen).float()))
    return Categorical(logits=outputs[:, :-1].masked_fill(~torch.as_tensor(masks), -1e9)), outputs[:, -1].tanh()


@torch.no_grad()
def choose(seen, masks):
    return judge(seen, masks)[0].sample().numpy()


print("decisions,random,greedy")
for update in range(decisions // (games * steps) + 1):
    if update % 10 == 0:
        won = [ziggurat.envs.win_rate(choose, game, seats=2, opponents=bot) for bot in ("random", "greedy")]
        print(update * games * steps, *np.round(won, 3), sep=",", flush=True)
    rollout = []
    with torch.no_grad():
        for _ in range(steps):
            position = env.observations.copy(), env.masks.copy(), env.actors.copy()
            odds, values = judge(*position[:2])
            env.step((chosen := odds.sample()).numpy())
            rollout.append((*position, chosen, odds.log_prob(chosen), values, env.rewards.copy(), env.over.copy()))
        signs = np.where(env.actors[:, None] == [0, 1], 1, -1)  # what one wins the other loses
        ahead = signs * judge(env.observations, env.masks)[1].numpy()[:, None]
    seen, masks, actors, chosen, before, values, rewards, over = map(np.array, zip(*rollout, strict=True))
    returns = ziggurat.envs.seat_returns(rewards, actors, over, ahead=ahead).astype(np.float32)
    gains = (returns - values) / (returns - values).std()
    columns = [torch.from_numpy(one).flatten(0, 1) for one in (seen, masks, chosen, before, returns, gains)]
    for part in torch.cat([torch.randperm(games * steps) for _ in range(4)]).split(512):
        seen, masks, chosen, before, returns, gains = (one[part] for one in columns)
        odds, values = judge(seen, masks)
        ratio = (odds.log_prob(chosen) - before).exp()
        gained = torch.min(ratio * gains, ratio.clamp(0.8, 1.2) * gains).mean()
        optimiser.zero_grad()
        ((values - returns).square().mean() - gained - 0.01 * odds.entropy().mean()).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimiser.step()
