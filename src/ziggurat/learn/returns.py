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


class Decisions:
    """A rollout with its targets, and before it the decisions that waited for it, all in memory that stays.

    Row s before the rollout is for the decision of seat s that waits, in every game in which one does. So the memory
    always has the same shape, whatever was played.
    """

    def __init__(self, memory: Rollout, seats: Tensor, early: int) -> None:
        self.memory, self.seats, self.early = memory, seats, early
        rows, games = memory.actors.shape
        self.targets = torch.zeros(rows, games, MAX_SEATS, device=seats.device)  # for each seat, the actor first
        self.known = torch.zeros(rows, games, MAX_SEATS, dtype=torch.bool, device=seats.device)
        self.there = torch.ones(rows, games, dtype=torch.bool, device=seats.device)  # whether there is a decision
        self.there[:early] = False
        memory.actors[:early] = torch.arange(early, device=seats.device)[:, None]

    @property
    def gains(self) -> Tensor:
        """The advantage of each decision; meaningful where the outcome is known."""
        return self.targets[..., 0] - self.memory.values[..., 0]

    def learnable(self, *, from_all_chairs: bool) -> Tensor:
        """The decisions to learn from: those whose outcome for their own seat is known."""
        own = self.memory.own if not from_all_chairs else torch.ones_like(self.memory.own)
        return self.there & self.known[..., 0] & own

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def follow(self, smoothing: float, discount: float) -> None:
        """Find the targets of the rollout, and of the decisions that waited for it.

        Going back in time, every seat carries its value at its next decision and the smoothed advantage of that
        decision. At the end of a game the reward replaces both.
        """
        memory, seats, early = self.memory, self.seats, self.early
        worth = torch.zeros_like(memory.rewards[0])
        after = Following(worth, torch.zeros_like(worth), torch.zeros_like(worth, dtype=torch.bool))
        for row in reversed(range(early, len(memory.actors))):
            ended = memory.over[row][:, None]
            after = Following(
                torch.where(ended, memory.rewards[row], after.worth),
                after.surprise.masked_fill(ended, 0.0),
                after.known | ended,
            )
            seen, there = after.seen_from(memory.actors[row], seats, smoothing)
            target = discount * seen
            self.targets[row], self.known[row] = target, there
            actor, value = memory.actors[row][:, None], memory.values[row][:, :1]
            gain = torch.where(there[:, :1], target[:, :1] - value, 0.0)
            after = Following(
                after.worth.scatter(1, actor, value),
                after.surprise.scatter(1, actor, gain),
                after.known.scatter(1, actor, True),
            )
        for row in range(early):  # what was known before stays
            seen, there = after.seen_from(memory.actors[row], seats, smoothing)
            self.targets[row] = torch.where(self.known[row], self.targets[row], discount * seen)
            self.known[row] |= there

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def keep_waiting(self) -> None:
        """Move the decisions whose outcome for their own seat is not known yet before the next rollout."""
        memory, seat = self.memory, torch.arange(self.early, device=self.seats.device)[:, None]
        waiting = self.there & ~self.known[..., 0]
        lanes = torch.arange(memory.actors.shape[1], device=seat.device)
        sources = torch.stack([(waiting & (memory.actors == row)).byte().argmax(0) for row in range(self.early)])
        there = waiting[sources, lanes] & (memory.actors[sources, lanes] == seat)
        for whole in (*memory, self.targets, self.known):
            whole[: self.early] = whole[sources, lanes]
        memory.actors[: self.early] = seat
        self.there[: self.early] = there
