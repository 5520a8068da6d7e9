"""What follows a decision: how much better it turned out than expected, and what every seat's value should have been.

The only trick that a turn-based game needs is here: what follows a decision is what follows it *for the seat that made
it*, so every seat of every game has its own running return.

A rollout ends in the middle of games. The last decision of each seat waits there for the seat's next one, or for the
end of its game, and is learned from with the rollout that brings it. Left out, it would be missed more often the longer
the others go on without its seat, which is seldom good for it: who never learns of that expects too much. What it says
of the others is learned then, too, as far as they have decided again; no decision waits for others than its own seat.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from ziggurat.bots.forward import MAX_SEATS
from ziggurat.learn.selfplay import Rollout


class Decisions(NamedTuple):
    """Decisions, a row each, and what followed them as far as that is known."""

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
        """Some of them."""
        return Decisions(*(whole[which] for whole in self))

    def and_also(self, others: Decisions) -> Decisions:
        """Both, one after the other."""
        return Decisions(*(torch.cat(both) for both in zip(self, others, strict=True)))

    @property
    def gains(self) -> Tensor:
        """How much better each turned out than expected; meaningful where that is known."""
        return self.targets[:, 0] - self.values[:, 0]


class Following(NamedTuple):
    """What follows a moment, for every seat of every game, as they sit."""

    worth: Tensor  # what the seat expects at its next decision, or gets if the game ends before
    surprise: Tensor  # how much better that decision turned out, smoothed
    known: Tensor  # whether either has come

    def seen_from(self, actors: Tensor, seats: Tensor, smoothing: float) -> tuple[Tensor, Tensor]:
        """What each seat should have been expected to get, the actor first, and of which that is known."""
        offsets = torch.arange(MAX_SEATS, device=actors.device)
        around = (actors[:, None] + offsets) % seats[:, None]  # by offset from the actor: the seat
        targets = (self.worth + smoothing * self.surprise).gather(1, around)
        return targets, self.known.gather(1, around) & (offsets < seats[:, None])


@torch.no_grad()  # type: ignore[untyped-decorator]
def followed(memory: Rollout, seats: Tensor, smoothing: float, discount: float) -> tuple[Decisions, Following]:
    """All decisions of a rollout, those of its first step first, and what follows its beginning.

    Going back in time, every seat of every game carries what it is worth from its next decision on, and its smoothed
    surprise. The end of a game puts the reward in their place.
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
    """Decisions of earlier rollouts, with what follows the beginning of this one where nothing was known before."""
    here = Following(*(part[waiting.lanes] for part in after))
    targets, known = here.seen_from(waiting.actors, seats[waiting.lanes], smoothing)
    return waiting._replace(
        targets=torch.where(waiting.known, waiting.targets, discount * targets), known=waiting.known | known
    )
