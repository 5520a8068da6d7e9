"""The network: from an observation to a preference for each action and a value for each seat.

It has two streams. The *table* is one vector for everything that lies at no place. The *places* of a board have a
vector each, with shared weights. In every layer a place gets input from itself, from the places beside it and from the
table, and the table gets the sum of all places. Without a board only the table is left: a plain network of
`layers + 1` hidden layers.

Bots play it with integers of few bits (`ziggurat.bots.forward`). So inputs are rounded logarithms, activations are
clamped to LIMIT, and a value is squashed by a division.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from ziggurat.bots.forward import GATHERED, INPUT_ONE, LIMIT, MAX_SEATS
from ziggurat.core.game import NetworkSize
from ziggurat.learn.boards import NOWHERE, SEAT_COUNTS, Board

PAD = 16  # matrices of a multiple of so many columns are multiplied fastest
DEEP = -1e4
SPARSE_FROM = 1000  # inputs of which most are zero


class Network(nn.Module):  # type: ignore[misc]
    """The network of a board and a size; see the module."""

    def __init__(self, board: Board, size: NetworkSize) -> None:
        super().__init__()
        self.board, self.size = board, size
        self.places, self.planes, self.own_actions = board.places, board.planes, board.loose_actions
        layers, channels, width = size
        self.enter = nn.Linear(board.loose, width)
        self.deepen = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
        self.values = nn.Linear(width, MAX_SEATS)
        self.loose_actions = nn.Linear(width, board.loose_actions)
        _zero(self.values, self.loose_actions)
        if not board.places:
            return
        self.relations = relations = len(board.relations)
        sizes = [board.planes] + [channels] * (layers - 1)
        self.hear = nn.ModuleList(nn.Linear(inputs, relations * channels, bias=False) for inputs in sizes)
        self.lie = nn.ParameterList(nn.Parameter(torch.zeros(board.places, channels)) for _ in sizes)
        self.told = nn.ModuleList(nn.Linear(width, channels, bias=False) for _ in sizes)
        self.gather = nn.ModuleList(nn.Linear(channels, width, bias=False) for _ in sizes)
        self.slots = nn.Linear(channels, board.slots)
        self.slots_told = nn.Linear(width, board.slots, bias=False)
        _zero(self.slots, self.slots_told)
        self.padded = (board.places // 8 + 1) * 8  # at least one place is empty: nothing is heard from there
        hearers = [_tables(relation, board.places, self.padded) for relation in board.relations]
        for number, (heard, hearing) in enumerate(hearers):
            self.register_buffer(f"heard_{number}", heard, persistent=False)
            self.register_buffer(f"hearing_{number}", hearing, persistent=False)
        columns = np.where(
            board.action_place == NOWHERE,
            self.padded * board.slots + board.action_slot,
            board.slots * board.action_place + board.action_slot,
        )
        places_of = np.full(self.padded * board.slots + board.loose_actions, -1)
        places_of[columns] = np.arange(len(columns))
        self.register_buffer("columns", torch.from_numpy(columns), persistent=False)
        self.register_buffer("actions_of", torch.from_numpy(places_of.clip(0)), persistent=False)
        self.register_buffer("is_action", torch.from_numpy(places_of >= 0), persistent=False)
        assert (board.input_place[: board.planes * board.places] != NOWHERE).all()  # noqa: S101 - the board comes first

    def forward(self, observations: Tensor, seats: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of all actions, illegal ones masked, and each seat's value from -1 to 1, observer first."""
        preferences, values = self.judge(observations, seats)
        return functional.log_softmax(preferences.masked_fill(~masks, -1e9), dim=1), values / (1 + values.abs())

    def judge(self, observations: Tensor, seats: Tensor) -> tuple[Tensor, Tensor]:
        """Preferences for all actions, and values before they are squashed."""
        loose = observations[:, self.planes * self.places :]
        from_loose, *from_counts = self.enter.weight.split([loose.shape[1], *[1] * len(SEAT_COUNTS)], dim=1)
        entered = _enter(loose, from_loose)
        entered = entered + self.enter.bias.to(entered.dtype)
        for count, weight in zip(SEAT_COUNTS, from_counts, strict=True):  # an input each, which is 1 or 0
            entered = entered + (seats == count)[:, None] * weight[:, 0].to(entered.dtype)
        table = squash(entered)
        if not self.places:
            for layer in range(self.size.layers):
                table = squash(_linear(self.deepen[layer], table))
            return self._heads(table.float())
        places = self._places(observations)
        for layer in range(self.size.layers):
            places = self._hear(layer, places, table)
            gathered = _linear(self.gather[layer], places.sum(1) / GATHERED)
            table = squash(_linear(self.deepen[layer], table) + gathered)
        at_places = _filled_up(places, self.slots.weight, self.slots.bias).float()
        table = table.float()
        at_places = at_places[..., : self.slots.out_features] + self.slots_told(table)[:, None]
        loose, values = self._heads(table)
        everything = torch.cat([at_places.flatten(1), loose], dim=1)
        return Picked.apply(everything, self.columns, self.actions_of, self.is_action), values

    def _heads(self, table: Tensor) -> tuple[Tensor, Tensor]:
        """Preferences for the loose actions, and values, as one product."""
        heads, actions = (self.loose_actions, self.values), self.own_actions
        weight, bias = torch.cat([head.weight for head in heads]), torch.cat([head.bias for head in heads])
        both = _filled_up(table, weight, bias)
        return both[:, :actions], both[:, actions : actions + MAX_SEATS]

    def _places(self, observations: Tensor) -> Tensor:
        """The inputs on the board by place, padded with empty places."""
        on_board = inputs(observations[:, : self.planes * self.places]).view(-1, self.planes, self.places)
        return functional.pad(on_board.transpose(1, 2), (0, 0, 0, self.padded - self.places))

    def neighbours(self) -> list[Tensor]:
        """By relation whom each place hears from, and then by relation whom each is heard by (`Heard`)."""
        return [getattr(self, f"{name}_{number}") for name in ("heard", "hearing") for number in range(self.relations)]

    def _hear(self, layer: int, places: Tensor, table: Tensor) -> Tensor:
        """One layer of the board. Padding has a bias so low that it stays zero.

        What a place says is multiplied before it is heard: so all places of all games are one multiplication.
        """
        kind = places.dtype
        said = _multiply(places, self.hear[layer].weight)  # to each relation, one after another
        tables = self.neighbours()
        heard = Heard.apply(said, self.size.channels, *tables)
        lie = functional.pad(self.lie[layer], (0, 0, 0, self.padded - self.places), value=DEEP)
        told = _linear(self.told[layer], table)[:, None]
        return squash(heard + (lie.to(kind) + told))


class Heard(torch.autograd.Function):  # type: ignore[misc]
    """What every place hears: of each relation, the sum of what those say to it that it hears from.

    `said` is by game, place, and relation and channel. A table has, for each place, whom it hears from in one relation,
    and another whom it is heard by; both are filled up with a place that says and hears nothing. An empty table is for
    a place that hears from itself.
    """

    @staticmethod
    def forward(context: Any, said: Tensor, channels: int, *tables: Tensor) -> Tensor:
        """Sum the neighbours' messages."""
        context.save_for_backward(*tables[len(tables) // 2 :])
        parts = said.split(channels, dim=2)
        return sum(_told(part, heard) for part, heard in zip(parts, tables, strict=False))

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        """The same the other way round: adding into places at random would be slower, and in no fixed order."""
        hearings = context.saved_tensors
        said = torch.cat([_told(gradient, hearing) for hearing in hearings], dim=2)
        return said, None, *([None] * 2 * len(hearings))


class Picked(torch.autograd.Function):  # type: ignore[misc]
    """Some columns of a matrix, each at most once."""

    @staticmethod
    def forward(context: Any, everything: Tensor, columns: Tensor, back: Tensor, picked: Tensor) -> Tensor:
        """Select the columns."""
        context.save_for_backward(back, picked)
        return everything[:, columns]

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        """Put gradients back where the columns were."""
        back, picked = context.saved_tensors
        return torch.where(picked, gradient[:, back], 0.0), None, None, None


def _told(said: Tensor, table: Tensor) -> Tensor:
    """By place: the sum of its neighbours' messages."""
    return said[:, table].sum(2) if table.numel() else said


def _tables(relation: np.ndarray[Any, Any], places: int, padded: int) -> tuple[Tensor, Tensor]:
    """By place whom it hears from, and whom it is heard by; filled up with a place that is empty."""

    def listed(matrix: np.ndarray[Any, Any]) -> Tensor:
        table = np.full((padded, max(1, int(matrix.sum(1).max()))), places)
        for place, row in enumerate(matrix):
            others = np.flatnonzero(row)
            table[place, : len(others)] = others
        return torch.from_numpy(table)

    if np.array_equal(relation, np.eye(places)):
        return torch.zeros(0, dtype=torch.int64), torch.zeros(0, dtype=torch.int64)
    return listed(relation), listed(relation.T)


def _linear(layer: Any, numbers: Tensor) -> Tensor:
    """A layer in the precision of the numbers."""
    bias = None if layer.bias is None else layer.bias.to(numbers.dtype)
    return functional.linear(numbers, layer.weight.to(numbers.dtype), bias)


def _filled_up(numbers: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """A layer, with outputs filled up to a number that is multiplied fast."""
    more = -len(weight) % PAD if numbers.is_cuda else 0
    weight, bias = functional.pad(weight, (0, 0, 0, more)), functional.pad(bias, (0, more))
    return functional.linear(numbers, weight.to(numbers.dtype), bias.to(numbers.dtype))


def _multiply(numbers: Tensor, weight: Tensor) -> Tensor:
    """A product in the precision of the numbers, filled up to a width that is multiplied fast."""
    more = -numbers.shape[-1] % PAD if numbers.is_cuda else 0
    return functional.linear(functional.pad(numbers, (0, more)), functional.pad(weight.to(numbers.dtype), (0, more)))


def _enter(observations: Tensor, weight: Tensor) -> Tensor:
    """The first layer. On a processor nothing is multiplied by zero: of thousands of inputs, a hundred are not."""
    if observations.is_cuda or observations.shape[1] < SPARSE_FROM or torch.compiler.is_compiling():
        return _multiply(inputs(observations), weight)
    rows, columns = observations.nonzero(as_tuple=True)
    first = torch.searchsorted(rows, torch.arange(len(observations)))  # of each row's inputs
    worth = inputs(observations[rows, columns])
    return functional.embedding_bag(columns, weight.t().contiguous(), first, mode="sum", per_sample_weights=worth)


def inputs(observations: Tensor) -> Tensor:
    """Observations as logarithms, rounded as in the kernel, so that counts and flags have one scale."""
    kind = torch.bfloat16 if observations.is_cuda else torch.float32
    return torch.log2(observations.to(kind) + 1).mul_(INPUT_ONE).round_().div_(INPUT_ONE)


def squash(values: Tensor) -> Tensor:
    """The activation function."""
    return values.clamp(0, LIMIT)


def _zero(*parts: Any) -> None:
    """Set weights and biases of the heads to zero."""
    for part in parts:
        nn.init.zeros_(part.weight)
        if part.bias is not None:
            nn.init.zeros_(part.bias)
