"""Learns a game by playing itself: PPO on the vector environment, in one readable file.

    pip install torch 'ziggurat[rl]'      # in a checkout: '.[rl]'
    python examples/train_ppo.py babel --minutes 10
    python examples/train_ppo.py babel --device cuda --games 16384

One network plays all seats. Each seat is rewarded at the end of a game alone (1 for a win, -1 for a loss). The only
trick that a turn-based game needs is in `advantages`: what follows a decision is what follows it *for the seat that
made it*, so every seat of every game has its own running return.

Every few updates the network plays whole games against the bot `random` and says how many it wins.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

import ziggurat
import ziggurat.envs


@dataclass
class Settings:
    """What is learned, and how."""

    game: str = "babel"
    seats: int = 2
    games: int = 512  # at once
    steps: int = 32  # in each game, between two updates
    epochs: int = 2
    batches: int = 8
    rate: float = 5e-4
    discount: float = 1.0  # a game ends, and only its end counts
    smoothing: float = 0.95  # the lambda of generalised advantage estimation
    clip: float = 0.2
    entropy: float = 0.01
    value_weight: float = 0.5
    width: int = 256
    seed: int = 1
    device: str = "cpu"
    minutes: float = 10.0
    updates: int | None = None  # stop after so many, whatever the time: the same seed then learns the same
    look: float = 20.0  # seconds between two looks at how well it plays
    judged: int = 400  # games, at each look
    goal: float = 0.9  # stop when this share of games against `random` is won
    curve: str | None = None  # a CSV file to which every look is added: seed, seconds, decisions, share won


class Network(nn.Module):  # type: ignore[misc]
    """What a seat sees to a preference for each action, and to how well it expects to do."""

    def __init__(self, observation: int, actions: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(observation, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.choice = nn.Linear(width, actions)
        self.worth = nn.Linear(width, 1)
        nn.init.zeros_(self.choice.weight)
        nn.init.zeros_(self.choice.bias)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of all actions (illegal ones never), and the expected reward."""
        hidden = self.body(torch.log1p(observations.float()))  # counts and points on one scale with flags
        choice = self.choice(hidden).masked_fill(~masks, -1e9)
        return functional.log_softmax(choice, dim=1), torch.tanh(self.worth(hidden)).squeeze(1)


def tensor(array: Any) -> Tensor:
    """An environment's array as a tensor on the same memory, on whichever device it lies."""
    return torch.from_dlpack(array)


@dataclass
class Rollout:
    """What happened in all games over some steps: the first dimension is time, the second the game."""

    observations: Tensor
    masks: Tensor
    actors: Tensor
    actions: Tensor
    log_probabilities: Tensor
    values: Tensor
    rewards: Tensor
    over: Tensor


def collect(env: Any, network: Network, settings: Settings, memory: Rollout) -> None:
    """Let the network play all seats of all games for some steps."""
    for step in range(settings.steps):
        memory.observations[step] = tensor(env.observations)
        memory.masks[step] = tensor(env.masks)
        memory.actors[step] = tensor(env.actors)
        with torch.no_grad():
            choice, values = network(memory.observations[step], memory.masks[step])
        actions = torch.multinomial(choice.exp(), 1).squeeze(1)
        memory.actions[step], memory.values[step] = actions, values
        memory.log_probabilities[step] = choice.gather(1, actions[:, None]).squeeze(1)
        env.step(actions)
        memory.rewards[step] = tensor(env.rewards)
        memory.over[step] = tensor(env.over)


def advantages(memory: Rollout, settings: Settings, seats: int) -> Tensor:
    """How much better each decision turned out than expected, by generalised advantage estimation for each seat.

    Going back in time, every seat of every game carries what it is worth from its next decision on, and its smoothed
    surprise. The end of a game puts the reward in their place. Where a seat's next decision lies beyond the rollout,
    its last decision in it is not learned from: its advantage is 0.
    """
    steps, games = memory.actors.shape
    worth = torch.zeros(games, seats, device=memory.values.device)
    surprise = torch.zeros_like(worth)
    known = torch.zeros_like(worth, dtype=torch.bool)
    result = torch.zeros_like(memory.values)
    everyone = torch.arange(games, device=memory.values.device)
    for step in reversed(range(steps)):
        ended = memory.over[step][:, None]
        worth = torch.where(ended, memory.rewards[step], worth)
        surprise = torch.where(ended, torch.zeros_like(surprise), surprise)
        known = known | ended
        actor, value = memory.actors[step].long(), memory.values[step]
        fresh = known[everyone, actor]
        error = settings.discount * worth[everyone, actor] - value
        advantage = error + settings.discount * settings.smoothing * surprise[everyone, actor]
        advantage = torch.where(fresh, advantage, torch.zeros_like(advantage))
        result[step] = advantage
        worth[everyone, actor], surprise[everyone, actor] = value, advantage
        known[everyone, actor] = True
    return result


def learn(
    network: Network, optimiser: torch.optim.Optimizer, memory: Rollout, gains: Tensor, settings: Settings
) -> None:
    """Some passes of PPO over a rollout."""
    flat = [part.flatten(0, 1) for part in (memory.observations, memory.masks, memory.actions)]
    before, values, gains = memory.log_probabilities.flatten(), memory.values.flatten(), gains.flatten()
    targets = values + gains
    size = len(before) // settings.batches
    for _ in range(settings.epochs):
        for part in torch.randperm(len(before), device=before.device).split(size):
            observations, masks, actions = (whole[part] for whole in flat)
            choice, worth = network(observations, masks)
            after = choice.gather(1, actions[:, None]).squeeze(1)
            ratio = (after - before[part]).exp()
            gain = gains[part]
            gain = (gain - gain.mean()) / (gain.std() + 1e-6)
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            policy_loss = -torch.minimum(ratio * gain, clipped * gain).mean()
            value_loss = (worth - targets[part]).square().mean()
            disorder = -(choice.exp() * choice.masked_fill(~masks, 0)).sum(1).mean()
            loss = policy_loss + settings.value_weight * value_loss - settings.entropy * disorder
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def win_rate(network: Callable[[Tensor, Tensor], tuple[Tensor, Tensor]], settings: Settings) -> float:
    """The share of whole games that the network wins against `random`, from every seat; a shared victory is a half.

    It draws from a stream of its own: how often one looks must not change what is learned.
    """
    games = settings.judged
    stream = torch.Generator(settings.device).manual_seed(settings.seed + 10_000)
    env = ziggurat.envs.vector(
        settings.game, games=games, seats=settings.seats, seed=settings.seed + 10_000, device=settings.device
    )
    ours = torch.arange(games, device=settings.device) % settings.seats
    unfinished = torch.ones(games, dtype=torch.bool, device=settings.device)
    won = 0.0
    while unfinished.any():
        with torch.no_grad():
            choice, _ = network(tensor(env.observations), tensor(env.masks))
        actions = torch.multinomial(choice.exp(), 1, generator=stream).squeeze(1)
        ours_to_act = tensor(env.actors).long() == ours
        env.step(torch.where(ours_to_act, actions, tensor(env.sample()).long()))
        ended = tensor(env.over) & unfinished
        rewards = tensor(env.rewards)[torch.arange(games, device=settings.device), ours]
        won += float(((rewards[ended] > 0) + 0.5 * (rewards[ended] == 0)).sum())
        unfinished &= ~ended
    return won / games


def train(settings: Settings) -> tuple[float, Network]:
    """Learn until the goal is reached or the time is over; the last win rate against `random`, and the network."""
    torch.manual_seed(settings.seed)
    game, device = ziggurat.game(settings.game), settings.device
    env = ziggurat.envs.vector(
        settings.game, games=settings.games, seats=settings.seats, seed=settings.seed, device=device
    )
    network = Network(game.observation_size, game.actions, settings.width).to(device)
    optimiser = torch.optim.Adam(network.parameters(), lr=settings.rate, eps=1e-5)
    shape = (settings.steps, settings.games)
    memory = Rollout(
        observations=torch.zeros(*shape, game.observation_size, dtype=torch.uint8, device=device),
        masks=torch.zeros(*shape, game.actions, dtype=torch.bool, device=device),
        actors=torch.zeros(shape, dtype=torch.int8, device=device),
        actions=torch.zeros(shape, dtype=torch.int64, device=device),
        log_probabilities=torch.zeros(shape, device=device),
        values=torch.zeros(shape, device=device),
        rewards=torch.zeros(*shape, settings.seats, device=device),
        over=torch.zeros(shape, dtype=torch.bool, device=device),
    )
    began = last_look = time.perf_counter()
    update, rate = 0, win_rate(network, settings)
    print(f"before learning: {rate:.1%} of games won against random", flush=True)
    note(settings, 0.0, 0, rate)
    while time.perf_counter() - began < 60 * settings.minutes and rate < settings.goal and update != settings.updates:
        collect(env, network, settings, memory)
        learn(network, optimiser, memory, advantages(memory, settings, settings.seats), settings)
        update += 1
        if time.perf_counter() - last_look > settings.look:
            rate = win_rate(network, settings)
            spent = time.perf_counter() - began
            decisions = update * settings.steps * settings.games
            print(
                f"{spent:5.0f} s, {update:4} updates, {decisions:10,} decisions ({decisions / spent:,.0f}/s): "
                f"{rate:.1%} won against random",
                flush=True,
            )
            note(settings, spent, decisions, rate)
            last_look = time.perf_counter()
    return rate, network


def note(settings: Settings, seconds: float, decisions: int, rate: float) -> None:
    """Add a look to the curve, if one is drawn."""
    if settings.curve:
        path = Path(settings.curve)
        with path.open("a", encoding="utf-8") as file:
            if file.tell() == 0:
                file.write("seed,seconds,decisions,won\n")
            file.write(f"{settings.seed},{seconds:.1f},{decisions},{rate:.4f}\n")


def main() -> None:
    """Read the settings and train."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default=Settings.game, help="which game")
    parser.add_argument("--seats", type=int, default=Settings.seats, help="how many seats")
    parser.add_argument("--games", type=int, default=Settings.games, help="how many games at once")
    parser.add_argument("--minutes", type=float, default=Settings.minutes, help="how long at most")
    parser.add_argument("--updates", type=int, default=Settings.updates, help="how many updates at most")
    parser.add_argument("--goal", type=float, default=Settings.goal, help="stop at this share of games won")
    parser.add_argument("--curve", metavar="FILE", help="add every look to this CSV file")
    parser.add_argument("--look", type=float, default=Settings.look, help="seconds between two looks")
    parser.add_argument("--judged", type=int, default=Settings.judged, help="games of each look")
    parser.add_argument("--device", choices=["cpu", "cuda"], default=Settings.device, help="where to play and learn")
    parser.add_argument(
        "--seed", type=int, default=Settings.seed, help="the same seed learns the same in so many updates"
    )
    settings = Settings(**vars(parser.parse_args()))
    rate, _ = train(settings)
    print(f"{settings.game}, {settings.seats} seats: {rate:.1%} of games won against random")


if __name__ == "__main__":
    main()
