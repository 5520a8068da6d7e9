"""Proximal policy optimisation for games of several seats (`ziggurat.learn.returns` has the targets).

The policy is learned from the network's own decisions, values from everybody's: league opponents are weaker, and values
learned from the network's own seats alone would expect weak opponents everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor, nn

from ziggurat.learn.network import Network
from ziggurat.learn.returns import Decisions, followed, followed_later
from ziggurat.learn.selfplay import Rollout
from ziggurat.learn.settings import Ppo


class LearningBatch(NamedTuple):
    """Decisions, and which of them to learn from."""

    decisions: Decisions
    which: Tensor

    def parts(self, number: int) -> Iterator[Decisions]:
        """Shuffled minibatches."""
        order = self.which[torch.randperm(len(self.which), device=self.which.device)]
        return (self.decisions.rows(part) for part in order.tensor_split(number))

    def waiting(self) -> Decisions:
        """The decisions whose outcome for their own seat is not known yet."""
        return self.decisions.rows(torch.nonzero(~self.decisions.known[:, 0]).squeeze(1))


def lessons(
    memory: Rollout, waiting: Decisions | None, seats: Tensor, how: Ppo, part: float
) -> tuple[LearningBatch, LearningBatch, Decisions]:
    """What to learn from a rollout and from decisions that waited for it; and the decisions that wait for the next."""

    def lesson(decisions: Decisions) -> LearningBatch:
        learned = decisions.known[:, 0] & (decisions.own | how.from_all_chairs)
        return LearningBatch(decisions, torch.nonzero(learned).squeeze(1))

    settings = how.smoothing, how.discount_at(part)
    decisions, after = followed(memory, seats, *settings)
    if waiting is None:
        waiting = decisions.rows(torch.arange(0, device=seats.device))
    now, late = lesson(decisions), lesson(followed_later(waiting, after, seats, *settings))
    return now, late, late.waiting().and_also(now.waiting())


def learn(
    network: Network,
    optimiser: torch.optim.Optimizer,
    memory: Rollout,
    waiting: Decisions | None,
    seats: Tensor,
    how: Ppo,
    part: float,
) -> tuple[dict[str, float], Decisions]:
    """Some epochs over a rollout; `part` is how much of the run is over.

    Returns statistics, and the decisions that wait for the next rollout.
    """
    now, late, waiting = lessons(memory, waiting, seats, how, part)
    entropy_weight = how.entropy * (1 - part + part * how.last_entropy)
    for group in optimiser.param_groups:
        group["lr"] = how.rate * (1 - part + part * how.last_rate)
    error = disorder = moved = torch.zeros((), device=seats.device)
    for _ in range(how.epochs):
        for some, others in zip(now.parts(how.batches), late.parts(how.batches), strict=True):
            batch = some.and_also(others)
            if len(batch.lanes) == 0:
                continue
            choice, worth = network(batch.observations, seats[batch.lanes], batch.masks)
            share = batch.own / batch.own.sum().clamp(min=1)  # of each in a mean over the network's own decisions
            chosen = choice.gather(1, batch.actions[:, None]).squeeze(1)
            ratio = (chosen - batch.log_probabilities).masked_fill(~batch.own, 0.0).exp()
            mean = (batch.gains * share).sum()
            gain = (batch.gains - mean) / (((batch.gains - mean).square() * share).sum().sqrt() + 1e-6)
            clipped = ratio.clamp(1 - how.clip, 1 + how.clip)
            policy_loss = -(torch.minimum(ratio * gain, clipped * gain) * share).sum()
            errors = (worth - batch.targets).square() * batch.known
            error = errors[:, 0].mean()
            value_loss = error + how.others_weight * errors[:, 1:].sum(1).mean()
            disorder = -((choice.exp() * choice.masked_fill(~batch.masks, 0)).sum(1) * share).sum()
            loss = policy_loss + how.value_weight * value_loss - entropy_weight * disorder
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), how.gradient)
            optimiser.step()
            moved = ((ratio - 1).abs() * share).sum()
    targets, values = (column[now.which, 0] for column in (now.decisions.targets, now.decisions.values))
    explained = 1 - (targets - values).var() / (targets.var() + 1e-9)
    names = ("value_error", "entropy", "moved", "explained")
    return dict(zip(names, torch.stack([error, disorder, moved, explained]).tolist(), strict=True)), waiting
