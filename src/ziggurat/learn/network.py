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

PAD = 8  # matrices of a multiple of so many columns are multiplied fastest
DEEP = -1e4


class Network(nn.Module):  # type: ignore[misc]
    """The network of a board and a size; see the module."""

    def __init__(self, board: Board, size: NetworkSize) -> None:
        super().__init__()
        self.board, self.size = board, size
        layers, channels, width = size
        self.enter = nn.Linear(board.loose, width)
        self.deepen = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
        self.values = nn.Linear(width, MAX_SEATS)
        self.loose_actions = nn.Linear(width, board.loose_actions)
        _zero(self.values, self.loose_actions)
        if not board.places:
            return
        relations = len(board.relations)
        sizes = [board.planes] + [channels] * (layers - 1)
        self.hear = nn.ModuleList(nn.Linear(inputs, relations * channels, bias=False) for inputs in sizes)
        self.lie = nn.ParameterList(nn.Parameter(torch.zeros(board.places, channels)) for _ in sizes)
        self.told = nn.ModuleList(nn.Linear(width, channels, bias=False) for _ in sizes)
        self.gather = nn.ModuleList(nn.Linear(channels, width, bias=False) for _ in sizes)
        self.slots = nn.Linear(channels, board.slots)
        self.slots_told = nn.Linear(width, board.slots, bias=False)
        _zero(self.slots, self.slots_told)
        self.padded = -(-board.places // PAD) * PAD
        heard = np.zeros((self.padded, relations, self.padded), dtype=np.float32)  # who hears, how, from whom
        heard[: board.places, :, : board.places] = np.stack(board.relations, axis=1)
        self.register_buffer("relations", torch.from_numpy(heard.reshape(-1, self.padded)), persistent=False)
        columns = np.where(
            board.action_place == NOWHERE,
            self.padded * board.slots + board.action_slot,
            board.slots * board.action_place + board.action_slot,
        )
        self.register_buffer("columns", torch.from_numpy(columns), persistent=False)
        assert (board.input_place[: board.planes * board.places] != NOWHERE).all()  # noqa: S101 - the board comes first

    def forward(self, observations: Tensor, seats: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of all actions, illegal ones masked, and each seat's value from -1 to 1, observer first."""
        preferences, values = self.judge(observations, seats)
        return functional.log_softmax(preferences.masked_fill(~masks, -1e9), dim=1), values / (1 + values.abs())

    def judge(self, observations: Tensor, seats: Tensor) -> tuple[Tensor, Tensor]:
        """Preferences for all actions, and values before they are squashed."""
        board = self.board
        counts = torch.stack([seats == count for count in SEAT_COUNTS], dim=1)
        loose = inputs(observations[:, board.planes * board.places :])
        entered = functional.linear(
            torch.cat([loose, counts.to(loose.dtype)], dim=1), self.enter.weight.to(loose.dtype)
        )
        table = squash(entered.float() + self.enter.bias)
        if not board.places:
            for layer in range(self.size.layers):
                table = squash(self.deepen[layer](table))
            return self.loose_actions(table), self.values(table)
        places = self._places(observations)
        for layer in range(self.size.layers):
            places = self._hear(layer, places, table)
            table = squash(self.deepen[layer](table) + self.gather[layer](places.sum(1).float() / GATHERED))
        at_places = functional.linear(places, self.slots.weight.to(places.dtype)).float()
        at_places = at_places + (self.slots_told(table) + self.slots.bias)[:, None]
        everything = torch.cat([at_places.flatten(1), self.loose_actions(table)], dim=1)
        return everything.index_select(1, self.columns), self.values(table)

    def _places(self, observations: Tensor) -> Tensor:
        """The inputs on the board by place, padded with empty places."""
        board = self.board
        on_board = inputs(observations[:, : board.planes * board.places])
        places = on_board.new_zeros(len(on_board), self.padded, board.planes)
        places[:, : board.places] = on_board.view(len(on_board), board.planes, board.places).transpose(1, 2)
        return places

    def _hear(self, layer: int, places: Tensor, table: Tensor) -> Tensor:
        """One layer of the board. Padding has a bias so low that it stays zero.

        The inputs of each place are gathered first, then all places of all games are multiplied at once: so a weight's
        gradient is one multiplication, not one for every game.
        """
        count, channels, kind = len(places), self.size.channels, places.dtype
        heard = torch.bmm(self.relations.to(kind).expand(count, -1, -1), places).view(count, self.padded, -1)
        weight = self.hear[layer].weight  # by relation and channel, input
        weight = weight.view(-1, channels, weight.shape[1]).transpose(0, 1).flatten(1)  # channel by relation and input
        lie = functional.pad(self.lie[layer], (0, 0, 0, self.padded - self.board.places), value=DEEP)
        told = self.told[layer](table).to(kind)[:, None]
        return squash(functional.linear(heard, weight.to(kind)) + (lie.to(kind) + told))


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
