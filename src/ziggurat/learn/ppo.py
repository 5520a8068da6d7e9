"""Proximal policy optimisation for games of several seats.

The only trick that a turn-based game needs is in `returns`: what follows a decision is what follows it *for the seat
that made it*, so every seat of every game has its own running return.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from ziggurat.bots.forward import MAX_SEATS
from ziggurat.learn.network import Network
from ziggurat.learn.selfplay import Rollout


@dataclass(frozen=True)
class Ppo:
    """How one learns."""

    epochs: int = 2
    batches: int = 32
    rate: float = 7e-4
    last_rate: float = 0.05  # of the rate, at the end of the run
    discount: float = 1.0  # for each decision of one's own: below 1, who is ahead hurries to end the game
    last_discount: float = 1.0  # at the end of the run
    smoothing: float = 0.95  # the lambda of generalised advantage estimation
    clip: float = 0.2
    entropy: float = 0.01
    last_entropy: float = 0.2  # of the entropy's weight, at the end
    value_weight: float = 0.5
    others_weight: float = 0.25  # of the values of the seats that do not decide
    gradient: float = 0.5

    def going_on(self) -> Ppo:
        """For a network that has learned already: smaller steps, and the discount of the end from the beginning."""
        return replace(self, rate=self.rate / 3, discount=self.last_discount)


# In Ur, with nothing to be gained by an early end, both of two seats learned to wait for the limit of 1000 turns.
BY_GAME = {"ur": Ppo(discount=0.985, last_discount=0.997)}


def how_to_learn(game: str) -> Ppo:
    """A game's own settings."""
    return BY_GAME.get(game, Ppo())


@torch.no_grad()  # type: ignore[untyped-decorator]
def returns(memory: Rollout, seats: Tensor, how: Ppo, part: float = 0.0) -> tuple[Tensor, Tensor, Tensor]:
    """By decision: how much better it turned out than expected, what every seat's value should have been, and where
    that is known.

    Going back in time, every seat of every game carries what it is worth from its next decision on, and its smoothed
    surprise. The end of a game puts the reward in their place. Where a seat's next decision lies beyond the rollout,
    nothing is known.
    """
    steps, games = memory.actors.shape
    device = memory.values.device
    discount = how.discount + part * (how.last_discount - how.discount)
    worth = torch.zeros(games, MAX_SEATS, device=device)
    surprise = torch.zeros_like(worth)
    known = torch.zeros_like(worth, dtype=torch.bool)
    gains = torch.zeros(steps, games, device=device)
    targets = torch.zeros(steps, games, MAX_SEATS, device=device)
    fresh = torch.zeros(steps, games, MAX_SEATS, dtype=torch.bool, device=device)
    offsets = torch.arange(MAX_SEATS, device=device)
    present = offsets < seats[:, None]
    for step in reversed(range(steps)):
        ended = memory.over[step][:, None]
        worth = torch.where(ended, memory.rewards[step], worth)
        surprise = surprise.masked_fill(ended, 0.0)
        known = known | ended
        around = (memory.actors[step][:, None] + offsets) % seats[:, None]  # by offset from the observer: the seat
        targets[step] = discount * (worth + how.smoothing * surprise).gather(1, around)
        fresh[step] = known.gather(1, around) & present
        value = memory.values[step, :, :1]
        actor = memory.actors[step][:, None]
        gain = torch.where(fresh[step, :, :1], targets[step, :, :1] - value, 0.0)
        gains[step] = gain.squeeze(1)
        worth = worth.scatter(1, actor, value)
        surprise = surprise.scatter(1, actor, gain)
        known = known.scatter(1, actor, True)
    return gains, targets, fresh


def learn(
    network: Network, optimiser: torch.optim.Optimizer, memory: Rollout, seats: Tensor, how: Ppo, part: float
) -> dict[str, float]:
    """Some passes over a rollout; `part` is how much of the run is over. Returns what to tell about it."""
    gains, targets, fresh = (each.flatten(0, 1) for each in returns(memory, seats, how, part))
    flat = [each.flatten(0, 1) for each in (memory.observations, memory.masks, memory.actions)]
    seats = seats.expand(memory.actors.shape).flatten()
    before, values, own = memory.log_probabilities.flatten(), memory.values.flatten(0, 1), memory.own.flatten()
    entropy_weight = how.entropy * (1 - part + part * how.last_entropy)
    for group in optimiser.param_groups:
        group["lr"] = how.rate * (1 - part + part * how.last_rate)
    learned = torch.nonzero(own & fresh[:, 0]).squeeze(1)
    told = []
    for _ in range(how.epochs):
        order = learned[torch.randperm(len(learned), device=learned.device)]
        for batch in order.chunk(how.batches):
            observations, masks, actions = (whole[batch] for whole in flat)
            choice, worth = network(observations, seats[batch], masks)
            after = choice.gather(1, actions[:, None]).squeeze(1)
            ratio = (after - before[batch]).exp()
            gain = gains[batch]
            gain = (gain - gain.mean()) / (gain.std(correction=0) + 1e-6)
            clipped = ratio.clamp(1 - how.clip, 1 + how.clip)
            policy_loss = -torch.minimum(ratio * gain, clipped * gain).mean()
            error = (worth - targets[batch]).square() * fresh[batch]
            value_loss = error[:, 0].mean() + how.others_weight * error[:, 1:].sum(1).mean()
            disorder = -(choice.exp() * choice.masked_fill(~masks, 0)).sum(1).mean()
            loss = policy_loss + how.value_weight * value_loss - entropy_weight * disorder
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), how.gradient)
            optimiser.step()
        told.append(torch.stack([error[:, 0].mean().detach(), disorder.detach(), (ratio - 1).abs().mean().detach()]))
    explained = 1 - (targets[learned, 0] - values[learned, 0]).var() / (targets[learned, 0].var() + 1e-9)
    error, disorder, moved = told[-1].tolist()
    return {"value_error": error, "entropy": disorder, "moved": moved, "explained": float(explained)}
