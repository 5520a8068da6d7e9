"""Proximal policy optimisation for games of several seats (`ziggurat.learn.returns` has the targets).

The policy is learned from the network's own decisions, values from everybody's: league opponents are weaker, and values
learned from the network's own seats alone would expect weak opponents everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from ziggurat.learn.graphs import Compiled, Graph
from ziggurat.learn.network import Network
from ziggurat.learn.returns import Decisions
from ziggurat.learn.settings import Ppo

SPARE = 0.02  # a batch on a GPU has room for so much more than its part of one rollout
ROW = 16  # and for a multiple of so many rows, which multiply fastest
STATISTICS = ("value_error", "entropy", "moved", "explained")


class Learner:
    """Learns from the same memory after every rollout.

    On a GPU, batches have a fixed size, so that one CUDA graph does for all of them: what is left of a batch's room is
    filled with rows that weigh nothing. (In the rare update that teaches over 2% more than one rollout, because more
    decisions had waited for it than wait for the next, some of the shuffled rows are left out.)
    """

    def __init__(
        self,
        network: Network,
        decisions: Decisions,
        how: Ppo,
        *,
        compiled: bool = False,
        tell: Callable[[str], None] = print,
    ) -> None:
        self._network, self._decisions, self._how = network, decisions, how
        self._parameters = list(network.parameters())
        device = decisions.seats.device
        self._on_gpu = device.type == "cuda"
        rate = torch.tensor(how.rate, device=device) if self._on_gpu else how.rate
        self.optimiser = torch.optim.Adam(self._parameters, lr=rate, eps=1e-5, fused=True, capturable=self._on_gpu)
        rows, games = decisions.memory.actors.shape
        room = (rows - decisions.early) * games * (1 + SPARE) / how.batches
        self._room = int(-(-room // ROW) * ROW) if self._on_gpu else 0
        self._order = torch.arange(rows * games, device=device)  # which decisions to learn from, shuffled; others last
        self._count = torch.zeros((), dtype=torch.int64, device=device)  # how many
        self._batch = torch.zeros((), dtype=torch.int64, device=device)  # which is next
        self._entropy_weight = torch.zeros((), device=device)
        self._loss = Compiled(loss_of, tell) if compiled else loss_of
        self._statistics = torch.zeros(3, device=device)
        self._learn_batch = Graph(self._learn, device.type, tell)

    def load(self, state: dict[str, Any]) -> None:
        """Take over the optimiser's state, which may have been saved on another device."""
        own = [{name: group[name] for name in ("lr", "fused", "capturable")} for group in self.optimiser.param_groups]
        groups = [{**group, **flags} for group, flags in zip(state["param_groups"], own, strict=True)]
        self.optimiser.load_state_dict({**state, "param_groups": groups})
        for group, flags in zip(self.optimiser.param_groups, own, strict=True):
            group.update(flags)

    def learn(self, part: float) -> Tensor:
        """Some epochs over the rollout; `part` is how much of the run is over. Returns the statistics, in order."""
        how, decisions = self._how, self._decisions
        decisions.follow(how.smoothing, how.discount_at(part))
        learnable = decisions.learnable(from_all_chairs=how.from_all_chairs).flatten()
        self._count.copy_(learnable.sum())
        self._entropy_weight.fill_(how.entropy * (1 - part + part * how.last_entropy))
        self._set_rate(how.rate * (1 - part + part * how.last_rate))
        if not self._on_gpu:
            self._room = -(-int(self._count) // how.batches)
        for _ in range(how.epochs):
            shuffled = torch.randperm(len(learnable), device=learnable.device)
            self._order.copy_(shuffled[torch.sort(learnable[shuffled].byte(), descending=True, stable=True).indices])
            self._batch.zero_()
            for _ in range(how.batches if self._on_gpu or self._room else 0):
                self._learn_batch()
        explained = self._explained(learnable)
        decisions.keep_waiting()
        return torch.cat([self._statistics, explained[None]])

    def _set_rate(self, rate: float) -> None:
        for group in self.optimiser.param_groups:
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate

    def _learn(self) -> None:
        """One step of gradient descent."""
        first, after = (self._count * (self._batch + more) // self._how.batches for more in (0, 1))
        at = first + torch.arange(self._room, device=first.device)
        rows = self._order[at.clamp(max=len(self._order) - 1)]
        loss, statistics = self._loss(self._network, self._decisions, rows, at < after, self._entropy_weight, self._how)
        for parameter, gradient in zip(self._parameters, torch.autograd.grad(loss, self._parameters), strict=True):
            parameter.grad = gradient
        nn.utils.clip_grad_norm_(self._parameters, self._how.gradient)
        self.optimiser.step()
        self._statistics.copy_(statistics)
        self._batch += 1

    def _explained(self, learnable: Tensor) -> Tensor:
        """How much of the targets' variance the values have explained."""
        weight = learnable / learnable.sum().clamp(min=1)
        targets = self._decisions.targets[..., 0].flatten()

        def variance(numbers: Tensor) -> Tensor:
            return ((numbers - (numbers * weight).sum()).square() * weight).sum()

        return 1 - variance(self._decisions.gains.flatten()) / (variance(targets) + 1e-9)


def loss_of(
    network: Network, decisions: Decisions, rows: Tensor, learned: Tensor, entropy_weight: Tensor, how: Ppo
) -> tuple[Tensor, Tensor]:
    """The loss of a batch of rows, those that are learned from; and its statistics."""
    memory, games = decisions.memory, len(decisions.seats)
    observations, masks, actions, before, old_values, own, targets, known = (
        whole.flatten(0, 1)[rows]
        for whole in (
            memory.observations,
            memory.masks,
            memory.actions,
            memory.log_probabilities,
            memory.values,
            memory.own,
            decisions.targets,
            decisions.known,
        )
    )
    own = own & learned
    everyone = learned / learned.sum().clamp(min=1)  # of each in a mean over all decisions
    share = own / own.sum().clamp(min=1)  # and over the network's own
    choice, worth = network(observations, decisions.seats[rows % games], masks)
    chosen = choice.gather(1, actions[:, None]).squeeze(1)
    ratio = (chosen - before).masked_fill(~own, 0.0).exp()
    gains = torch.where(own, targets[:, 0] - old_values[:, 0], 0.0)
    centred = gains - (gains * share).sum()
    gain = centred / ((centred.square() * share).sum().sqrt() + 1e-6)
    clipped = ratio.clamp(1 - how.clip, 1 + how.clip)
    policy_loss = -(torch.minimum(ratio * gain, clipped * gain) * share).sum()
    errors = (worth - targets).square() * known * everyone[:, None]
    error = errors[:, 0].sum()
    value_loss = error + how.others_weight * errors[:, 1:].sum()
    disorder = -((choice.exp() * choice.masked_fill(~masks, 0)).sum(1) * share).sum()
    loss = policy_loss + how.value_weight * value_loss - entropy_weight * disorder
    moved = ((ratio - 1).abs() * share).sum()
    return loss, torch.stack([error, disorder, moved]).detach()
