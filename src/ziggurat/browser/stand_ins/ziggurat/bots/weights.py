"""Networks as they are sent to browsers (`ziggurat.server.transport.device_networks`)."""

import functools
from dataclasses import dataclass

import numpy as np
from _device import read_network

from ziggurat.core.errors import ZigguratError


class BadNetwork(ZigguratError):
    """A network that cannot be used; the message says why."""


@dataclass(frozen=True)
class Weights:
    """A network, ready for the kernels of `ziggurat.bots.forward`."""

    weights: object
    numbers: object
    room: int
    story: object

    def new_room(self):
        """Room to work in."""
        return np.zeros(self.room, dtype=np.int32)


@functools.cache
def of(game):
    """The network of a game."""
    parts = read_network(game.name)
    if parts is None:
        raise BadNetwork(f"{game.title} has no network.")
    weights, numbers, room = parts
    return Weights(np.wrap(weights, np.int16), np.wrap(numbers, np.int32), room, {})
