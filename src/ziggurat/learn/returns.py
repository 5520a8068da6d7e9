"""Advantages and value targets of decisions, by generalised advantage estimation for several seats.

In a turn-based game, what follows a decision is what follows it *for the seat that made it*, so every seat of every
game has its own running return.

A rollout ends in the middle of games. The last decision of each seat waits for the seat's next one, or for the end of
its game, and is learned from with the next rollout. Dropping these decisions would bias the values: they are the ones
after which the others go on longest. Targets for other seats are learned then, too, as far as those have decided again.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from ziggurat.bots.forward import MAX_SEATS
from ziggurat.learn.selfplay import Rollout


class Decisions(NamedTuple):
    """Decisions, one in each row, and their targets as far as these are known."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_probabilities: Tensor
    values: Tensor  # by seat, the observer first
    own: Tensor  # whether the network itself decided
    actors: Tensor
    lanes: Tensor  # in which game it was
    targets: Tensor  # what each seat's value should have been, the observer first
    known: Tensor  # by seat, the observer first: whether it has decided again, or its game has ended

    def rows(self, which: Tensor) -> Decisions:
        """A selection of rows."""
        return Decisions(*(whole[which] for whole in self))

    def and_also(self, others: Decisions) -> Decisions:
        """These decisions followed by the others."""
        return Decisions(*(torch.cat(both) for both in zip(self, others, strict=True)))

    @property
    def gains(self) -> Tensor:
        """The advantage of each decision; meaningful where the outcome is known."""
        return self.targets[:, 0] - self.values[:, 0]


class Following(NamedTuple):
    """What follows a moment, for every seat of every game, in seat order."""

    worth: Tensor  # what the seat expects at its next decision, or gets if the game ends before
    surprise: Tensor  # how much better that decision turned out, smoothed
    known: Tensor  # whether either has come

    def seen_from(self, actors: Tensor, seats: Tensor, smoothing: float) -> tuple[Tensor, Tensor]:
        """Value targets of the seats, the actor first, and which of them are known."""
        offsets = torch.arange(MAX_SEATS, device=actors.device)
        around = (actors[:, None] + offsets) % seats[:, None]  # by offset from the actor: the seat
        targets = (self.worth + smoothing * self.surprise).gather(1, around)
        return targets, self.known.gather(1, around) & (offsets < seats[:, None])


@torch.no_grad()  # type: ignore[untyped-decorator]
def followed(memory: Rollout, seats: Tensor, smoothing: float, discount: float) -> tuple[Decisions, Following]:
    """All decisions of a rollout in order, and what follows its beginning.

    Going back in time, every seat carries its value at its next decision and the smoothed advantage of that decision.
    At the end of a game the reward replaces both.
    """
    steps, games = memory.actors.shape
    worth = torch.zeros_like(memory.rewards[0])
    after = Following(worth, torch.zeros_like(worth), torch.zeros_like(worth, dtype=torch.bool))
    targets, known = [], []
    for step in reversed(range(steps)):
        ended = memory.over[step][:, None]
        after = Following(
            torch.where(ended, memory.rewards[step], after.worth),
            after.surprise.masked_fill(ended, 0.0),
            after.known | ended,
        )
        seen, there = after.seen_from(memory.actors[step], seats, smoothing)
        targets.append(discount * seen)
        known.append(there)
        actor, value = memory.actors[step][:, None], memory.values[step][:, :1]
        gain = torch.where(there[:, :1], targets[-1][:, :1] - value, 0.0)
        after = Following(
            after.worth.scatter(1, actor, value),
            after.surprise.scatter(1, actor, gain),
            after.known.scatter(1, actor, True),
        )
    lanes = torch.arange(games, device=seats.device).expand(steps, games)
    decisions = Decisions(
        observations=memory.observations.flatten(0, 1),
        masks=memory.masks.flatten(0, 1),
        actions=memory.actions.flatten(),
        log_probabilities=memory.log_probabilities.flatten(),
        values=memory.values.flatten(0, 1),
        own=memory.own.flatten(),
        actors=memory.actors.flatten(),
        lanes=lanes.flatten(),
        targets=torch.cat(targets[::-1]),
        known=torch.cat(known[::-1]),
    )
    return decisions, after


@torch.no_grad()  # type: ignore[untyped-decorator]
def followed_later(waiting: Decisions, after: Following, seats: Tensor, smoothing: float, discount: float) -> Decisions:
    """Decisions that waited, with targets from the beginning of this rollout where there were none."""
    here = Following(*(part[waiting.lanes] for part in after))
    targets, known = here.seen_from(waiting.actors, seats[waiting.lanes], smoothing)
    return waiting._replace(
        targets=torch.where(waiting.known, waiting.targets, discount * targets), known=waiting.known | known
    )
