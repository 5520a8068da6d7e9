"""Learns a game against a bot: advantage actor-critic on `ziggurat.envs.single_vector`, in one short file.

    pip install torch 'ziggurat[rl]'      # in a checkout: '.[rl]'
    python examples/train_a2c.py babel --decisions 300000
    python examples/train_a2c.py babel --opponent greedy

The agent has a random seat of every match and the opponent the others, so this is A2C as it stands in every textbook:
some steps in many matches at once, what they brought, one step of learning. Looks at how well it plays come after so
many decisions, and so does the end: the same seed learns the same and writes the same curve, but for the seconds.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

import ziggurat.envs


@dataclass
class Settings:
    """What is learned, and how."""

    game: str = "babel"
    seats: int = 2
    opponent: str = "random"
    games: int = 128  # at once
    steps: int = 16  # in each match, between two updates
    rate: float = 1e-3
    smoothing: float = 0.95  # the lambda of generalised advantage estimation; rewards come at the end, undiscounted
    entropy: float = 0.01
    width: int = 256
    seed: int = 1
    decisions: int = 300_000
    look: int = 50_000  # decisions between two looks at how well it plays
    judged: int = 400  # matches, at each look
    curve: str | None = None  # a CSV file to which every look is added


class Network(nn.Module):  # type: ignore[misc]
    """What a seat sees to the odds of each action, and to how well it expects to do."""

    def __init__(self, observation: int, actions: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(observation, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.choice, self.worth = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        """Odds of the legal actions, and the expected reward."""
        hidden = self.body(torch.log1p(seen.float()))  # counts and points on one scale with flags
        odds = torch.distributions.Categorical(logits=self.choice(hidden).masked_fill(~masks, -1e9))
        return odds, torch.tanh(self.worth(hidden)).squeeze(-1)


def environment(settings: Settings, games: int) -> Any:
    """Matches against the opponent, the agent in a seat that is drawn for each."""
    return ziggurat.envs.single_vector(
        settings.game, games=games, seats=settings.seats, seat="random", opponents=settings.opponent, flat=True
    )


def advantages(values: Tensor, rewards: Tensor, over: Tensor, smoothing: float) -> Tensor:
    """How much better each decision turned out than expected. `values` has one row more: what is expected after all."""
    gains = torch.zeros_like(rewards)
    gain = torch.zeros_like(rewards[0])
    for step in reversed(range(len(rewards))):
        goes_on = (~over[step]).float()
        gain = rewards[step] + goes_on * (values[step + 1] + smoothing * gain) - values[step]
        gains[step] = gain
    return gains


def win_rate(network: Network, settings: Settings) -> float:
    """The share of matches won against the opponent, from drawn seats; a shared victory is a half."""
    games = min(settings.judged, 100)
    env, stream = environment(settings, games), torch.Generator().manual_seed(settings.seed)
    seen, info = env.reset(seed=settings.seed + 10_000)
    left, won = torch.full((games,), settings.judged // games), 0.0  # as many of each lane: long ones count as much
    while left.any():
        with torch.no_grad():
            odds, _ = network(torch.from_numpy(seen), torch.from_numpy(info["action_mask"]))
        seen, paid, over, _, info = env.step(odds.probs.multinomial(1, generator=stream).squeeze(1).numpy())
        counted, paid = torch.from_numpy(over) & (left > 0), torch.from_numpy(paid)
        won += float(((paid > 0) + 0.5 * (paid == 0))[counted].sum())
        left -= counted.int()
    return won / (settings.judged // games * games)


def train(settings: Settings) -> tuple[float, Network]:
    """Learn for so many decisions; the last win rate, and the network."""
    torch.manual_seed(settings.seed)
    env = environment(settings, settings.games)
    network = Network(env.game.observation_size, env.game.actions, settings.width)
    optimiser = torch.optim.Adam(network.parameters(), lr=settings.rate, eps=1e-5)
    seen, info = env.reset(seed=settings.seed)
    began, decisions, looked, rate = time.perf_counter(), 0, 0, win_rate(network, settings)
    tell(settings, 0.0, 0, rate)
    while decisions < settings.decisions:
        memory: list[tuple[Tensor, ...]] = []
        for _ in range(settings.steps):
            now = torch.from_numpy(seen), torch.from_numpy(info["action_mask"])
            with torch.no_grad():
                actions = network(*now)[0].sample()
            seen, rewards, over, _, info = env.step(actions.numpy())
            memory.append((*now, actions, torch.from_numpy(rewards), torch.from_numpy(over)))
        looks, masks, chosen, paid, ended = (torch.stack(parts) for parts in zip(*memory, strict=True))
        odds, values = network(looks, masks)
        with torch.no_grad():
            after = network(torch.from_numpy(seen), torch.from_numpy(info["action_mask"]))[1]
        gains = advantages(torch.cat([values.detach(), after[None]]), paid, ended, settings.smoothing)
        losses = functional.mse_loss(values, values.detach() + gains) / 2
        losses -= (odds.log_prob(chosen) * (gains - gains.mean()) / (gains.std() + 1e-6)).mean()
        losses -= settings.entropy * odds.entropy().mean()
        optimiser.zero_grad()
        losses.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimiser.step()
        decisions += settings.steps * settings.games
        if decisions - looked >= settings.look or decisions >= settings.decisions:
            looked, rate = decisions, win_rate(network, settings)
            tell(settings, time.perf_counter() - began, decisions, rate)
    return rate, network


def tell(settings: Settings, seconds: float, decisions: int, rate: float) -> None:
    """Say how well it plays, and add it to the curve, if one is drawn."""
    print(f"{seconds:5.0f} s, {decisions:10,} decisions: {rate:.1%} won against {settings.opponent}", flush=True)
    if settings.curve:
        with Path(settings.curve).open("a", encoding="utf-8") as file:
            if file.tell() == 0:
                file.write("seed,seconds,decisions,won\n")
            file.write(f"{settings.seed},{seconds:.1f},{decisions},{rate:.4f}\n")


def main() -> None:
    """Read the settings and train."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default=Settings.game, help="which game")
    parser.add_argument("--seats", type=int, default=Settings.seats, help="how many seats")
    parser.add_argument("--opponent", default=Settings.opponent, help="the bot in the other seats")
    parser.add_argument("--decisions", type=int, default=Settings.decisions, help="how many to learn from")
    parser.add_argument("--look", type=int, default=Settings.look, help="decisions between two looks")
    parser.add_argument("--curve", metavar="FILE", help="add every look to this CSV file")
    parser.add_argument("--seed", type=int, default=Settings.seed, help="what everything is drawn from")
    train(Settings(**vars(parser.parse_args())))


if __name__ == "__main__":
    main()
