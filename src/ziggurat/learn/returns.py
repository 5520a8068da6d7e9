"""What follows a decision: how much better it turned out than expected, and what every seat's value should have been.

The only trick that a turn-based game needs is here: what follows a decision is what follows it *for the seat that made
it*, so every seat of every game has its own running return.

A rollout ends in the middle of games. The last decision of each seat waits there for the seat's next one, or for the
end of its game, and is learned from with the rollout that brings it. Left out, it would be missed more often the longer
the others go on without its seat, which is seldom good for it: who never learns of that expects too much.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from ziggurat.bots.forward import MAX_SEATS
from ziggurat.learn.selfplay import Rollout


class Decisions(NamedTuple):
    """Decisions, a row each."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_probabilities: Tensor
    values: Tensor  # by seat, the observer first
    own: Tensor  # whether the network itself decided
    actors: Tensor
    lanes: Tensor  # in which game it was

    def rows(self, which: Tensor) -> Decisions:
        """Some of them."""
        return Decisions(*(whole[which] for whole in self))

    def and_also(self, others: Decisions) -> Decisions:
        """Both, one after the other."""
        return Decisions(*(torch.cat(both) for both in zip(self, others, strict=True)))


class Returns(NamedTuple):
    """What followed decisions, a row each."""

    gains: Tensor  # how much better it turned out than expected
    targets: Tensor  # what each seat's value should have been, the observer first
    known: Tensor  # by seat, the observer first: whether that is known yet

    def rows(self, which: Tensor) -> Returns:
        """Some of them."""
        return Returns(*(whole[which] for whole in self))


class Following(NamedTuple):
    """What follows a moment, for every seat of every game, as they sit."""

    worth: Tensor  # what the seat expects at its next decision, or gets if the game ends before
    surprise: Tensor  # how much better that decision turned out, smoothed
    known: Tensor  # whether either has come


def decisions_of(memory: Rollout) -> Decisions:
    """All decisions of a rollout, those of its first step first."""
    lanes = torch.arange(memory.actors.shape[1], device=memory.actors.device).expand(memory.actors.shape)
    parts = (memory.observations, memory.masks, memory.actions, memory.log_probabilities, memory.values)
    return Decisions(*(part.flatten(0, 1) for part in (*parts, memory.own, memory.actors, lanes)))


@torch.no_grad()  # type: ignore[untyped-decorator]
def returns(memory: Rollout, seats: Tensor, smoothing: float, discount: float) -> tuple[Returns, Following]:
    """By decision of a rollout, in the order of `decisions_of`: what followed it; and what follows its beginning.

    Going back in time, every seat of every game carries what it is worth from its next decision on, and its smoothed
    surprise. The end of a game puts the reward in their place.
    """
    steps, games = memory.actors.shape
    device = memory.values.device
    worth = torch.zeros(games, MAX_SEATS, device=device)
    after = Following(worth, torch.zeros_like(worth), torch.zeros_like(worth, dtype=torch.bool))
    found: list[Returns] = []
    for step in reversed(range(steps)):
        ended = memory.over[step][:, None]
        after = Following(
            torch.where(ended, memory.rewards[step], after.worth),
            after.surprise.masked_fill(ended, 0.0),
            after.known | ended,
        )
        actors, values = memory.actors[step], memory.values[step]
        one = _judged(after, actors, values, seats, smoothing, discount)
        found.append(one)
        actor = actors[:, None]
        after = Following(
            after.worth.scatter(1, actor, values[:, :1]),
            after.surprise.scatter(1, actor, one.gains[:, None]),
            after.known.scatter(1, actor, True),
        )
    return Returns(*(torch.cat(parts) for parts in zip(*reversed(found), strict=True))), after


@torch.no_grad()  # type: ignore[untyped-decorator]
def later_returns(waiting: Decisions, after: Following, seats: Tensor, smoothing: float, discount: float) -> Returns:
    """What has followed decisions of earlier rollouts, by what follows the beginning of this one."""
    here = Following(*(part[waiting.lanes] for part in after))
    return _judged(here, waiting.actors, waiting.values, seats[waiting.lanes], smoothing, discount)


def _judged(
    after: Following, actors: Tensor, values: Tensor, seats: Tensor, smoothing: float, discount: float
) -> Returns:
    """Decisions, each with what follows it."""
    offsets = torch.arange(MAX_SEATS, device=values.device)
    around = (actors[:, None] + offsets) % seats[:, None]  # by offset from the observer: the seat
    targets = discount * (after.worth + smoothing * after.surprise).gather(1, around)
    known = after.known.gather(1, around) & (offsets < seats[:, None])
    gains = torch.where(known[:, 0], targets[:, 0] - values[:, 0], 0.0)
    return Returns(gains, targets, known)
